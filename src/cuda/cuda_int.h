// SPDX-License-Identifier: Apache-2.0
// Private header of module cuda.
#ifndef CUPRUM_CUDA_INT_H
#define CUPRUM_CUDA_INT_H

#include "cuda/cuda.h"

enum {
#define DIAG(id, sev, group, text) D_##id,
#include "cuda/cuda_diag.def"
#undef DIAG
};
#define CUDA_ROW(id) (&cuda_diag_rows[D_##id])

struct HostUse {
    FuncDecl *fn;
    VarDecl *var;
    Pos pos;
};
typedef struct CudaState {
    Map decls;                     // Atom -> FuncDecl*
    Map shared;                    // (namespace, name) of a local extern __shared__ -> VarDecl
    VEC(struct HostUse) host_uses; // by functions that may have no code (host_var.c)
} CudaState;

Decl *cuda_lookup_builtin(Cxx *x, Atom name);
void cuda_bind_builtin(Cxx *x, FuncDecl *f);
Decl *cuda_atomic_constant(Cxx *x, Atom name);
Expr *cuda_call_builtin(Parse *p, FuncDecl *f, Expr **arg, uint32_t n, Pos pos);
void cuda_check_call(Parse *p, FuncDecl *callee, Pos pos);
// Where a function may run: CU_HOST, CU_DEVICE or both.
unsigned cuda_spaces(Cxx *x, const FuncDecl *f);
void cuda_check_var_use(Parse *p, VarDecl *v, Pos pos);
void cuda_check_access(Parse *p, VarDecl *v, Pos pos, VarAccess how);
void cuda_finish_vars(Cxx *x);
bool cuda_on_device(Cxx *x, const FuncDecl *f); // f's code may run there
void cuda_check_asm(Parse *p, const AsmData *a, Pos pos);
void cuda_check_pragma(Parse *p, PragmaFault what, Pos pos);
const char *cuda_full_name(Cxx *x, Decl *d); // `N::S::f<int>`
void cuda_check_local(Parse *p, VarDecl *v);
void cuda_check_type(Parse *p, Type *t, Decl *d, Pos pos);
void cuda_check_decl(Parse *p, Decl *d);
void cuda_check_redecl(Cxx *x, FuncDecl *old, FuncDecl *f);
void cuda_check_var_redecl(Cxx *x, VarDecl *old, VarDecl *v);
void cuda_check_lambda(Parse *p, ClassDecl *closure);
void cuda_check_kernel_args(Cxx *x, const FuncDecl *kernel, Pos pos);
void cuda_check_override(Cxx *x, FuncDecl *f, FuncDecl *base);
Expr *cuda_build_launch(Parse *p, Expr *callee, Expr **cfg, uint32_t ncfg, Expr **arg, uint32_t n,
                        Pos pos);
#endif
