// SPDX-License-Identifier: Apache-2.0
// Accesses that somebody watches: JitState.watch is asked before each, once it is known to fall
// into what the cache has. Where it says no the machine executes the instruction. Loads of lines
// that are open need not be asked for.
#include "jit/memory.h"

enum { POINTER = 16 }; // its place on the stack

static XOperand in_cache(uint32_t cache, size_t field) {
    return x_at(R_TMP3, (int32_t)(cache * sizeof(JitCache) + field));
}

// Goes on at the label unless the line that holds the byte `more` behind the first is open.
// R_TMP: the lines; R_TMP2: the first byte, counted from where lines begin. Takes R_TMP3.
static void ask_line(Emit *emit, uint32_t more, uint32_t otherwise) {
    XCode *x = &emit->x;
    uint32_t open = x_label(x);
    x_op(x, X_LEA, 64, R_TMP3, x_at(R_TMP2, (int32_t)more));
    x_op_imm(x, X_SHR_I, 64, 0, x_reg(R_TMP3), __builtin_ctz(JIT_LINE));
    x_op(x, X_MOV, 32, R_TMP3, x_indexed(R_TMP, R_TMP3, 4, 0));
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_TMP3), JIT_OPEN);
    x_jump(x, XC_E, open);
    x_op(x, X_SUB, 32, R_TMP3, STATE(stamp));
    x_jump(x, XC_E, open);
    x_op(x, X_CMP, 32, R_TMP3, STATE(number));
    x_jump(x, XC_NE, otherwise);
    x_bind(x, open);
}

// Jumps to the label unless all lines are open that the access has. R_TMP: the host's pointer to
// its first byte.
static void ask_lines(const Access *access, uint32_t cache, JitPlaces places, uint32_t otherwise) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t bytes = access->bytes * (places == JIT_IN_ROW ? emit->fn->lanes : 1);
    x_op(x, X_MOV, 64, R_TMP2, x_reg(R_TMP));
    if (access->in->space == JIT_SHARED) {
        x_op(x, X_SUB, 64, R_TMP2, STATE(shared));
        x_op(x, X_MOV, 64, R_TMP, STATE(open));
    } else {
        x_op(x, X_MOV, 64, R_TMP3, STATE(cache));
        x_op(x, X_SUB, 64, R_TMP2, in_cache(cache, offsetof(JitCache, origin)));
        x_op(x, X_MOV, 64, R_TMP, in_cache(cache, offsetof(JitCache, open)));
    }
    for (uint32_t at = 0; at < bytes; at += JIT_LINE) ask_line(emit, at, otherwise);
    // One address is a multiple of its bytes: the access does not leave the line.
    if (places == JIT_IN_ROW) ask_line(emit, bytes - 1, otherwise);
}

static void ask_function(const Access *access, uint32_t cache, JitPlaces places) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    // its operands are still needed, if only by the machine
    emit_keep(emit, emit->before, false);
    x_op(x, X_MOV, 64, X_RCX, x_at(X_RSP, POINTER));
    x_op(x, X_MOV, 64, X_RDI, x_reg(R_STATE));
    x_mov_imm(x, X_RSI, access->in->pc);
    x_mov_imm(x, X_RDX, cache);
    x_op(x, X_MOV, 32, X_R8, x_reg(R_MASK));
    x_mov_imm(x, X_R9, places);
    x_zero_upper(x);
    x_call(x, STATE(watch));
    emit_keep(emit, emit->before, true);
    x_op(x, X_TEST, 32, R_TMP, x_reg(R_TMP));
    x_jump(x, XC_E, access->missed);
}

void access_watch(const Access *access, uint32_t cache, JitPlaces places) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitInst *in = access->in;
    if (!emit->fn->watched) return; // which has no groups: the pointer is in R_TMP
    uint32_t ask = x_label(x), done = x_label(x);
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, POINTER));
    bool may_pass = in->op == JIT_LOAD && in->space == JIT_GLOBAL && !in->always_watched;
    if (may_pass) {
        x_op(x, X_MOV, 64, R_TMP3, STATE(cache));
        x_op_imm(x, X_CMP_I, 32, 0, in_cache(cache, offsetof(JitCache, unwatched)), 0);
        x_jump(x, XC_NE, done);
    }
    bool opens = emit->fn->opens && in->op == JIT_LOAD && places != JIT_AT_EACH;
    if (opens && !in->always_watched) {
        ask_lines(access, cache, places, ask);
        x_jump(x, XC_ALWAYS, done);
    }
    x_bind(x, ask);
    ask_function(access, cache, places);
    x_bind(x, done);
    x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, POINTER));
}
