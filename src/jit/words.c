// SPDX-License-Identifier: Apache-2.0
// Numbers of 16 bits: registers hold them in 32 bits with zeros above; the machine's rows, and the
// functions that compute eight lanes, have them as words.
#include "jit/jit_int.h"

void emit_load_word(Emit *emit, uint32_t row, XOperand from) {
    XCode *x = &emit->x;
    uint32_t to = emit_vector_to(emit, row, 0, V_TMP);
    x_op(x, X_MOVZX16, 32, R_TMP, from);
    x_vec(x, X_VMOVD, to, X_NO_REG, x_reg(R_TMP));
    x_vec(x, X_VBROADCASTSS, to, X_NO_REG, x_reg(to));
    emit_vector_done(emit, row, 0, to);
}

void emit_pack_words(Emit *emit, XOp pack, uint32_t from, uint32_t to) {
    x_vec(&emit->x, pack, to, from, x_reg(from));
    x_vec_imm(&emit->x, X_VPERMQ, to, X_NO_REG, x_reg(to), 0xd8);
}

void emit_store_words(Emit *emit, const JitOperand *operand, XOperand place) {
    XCode *x = &emit->x;
    emit_pack_words(emit, X_VPACKUSDW, emit_vector(emit, operand, 0, V_TMP), V_TMP);
    x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, emit_running(emit, 0));
    emit_pack_words(emit, X_VPACKSSDW, V_TMP2, V_TMP2);
    x_vec(x, X_VMOVUPS128, V_TMP3, X_NO_REG, place);
    x_vec_imm(x, X_VPBLENDVB, V_TMP, V_TMP3, x_reg(V_TMP), V_TMP2 << 4);
    x_vec(x, X_VMOVUPS128_TO, V_TMP, X_NO_REG, place);
}
