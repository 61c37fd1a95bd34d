// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons, selections and conversions (PTX ISA 9.7.1, 9.7.3, 9.7.6 to 9.7.9): on
// one number where the destination is held as one and there is code for that, else on a vector.
#include "jit/arith.h"

static bool emit_piece(Emit *emit, const JitInst *in) {
    if (in->op == JIT_SELECT) return emit_select(emit, in);
    if (in->op == JIT_CONVERT) return emit_converted(emit, in);
    return emit_integers(emit, in) || emit_floats(emit, in);
}

bool emit_arith(Emit *emit, const JitInst *in) {
    if (in->op == JIT_COMPARE) return in->d.kind == JIT_IS_ROW && emit_compare(emit, in);
    if (in->op == JIT_CALL) {
        emit_call(emit, in);
        return true;
    }
    if (in->d.kind != JIT_IS_ROW) return false;
    bool scalar = emit->shapes->held[in->d.at] == HELD_SCALAR;
    if (scalar && emit_scalar_arith(emit, in)) return true;
    if (emit->shapes->held[in->d.at] == HELD_BITS) return emit_bits_arith(emit, in);
    bool emitted = true;
    bool passes_on = is_any_of(in->op, JIT_MOVE, JIT_SELECT) && emit_is_raw(emit, in->d.at);
    emit->any_nan = in->any_nan || passes_on;
    EACH_PIECE(emit, scalar ? 1 : emit_pieces(emit, in->d.at))
    emitted = emitted && emit_piece(emit, in);
    emit->any_nan = false;
    if (emitted) return true;
    if (!in->may_call) return false;
    emit_call(emit, in);
    return true;
}
