// SPDX-License-Identifier: Apache-2.0
// What src/cuda plugs into the front end; every function may be NULL. Part of facts/unit.h.
#ifndef CUPRUM_CXX_HOOKS_H
#define CUPRUM_CXX_HOOKS_H

typedef enum { PRAGMA_UNKNOWN, PRAGMA_NO_LOOP } PragmaFault;
typedef struct CxxHooks {                       // src/cuda plugs in; all may be NULL
    Decl *(*lookup_builtin)(Cxx *x, Atom name); // undeclared global name
    const char *(*builtin_name)(uint32_t i);    // the names it knows, NULL behind the last
    void (*check_call)(Parse *p, FuncDecl *callee, Pos pos); // host/device crossing
    bool (*host_only)(Cxx *x, const FuncDecl *f);            // never runs in device code
    // of two functions of the same parameters: positive if a call here means a, negative if b
    int (*prefer)(Parse *p, const FuncDecl *a, const FuncDecl *b);
    // a call of a builtin of src/cuda whose type depends on its arguments; NULL: it does not
    Expr *(*call_builtin)(Parse *p, FuncDecl *f, Expr **arg, uint32_t n, Pos pos);
    void (*check_var_use)(Parse *p, VarDecl *v, Pos pos);
    void (*check_access)(Parse *p, VarDecl *v, Pos pos, VarAccess how); // in a parsed body
    void (*check_body_call)(Parse *p, FuncDecl *callee, Pos pos);       // likewise
    // what is wrong in host code with the call or launch at pos, in the words of a row without
    // holes
    void (*host_fault)(Parse *p, const DiagRow *row, Pos pos);
    void (*finish)(Cxx *x);                                   // all code is known
    void (*check_decl)(Parse *p, Decl *d);                    // memory spaces, kernels' signatures
    void (*check_redecl)(Cxx *x, FuncDecl *old, FuncDecl *f); // before they are merged
    void (*check_var_redecl)(Cxx *x, VarDecl *old, VarDecl *v);
    void (*check_override)(Cxx *x, FuncDecl *f, FuncDecl *base);
    void (*check_lambda)(Parse *p, ClassDecl *closure); // its d.cuda: the marks as written
    Expr *(*build_launch)(Parse *p, Expr *callee, Expr **cfg, uint32_t ncfg, Expr **arg, uint32_t n,
                          Pos pos); // k<<<...>>>(...)
    void (*check_asm)(Parse *p, const AsmData *a, Pos pos);
    void (*check_pragma)(Parse *p, PragmaFault what, Pos pos); // in a body
    void (*check_local)(Parse *p, VarDecl *v);                 // with its initialiser
    // the words of a type in a body, or the variable or function of a decltype
    void (*check_type)(Parse *p, Type *t, Decl *d, Pos pos);
    void *data;
} CxxHooks;

#endif
