// SPDX-License-Identifier: Apache-2.0
// What the emitters of arithmetic share: scalar.c has one number, integer.c, float.c, convert.c and
// compare.c and bits.c those of a vector; arith.c asks them. Private to these.
#ifndef CUPRUM_JIT_ARITH_H
#define CUPRUM_JIT_ARITH_H

#include "jit/jit_int.h"

static inline uint32_t arith_halves(const JitInst *in) {
    return shape_is_wide(in->type) ? 2 : 1;
}

// Each false: it has no code for the instruction.
bool emit_scalar_arith(Emit *emit, const JitInst *in); // the destination is held as one number
bool emit_integers(Emit *emit, const JitInst *in);
bool emit_floats(Emit *emit, const JitInst *in);
bool emit_converted(Emit *emit, const JitInst *in);
bool emit_select(Emit *emit, const JitInst *in);
bool emit_compare(Emit *emit, const JitInst *in);
bool emit_bits_arith(Emit *emit, const JitInst *in); // the destination is HELD_BITS
// bits.c: a comparison of so many pieces, as bits.
void emit_compare_bits(Emit *emit, const JitInst *in, uint32_t pieces);
extern const uint8_t emit_float_predicates[]; // of vcmpps, by JitCompare

// scalar.c: R_TMP is whether it holds, which emit_compare_flags has found.
void emit_compare_scalar(Emit *emit, const JitInst *in);
// R_TMP is 0 or 1, or its opposite, joined with the third operand.
void emit_joined_scalar(Emit *emit, const JitInst *in, bool opposite, const JitOperand *to);
// convert.c: half of a 32-bit vector as 64-bit lanes.
void emit_widened(Emit *emit, const JitOperand *from, uint32_t half, bool sign, uint32_t to);
void emit_doubled(Emit *emit, const JitOperand *from, uint32_t half, uint32_t to); // f32 as f64
// float.c: a result; and the rounding of what follows.
void emit_float_done(Emit *emit, const JitInst *in, uint32_t half, uint32_t reg);
void emit_rounding(Emit *emit, uint32_t round); // JitRound

#endif
