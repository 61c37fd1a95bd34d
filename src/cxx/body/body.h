// SPDX-License-Identifier: Apache-2.0
// body.h: function bodies [stmt]: statements, local declarations, lambdas, constructor
// initialisers, initialisers of variables; and the warnings that need a whole body.
#ifndef CUPRUM_CXX_BODY_BODY_H
#define CUPRUM_CXX_BODY_BODY_H

#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

// ---- asm.c
// ---------------------------------------------------------------------------------------

Stmt *xe_parse_asm(Parse *p);
Stmt *xe_parse_pragma(Parse *p);

// ---- body.c
// --------------------------------------------------------------------------------------

void cxx_ctor_inits(Parse *p, FuncDecl *f, TokRange written);
void cxx_func_body_again(Cxx *x, FuncDecl *f);
void cxx_check_body(Cxx *x, FuncDecl *f);
void cxx_check_parts(Cxx *x, Decl *d);

// ---- capture.c
// -----------------------------------------------------------------------------------

// Behind `[`, to behind the `]` at token `close`.
void xe_capture_list(Parse *p, struct LambdaState *ls, uint32_t close);
// What the body of a generic lambda (its `{` at token `body`) names is captured.
void xe_capture_by_names(Parse *p, struct LambdaState *ls, uint32_t body);

// ---- for.c
// ---------------------------------------------------------------------------------------

Stmt *xe_parse_for(Parse *p);

// ---- format.c
// ------------------------------------------------------------------------------------

void xe_check_format(Parse *p, const Expr *call); // body/format.c

// ---- jump.c
// --------------------------------------------------------------------------------------

Stmt *xe_break_continue(Parse *p);
Stmt *xe_goto(Parse *p);
Stmt *xe_label(Parse *p);
void xe_check_case_jump(Parse *p, const SwitchState *sw); // at a case label
void xe_resolve_gotos(Parse *p, struct FnState *fs);

// ---- lambda.c
// ------------------------------------------------------------------------------------

void xe_lambda_context(Parse *p);

// ---- local.c
// -------------------------------------------------------------------------------------

Stmt *cxx_parse_block_declaration(Parse *p);        // S_DECL, or S_NULL for typedefs etc.
VarDecl *cxx_parse_condition_declaration(Parse *p); // `if (T x = e)`: NULL if not a declaration
void cxx_attach_init(Parse *p, VarDecl *v);         // parses v's initialiser at p->at
void cxx_local_init(Parse *p, VarDecl *v);
void cxx_require_const(Parse *p, VarDecl *v);
void cxx_use_const(Parse *p, const ConstVal *c, Pos pos, uint32_t depth);

// ---- number.c
// ------------------------------------------------------------------------------------

// body/number.c: of a function's body and constructor initialisers; of one initialiser or NULL.
void xe_warn_numbers(Parse *p, const FuncDecl *f, const Stmt *body);
void xe_warn_number(Parse *p, const Expr *e);

// ---- reach.c
// -------------------------------------------------------------------------------------

void xe_warn_reach(Parse *p, const Stmt *body); // body/reach.c

// ---- special_body.c
// ------------------------------------------------------------------------------

Expr *cxx_inherited_init(Parse *p, FuncDecl *f); // of the base whose constructor f inherits
void cxx_synthesize_body(Cxx *x, FuncDecl *f);
bool cxx_special_noexcept(Cxx *x, FuncDecl *f);

// ---- statement.c
// ---------------------------------------------------------------------------------

Stmt *cxx_parse_statement(Parse *p);
// The body of function p->fn at '{': sets up p->fs, deduces the return type, resolves gotos.
Stmt *cxx_parse_func_body(Parse *p);
void xe_recover(Parse *p); // after an error: to the end of the statement
void xe_end_semi(Parse *p, bool failed);
Stmt *xe_labelled_body(Parse *p);
Scope *xe_push_block(Parse *p); // enters a new block scope; returns the old one
Stmt *xe_init_statement(Parse *p);
Stmt *xe_sub_statement(Parse *p);
void xe_paren_condition(Parse *p, Stmt *s, VarDecl **var, bool is_switch);
Stmt *xe_parse_switch(Parse *p);
void xe_skip_statement(Parse *p);

// ---- value.c
// -------------------------------------------------------------------------------------

void xe_warn_values(Parse *p, const Stmt *body); // body/value.c
Pos xe_first_pos(const Expr *e);                 // of its leftmost operand
bool xe_init_effect(const Expr *e);              // initialising by e does more than give a value

// ---- warn.c
// --------------------------------------------------------------------------------------

bool xe_has_effects(Cxx *x, VarDecl *v);                          // its initialisation or its end
void xe_warn_body(Parse *p, const FuncDecl *f, const Stmt *body); // body/warn.c

#endif
