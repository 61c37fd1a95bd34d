// SPDX-License-Identifier: Apache-2.0
// Divisions and remainders by their operands, for div-rem-pairs and bypass-slow-division.
#ifndef CUPRUM_OPT_DIV_PAIRS_H
#define CUPRUM_OPT_DIV_PAIRS_H

#include "opt/common/common.h"

// sdiv or srem.
static inline bool div_is_signed(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_SDIV, IR_SREM);
}

// sdiv or udiv, no remainder.
static inline bool div_is_quotient(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_SDIV, IR_UDIV);
}

static inline bool div_is_division(const IrInst *inst) { // of integers, with quotient or remainder
    return div_is_quotient(inst) || is_any_of(inst->v.op, IR_SREM, IR_UREM);
}

// A division that expand-div turns into multiplications, after which the two share by themselves.
static inline bool div_is_by_constant(const IrInst *inst) {
    return ir_is_const(ir_op(inst, 1)) && ir_ty_scalar(inst->v.type)->bits <= 64;
}

// The same for divisions of the same operands and signedness.
static inline uint64_t div_key(const IrInst *inst) {
    uint64_t x = (uint64_t)(uintptr_t)ir_op(inst, 0), y = (uint64_t)(uintptr_t)ir_op(inst, 1);
    return hash_mix(hash_mix(div_is_signed(inst), x), y);
}

// Both divide the same values, either as signed or as unsigned numbers.
static inline bool div_same_operands(const IrInst *one, const IrInst *other) {
    bool same = ir_op(one, 0) == ir_op(other, 0) && ir_op(one, 1) == ir_op(other, 1);
    return same && div_is_signed(one) == div_is_signed(other);
}

#endif
