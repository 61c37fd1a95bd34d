// SPDX-License-Identifier: Apache-2.0
// kernel<<<grid, block, shared, stream>>>(arguments): checked like a call of the kernel. In host
// code the launch itself is the host compiler's, and what matters is that resolving the callee
// instantiates it. In device code it is two calls of the device run-time library (CUDA programming
// guide, dynamic parallelism): one gives room for the arguments, the other launches what was stored
// there.
#include "cuda/cuda_int.h"
#include "cxx/lookup/lookup.h"
#include "cxx/expr/expr.h"
#include "cxx/convert/convert.h"

static FuncDecl *called(Expr *call) {
    if (call->kind == E_CLEANUPS) call = call->a;
    if (call->kind == E_CALL && decl_is(call->u.decl, D_FUNC)) return (FuncDecl *)call->u.decl;
    return NULL;
}

// The i-th configuration argument, converted as the launch does it.
static Expr *configuration(Parse *parse, Expr *expr, uint32_t i) {
    Cxx *cxx = parse->x;
    if (expr->kind == E_ERROR || expr->flags & EF_TYPE_DEP) return expr;
    Type *to = cxx->ty_size_t;
    if (i != 2) {
        const char *name = i < 2 ? "dim3" : "cudaStream_t";
        Lookup l;
        bool found =
            cxx_lookup_in(parse, cxx->global, atom_cstr(cxx->ctx, name), 0, &l) && l.n == 1;
        Decl *d = found ? l.at[0] : NULL;
        to = d && is_any_of(d->kind, D_CLASS, D_TYPEDEF) ? d->type : NULL;
    }
    return to ? cxx_convert(parse, expr, to, "argument") : expr;
}

static Decl *runtime_function(Parse *parse, const char *name) {
    Lookup l;
    bool found =
        cxx_lookup_in(parse, parse->x->global, atom_cstr(parse->x->ctx, name), 0, &l) && l.n == 1;
    return found && l.at[0]->kind == D_FUNC ? l.at[0] : NULL;
}

// void *buffer = __cudaCDP2GetParameterBufferV2(kernel, grid, block, shared);
// if (buffer) { the arguments; __cudaCDP2LaunchDeviceV2(buffer, stream); }
static void launch_from_device(Parse *parse, Expr *expr, FuncDecl *kernel) {
    Cxx *cxx = parse->x;
    Decl *get = runtime_function(parse, "__cudaCDP2GetParameterBufferV2"),
         *launch = runtime_function(parse, "__cudaCDP2LaunchDeviceV2");
    if (!get || !launch) return; // irgen says that there is none
    Pos pos = expr->pos;
    Expr *f = cxx_build_unary(parse, OP_ADDR, cxx_build_declref(parse, &kernel->d, pos), pos);
    f = cxx_cast_explicit(parse, ty_pointer(cxx, ty_basic(cxx, TY_VOID)), f, T_KW_REINTERPRET_CAST,
                          pos);
    Expr *shared = expr->n > 2 ? expr->arg[2] : cxx_expr_int(cxx, ty_basic(cxx, TY_UINT), 0, pos);
    Expr *arg[] = {f, expr->arg[0], expr->arg[1], shared};
    expr->b = cxx_build_call(parse, cxx_build_declref(parse, get, pos), arg, 4, pos);
    expr->c = cxx_build_declref(parse, launch, pos);
    if (expr->b->kind == E_ERROR) expr->b = NULL;
}

static void say_not_kernel(Parse *parse, bool device, Pos pos) {
    const DiagRow *row = device ? CUDA_ROW(launch_device) : CUDA_ROW(launch_host);
    diag(parse->x->ctx, row, pos);
    cuda_host_fault(parse, row, pos);
}

// The one function that the expression names, or NULL.
static const FuncDecl *named_function(const Expr *callee) {
    bool alone = callee->kind == E_OVERLOAD && callee->u.ovl->n == 1 && !callee->u.ovl->targs;
    const Decl *decl = alone ? callee->u.ovl->set[0] : NULL;
    if (callee->kind == E_DECLREF) decl = callee->u.decl;
    return decl && decl->kind == D_FUNC ? (const FuncDecl *)decl : NULL;
}

// The arguments of a kernel that is no template are counted in host code too.
static void check_arity(Parse *parse, const Expr *callee, Expr **arg, uint32_t n) {
    const FuncDecl *kernel = named_function(callee);
    if (!kernel || !(kernel->d.cuda & CU_GLOBAL)) return;
    const FuncType *type = &kernel->d.type->u.func;
    if (n > type->nparam && !type->variadic)
        cuda_host_fault(parse, DIAG_OF(cxx, x_too_many_arguments), arg[type->nparam]->pos);
    else if (n < kernel->min_args)
        cuda_host_fault(parse, DIAG_OF(cxx, x_too_few_arguments), parse->tok[parse->at - 1].pos);
}

// Whether the expression names kernel templates only, and the arguments were understood.
static bool is_template_launch(const Expr *callee, Expr **arg, uint32_t n) {
    if (callee->kind != E_OVERLOAD) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (arg[i]->kind == E_ERROR || arg[i]->flags & EF_TYPE_DEP) return false;
    }
    for (uint32_t i = 0; i < callee->u.ovl->n; i++) {
        const Decl *decl = callee->u.ovl->set[i];
        const Decl *pattern = decl->kind == D_TEMPLATE && ((const TemplateDecl *)decl)->pattern
                                  ? &((const TemplateDecl *)decl)->pattern->d
                                  : decl;
        if (!(pattern->cuda & CU_GLOBAL)) return false;
    }
    return true;
}

// In host code, which is read in silence, a launch that no kernel template fits: it is resolved
// once more for what there is to say. (The host's compiler would see it by another name.)
static void say_mismatch(Parse *parse, Expr *callee, Expr **arg, uint32_t n, Pos pos) {
    Ctx *ctx = parse->x->ctx;
    bool judged = diag_silent(ctx) && !diag_trapped(ctx) && cuda_is_judged(parse, pos);
    if (!judged || !is_template_launch(callee, arg, n)) return;
    if (cuda_names_architecture(ctx)) return;
    DiagTrap trap;
    diag_trap_push(ctx, &trap);
    trap.silent = false;
    trap.hard = true;
    cxx_build_call(parse, callee, arg, n, pos);
    diag_trap_pop(ctx, &trap);
}

Expr *cuda_build_launch(Parse *parse, Expr *callee, Expr **cfg, uint32_t ncfg, Expr **arg,
                        uint32_t n, Pos pos) {
    Cxx *cxx = parse->x;
    check_arity(parse, callee, arg, n);
    Expr *call = cxx_build_call(parse, callee, arg, n, pos);
    if (call->kind == E_ERROR) {
        say_mismatch(parse, callee, arg, n, pos);
        return call;
    }
    FuncDecl *func = called(call);
    if (func && !(func->d.cuda & CU_GLOBAL)) {
        say_not_kernel(parse, func->d.cuda & CU_DEVICE, pos);
        cxx_note_declared(cxx, &func->d);
    } else if (func) {
        cuda_check_kernel_args(cxx, func, pos);
    }
    Expr *expr = cxx_expr_new(cxx, E_LAUNCH, ty_basic(cxx, TY_VOID), VC_PRVALUE, pos);
    expr->a = call;
    expr->arg = arena_array(&cxx->ctx->perm, Expr *, 4);
    expr->n = (uint16_t)CU_MIN(ncfg, 4u);
    for (uint32_t i = 0; i < expr->n; i++) expr->arg[i] = configuration(parse, cfg[i], i);
    if (ncfg == 1) { // blocks of one thread: the declaration of __cudaPushCallConfiguration
        expr->arg[1] = configuration(parse, cxx_expr_int(cxx, ty_basic(cxx, TY_UINT), 1, pos), 1);
        expr->n = 2;
    }
    bool device = parse->fn && parse->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
    if (func && device && cxx->opt.rdc) launch_from_device(parse, expr, func);
    return expr;
}
