// SPDX-License-Identifier: Apache-2.0
// Extended lambdas (CUDA C++ Programming Guide, "Extended Lambdas", restrictions) and the types
// that kernel templates may be instantiated with. What is wrong here stands in host code: it is
// said only where host code is checked (--check-all).
#include "cuda/cuda_int.h"

enum { MAX_DIMS = 7, MAX_TYPE_DEPTH = 32 };

static bool host_code(Cxx *x, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    return c ? c & CU_HOST : !x->opt.default_device;
}

static uint32_t dimensions(const Type *t) {
    uint32_t n = 0;
    for (; ty_is_array(t); t = t->u.array.elem) n++;
    return n;
}

// ---- captures ----------------------------------------------------------------------------------

static void check_captures(Cxx *x, ClassDecl *c, const char *kind, bool both) {
    for (uint32_t i = 0; i < c->fields.n; i++) {
        const FieldDecl *f = c->fields.at[i];
        const VarDecl *v = f->capture;
        if (!v) continue; // `this`
        bool init = v->capture_of == v;
        if (init && both) {
            diag(x->ctx, CUDA_ROW(lambda_hd_init), c->d.pos);
        } else if (init) {
            const Type *t = f->d.type;
            if (t->kind == TY_CLASS && t->u.cls->d.name == x->n.initializer_list)
                diag(x->ctx, CUDA_ROW(lambda_init_list), c->d.pos, kind);
        } else if (ty_is_ref(f->d.type) && !ty_is_ref(v->d.type)) {
            diag(x->ctx, CUDA_ROW(lambda_by_ref), c->d.pos, kind);
        } else if (dimensions(f->d.type) > MAX_DIMS) {
            diag(x->ctx, CUDA_ROW(lambda_array), c->d.pos, kind, f->d.type);
        }
    }
}

// ---- the function around -----------------------------------------------------------------------

static void check_parent(Cxx *x, ClassDecl *c, FuncDecl *f, const char *kind) {
    while (f && f->cls && f->cls->is_closure) { // the first enclosing function that is no lambda
        if (f->tmpl || (f->cls->call_op && f->cls->call_op->tmpl)) {
            diag(x->ctx, CUDA_ROW(lambda_in_generic), c->d.pos, kind);
            return;
        }
        f = f->lambda_of;
    }
    if (!f || f->d.type->kind != TY_FUNC) return;
    if (f->d.type->u.func.ret->flags & TF_HAS_AUTO || f->ret_deduced)
        diag(x->ctx, CUDA_ROW(lambda_parent_auto), c->d.pos, f->d.name, kind);
    else if (f->cls && f->cls->is_local)
        diag(x->ctx, CUDA_ROW(lambda_parent_local), c->d.pos, f->d.name, kind);
    else if (f->cls && f->d.access > ACC_PUBLIC)
        diag(x->ctx, CUDA_ROW(lambda_parent_access), c->d.pos, f->d.name, kind);
}

void cuda_check_lambda(Parse *p, ClassDecl *c) {
    Cxx *x = p->x;
    FuncDecl *f = p->fn;
    if (!(c->d.cuda & (CU_DEVICE | CU_HOST)) || x->opt.default_device) return;
    if (!x->opt.extended_lambda) {
        diag(x->ctx, CUDA_ROW(lambda_option), c->d.pos);
        return;
    }
    if (!f || !(c->d.cuda & CU_DEVICE) || !host_code(x, f)) return;
    bool both = c->d.cuda & CU_HOST;
    const char *kind = both ? "__host__ __device__" : "__device__";
    if (both && c->call_op && ty_dependent(c->call_op->d.type))
        diag(x->ctx, CUDA_ROW(lambda_hd_generic), c->d.pos);
    check_captures(x, c, kind, both);
    // what is discarded would have no field in the type that the host compiler sees
    if (c->extended.if_capture)
        diag(x->ctx, CUDA_ROW(lambda_if_capture), c->extended.if_capture, kind);
    check_parent(x, c, f, kind);
}

// ---- template arguments of kernels -------------------------------------------------------------

static void check_args(Cxx *x, const TmplArgs *a, Pos pos, uint32_t depth);

static void check_type(Cxx *x, Type *t, Pos pos, uint32_t depth) {
    while (t->kind == TY_PTR || ty_is_ref(t) || ty_is_array(t))
        t = ty_is_array(t) ? t->u.array.elem : t->u.ptr.to;
    if (t->kind != TY_CLASS || depth > MAX_TYPE_DEPTH) return;
    ClassDecl *c = t->u.cls;
    FuncDecl *f = NULL;
    for (Scope *s = c->d.scope; s && !f; s = s->parent) f = s->fn;
    bool host = f && host_code(x, f);
    if (c->is_closure) {
        if (host && !(c->d.cuda & CU_DEVICE)) diag(x->ctx, CUDA_ROW(kernel_arg_lambda), pos);
    } else if (c->is_local && host) {
        diag(x->ctx, CUDA_ROW(kernel_arg_local), pos, t);
    } else if (c->d.access > ACC_PUBLIC && !host) {
        diag(x->ctx, CUDA_ROW(kernel_arg_private), pos, t);
    }
    if (c->args) check_args(x, c->args, pos, depth + 1);
}

static void check_args(Cxx *x, const TmplArgs *a, Pos pos, uint32_t depth) {
    for (uint32_t i = 0; i < a->n; i++) {
        if (a->a[i].kind == TA_TYPE && a->a[i].type) check_type(x, a->a[i].type, pos, depth);
        if (a->a[i].kind == TA_PACK && a->a[i].pack) check_args(x, a->a[i].pack, pos, depth);
    }
}

void cuda_check_kernel_args(Cxx *x, const FuncDecl *kernel, Pos pos) {
    if (kernel->args) check_args(x, kernel->args, pos, 0);
}
