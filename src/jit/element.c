// SPDX-License-Identifier: Apache-2.0
// Elements of loads and stores in the vectors of their rows. One of 8, 16 or 32 bits may have a row
// of 64 bits (an index that is loaded as it is used): a load extends it, a store takes the lower
// part.
#include "jit/memory.h"

uint32_t access_element_to(const Access *access, const JitOperand *operand, uint32_t half) {
    if (access_is_extended(access, operand)) return V_TMP;
    return emit_vector_to(access->emit, operand->at, half, V_TMP);
}

void access_element_done(const Access *access, const JitOperand *operand, uint32_t half,
                         uint32_t reg) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    if (!access_is_extended(access, operand)) {
        emit_vector_done(emit, operand->at, half, reg);
        return;
    }
    XOp extend = access->in->is_signed ? X_VPMOVSXDQ : X_VPMOVZXDQ;
    x_vec_imm(x, X_VEXTRACT, reg, X_NO_REG, x_reg(V_TMP2), 1);
    x_vec(x, extend, V_TMP2, X_NO_REG, x_reg(V_TMP2));
    emit_vector_done(emit, operand->at, 1, V_TMP2);
    x_vec(x, extend, V_TMP, X_NO_REG, x_reg(reg));
    emit_vector_done(emit, operand->at, 0, V_TMP);
}

uint32_t access_element_from(const Access *access, const JitOperand *operand, uint32_t half) {
    Emit *emit = access->emit;
    if (!access_is_extended(access, operand)) return emit_vector(emit, operand, half, V_TMP);
    uint32_t low = emit_vector(emit, operand, 0, V_TMP);
    emit_join_words(emit, false, low, emit_vector_rm(emit, operand, 1, V_TMP2), V_TMP);
    return V_TMP;
}
