// SPDX-License-Identifier: Apache-2.0
// Divisions and remainders by their operands, for div-rem-pairs and bypass-slow-division.
#ifndef CUPRUM_OPT_DIV_PAIRS_H
#define CUPRUM_OPT_DIV_PAIRS_H

#include "opt/opt.h"

static inline bool div_is_signed(const IrInst *i) {
    return i->v.op == IR_SDIV || i->v.op == IR_SREM;
}

static inline bool div_is_quotient(const IrInst *i) {
    return i->v.op == IR_SDIV || i->v.op == IR_UDIV;
}

static inline bool div_is_division(const IrInst *i) { // of integers, with quotient or remainder
    return div_is_quotient(i) || i->v.op == IR_SREM || i->v.op == IR_UREM;
}

// A division that expand-div turns into multiplications, after which the two share by themselves.
static inline bool div_is_by_constant(const IrInst *i) {
    return ir_is_const(ir_op(i, 1)) && ir_ty_scalar(i->v.type)->bits <= 64;
}

static inline uint64_t div_key(const IrInst *i) {
    uint64_t x = (uint64_t)(uintptr_t)ir_op(i, 0), y = (uint64_t)(uintptr_t)ir_op(i, 1);
    return hash_mix(hash_mix(div_is_signed(i), x), y);
}

static inline bool div_same_operands(const IrInst *a, const IrInst *b) {
    bool same = ir_op(a, 0) == ir_op(b, 0) && ir_op(a, 1) == ir_op(b, 1);
    return same && div_is_signed(a) == div_is_signed(b);
}

#endif
