// SPDX-License-Identifier: Apache-2.0
// Accesses that somebody watches: JitState.watch is asked before each, once it is known to fall
// into what the cache has. Where it says no the machine executes the instruction. Loads of lines
// that are open need not be asked for.
#include "jit/memory.h"

#include <stdlib.h>

enum { POINTER = 16 }; // its place on the stack

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
        x_op(x, X_SUB, 64, R_TMP2, access_cache(cache, offsetof(JitCache, origin)));
        x_op(x, X_MOV, 64, R_TMP, access_cache(cache, offsetof(JitCache, open)));
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

bool access_is_quick(const JitInst *in) {
    uint32_t bytes = in->bytes * in->nelement;
    bool copies = in->always_watched && !in->copies;
    return !copies && bytes % 4 == 0 && bytes <= JIT_LINE;
}

static JitWatched describe(const Emit *emit, const JitInst *in, uint32_t cache, JitPlaces places) {
    JitWatched watched = {.site = emit->fn->site + in->pc,
                          .cache = cache,
                          .bytes = (uint16_t)(in->bytes * in->nelement),
                          .lanes = (uint8_t)emit->fn->lanes,
                          .places = (uint8_t)places,
                          .read = in->op == JIT_LOAD,
                          .atomic = in->op == JIT_ATOMIC,
                          .settled = in->settled,
                          .shared = in->space == JIT_SHARED};
    for (uint32_t i = 0; i < in->nelement && in->copies; i++)
        watched.copy[watched.ncopies++] = emit->fn->list.at[in->copies - 1 + i];
    return watched;
}

// Jumps to `done` if JitState.quick knows what it is asked for, to `otherwise` if not. R_TMP is the
// host's pointer.
static void call_quick(Emit *emit, const void *watched, size_t size, uint32_t done,
                       uint32_t otherwise) {
    XCode *x = &emit->x;
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_MASK), all_lanes(emit));
    x_jump(x, XC_NE, otherwise);
    x_op_imm(x, X_CMP_I, 64, 0, STATE(quick), 0);
    x_jump(x, XC_E, otherwise);
    x_push(x, X_RDI);
    x_push(x, X_RSI); // the stack stays aligned
    x_op(x, X_MOV, 64, X_RDX, x_reg(R_TMP));
    x_op(x, X_MOV, 64, X_RDI, x_reg(R_STATE));
    x_op(x, X_LEA, 64, X_RSI, x_constant(x, watched, (uint32_t)size));
    x_call(x, STATE(quick));
    x_pop(x, X_RSI);
    x_pop(x, X_RDI);
    x_op(x, X_TEST, 32, R_TMP, x_reg(R_TMP));
    x_jump(x, XC_NE, done);
    x_jump(x, XC_ALWAYS, otherwise);
}

static void ask_quick(const Access *access, uint32_t cache, JitPlaces places, uint32_t done) {
    Emit *emit = access->emit;
    bool stores_one = places == JIT_AT_ONE && access->in->op != JIT_LOAD;
    if (stores_one || !access_is_quick(access->in)) return;
    uint8_t constant[64] = {0}; // they are of 32 bytes each
    JitWatched watched = describe(emit, access->in, cache, places);
    _Static_assert(sizeof watched <= sizeof constant, "one access fits");
    memcpy(constant, &watched, sizeof watched);
    uint32_t slow = x_label(&emit->x);
    call_quick(emit, constant, sizeof constant, done, slow);
    x_bind(&emit->x, slow);
}

// ---- loads that are in no race -----------------------------------------------------------------

// Bits of initialisation from R_TMP2 on, `bytes` bytes of them: goes on at the label unless all are
// set.
static void ask_bits(XCode *x, uint32_t bytes, uint32_t otherwise) {
    for (uint32_t at = 0; at < bytes;) {
        uint32_t size = bytes - at >= 8 ? 8 : bytes - at >= 4 ? 4 : 1;
        x_op_imm(x, X_CMP_I, 8 * size, 0, x_at(R_TMP2, (int32_t)at), -1);
        x_jump(x, XC_NE, otherwise);
        at += size;
    }
}

// Goes on at the label unless n bytes of shared memory have a value, `delta` behind the host's
// pointer in R_TMP and aligned so. A byte of bits stands for eight of memory: where the first or
// the last of these is not the end of one, the rest of that must have values, too. Takes R_TMP2.
static void ask_values(Emit *emit, int32_t delta, uint32_t n, uint32_t aligned,
                       uint32_t otherwise) {
    enum { LOG_BITS = 3, BITS = 1 << LOG_BITS };
    XCode *x = &emit->x;
    int32_t ends[] = {delta, delta + (int32_t)n - 1};
    // from the first byte's place on; the last byte's may be one more
    uint32_t bytes = CU_MAX(n >> LOG_BITS, 1u);
    bool whole = aligned % BITS == 0 && n % BITS == 0;
    for (uint32_t i = 0; i < (whole ? 1 : 2); i++) {
        x_op(x, X_LEA, 64, R_TMP2, x_at(R_TMP, ends[i]));
        x_op(x, X_SUB, 64, R_TMP2, STATE(shared));
        x_op_imm(x, X_SHR_I, 64, 0, x_reg(R_TMP2), LOG_BITS);
        x_op(x, X_ADD, 64, R_TMP2, STATE(init));
        ask_bits(x, i ? 1 : bytes, otherwise);
    }
}

// Jumps to `done` if the load is in no race and what it reads has a value. Keeps R_TMP, the host's
// pointer.
static void pass_settled(const Access *access, JitPlaces places, uint32_t done) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t bytes = access->bytes * (places == JIT_IN_ROW ? emit->fn->lanes : 1);
    // lanes at places of their own are asked for together: whether each has a value, or what else
    // an atomic operation orders
    bool apart = places == JIT_AT_EACH && emit->fn->asks_values;
    if (!access->in->settled || apart || access->in->op != JIT_LOAD) return;
    uint32_t watched = x_label(x);
    x_op_imm(x, X_CMP_I, 32, 0, STATE(settled), 0);
    x_jump(x, XC_E, watched);
    if (emit->fn->asks_values) ask_values(emit, 0, bytes, access->bytes, watched);
    x_jump(x, XC_ALWAYS, done);
    x_bind(x, watched);
}

// The same for a group: what its members read is in order, from R_TMP on.
static void pass_settled_group(Emit *emit, const JitWatched *group, uint32_t done) {
    XCode *x = &emit->x;
    int32_t bytes = (int32_t)group->bytes * (group->places == JIT_IN_ROW ? group->lanes : 1);
    uint32_t watched = x_label(x);
    x_op_imm(x, X_CMP_I, 32, 0, STATE(settled), 0);
    x_jump(x, XC_E, watched);
    for (uint32_t i = 0; emit->fn->asks_values && i < group->nmember;) {
        int32_t begin = group->member[i].delta, end = begin;
        for (; i < group->nmember && group->member[i].delta <= end; i++)
            end = CU_MAX(end, group->member[i].delta + bytes);
        ask_values(emit, begin, (uint32_t)(end - begin), group->bytes, watched);
    }
    x_jump(x, XC_ALWAYS, done);
    x_bind(x, watched);
}

// The loaded registers' state, of all lanes: every byte has a value.
static void mark_copies(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    x_op(x, X_MOV, 64, R_TMP3, STATE(lanes));
    x_op(x, X_MOV, 64, R_TMP2, LANES(R_TMP3, frame));
    x_op(x, X_MOV, 32, R_TMP3, LANES(R_TMP3, lane8));
    x_vec(x, X_VPCMPEQD, V_TMP2, V_TMP2, x_reg(V_TMP2));
    for (uint32_t i = 0; i < in->nelement; i++) {
        XOperand row = x_indexed(R_TMP2, R_TMP3, 2, (int32_t)emit->fn->list.at[in->copies - 1 + i]);
        bool whole = 2 * emit->fn->lanes == emit->vector; // 16 bits a lane
        x_vec(x, whole ? X_VMOVUPS_TO : X_VMOVUPS_HALF_TO, V_TMP2, X_NO_REG, row);
    }
}

// Jumps to the label if the cache's memory need not be watched.
static void pass_unwatched(const Access *access, uint32_t cache, uint32_t done) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitInst *in = access->in;
    if (in->always_watched && !in->copies) return;
    uint32_t watched = x_label(x);
    x_op_imm(x, X_CMP_I, 32, 0, access_cache(cache, offsetof(JitCache, unwatched)), 0);
    x_jump(x, in->copies ? XC_E : XC_NE, in->copies ? watched : done);
    if (in->copies) {
        x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_MASK), all_lanes(emit));
        x_jump(x, XC_NE, watched);
        mark_copies(emit, in);
        x_jump(x, XC_ALWAYS, done);
    }
    x_bind(x, watched);
}

void access_watch(const Access *access, uint32_t cache, JitPlaces places) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitInst *in = access->in;
    if (!emit->fn->watched) return; // which has no groups: the pointer is in R_TMP
    uint32_t ask = x_label(x), done = x_label(x);
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, POINTER));
    if (in->op == JIT_LOAD && in->space == JIT_GLOBAL) pass_unwatched(access, cache, done);
    pass_settled(access, places, done);
    bool opens = emit->fn->opens && in->op == JIT_LOAD && places != JIT_AT_EACH;
    if (opens && !in->always_watched) {
        ask_lines(access, cache, places, ask);
        x_jump(x, XC_ALWAYS, done);
    }
    x_bind(x, ask);
    if (opens && !in->always_watched) x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, POINTER));
    ask_quick(access, cache, places, done);
    if (in->op == JIT_ATOMIC) // all else is the machine's
        x_jump(x, XC_ALWAYS, access->missed);
    else
        ask_function(access, cache, places);
    x_bind(x, done);
    x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, POINTER));
}

typedef struct {
    int32_t delta;
    uint32_t site;
} Member;
_Static_assert(sizeof(Member) == sizeof(((JitWatched *)0)->member[0]), "as JitWatched has them");

static int by_delta(const void *a, const void *b) {
    const Member *x = a, *y = b;
    if (x->delta != y->delta) return x->delta < y->delta ? -1 : 1;
    return (x->site > y->site) - (x->site < y->site);
}

void access_watch_group(const Access *access, uint32_t inst, JitPlaces places) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const AccessGroup *group = emit->group[inst];
    if (!emit->fn->watched) return;
    size_t size = sizeof(JitWatched) + group->members * sizeof(((JitWatched *)0)->member[0]);
    size = CU_ALIGN(size, (size_t)32);
    JitWatched *watched = arena_zalloc(x->arena, size, 8);
    *watched = describe(emit, access->in, group->cache, places);
    for (uint32_t i = inst; watched->nmember < group->members; i++) {
        if (emit->group[i] != group) continue;
        const JitInst *in = &emit->fn->inst.at[i];
        watched->member[watched->nmember].delta =
            (int32_t)(in->displacement - access->in->displacement);
        watched->member[watched->nmember++].site = emit->fn->site + in->pc;
    }
    qsort(watched->member, watched->nmember, sizeof watched->member[0], by_delta);
    uint32_t done = x_label(x);
    // the pointer itself is in a slot, and in R_TMP, which the function does not keep
    if (access->base == R_TMP) x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, POINTER));
    if (access->in->space == JIT_GLOBAL) pass_unwatched(access, group->cache, done);
    if (access->base != R_TMP) x_op(x, X_MOV, 64, R_TMP, x_reg(access->base));
    // what stands between two places at which lanes wait is settled as a whole
    if (access->in->settled) pass_settled_group(emit, watched, done);
    call_quick(emit, watched, size, done, emit->careful[inst]);
    x_bind(x, done);
    if (access->base == R_TMP) x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, POINTER));
}
