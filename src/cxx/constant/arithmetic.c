// SPDX-License-Identifier: Apache-2.0
// constant/arithmetic.c: what operators of integers give, and which relations hold: for the
// evaluator and for warnings about numbers, which both stop where C++ leaves a result open.
#include "cxx/constant/constant.h"

// ---- relations ---------------------------------------------------------------------------------

ApfCmp cxx_order(int sign) {
    if (sign < 0) return APF_LT;
    return sign ? APF_GT : APF_EQ;
}

bool cxx_relation_holds(CxxOp op, ApfCmp order) {
    static const uint8_t holds_for[] = {
        [OP_EQ] = APF_EQ, [OP_NE] = APF_LT | APF_GT | APF_UN,
        [OP_LT] = APF_LT, [OP_LE] = APF_LT | APF_EQ,
        [OP_GT] = APF_GT, [OP_GE] = APF_GT | APF_EQ,
    };
    return CU_AT(holds_for, op) & order;
}

// ---- integers ----------------------------------------------------------------------------------

// The one quotient of numbers with a sign that has no room.
static bool is_least_by_minus_one(ApInt dividend, ApInt divisor) {
    return apint_eq(dividend, apint_smin_value(dividend.width)) &&
           apint_eq(divisor, apint_umax_value(divisor.width));
}

typedef struct {
    ApInt (*with_sign)(ApInt left, ApInt right);
    ApInt (*without)(ApInt left, ApInt right);
    bool (*overflows)(ApInt left, ApInt right); // with a sign; NULL: never
    bool divides;
} IntOp;

static const IntOp ops[] = {
    [OP_ADD] = {apint_add, apint_add, apint_sadd_overflow, false},
    [OP_SUB] = {apint_sub, apint_sub, apint_ssub_overflow, false},
    [OP_MUL] = {apint_mul, apint_mul, apint_smul_overflow, false},
    [OP_DIV] = {apint_sdiv, apint_udiv, is_least_by_minus_one, true},
    [OP_REM] = {apint_srem, apint_urem, is_least_by_minus_one, true},
    [OP_AND] = {apint_and, apint_and, NULL, false},
    [OP_OR] = {apint_or, apint_or, NULL, false},
    [OP_XOR] = {apint_xor, apint_xor, NULL, false},
};

CxxIntResult cxx_int_arith(CxxOp op, bool has_sign, ApInt left, ApInt right) {
    if (op >= CU_COUNT(ops) || !ops[op].with_sign) return (CxxIntResult){.is = CXX_INT_NO_OPERATOR};
    const IntOp *by = &ops[op];
    if (by->divides && apint_is_zero(&right)) return (CxxIntResult){.is = CXX_INT_BY_ZERO};

    bool overflows = has_sign && by->overflows && by->overflows(left, right);
    if (overflows && by->divides) return (CxxIntResult){.is = CXX_INT_OVERFLOW, .value = left};
    ApInt value = has_sign ? by->with_sign(left, right) : by->without(left, right);
    return (CxxIntResult){overflows ? CXX_INT_OVERFLOW : CXX_INT_VALUE, value};
}
