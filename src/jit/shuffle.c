// SPDX-License-Identifier: Apache-2.0
// What lanes of a warp do together, where all that take part run at a time: shuffles and votes (PTX
// ISA 9.7.9.6, 9.7.13). With AVX-512: the 32 lanes are two vectors, and predicates are bits.
#include "jit/jit_int.h"

// The lanes that run are all that the members name: the warp's that have not ended, or a part of
// it. If not the code ends before the instruction.
void emit_check_whole(Emit *emit, uint32_t inst, const JitOperand *members) {
    XCode *x = &emit->x;
    Apart stop = {.label = x_label(x), .inst = inst, .live = emit->flow->stored[inst]};
    vec_push(x->arena, &emit->stop, stop);
    bool one_number = members->kind == JIT_IS_VALUE || emit_held(emit, members) == HELD_SCALAR;
    if (!one_number) {
        x_jump(x, XC_ALWAYS, stop.label);
        return;
    }
    bool all = members->kind == JIT_IS_VALUE && (uint32_t)members->value == UINT32_MAX;
    uint32_t whole = x_label(x), here = x_label(x);
    uint32_t bits = all ? R_TMP : emit_scalar(emit, members, R_TMP);
    if (bits != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(bits));
    x_op(x, X_MOV, 64, R_TMP2, STATE(lanes));
    x_op(x, X_CMP, 32, R_MASK, LANES(R_TMP2, whole));
    if (all) {
        x_jump(x, XC_NE, stop.label);
        return;
    }
    x_jump(x, XC_E, whole);
    x_op(x, X_CMP, 32, R_TMP, x_reg(R_MASK));
    x_jump(x, XC_NE, stop.label);
    x_jump(x, XC_ALWAYS, here);
    x_bind(x, whole);
    x_op(x, X_NOT, 32, 0, x_reg(R_TMP));
    x_op(x, X_TEST, 32, R_TMP, x_reg(R_MASK));
    x_jump(x, XC_NE, stop.label);
    x_bind(x, here);
}

// ---- shuffles ----------------------------------------------------------------------------------

// A piece's numbers out of both of `low` and `high`.
static void permute(Emit *emit, const JitInst *in, uint32_t low, uint32_t high, uint32_t to) {
    XCode *x = &emit->x;
    const uint32_t *source = emit->fn->list.at + in->sources + emit->piece * piece_lanes(emit);
    bool known = in->b.kind != JIT_IS_ROW;
    XOperand numbers =
        known ? x_constant(x, source, emit->vector) : emit_vector_rm(emit, &in->b, 0, to);
    if (numbers.kind != XO_REG || numbers.reg != to) x_vec(x, X_VMOVUPS, to, X_NO_REG, numbers);
    x_vec(x, X_VPERMI2D, to, low, x_reg(high));
}

// Lanes that have ended have nothing to give: where there are some the machine does it.
void emit_shuffle(Emit *emit, uint32_t inst) {
    XCode *x = &emit->x;
    const JitInst *in = &emit->fn->inst.at[inst];
    Apart some = emit_apart_at(emit, inst);
    some.cache = UINT32_MAX;
    emit_check_whole(emit, inst, &in->c);
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_MASK), all_lanes(emit));
    x_jump(x, XC_NE, some.label);
    // both pieces are made before one is put where the operand may stand
    uint32_t made[] = {V_TMP, V_ORDER};
    emit->piece = 1;
    uint32_t high = emit_vector(emit, &in->a, 0, V_TMP3);
    emit->piece = 0;
    uint32_t low = emit_vector(emit, &in->a, 0, V_TMP2);
    EACH_PIECE(emit, emit->pieces) permute(emit, in, low, high, made[emit->piece]);
    EACH_PIECE(emit, emit->pieces) emit_vector_done(emit, in->d.at, 0, made[emit->piece]);
    if (in->second.kind == JIT_IS_ROW) {
        x_mov_imm(x, R_TMP, (uint32_t)in->b.value);
        emit_bits_done(emit, in->second.at, R_TMP);
    }
    x_bind(x, some.back);
    vec_push(x->arena, &emit->missed, some);
}

// ---- votes -------------------------------------------------------------------------------------

// `to` is 0 or 1: whether the comparison before said so.
static void hold(Emit *emit, XCond cond, uint32_t to) {
    XCode *x = &emit->x;
    x_setcc(x, cond, to);
    x_op(x, X_MOVZX8, 32, to, x_reg(to));
}

// One number for all lanes, whatever else the row has elsewhere.
static void put_agreed(Emit *emit, const JitOperand *to, uint32_t from) {
    XCode *x = &emit->x;
    uint32_t held = emit->shapes->held[to->at];
    if (held == HELD_SCALAR) {
        uint32_t place = emit_scalar_to(emit, to->at, from);
        if (place != from) x_op(x, X_MOV, 32, place, x_reg(from));
        emit_scalar_done(emit, to->at, place);
    } else if (held == HELD_BITS) {
        x_op(x, X_NEG, 32, 0, x_reg(from));
        emit_bits_done(emit, to->at, from);
    } else {
        emit_broadcast(emit, from, false, V_TMP);
        EACH_PIECE(emit, emit_pieces(emit, to->at)) emit_vector_done(emit, to->at, 0, V_TMP);
    }
}

void emit_vote(Emit *emit, uint32_t inst) {
    XCode *x = &emit->x;
    const JitInst *in = &emit->fn->inst.at[inst];
    emit_check_whole(emit, inst, &in->c);
    if (in->compare == JIT_VOTE_LANES) { // of a part others may yet join the machine says it
        x_op(x, X_MOV, 32, R_TMP, x_reg(R_MASK));
        put_agreed(emit, &in->d, R_TMP);
        return;
    }
    uint32_t bits = emit_bits(emit, &in->a, R_TMP);
    if (bits != R_TMP) x_op(x, X_MOV, 32, R_TMP, x_reg(bits));
    if (in->a.negated) x_op(x, X_NOT, 32, 0, x_reg(R_TMP));
    x_op(x, X_AND, 32, R_TMP, x_reg(R_MASK)); // those that hold
    if (is_any_of(in->compare, JIT_VOTE_ALL, JIT_VOTE_SAME)) {
        x_op(x, X_CMP, 32, R_TMP, x_reg(R_MASK));
        hold(emit, XC_E, R_TMP2);
    }
    if (is_any_of(in->compare, JIT_VOTE_ANY, JIT_VOTE_SAME)) {
        x_op(x, X_TEST, 32, R_TMP, x_reg(R_TMP));
        hold(emit, in->compare == JIT_VOTE_ANY ? XC_NE : XC_E, R_TMP3);
    }
    static const uint8_t results[] = {[JIT_VOTE_BITS] = R_TMP,
                                      [JIT_VOTE_ALL] = R_TMP2,
                                      [JIT_VOTE_ANY] = R_TMP3,
                                      [JIT_VOTE_SAME] = R_TMP3};
    if (in->compare == JIT_VOTE_SAME) x_op(x, X_OR, 32, R_TMP3, x_reg(R_TMP2));
    put_agreed(emit, &in->d, results[in->compare]);
}
