// SPDX-License-Identifier: Apache-2.0
// Extended lambdas (CUDA C++ Programming Guide, "Extended Lambdas", restrictions) and the types
// that kernel templates may be instantiated with. What is wrong here stands in host code: it is
// said only where host code is checked (--check-all).
#include "cuda/cuda_int.h"

enum { MAX_DIMS = 7, MAX_TYPE_DEPTH = 32 };

static bool host_code(Cxx *cxx, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    return c ? c & CU_HOST : !cxx->opt.default_device;
}

static uint32_t dimensions(const Type *t) {
    uint32_t n = 0;
    for (; ty_is_array(t); t = t->u.array.elem) n++;
    return n;
}

// ---- captures ----------------------------------------------------------------------------------

static void check_capture(Cxx *cxx, const ClassDecl *cls, const FieldDecl *field,
                          const char *kind) {
    const VarDecl *var = field->capture;
    const Type *type = field->d.type;
    bool init = var->capture_of == var, both = cls->d.cuda & CU_HOST;
    bool is_list = type->kind == TY_CLASS && type->u.cls->d.name == cxx->n.initializer_list;
    bool by_ref = ty_is_ref(type) && !ty_is_ref(var->d.type);
    Pos pos = cls->d.pos;
    if (init && both)
        diag(cxx->ctx, CUDA_ROW(lambda_hd_init), pos);
    else if (init && is_list)
        diag(cxx->ctx, CUDA_ROW(lambda_init_list), pos, kind);
    else if (!init && by_ref)
        diag(cxx->ctx, CUDA_ROW(lambda_by_ref), pos, kind);
    else if (!init && dimensions(type) > MAX_DIMS)
        diag(cxx->ctx, CUDA_ROW(lambda_array), pos, kind, type);
}

static void check_captures(Cxx *cxx, ClassDecl *cls, const char *kind) {
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *field = cls->members.fields.at[i];
        if (field->capture) check_capture(cxx, cls, field, kind); // `this` has none
    }
}

// ---- the function around -----------------------------------------------------------------------

static bool is_closure_call(const FuncDecl *func) {
    return func && func->cls && func->cls->closure.is;
}

static void check_parent(Cxx *cxx, ClassDecl *cls, FuncDecl *func, const char *kind) {
    for (; is_closure_call(func); func = func->lambda_of) {
        const FuncDecl *call_op = func->cls->closure.call_op;
        bool generic = func->inst.tmpl || (call_op && call_op->inst.tmpl);
        if (!generic) continue;
        diag(cxx->ctx, CUDA_ROW(lambda_in_generic), cls->d.pos, kind);
        return;
    }
    // the first enclosing function that is no lambda
    if (!func || func->d.type->kind != TY_FUNC) return;
    const ClassDecl *of = func->cls;
    bool deduced = func->d.type->u.func.ret->flags & TF_HAS_AUTO || func->ret_deduced;
    const DiagRow *row = NULL;
    if (of && func->d.access > ACC_PUBLIC) row = CUDA_ROW(lambda_parent_access);
    if (of && of->written.is_local) row = CUDA_ROW(lambda_parent_local);
    if (deduced) row = CUDA_ROW(lambda_parent_auto);
    if (row) diag(cxx->ctx, row, cls->d.pos, func->d.name, kind);
}

void cuda_check_lambda(Parse *parse, ClassDecl *cls) {
    Cxx *cxx = parse->x;
    FuncDecl *func = parse->fn;
    if (!(cls->d.cuda & (CU_DEVICE | CU_HOST)) || cxx->opt.default_device) return;
    if (!cxx->opt.extended_lambda) {
        diag(cxx->ctx, CUDA_ROW(lambda_option), cls->d.pos);
        return;
    }
    if (!func || !(cls->d.cuda & CU_DEVICE) || !host_code(cxx, func)) return;
    bool both = cls->d.cuda & CU_HOST;
    const char *kind = both ? "__host__ __device__" : "__device__";
    if (both && cls->closure.call_op && ty_dependent(cls->closure.call_op->d.type))
        diag(cxx->ctx, CUDA_ROW(lambda_hd_generic), cls->d.pos);
    check_captures(cxx, cls, kind);
    // what is discarded would have no field in the type that the host compiler sees
    if (cls->closure.extended.if_capture)
        diag(cxx->ctx, CUDA_ROW(lambda_if_capture), cls->closure.extended.if_capture, kind);
    check_parent(cxx, cls, func, kind);
}

// ---- template arguments of kernels -------------------------------------------------------------

static void check_args(Cxx *cxx, const TmplArgs *a, Pos pos, uint32_t depth);

// What pointers, references and arrays lead to in the end.
static Type *pointed_at(Type *type) {
    for (;;) {
        if (ty_is_array(type))
            type = type->u.array.elem;
        else if (type->kind == TY_PTR || ty_is_ref(type))
            type = type->u.ptr.to;
        else
            return type;
    }
}

static void check_type(Cxx *cxx, Type *type, Pos pos, uint32_t depth) {
    type = pointed_at(type);
    if (type->kind != TY_CLASS || depth > MAX_TYPE_DEPTH) return;
    ClassDecl *cls = type->u.cls;
    FuncDecl *func = NULL;
    for (Scope *s = cls->d.scope; s && !func; s = s->parent) func = s->fn;
    bool host = func && host_code(cxx, func);
    bool local = cls->written.is_local && host, hidden = cls->d.access > ACC_PUBLIC && !host;
    bool unmarked = host && !(cls->d.cuda & CU_DEVICE);
    if (cls->closure.is && unmarked)
        diag(cxx->ctx, CUDA_ROW(kernel_arg_lambda), pos);
    else if (!cls->closure.is && local)
        diag(cxx->ctx, CUDA_ROW(kernel_arg_local), pos, type);
    else if (!cls->closure.is && hidden)
        diag(cxx->ctx, CUDA_ROW(kernel_arg_private), pos, type);
    if (cls->inst.args) check_args(cxx, cls->inst.args, pos, depth + 1);
}

static void check_args(Cxx *cxx, const TmplArgs *a, Pos pos, uint32_t depth) {
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->a[i].kind == TA_TYPE && a->a[i].type) check_type(cxx, a->a[i].type, pos, depth);
        if (a->a[i].kind == TA_PACK && a->a[i].pack) check_args(cxx, a->a[i].pack, pos, depth);
    }
}

void cuda_check_kernel_args(Cxx *cxx, const FuncDecl *kernel, Pos pos) {
    if (kernel->inst.args) check_args(cxx, kernel->inst.args, pos, 0);
}
