// SPDX-License-Identifier: Apache-2.0
// expr.h: the parser of expressions [expr]. Each function begins at parse->at and gives a tree,
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

Expr *xe_parse_call(Parse *parse, Expr *callee);   // at '('
Expr *xe_parse_launch(Parse *parse, Expr *callee); // at '<<<'

// ---- builtin.c ----------------------------------------------------------------------------------

Expr *xe_parse_gnu_builtin(Parse *parse); // at the name; NULL if it is not one

// ---- cast.c -------------------------------------------------------------------------------------

// The cast that token `how` means, or T_LPAREN: (to)e [expr.cast].
Expr *cxx_cast_explicit(Parse *parse, Type *to, Expr *expr, uint16_t how, Pos pos);
Expr *xe_functional_cast(Parse *parse, Type *type, Pos pos); // at '(' or '{'
// At static_cast, const_cast, reinterpret_cast, dynamic_cast.
Expr *xe_parse_named_cast(Parse *parse);

// ---- compare.c ----------------------------------------------------------------------------------

bool cxx_comparison_form(const FuncDecl *func); // may be defaulted

// ---- coroutine.c --------------------------------------------------------------------------------

// At co_await, co_yield, co_return: the function becomes a coroutine; an error in device code.
Expr *xe_parse_await(Parse *parse);
Expr *xe_parse_yield(Parse *parse);
// The call of the promise's return_value or return_void; up to the `;`.
Expr *xe_parse_co_return(Parse *parse);
// At the end of a body: what a coroutine's promise must have.
void cxx_finish_coroutine(Parse *parse);

// ---- list.c -------------------------------------------------------------------------------------

// expression: with commas.
Expr *cxx_parse_expr(Parse *parse);
Expr *cxx_parse_init_clause(Parse *parse); // assignment-expression or braced-init-list
bool cxx_parse_expr_list(Parse *parse, uint16_t close, Expr ***out, uint32_t *n); // packs expanded

// ---- expr.c -------------------------------------------------------------------------------------

// Whether what is parsed is code for the device.
static inline bool xe_in_device_code(const Parse *parse) {
    if (parse->x->opt.default_device) return true;
    if (!parse->fn) return parse->device_init; // else irgen refuses what device code uses
    return parse->fn->d.cuda & (CU_DEVICE | CU_GLOBAL);
}
// Operands and operators of at least that precedence.
Expr *xe_parse_binary(Parse *parse, int min_prec);

// ---- fold.c -------------------------------------------------------------------------------------

// At '(': the fold expression, evaluated over its packs; NULL (nothing consumed) if it is none.
Expr *cxx_parse_fold(Parse *parse);
Expr *cxx_parse_integer_pack(Parse *parse); // at `__integer_pack (`
Expr *cxx_parse_sizeof_pack(Parse *parse);  // at `...` of sizeof...(P)

// ---- func_text.c --------------------------------------------------------------------------------

// Writes the text of __PRETTY_FUNCTION__; func NULL: nothing.
void cxx_func_pretty(Cxx *cxx, Buf *out, const FuncDecl *func);

// ---- initializer.c ------------------------------------------------------------------------------

// The initialiser of a variable, parsed here (at `=`, `(`, `{`, or at the expression), a
// placeholder type deduced, arrays of unknown bound completed (both change var->d.type), converted,
// temporaries extended; NULL: nothing to be done. cxx_init_var does the same with parsed
// arguments.
Expr *cxx_parse_var_init(Parse *parse, VarDecl *var);
Expr *xe_parse_init_list(Parse *parse); // at '{'

// ---- literal.c ----------------------------------------------------------------------------------

Expr *cxx_parse_complex_part(Parse *parse); // at __real__ or __imag__
// At a literal: its value, or the call of a literal operator.
Expr *xe_parse_literal(Parse *parse);
// At a string literal: neighbours are joined [lex.phases].
Expr *xe_parse_string(Parse *parse);
Expr *xe_predefined(Parse *parse, Atom name, Pos pos); // __func__ and kin, or NULL
// The format of a floating type's values.
ApfFormat xe_float_format(const Type *type);

// ---- member_access.c ----------------------------------------------------------------------------

// object.~T() of a class type.
Expr *cxx_build_dtor_call(Parse *parse, Expr *object, Pos pos);
Expr *xe_parse_member(Parse *parse, Expr *object); // at '.' or '->'
// object.name, once the name is parsed and found.
Expr *xe_member_from_name(Parse *parse, Expr *object, const QualName *qual_name, Pos pos);
// What `operator to` names as a member of cls: nothing, or functions and instances that give `to`.
void xe_named_conversion(Parse *parse, ClassDecl *cls, Type *to, Lookup *out);
Atom xe_spelled(Cxx *cxx, const QualName *q);           // its last name, for messages
Expr *xe_conv_operand(Parse *parse, const QualName *q); // the E_TYPE of `operator T`, else NULL
Expr *xe_arrow(Parse *parse, Expr *object, Pos pos); // applies operator-> until a pointer; derefs

// ---- name.c -------------------------------------------------------------------------------------

// The pending references behind `mark` are odr-uses, captures included.
void xe_flush_odr(Parse *parse, uint32_t mark);
// A possibly qualified name in an expression, looked up and made a value.
Expr *xe_id_expression(Parse *parse);
// Builds the value a name lookup found (function set, variable, enumerator, parameter).
Expr *xe_name_value(Parse *parse, const QualName *qual_name);
Expr *xe_var_expr(Parse *parse, VarDecl *v, Pos pos); // reference to a variable made by us

// ---- new.c --------------------------------------------------------------------------------------

// Implicitly declared ::operator new, new[], delete, delete[] (used when none is declared).
FuncDecl *cxx_implicit_alloc(Parse *parse, CxxOp op);
// What deletes a t (NULL after a diagnostic), and whether it calls the destructor itself.
FuncDecl *cxx_find_dealloc(Parse *parse, Type *type, bool array, bool global, Pos pos);
// At `new`; global: behind `::`.
Expr *xe_parse_new(Parse *parse, bool global);
// At `delete`; global: behind `::`.
Expr *xe_parse_delete(Parse *parse, bool global);

// ---- size.c -------------------------------------------------------------------------------------

// At sizeof, sizeof... or alignof.
Expr *xe_parse_sizeof(Parse *parse);
// At the operator `noexcept (`.
Expr *xe_parse_noexcept(Parse *parse);

// ---- source_place.c -----------------------------------------------------------------------------

// The text of __func__; func NULL: "".
const char *cxx_func_name(Cxx *cxx, const FuncDecl *func);
// The value of __builtin_LINE() and its kin (row: GB_LINE ...): in a default argument or default
// member initialiser the place is that of the call.
Expr *xe_source_place(Parse *parse, uint32_t row, Pos pos);
// __builtin_source_location(): the object for the place of the call.
Expr *xe_source_location(Parse *parse, Pos pos);

// ---- type_ahead.c -------------------------------------------------------------------------------

bool cxx_starts_type_id(Parse *parse); // in a place where an expression is possible too
// The W_* bit of a type's keyword, 0: it is none.
uint16_t cxx_type_word(uint16_t k);
// The type that one keyword alone means; TY_FIRST_COMPOUND: none.
TyKind cxx_single_type(uint16_t k);
// Whether the name is a concept in front of `auto` or `decltype`.
bool cxx_constrained_auto(Parse *parse, const QualName *q);
// Whether the dependent qualified name can only be a type here [temp.res]/5.
bool cxx_type_implied(const Parse *parse, const QualName *q);
// What the token at `at` says by itself: AM_YES, a declaration begins; AM_NAME, a type's name
// does, which may begin an expression, too; AM_NO, neither.
Ambig cxx_first_token(const Parse *parse, uint32_t at);
// Past a name that means a type, with its template arguments; false: it means none.
bool cxx_skip_type_name(Parse *parse);

#endif
