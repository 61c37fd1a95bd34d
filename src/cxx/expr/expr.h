// SPDX-License-Identifier: Apache-2.0
// expr.h: the parser of expressions [expr]. Each function begins at p->at and gives a typed tree,
// or an error node after a diagnostic; what the operands do is convert.h's.
#ifndef CUPRUM_CXX_EXPR_EXPR_H
#define CUPRUM_CXX_EXPR_EXPR_H

#include "cxx/facts/facts.h"

// The words of a fundamental type, in any order.
enum { // what was written, in any order
    W_SIGNED = 1,
    W_UNSIGNED = 2,
    W_SHORT = 4,
    W_LONG = 8,
    W_LONG2 = 16,
    W_CHAR = 32,
    W_INT = 64,
    W_DOUBLE = 128,
    W_FLOAT = 256,
    W_INT128 = 512,
    W_OTHER = 1024,
    W_COMPLEX = 2048
};

// What looking ahead can say.
typedef enum { AM_NO, AM_YES, AM_NAME } Ambig;

// ---- arguments.c --------------------------------------------------------------------------------

Expr *xe_parse_call(Parse *p, Expr *callee);   // at '('
Expr *xe_parse_launch(Parse *p, Expr *callee); // at '<<<'

// ---- builtin.c ----------------------------------------------------------------------------------

Expr *xe_parse_gnu_builtin(Parse *p); // at the name; NULL if it is not one

// ---- cast.c -------------------------------------------------------------------------------------

// The cast that token `how` means, or T_LPAREN: (to)e [expr.cast].
Expr *cxx_cast_explicit(Parse *p, Type *to, Expr *e, uint16_t how, Pos pos);
Expr *xe_functional_cast(Parse *p, Type *t, Pos pos); // at '(' or '{'
// At static_cast, const_cast, reinterpret_cast, dynamic_cast.
Expr *xe_parse_named_cast(Parse *p);

// ---- compare.c ----------------------------------------------------------------------------------

bool cxx_comparison_form(const FuncDecl *f); // may be defaulted

// ---- expr.c -------------------------------------------------------------------------------------

// expression: with commas.
Expr *cxx_parse_expr(Parse *p);
Expr *cxx_parse_assign_expr(Parse *p); // assignment-expression
Expr *cxx_parse_const_expr(Parse *p);  // conditional-expression, unevaluated odr-wise
Expr *cxx_parse_init_clause(Parse *p); // assignment-expression or braced-init-list
bool cxx_parse_expr_list(Parse *p, uint16_t close, Expr ***out, uint32_t *n); // packs expanded
// Whether what is parsed is code for the device.
bool xe_in_device_code(const Parse *p);
Expr *xe_parse_unary(Parse *p); // cast-expression
// Operands and operators of at least that precedence.
Expr *xe_parse_binary(Parse *p, int min_prec);

// ---- fold.c -------------------------------------------------------------------------------------

// At '(': the fold expression, evaluated over its packs; NULL (nothing consumed) if it is none.
Expr *cxx_parse_fold(Parse *p);
Expr *cxx_parse_integer_pack(Parse *p); // at `__integer_pack (`
Expr *cxx_parse_sizeof_pack(Parse *p);  // at `...` of sizeof...(P)

// ---- func_text.c --------------------------------------------------------------------------------

void cxx_func_pretty(Cxx *x, Buf *b, const FuncDecl *f); // __PRETTY_FUNCTION__; NULL: nothing

// ---- initializer.c ------------------------------------------------------------------------------

// The initialiser of a variable, parsed at p (at `=`, `(`, `{`, or at the expression), a
// placeholder type deduced, arrays of unknown bound completed (both change v->d.type), converted,
// temporaries extended; NULL: nothing to be done. cxx_init_var does the same with parsed
// arguments.
Expr *cxx_parse_var_init(Parse *p, VarDecl *v);
Expr *xe_parse_init_list(Parse *p); // at '{'

// ---- literal.c ----------------------------------------------------------------------------------

Expr *cxx_parse_complex_part(Parse *p); // at __real__ or __imag__
// At a literal: its value, or the call of a literal operator.
Expr *xe_parse_literal(Parse *p);
// At a string literal: neighbours are joined [lex.phases].
Expr *xe_parse_string(Parse *p);
Expr *xe_predefined(Parse *p, Atom name, Pos pos); // __func__ and kin, or NULL
// The format of a floating type's values.
ApfFormat xe_float_format(const Type *t);

// ---- member_access.c ----------------------------------------------------------------------------

// object.~T() of a class type.
Expr *cxx_build_dtor_call(Parse *p, Expr *object, Pos pos);
Expr *xe_parse_member(Parse *p, Expr *object); // at '.' or '->'
// object.name, once the name is parsed and found.
Expr *xe_member_from_name(Parse *p, Expr *object, const QualName *q, Pos pos);
// What `operator to` names as a member of c: nothing, or functions and instances that give `to`.
void xe_named_conversion(Parse *p, ClassDecl *c, Type *to, Lookup *out);
Atom xe_spelled(Cxx *x, const QualName *q);         // its last name, for messages
Expr *xe_conv_operand(Parse *p, const QualName *q); // the E_TYPE of `operator T`, else NULL
Expr *xe_arrow(Parse *p, Expr *object, Pos pos);    // applies operator-> until a pointer; derefs

// ---- name.c -------------------------------------------------------------------------------------

// The pending references behind `mark` are odr-uses, captures included.
void xe_flush_odr(Parse *p, uint32_t mark);
// A possibly qualified name in an expression, looked up and made a value.
Expr *xe_id_expression(Parse *p);
// Builds the value a name lookup found (function set, variable, enumerator, parameter).
Expr *xe_name_value(Parse *p, const QualName *q);
Expr *xe_var_expr(Parse *p, VarDecl *v, Pos pos); // reference to a variable made by us

// ---- new.c --------------------------------------------------------------------------------------

// Implicitly declared ::operator new, new[], delete, delete[] (used when none is declared).
FuncDecl *cxx_implicit_alloc(Parse *p, CxxOp op);
// What deletes a t (NULL after a diagnostic), and whether it calls the destructor itself.
FuncDecl *cxx_find_dealloc(Parse *p, Type *t, bool array, bool global, Pos pos);
// At `new`; global: behind `::`.
Expr *xe_parse_new(Parse *p, bool global);
// At `delete`; global: behind `::`.
Expr *xe_parse_delete(Parse *p, bool global);

// ---- size.c -------------------------------------------------------------------------------------

// At sizeof, sizeof... or alignof.
Expr *xe_parse_sizeof(Parse *p);
// At the operator `noexcept (`.
Expr *xe_parse_noexcept(Parse *p);

// ---- source_place.c -----------------------------------------------------------------------------

// A default member initialiser and a default argument, for the place of `p` (the caller's); NULL
// and an error node after a diagnostic.
const char *cxx_func_name(Cxx *x, const FuncDecl *f);   // of __func__; NULL: ""
Expr *xe_source_place(Parse *p, uint32_t row, Pos pos); // GB_LINE ...
// __builtin_source_location(): the object for the place of the call.
Expr *xe_source_location(Parse *p, Pos pos);

// ---- type_ahead.c -------------------------------------------------------------------------------

bool cxx_starts_type_id(Parse *p); // in a place where an expression is possible too
// The W_* bit of a type's keyword, 0: it is none.
uint16_t cxx_type_word(uint16_t k);
// The type that one keyword alone means; TY_FIRST_COMPOUND: none.
TyKind cxx_single_type(uint16_t k);
// Whether the name is a concept in front of `auto` or `decltype`.
bool cxx_constrained_auto(Parse *p, const QualName *q);
// Whether the dependent qualified name can only be a type here [temp.res]/5.
bool cxx_type_implied(const Parse *p, const QualName *q);
// What the token at `at` says by itself: AM_YES, a declaration begins; AM_NAME, a type's name
// does, which may begin an expression, too; AM_NO, neither.
Ambig cxx_first_token(const Parse *p, uint32_t at);
// Past a name that means a type, with its template arguments; false: it means none.
bool cxx_skip_type_name(Parse *p);

#endif
