// SPDX-License-Identifier: Apache-2.0
// Private header of module cuda.
#ifndef CUPRUM_CUDA_INT_H
#define CUPRUM_CUDA_INT_H

#include "cuda/cuda.h"

#define CUDA_ROW(id) (DIAG_OF(cuda, id))

struct HostUse {
    FuncDecl *fn;
    VarDecl *var;
    Pos pos;
};
// What cudafe++ would refuse or warn of in a host function's body (host_fault.c).
typedef struct CudaFault {
    const DiagRow *row;
    const Decl *what; // the device function or variable; NULL: the row names none
    FuncDecl *fn;
    Pos pos;
} CudaFault;

typedef struct CudaState {
    Map decls;                     // Atom -> FuncDecl*
    Map shared;                    // (namespace, name) of a local extern __shared__ -> VarDecl
    VEC(struct HostUse) host_uses; // by functions that may have no code (host_var.c)
    VEC(CudaFault) faults;         // host_fault.c
    Map fault_at;                  // their places and kinds
    Map refused_ctor;              // by function and class (rules_call.c)
    Map arg_said;                  // classes that no kernel is for, which have been shown
} CudaState;

Decl *cuda_lookup_builtin(Cxx *cxx, Atom name);
void cuda_bind_builtin(Cxx *cxx, FuncDecl *func);
Decl *cuda_atomic_constant(Cxx *cxx, Atom name);
Expr *cuda_call_builtin(Parse *parse, FuncDecl *func, Expr **arg, uint32_t n, Pos pos);
void cuda_check_call(Parse *parse, FuncDecl *callee, Pos pos);
// Where a function may run: CU_HOST, CU_DEVICE or both.
unsigned cuda_spaces(Cxx *cxx, const FuncDecl *func);
bool cuda_host_only(Cxx *cxx, const FuncDecl *func);
void cuda_check_var_use(Parse *parse, VarDecl *v, Pos pos);
void cuda_check_access(Parse *parse, VarDecl *var, Pos pos, VarAccess how);
// Of host code (host_fault.c): a function that a parsed body calls, and what it does with a
// variable in device memory are noted, and said at the end.
void cuda_host_fault(Parse *parse, const DiagRow *reason, Pos pos);
// Whether the place is of the host code that is judged so.
bool cuda_is_judged(Parse *parse, Pos pos);
void cuda_check_body_call(Parse *parse, FuncDecl *callee, Pos pos);
void cuda_device_access(Parse *parse, VarDecl *var, Pos pos, VarAccess how);
void cuda_say_host_faults(Cxx *cxx);
void cuda_finish_vars(Cxx *cxx);
bool cuda_on_device(Cxx *cxx, const FuncDecl *f); // f's code may run there
void cuda_check_asm(Parse *parse, const AsmData *statement, Pos pos);
void cuda_check_pragma(Parse *parse, PragmaFault what, Pos pos);
// A function as nvcc names it: `S::f<int>`, with `params` `S::f<int>(int, float) const`.
const char *cuda_func_name(Cxx *cxx, const FuncDecl *func, bool params);
// `#pragma nv_exec_check_disable` stands in front of the declaration.
bool cuda_exec_check_disabled(Parse *parse, const FuncDecl *func);
const char *cuda_full_name(Cxx *cxx, Decl *d); // `N::S::f<int>`
void cuda_check_local(Parse *parse, VarDecl *v);
void cuda_check_type(Parse *parse, Type *t, Decl *d, Pos pos);
void cuda_check_decl(Parse *parse, Decl *decl);
void cuda_check_redecl(Cxx *cxx, FuncDecl *old, FuncDecl *func);
void cuda_check_var_redecl(Cxx *cxx, VarDecl *old, VarDecl *var);
// Says where a class that no kernel template may be instantiated for is an argument of one that has
// code.
void cuda_say_kernel_lambdas(Cxx *cxx);
void cuda_check_lambda(Parse *parse, ClassDecl *closure);
void cuda_check_kernel_args(Cxx *cxx, const FuncDecl *kernel, Pos pos);
void cuda_check_override(Cxx *cxx, FuncDecl *func, FuncDecl *base);
Expr *cuda_build_launch(Parse *parse, Expr *callee, Expr **cfg, uint32_t ncfg, Expr **arg,
                        uint32_t n, Pos pos);
#endif
