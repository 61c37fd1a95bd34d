// SPDX-License-Identifier: Apache-2.0
// body.h: function bodies [stmt]: statements, local declarations, lambdas, constructor
// initialisers, initialisers of variables; and the warnings that need a whole body.
#ifndef CUPRUM_CXX_BODY_BODY_H
#define CUPRUM_CXX_BODY_BODY_H

#include "cxx/facts/facts.h"
#include "cxx/facts/state.h"

// ---- asm.c --------------------------------------------------------------------------------------

// At `asm`: the statement [dcl.asm] with GNU operands, checked and split into pieces.
Stmt *xe_parse_asm(Parse *parse);
// At a #pragma token in a body: parse->fs->unroll is set for the loop behind it, other words are
// judged.
Stmt *xe_parse_pragma(Parse *parse);

// ---- body.c -------------------------------------------------------------------------------------

// Completes func->inits from what is written (nothing, for a defaulted constructor).
void cxx_ctor_inits(Parse *parse, FuncDecl *func, TokRange written);
// Parses a body again that had errors when it was parsed as host code: device code needs it.
void cxx_func_body_again(Cxx *cxx, FuncDecl *func);
// The body of a template's function with the parameters unbound, read for what is wrong with it.
void cxx_check_body(Cxx *cxx, FuncDecl *func);
// What a function or field leaves as tokens, read for what is wrong with it.
void cxx_check_parts(Cxx *cxx, Decl *holder);

// ---- capture.c ----------------------------------------------------------------------------------

// Behind `[`, to behind the `]` at token `close`.
void xe_capture_list(Parse *parse, struct LambdaState *ls, uint32_t close);

// ---- capture_names.c ----------------------------------------------------------------------------

// What the body of a generic lambda's call operator names is captured.
void xe_capture_by_names(Parse *parse, struct LambdaState *ls, FuncDecl *call_op);
// The tokens from `from` on were skipped: what they name the lambdas around capture that capture by
// name. Another instance of the template around does not skip them.
void xe_capture_discarded(Parse *parse, uint32_t from);

// ---- for.c --------------------------------------------------------------------------------------

// At `for`: a loop over a condition or, with `:`, over a range [stmt.iter].
Stmt *xe_parse_for(Parse *parse);

// ---- format.c -----------------------------------------------------------------------------------

// Judges the format string of a call of printf.
void xe_check_format(Parse *parse, const Expr *call);

// ---- jump.c -------------------------------------------------------------------------------------

// At `break` or `continue`, which must stand in a loop (or switch).
Stmt *xe_break_continue(Parse *parse);
// At `goto`: listed in parse->fs until the function ends.
Stmt *xe_goto(Parse *parse);
// At `name :`; the statement behind it is the label's.
Stmt *xe_label(Parse *parse);
// At a case label: no initialisation may stand between it and its switch [stmt.dcl]/3.
void xe_check_case_jump(Parse *parse, const SwitchState *sw);
// At the end of a function: each goto gets its label, and jumps past initialisations are refused
// [stmt.dcl]/3.
void xe_resolve_gotos(Parse *parse, struct FnState *fs);

// ---- lambda.c -----------------------------------------------------------------------------------

// Where a closure's call operator is parsed: parse gets what the lambda expression saw (class,
// `this`, packs).
void xe_lambda_context(Parse *parse);

// ---- local.c ------------------------------------------------------------------------------------

// A declaration in a block, up to behind its end: S_DECL for variables, S_NULL for typedefs and
// others.
Stmt *cxx_parse_block_declaration(Parse *parse);
// `if (T x = e)`: the variable of a condition; NULL (nothing read) if none is declared.
VarDecl *cxx_parse_condition_declaration(Parse *parse);
// Parses var's initialiser at parse->at by its init_style (INIT_NONE: default-initialisation) into
// var->init; in error var is invalid.
void cxx_attach_init(Parse *parse, VarDecl *var);
// The initialiser of local variable var at parse->at, or its default-initialisation
// [dcl.init.general]/7.
void cxx_local_init(Parse *parse, VarDecl *var);
// constexpr and constinit variables must have constant values [dcl.constexpr].
void cxx_require_const(Parse *parse, VarDecl *var);
// What a constant refers to by address is odr-used.
void cxx_use_const(Parse *parse, const ConstVal *constant, Pos pos, uint32_t depth);

// ---- number.c -----------------------------------------------------------------------------------

// Warnings about numbers in a body and its constructor initialisers: conversions, comparisons,
// shifts.
void xe_warn_numbers(Parse *parse, const FuncDecl *func, const Stmt *body);
// The same of one initialiser (NULL: none).
void xe_warn_number(Parse *parse, const Expr *judged);

// ---- reach.c ------------------------------------------------------------------------------------

// Warnings about statements that nothing reaches.
void xe_warn_reach(Parse *parse, const Stmt *body);

// ---- special_body.c -----------------------------------------------------------------------------

// Forwards the parameters of an inheriting constructor to the base's constructor that it inherits
// [class.inhctor.init].
Expr *cxx_inherited_init(Parse *parse, FuncDecl *func);
// Makes the body of an implicit or defaulted special member of a complete class.
void cxx_synthesize_body(Cxx *cxx, FuncDecl *func);

// ---- statement.c --------------------------------------------------------------------------------

// One statement; an error node and recovery to its end after a diagnostic.
Stmt *cxx_parse_statement(Parse *parse);
// The body of function parse->fn at '{': sets up parse->fs, deduces the return type, resolves
// gotos.
Stmt *cxx_parse_func_body(Parse *parse);
// After an error: to behind the next `;` of this level, or before a closing bracket.
void xe_recover(Parse *parse);
// The `;` of a statement; after an error (`failed`) it may be missing.
void xe_end_semi(Parse *parse, bool failed);
// The statement behind a label or `case`.
Stmt *xe_labelled_body(Parse *parse);
// Enters a new block scope; returns the old one, to be put back by the caller.
Scope *xe_push_block(Parse *parse);
// The init-statement of `if`, `switch` and `for`: up to behind its `;`.
Stmt *xe_init_statement(Parse *parse);
// A substatement, in a block scope of its own [stmt.select]/2.
Stmt *xe_sub_statement(Parse *parse);
// `(` [init;] condition `)` of the statement: stmt->init, stmt->e, and the variable or NULL.
void xe_paren_condition(Parse *parse, Stmt *owner, VarDecl **var, bool is_switch);
// At `switch`.
Stmt *xe_parse_switch(Parse *parse);
// Moves past one statement without parsing it (discarded branches of if constexpr).
void xe_skip_statement(Parse *parse);

// ---- value.c ------------------------------------------------------------------------------------

// Warnings about values that are computed for nothing.
void xe_warn_values(Parse *parse, const FuncDecl *func, const Stmt *body);
// The position of the expression's leftmost operand, where its text begins.
Pos xe_first_pos(const Expr *expr);
// Whether initialising by the expression does more than give a value.
bool xe_init_effect(const Expr *expr);

// ---- warn.c -------------------------------------------------------------------------------------

// Whether the variable's initialisation or its end does something that it may be there for.
bool xe_has_effects(Cxx *cxx, VarDecl *var);
// Warnings about a parsed body: results, labels, what is never reached or set.
void xe_warn_body(Parse *parse, const FuncDecl *func, const Stmt *body);

// ---- discard.c ----------------------------------------------------------------------------------

// Warns of a call whose value the program must not discard; `discarded` is one whose value nobody
// takes.
void cxx_check_discarded(Cxx *cxx, const Expr *discarded);

#endif
