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
    if (call->kind == E_CALL && call->u.decl && call->u.decl->kind == D_FUNC)
        return (FuncDecl *)call->u.decl;
    return NULL;
}

// The i-th configuration argument, converted as the launch does it.
static Expr *configuration(Parse *p, Expr *e, uint32_t i) {
    Cxx *x = p->x;
    if (e->kind == E_ERROR || e->flags & EF_TYPE_DEP) return e;
    Type *to = x->ty_size_t;
    if (i != 2) {
        const char *name = i < 2 ? "dim3" : "cudaStream_t";
        Lookup l;
        bool found = cxx_lookup_in(p, x->global, atom_cstr(x->ctx, name), 0, &l) && l.n == 1;
        Decl *d = found ? l.at[0] : NULL;
        to = d && (d->kind == D_CLASS || d->kind == D_TYPEDEF) ? d->type : NULL;
    }
    return to ? cxx_convert(p, e, to, "argument") : e;
}

static Decl *runtime_function(Parse *p, const char *name) {
    Lookup l;
    bool found = cxx_lookup_in(p, p->x->global, atom_cstr(p->x->ctx, name), 0, &l) && l.n == 1;
    return found && l.at[0]->kind == D_FUNC ? l.at[0] : NULL;
}

// void *buffer = __cudaCDP2GetParameterBufferV2(kernel, grid, block, shared);
// if (buffer) { the arguments; __cudaCDP2LaunchDeviceV2(buffer, stream); }
static void launch_from_device(Parse *p, Expr *e, FuncDecl *kernel) {
    Cxx *x = p->x;
    Decl *get = runtime_function(p, "__cudaCDP2GetParameterBufferV2"),
         *launch = runtime_function(p, "__cudaCDP2LaunchDeviceV2");
    if (!get || !launch) return; // irgen says that there is none
    Pos pos = e->pos;
    Expr *f = cxx_build_unary(p, OP_ADDR, cxx_build_declref(p, &kernel->d, pos), pos);
    f = cxx_cast_explicit(p, ty_pointer(x, ty_basic(x, TY_VOID)), f, T_KW_REINTERPRET_CAST, pos);
    Expr *shared = e->n > 2 ? e->arg[2] : cxx_expr_int(x, ty_basic(x, TY_UINT), 0, pos);
    Expr *arg[] = {f, e->arg[0], e->arg[1], shared};
    e->b = cxx_build_call(p, cxx_build_declref(p, get, pos), arg, 4, pos);
    e->c = cxx_build_declref(p, launch, pos);
    if (e->b->kind == E_ERROR) e->b = NULL;
}

Expr *cuda_build_launch(Parse *p, Expr *callee, Expr **cfg, uint32_t ncfg, Expr **arg, uint32_t n,
                        Pos pos) {
    Cxx *x = p->x;
    Expr *call = cxx_build_call(p, callee, arg, n, pos);
    if (call->kind == E_ERROR) return call;
    FuncDecl *f = called(call);
    if (f && !(f->d.cuda & CU_GLOBAL)) {
        diag(x->ctx, CUDA_ROW(launch_not_kernel), pos);
        cxx_note_declared(x, &f->d);
    } else if (f) {
        cuda_check_kernel_args(x, f, pos);
    }
    Expr *e = cxx_expr_new(x, E_LAUNCH, ty_basic(x, TY_VOID), VC_PRVALUE, pos);
    e->a = call;
    e->arg = arena_array(&x->ctx->perm, Expr *, 4);
    e->n = (uint16_t)CU_MIN(ncfg, 4u);
    for (uint32_t i = 0; i < e->n; i++) e->arg[i] = configuration(p, cfg[i], i);
    if (ncfg == 1) { // blocks of one thread: the declaration of __cudaPushCallConfiguration
        e->arg[1] = configuration(p, cxx_expr_int(x, ty_basic(x, TY_UINT), 1, pos), 1);
        e->n = 2;
    }
    bool device = p->fn && p->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
    if (f && device && x->opt.rdc) launch_from_device(p, e, f);
    return e;
}
