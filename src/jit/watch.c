// SPDX-License-Identifier: Apache-2.0
// Accesses that somebody watches: JitState.watch is asked before each, once it is known to fall into
// what the cache has. Where it says no the machine executes the instruction.
#include "jit/memory.h"

enum { POINTER = 16 }; // its place on the stack

void access_watch(const Access *access, uint32_t cache, JitPlaces places) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    if (!emit->fn->watched) return;
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, POINTER));
    // its operands are still needed, if only by the machine
    emit_keep(emit, emit->before, false);
    x_op(x, X_MOV, 64, X_RDI, x_reg(R_STATE));
    x_mov_imm(x, X_RSI, access->in->pc);
    x_mov_imm(x, X_RDX, cache);
    x_op(x, X_MOV, 64, X_RCX, x_reg(R_TMP));
    x_op(x, X_MOV, 32, X_R8, x_reg(R_MASK));
    x_mov_imm(x, X_R9, places);
    x_zero_upper(x);
    x_call(x, STATE(watch));
    emit_keep(emit, emit->before, true);
    x_op(x, X_TEST, 32, R_TMP, x_reg(R_TMP));
    x_jump(x, XC_E, access->missed);
    x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, POINTER));
    if (places == JIT_AT_EACH) x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, STATE(offset));
}
