// SPDX-License-Identifier: Apache-2.0
// Execution and memory space rules (CUDA C++ Programming Guide, "Execution Space Specifiers" and
// "Variable Memory Space Specifiers"). Called by the front end through CxxHooks.
#include "cuda/cuda_int.h"

const DiagRow cuda_diag_rows[] = {
#define DIAG(id, sev, group, text) DIAG_ROW(id, sev, group, text)
#include "cuda/cuda_diag.def"
#undef DIAG
};

// std::move, std::forward and the members of std::initializer_list run anywhere (nvcc's default;
// see its options -no-host-device-move-forward and -no-host-device-initializer-list).
static bool anywhere(Cxx *x, const FuncDecl *f) {
    const Decl *d = f->cls ? &f->cls->d : &f->d;
    if (!x->std_ns || !d->scope || d->scope->owner != &x->std_ns->d) return false;
    if (f->cls) return d->name == x->n.initializer_list;
    const char *s = atom_str(x->ctx, d->name);
    return f->nparam == 1 && (strcmp(s, "move") == 0 || strcmp(s, "forward") == 0);
}

// Where a function may run. No mark means host; a constexpr function, a lambda's call operator and
// an implicit member may run wherever their caller does; so may everything under --default-device.
static unsigned spaces(Cxx *x, const FuncDecl *f) {
    unsigned c = f->d.cuda & (CU_HOST | CU_DEVICE | CU_GLOBAL);
    if (f->builtin) return CU_HOST | CU_DEVICE;
    if (c) return c & CU_GLOBAL ? CU_DEVICE : c;
    if (f->is_implicit || f->defaulted) return CU_HOST | CU_DEVICE;
    if (f->cls && f->cls->is_closure) return CU_HOST | CU_DEVICE;
    if (x->opt.default_device) return CU_DEVICE;
    if ((f->d.flags & DF_CONSTEXPR) && x->opt.relaxed_constexpr) return CU_HOST | CU_DEVICE;
    if (anywhere(x, f)) return CU_HOST | CU_DEVICE;
    return CU_HOST;
}

static const char *func_name(Cxx *x, const FuncDecl *f) {
    const char *s = atom_str(x->ctx, f->d.name);
    return *s ? s : "operator";
}

// A call is wrong when device code calls what only the host has. A host-device caller is checked
// where it is instantiated for the device; nvcc only warns there, we stay silent.
void cuda_check_call(Parse *p, FuncDecl *callee, Pos pos) {
    Cxx *x = p->x;
    cuda_bind_builtin(x, callee);
    if (!p->fn || p->unevaluated) return;
    if (p->const_expr && diag_trapped(x->ctx)) return; // a tentative parse; it comes again
    unsigned from = spaces(x, p->fn), to = spaces(x, callee);
    bool device_only = (from & CU_DEVICE) && !(from & CU_HOST);
    if (!device_only || to & CU_DEVICE) return;
    if (callee->d.flags & DF_CONSTEVAL) return;
    diag(x->ctx, CUDA_ROW(host_call), pos, func_name(x, callee),
         p->fn->d.cuda & CU_GLOBAL ? "global" : "device", func_name(x, p->fn));
}

// Device code cannot read a host variable at namespace scope unless it is a constant.
void cuda_check_var_use(Parse *p, VarDecl *v, Pos pos) {
    Cxx *x = p->x;
    if (!p->fn || p->unevaluated || p->const_expr || v->storage == STOR_AUTO ||
        v->storage == STOR_PARAM) {
        return;
    }
    unsigned from = spaces(x, p->fn);
    if (from & CU_HOST || v->d.cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED)) return;
    if (x->opt.default_device || v->fn) return;
    if (v->d.type->quals & Q_CONST || v->d.flags & DF_CONSTEXPR || ty_is_ref(v->d.type)) return;
    if (v->d.flags & DF_EXTERN && v->d.cuda == 0 && !v->defined) { // threadIdx and the like
        const char *s = atom_str(x->ctx, v->d.name);
        static const char *const regs[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                           "warpSize"};
        for (uint32_t i = 0; i < CU_COUNT(regs); i++) {
            if (strcmp(s, regs[i]) == 0) return;
        }
    }
    diag(x->ctx, CUDA_ROW(host_var), pos, atom_str(x->ctx, v->d.name));
}

static const char *space_name(unsigned cuda) {
    return cuda & CU_SHARED     ? "shared"
           : cuda & CU_CONSTANT ? "constant"
           : cuda & CU_MANAGED  ? "managed"
                                : "device";
}

static void check_kernel(Cxx *x, FuncDecl *f) {
    const FuncType *ft = &f->d.type->u.func;
    if (ft->ret->kind != TY_VOID && ft->ret->kind != TY_ERROR &&
        !(ft->ret->flags & (TF_HAS_AUTO | TF_DEPENDENT))) {
        diag(x->ctx, CUDA_ROW(kernel_return), f->d.pos);
    }
    if (ft->variadic) diag(x->ctx, CUDA_ROW(kernel_variadic), f->d.pos);
    if (f->cls && !(f->d.flags & DF_STATIC)) diag(x->ctx, CUDA_ROW(kernel_member), f->d.pos);
    if (f->d.cuda & (CU_HOST | CU_DEVICE)) {
        diag(x->ctx, CUDA_ROW(space_conflict), f->d.pos, "global",
             f->d.cuda & CU_HOST ? "host" : "device");
    }
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *p = f->param[i];
        if (!p) continue;
        if (p->d.type->kind == TY_RREF)
            diag(x->ctx, CUDA_ROW(kernel_ref_param), p->d.pos ? p->d.pos : f->d.pos);
        if (p->d.cuda & CU_GRID_CONSTANT &&
            (ty_is_ref(p->d.type) || !(p->d.type->quals & Q_CONST))) {
            diag(x->ctx, CUDA_ROW(grid_constant_type), p->d.pos);
        }
    }
}

enum { MAX_THREADS = 1024 }; // per block, on every target we have

static void check_bounds(Cxx *x, FuncDecl *f) {
    LaunchBounds *b = f->bounds;
    if (!(f->d.cuda & CU_GLOBAL)) {
        diag(x->ctx, CUDA_ROW(bounds_not_kernel), b->pos ? b->pos : f->d.pos);
        return;
    }
    if (b->max_threads == 0 || b->max_threads < -1 || b->min_blocks < -1) {
        diag(x->ctx, CUDA_ROW(bounds_value), b->pos);
    } else if (b->max_threads > MAX_THREADS) {
        diag(x->ctx, CUDA_ROW(bounds_threads), b->pos, (int)b->max_threads, (int)MAX_THREADS);
    }
}

static void check_func(Cxx *x, FuncDecl *f) {
    if (f->d.cuda & CU_GLOBAL) check_kernel(x, f);
    if (f->bounds) check_bounds(x, f);
    for (uint32_t i = 0; i < f->nparam; i++) {
        VarDecl *p = f->param[i];
        if (!p) continue;
        unsigned space = p->d.cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED);
        if (space) diag(x->ctx, CUDA_ROW(space_param), p->d.pos, space_name(space));
        if (p->d.cuda & CU_GRID_CONSTANT && !(f->d.cuda & CU_GLOBAL)) {
            diag(x->ctx, CUDA_ROW(grid_constant_place), p->d.pos);
        }
    }
}

static void check_var(Cxx *x, VarDecl *v) {
    unsigned space = v->d.cuda & (CU_SHARED | CU_CONSTANT | CU_MANAGED);
    if (!space && !(v->d.cuda & CU_DEVICE)) return;
    if (space & (space - 1)) {
        diag(x->ctx, CUDA_ROW(space_conflict), v->d.pos, space_name(space & -space),
             space_name(space & (space - 1)));
    }
    if (v->fn && !(space & CU_SHARED) && v->storage != STOR_STATIC) {
        diag(x->ctx, CUDA_ROW(space_local), v->d.pos, space_name(v->d.cuda));
    }
    if (!(space & CU_SHARED)) return;
    if (v->init_style != INIT_NONE)
        diag(x->ctx, CUDA_ROW(shared_init), v->d.pos, atom_str(x->ctx, v->d.name));
    if (v->d.flags & DF_EXTERN && v->d.type->kind != TY_ARRAY_INC && v->d.type->kind != TY_ERROR &&
        !ty_dependent(v->d.type)) {
        diag(x->ctx, CUDA_ROW(shared_extern_sized), v->d.pos);
    }
}

void cuda_check_decl(Parse *p, Decl *d) {
    if (d->flags & DF_INVALID || !d->type) return;
    switch (d->kind) {
    case D_FUNC: check_func(p->x, (FuncDecl *)d); break;
    case D_VAR: check_var(p->x, (VarDecl *)d); break;
    case D_FIELD:
        if (d->cuda & (CU_DEVICE | CU_SHARED | CU_CONSTANT | CU_MANAGED)) {
            diag(p->x->ctx, CUDA_ROW(space_field), d->pos, space_name(d->cuda));
        }
        break;
    default: break;
    }
}

void cuda_hooks(Cxx *x) {
    CudaState *s = arena_new(&x->ctx->perm, CudaState);
    map_init(&s->decls, &x->ctx->perm);
    x->hooks = (CxxHooks){.lookup_builtin = cuda_lookup_builtin,
                          .check_call = cuda_check_call,
                          .call_builtin = cuda_call_builtin,
                          .check_var_use = cuda_check_var_use,
                          .check_decl = cuda_check_decl,
                          .build_launch = cuda_build_launch,
                          .data = s};
}
