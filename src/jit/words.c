// SPDX-License-Identifier: Apache-2.0
// Numbers of 16 bits: registers hold them in 32 bits with zeros above; the machine's rows, and the
// functions that compute eight lanes, have them as words.
#include "jit/jit_int.h"

void emit_load_word(Emit *emit, uint32_t row, XOperand from) {
    XCode *x = &emit->x;
    uint32_t to = emit_vector_to(emit, row, 0, V_TMP);
    x_op(x, X_MOVZX16, 32, R_TMP, from);
    emit_broadcast(emit, R_TMP, false, to);
    emit_vector_done(emit, row, 0, to);
}

static void pack(Emit *emit, XOp op, uint32_t from, uint32_t to) {
    x_vec(&emit->x, op, to, from, x_reg(from));
    x_vec_imm(&emit->x, X_VPERMQ, to, X_NO_REG, x_reg(to), 0xd8);
}

void emit_pack_words(Emit *emit, uint32_t from, uint32_t to) {
    if (is_wide_vector(emit))
        x_vec(&emit->x, X_VPMOVDW_TO, from, X_NO_REG, x_reg(to));
    else
        pack(emit, X_VPACKUSDW, from, to);
}

void emit_store_words(Emit *emit, const JitOperand *operand, XOperand place) {
    XCode *x = &emit->x;
    uint32_t from = emit_vector(emit, operand, 0, V_TMP);
    if (is_wide_vector(emit)) {
        emit_running_mask(emit, false, 0);
        x_vec_masked(x, X_VPMOVDW_TO, false, from, place);
        return;
    }
    emit_pack_words(emit, from, V_TMP);
    XOperand running = STATE(lane_mask);
    running.disp += 32 * (int32_t)emit->piece;
    x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, running);
    pack(emit, X_VPACKSSDW, V_TMP2, V_TMP2);
    x_vec(x, X_VMOVUPS128, V_TMP3, X_NO_REG, place);
    x_vec_imm(x, X_VPBLENDVB, V_TMP, V_TMP3, x_reg(V_TMP), V_TMP2 << 4);
    x_vec(x, X_VMOVUPS128_TO, V_TMP, X_NO_REG, place);
}
