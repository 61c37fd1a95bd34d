// SPDX-License-Identifier: Apache-2.0
// lambda_int.h: the state of one lambda expression, which the files lambda*.c share.
#ifndef CUPRUM_CXX_LAMBDA_INT_H
#define CUPRUM_CXX_LAMBDA_INT_H

#include "cxx/expr_int.h"

typedef struct LambdaTokens {
    uint32_t params;      // '(' or 0
    uint32_t after_intro; // token behind ']' or behind explicit template parameters
} LambdaTokens;

struct LambdaState {
    struct LambdaState *outer;
    ClassDecl *cls;
    FuncDecl *outer_fn;
    Parse around; // the enclosing context, for capture initialisers
    char def;     // 0, '=' or '&'
    bool closed, is_mutable;
    FieldDecl *this_field;
    bool this_copied;
    Type *this_type;
    Map captured;     // VarDecl -> FieldDecl
    bool inner_if;    // a lambda in this one captures in an `if constexpr`
    Map listed;       // Atom -> Pos of the capture list's names
    VEC(Expr *) init; // per field
    Scope *scope;     // names of init-captures; parent is the enclosing scope
    LambdaTokens t;
};

// ---- body/capture.c ----
// Behind `[`, to behind the `]` at token `close`.
void xe_capture_list(Parse *p, struct LambdaState *ls, uint32_t close);
// What the body of a generic lambda (its `{` at token `body`) names is captured.
void xe_capture_by_names(Parse *p, struct LambdaState *ls, uint32_t body);

// ---- instance/closure.c ----
// The conversion of a closure without captures to a pointer to function, and its __invoke.
void xe_lambda_add_conversion(Parse *p, ClassDecl *c, FuncDecl *op, bool generic);

FuncDecl *cxx_closure_operator(Parse *q, struct LambdaState *ls);
uintptr_t xe_capture_key(const void *p);
FieldDecl *xe_capture_field(Parse *p, struct LambdaState *ls, Atom name, Type *t, VarDecl *of,
                            Expr *init, Pos pos);
Expr *xe_capture_in(Parse *p, struct LambdaState *ls, VarDecl *v, bool explicit_, char how,
                    Pos pos);
Expr *xe_capture_this_in(Parse *p, struct LambdaState *ls, bool explicit_, bool copy, Pos pos);
#endif
