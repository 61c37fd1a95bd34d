// SPDX-License-Identifier: Apache-2.0
// constant.h: constant expressions [expr.const]: what the evaluator is asked.
#ifndef CUPRUM_CXX_CONSTANT_CONSTANT_H
#define CUPRUM_CXX_CONSTANT_CONSTANT_H

#include "cxx/facts/parse.h"

// ---- arithmetic.c -------------------------------------------------------------------------------

// How two values stand to each other, of a comparison that is below, at or above 0.
ApfCmp cxx_order(int sign);
// Whether `left op right` is true of such values, for == != < <= > >=.
bool cxx_relation_holds(CxxOp op, ApfCmp order);

typedef struct CxxIntResult {
    enum { CXX_INT_VALUE, CXX_INT_OVERFLOW, CXX_INT_BY_ZERO, CXX_INT_NO_OPERATOR } is;
    ApInt value; // of an overflow what fits the width
} CxxIntResult;
// + - * / % & | ^ of integers of one width. Overflow is that of numbers with a sign [expr.pre]/4.
CxxIntResult cxx_int_arith(CxxOp op, bool has_sign, ApInt left, ApInt right);

// ---- constexpr_check.c --------------------------------------------------------------------------

bool cxx_literal_type(Cxx *cxx, Type *asked); // an incomplete or dependent one is taken to be
// Judges a default constructor that is declared constexpr and defaulted [dcl.fct.def.default]/3.
void cxx_check_constexpr_default(Cxx *cxx, const FuncDecl *func);
// The part of the body that makes every call of the function no constant expression; NULL: none is
// known (never_constant.c).
const Expr *cxx_never_constant(Cxx *cxx, const FuncDecl *func);
// [dcl.constexpr]: whether the constexpr function func can be one; a diagnostic if not.
void cxx_check_constexpr(Cxx *cxx, FuncDecl *func);

// ---- eval.c -------------------------------------------------------------------------------------

// Evaluates `asked` as a constant expression [expr.const]; on failure returns NULL and, if
// `report`, says at `asked` why not. Reference-typed / glvalue results are CV_LVALUE.
ConstVal *cxx_const_eval(Cxx *cxx, Expr *asked, bool report);
// The value of v initialised by `init` [expr.const]/2: also where v's own address is part of it.
ConstVal *cxx_const_eval_init(Cxx *cxx, VarDecl *v, Expr *init, bool report);
bool cxx_const_int(Cxx *cxx, Expr *asked, ApInt *out, bool report); // converted to `asked`'s type
// Evaluates a condition; false if it is not constant, without a diagnostic.
bool cxx_const_bool(Cxx *cxx, Expr *asked, bool *out);

#endif
