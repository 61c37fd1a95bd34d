// SPDX-License-Identifier: Apache-2.0
// Extended lambdas (CUDA C++ Programming Guide, "Extended Lambda Restrictions") and the types that
// kernel templates may be instantiated with (the same, "__global__ Function Template Instantiation
// Constraints"). What is wrong here stands in host code: it is said only where host code is checked
// (--check-all).
#include "cuda/cuda_int.h"

enum { MAX_DIMS = 7, MAX_TYPE_DEPTH = 32 };

// A function without a mark is host code, unless --default-device makes it the device's.
static bool host_code(Cxx *cxx, const FuncDecl *func) {
    unsigned marks = func->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    return marks ? marks & CU_HOST : !cxx->opt.default_device;
}

static uint32_t dimensions(const Type *type) {
    uint32_t n = 0;
    for (; ty_is_array(type); type = type->u.array.elem) n++;
    return n;
}

// ---- captures ----------------------------------------------------------------------------------

static bool is_initializer_list(const Cxx *cxx, const Type *type) {
    return type->kind == TY_CLASS && type->u.cls->d.name == cxx->n.initializer_list;
}

// A variable that is a reference itself is captured by copy of what it refers to.
static bool is_by_reference(const Type *field, const VarDecl *var) {
    return ty_is_ref(field) && !ty_is_ref(var->d.type);
}

// `[x = init]`: none in a lambda of both sides; in one of the device alone no initializer_list.
static const DiagRow *init_capture_fault(const Cxx *cxx, const Type *type, bool both_sides) {
    if (both_sides) return CUDA_ROW(lambda_hd_init);
    return is_initializer_list(cxx, type) ? CUDA_ROW(lambda_init_list) : NULL;
}

// `[x]`, `[&x]` and implicit captures: by copy, and of arrays with few dimensions.
static const DiagRow *capture_fault(const Type *type, const VarDecl *var) {
    if (is_by_reference(type, var)) return CUDA_ROW(lambda_by_ref);
    return dimensions(type) > MAX_DIMS ? CUDA_ROW(lambda_array) : NULL;
}

static void check_captures(Cxx *cxx, ClassDecl *cls, const char *kind) {
    bool both_sides = cls->d.cuda & CU_HOST;
    for (uint32_t i = 0; i < cls->members.fields.n; i++) {
        const FieldDecl *field = cls->members.fields.at[i];
        const VarDecl *var = field->capture;
        if (!var) continue; // `this`

        const Type *type = field->d.type;
        bool has_init = var->capture_of == var;
        const DiagRow *fault =
            has_init ? init_capture_fault(cxx, type, both_sides) : capture_fault(type, var);
        if (fault) diag(cxx->ctx, fault, cls->d.pos, kind, type); // each takes what it names
    }
}

// ---- the function around -----------------------------------------------------------------------

// The call operator of a lambda with `auto` parameters, or an instance of it.
static bool is_generic_call(const FuncDecl *func) {
    const FuncDecl *call_op = func->cls->closure.call_op;
    return func->inst.tmpl || (call_op && call_op->inst.tmpl);
}

// Why the function cannot hold an extended lambda, or NULL: the host's compiler names it in the
// type that stands for the closure, and takes its address for that.
static const DiagRow *parent_fault(const FuncDecl *func) {
    const ClassDecl *member_of = func->cls;
    bool deduced = func->d.type->u.func.ret->flags & TF_HAS_AUTO || func->ret_deduced;
    if (deduced) return CUDA_ROW(lambda_parent_auto);
    if (!member_of) return NULL;

    if (member_of->written.is_local) return CUDA_ROW(lambda_parent_local);
    return func->d.access > ACC_PUBLIC ? CUDA_ROW(lambda_parent_access) : NULL;
}

// A lambda may stand in others that are not generic; the parent is the first function around it
// that is no lambda's call operator.
static void check_parent(Cxx *cxx, ClassDecl *cls, FuncDecl *func, const char *kind) {
    for (; cxx_is_of_closure(func); func = func->lambda_of) {
        if (!is_generic_call(func)) continue;
        diag(cxx->ctx, CUDA_ROW(lambda_in_generic), cls->d.pos, kind);
        return;
    }

    if (!cxx_is_typed(func)) return;
    const DiagRow *fault = parent_fault(func);
    if (fault) diag(cxx->ctx, fault, cls->d.pos, func->d.name, kind);
}

// With --default-device every lambda is the device's: then a mark adds nothing.
static bool has_mark(const Cxx *cxx, const ClassDecl *cls) {
    return cls->d.cuda & (CU_DEVICE | CU_HOST) && !cxx->opt.default_device;
}

void cuda_check_lambda(Parse *parse, ClassDecl *cls) {
    Cxx *cxx = parse->x;
    FuncDecl *func = parse->fn;
    if (!has_mark(cxx, cls)) return;
    if (!cxx->opt.extended_lambda) {
        diag(cxx->ctx, CUDA_ROW(lambda_option), cls->d.pos);
        cuda_host_fault(parse, CUDA_ROW(lambda_option), cls->d.pos);
        return;
    }

    // an extended one: with a mark of the device, in a function that the host runs
    bool extended = func && cls->d.cuda & CU_DEVICE && host_code(cxx, func);
    if (!extended) return;
    bool both_sides = cls->d.cuda & CU_HOST;
    const char *kind = both_sides ? "__host__ __device__" : "__device__";
    const FuncDecl *call_op = cls->closure.call_op;
    if (both_sides && call_op && ty_dependent(call_op->d.type))
        diag(cxx->ctx, CUDA_ROW(lambda_hd_generic), cls->d.pos);
    check_captures(cxx, cls, kind);

    // what is discarded would have no field in the type that the host compiler sees
    if (cls->closure.extended.if_capture)
        diag(cxx->ctx, CUDA_ROW(lambda_if_capture), cls->closure.extended.if_capture, kind);
    check_parent(cxx, cls, func, kind);
}

// ---- template arguments of kernels -------------------------------------------------------------

static void check_args(Cxx *cxx, const TmplArgs *args, Pos pos, uint32_t depth);

// Whether the class stands in a function of the host.
static bool is_in_host_code(Cxx *cxx, const ClassDecl *cls) {
    const FuncDecl *func = NULL;
    for (const Scope *scope = cls->d.scope; scope && !func; scope = scope->parent) func = scope->fn;
    return func && host_code(cxx, func);
}

// Why no kernel's template can have the class as an argument, or NULL. A closure type may come of
// an extended lambda; of a class in host code its access does not count.
static const DiagRow *kernel_arg_fault(Cxx *cxx, const ClassDecl *cls) {
    bool in_host_code = is_in_host_code(cxx, cls);
    if (cls->closure.is) {
        bool extended = cls->d.cuda & CU_DEVICE;
        return in_host_code && !extended ? CUDA_ROW(kernel_arg_lambda) : NULL;
    }

    if (in_host_code) return cls->written.is_local ? CUDA_ROW(kernel_arg_local) : NULL;
    return cls->d.access > ACC_PUBLIC ? CUDA_ROW(kernel_arg_private) : NULL;
}

// Once: where a launch is understood to name it, else (no pos) at the class.
static void say_kernel_arg(Cxx *cxx, const DiagRow *fault, ClassDecl *cls, Pos pos, Type *type) {
    CudaState *state = cxx->hooks.data;
    if (diag_silent(cxx->ctx) || diag_trapped(cxx->ctx)) return;
    if (!pos && map_get(&state->arg_said, cls->d.id)) return;
    map_put(&state->arg_said, cls->d.id, cls);
    diag(cxx->ctx, fault, pos ? pos : cls->d.pos, type); // a closure's has no name to tell
}

// The class that the type leads to and, in turn, what it is an instance for.
static void check_type(Cxx *cxx, Type *type, Pos pos, uint32_t depth) {
    type = ty_innermost(type);
    if (type->kind != TY_CLASS || depth > MAX_TYPE_DEPTH) return;
    ClassDecl *cls = type->u.cls;
    const DiagRow *fault = kernel_arg_fault(cxx, cls);
    if (fault) say_kernel_arg(cxx, fault, cls, pos, type);
    if (cls->inst.args) check_args(cxx, cls->inst.args, pos, depth + 1);
}

static void check_args(Cxx *cxx, const TmplArgs *args, Pos pos, uint32_t depth) {
    for (uint32_t i = 0; i < args->n; i++) {
        const TmplArg *arg = &args->a[i];
        if (arg->kind == TA_TYPE && arg->type) check_type(cxx, arg->type, pos, depth);
        if (arg->kind == TA_PACK && arg->pack) check_args(cxx, arg->pack, pos, depth);
    }
}

void cuda_check_kernel_args(Cxx *cxx, const FuncDecl *kernel, Pos pos) {
    if (kernel->inst.args) check_args(cxx, kernel->inst.args, pos, 0);
}

// Kernels of libraries are launched by their own host code: of what the program gives them the
// class itself is shown. (Without cudafe++ nobody else says so, and host and device could name such
// a kernel differently.)
void cuda_say_kernel_lambdas(Cxx *cxx) {
    if (!cxx->opt.host_rules || cxx->opt.default_device) return;
    for (uint32_t i = 0; i < cxx->work.n; i++) {
        const FuncDecl *func = cxx->work.at[i];
        if (func->d.cuda & CU_GLOBAL) cuda_check_kernel_args(cxx, func, 0);
    }
}
