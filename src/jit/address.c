// SPDX-License-Identifier: Apache-2.0
// Where the lanes of an access are: their addresses are checked, by one number, by the ends of a
// range or one by one, and become pointers of the host's. What is not inside the memory that the
// access touched before (JitCache) is the machine's.
#include "jit/memory.h"

// The pointer of an address is the address plus this.
static XOperand to_host(const Access *access, uint32_t cache) {
    return access->in->space == JIT_SHARED ? STATE(shared)
                                           : access_cache(cache, offsetof(JitCache, host));
}

// What begins at the address in R_TMP is aligned so and inside what the cache has, as many bytes as
// it has its limit for; if not it goes on at the label. From the cache's base, which is aligned, an
// aligned place is a number of so many bytes, and any other one far beyond all of them once its
// lowest bits are its highest. Takes R_TMP2.
static void check_place(const Access *access, uint32_t cache, uint32_t aligned,
                        uint32_t otherwise) {
    XCode *x = &access->emit->x;
    x_op(x, X_MOV, 64, R_TMP2, x_reg(R_TMP));
    x_op(x, X_SUB, 64, R_TMP2, access_cache(cache, offsetof(JitCache, base)));
    if (aligned > 1) x_rotate_right(x, R_TMP2, x_reg(R_TMP2), (uint32_t)__builtin_ctz(aligned));
    x_op(x, X_CMP, 64, R_TMP2, access_cache(cache, offsetof(JitCache, limit)));
    x_jump(x, XC_AE, otherwise);
}

// The same for a cache whose limit is for another span.
static void check_span(const Access *access, uint32_t cache, uint32_t aligned, uint32_t span,
                       uint32_t otherwise) {
    XCode *x = &access->emit->x;
    XOperand size = access_cache(cache, offsetof(JitCache, size));
    x_op_imm(x, X_TEST_I, 32, 0, x_reg(R_TMP), (int32_t)aligned - 1);
    x_jump(x, XC_NE, otherwise);
    x_op(x, X_MOV, 64, R_TMP2, x_reg(R_TMP));
    x_op(x, X_SUB, 64, R_TMP2, access_cache(cache, offsetof(JitCache, base)));
    x_op(x, X_CMP, 64, R_TMP2, size);
    x_jump(x, XC_AE, otherwise);
    x_op_imm(x, X_ADD_I, 64, 0, x_reg(R_TMP2), (int32_t)span);
    x_op(x, X_CMP, 64, R_TMP2, size);
    x_jump(x, XC_A, otherwise);
}

// The machine has filled the cache.
void access_set_limit(Emit *emit, const Apart *apart) {
    XCode *x = &emit->x;
    if (apart->cache == UINT32_MAX || !apart->span) return;
    x_op(x, X_MOV, 64, R_TMP, access_cache(apart->cache, offsetof(JitCache, size)));
    x_mov_imm(x, R_TMP2, 0);
    x_op_imm(x, X_SUB_I, 64, 0, x_reg(R_TMP), (int32_t)apart->span - 1);
    x_cmov(x, XC_BE, 64, R_TMP, x_reg(R_TMP2));
    if (apart->aligned > 1) { // the last place may begin before the next one would
        x_op_imm(x, X_ADD_I, 64, 0, x_reg(R_TMP), (int32_t)apart->aligned - 1);
        x_op_imm(x, X_SHR_I, 64, 0, x_reg(R_TMP), __builtin_ctz(apart->aligned));
    }
    x_op(x, X_MOV_TO, 64, R_TMP, access_cache(apart->cache, offsetof(JitCache, limit)));
}

// R_TMP: the address of lane 0 plus `more`.
void access_address(const Access *access, int64_t more) {
    Emit *emit = access->emit;
    const JitInst *in = access->in;
    int64_t add = in->displacement + more;
    uint32_t reg = emit_scalar(emit, &in->a, R_TMP);
    if (add == (int32_t)add && add) {
        x_op(&emit->x, X_LEA, 64, R_TMP, x_at(reg, (int32_t)add));
        return;
    }
    if (reg != R_TMP) x_op(&emit->x, X_MOV, 64, R_TMP, x_reg(reg));
    if (!add) return;
    x_mov_imm(&emit->x, R_TMP2, (uint64_t)add);
    x_op(&emit->x, X_ADD, 64, R_TMP, x_reg(R_TMP2));
}

// ---- one range of addresses --------------------------------------------------------------------

// A generic address of local memory, most likely: it is computed from one. (Atomic operations there
// are the machine's.)
bool access_is_local_window(const Emit *emit, const JitInst *in) {
    bool generic = in->space == JIT_GLOBAL && in->a.size == 3 && in->a.kind == JIT_IS_ROW;
    return generic && in->op != JIT_ATOMIC && emit->shapes->of_frame[in->a.at];
}

bool access_is_in_row(const Emit *emit, const JitInst *in, int64_t step) {
    bool alone = step == in->bytes && in->nelement == 1;
    const JitOperand *element = &emit->fn->element.at[in->element];
    bool load = in->op == JIT_LOAD && element->kind == JIT_IS_ROW;
    return alone && (load || (in->op == JIT_STORE && in->bytes >= 4));
}

// Words further apart. (Whoever watches gets the place of each.)
static bool in_steps(const Emit *emit, const JitInst *in, int64_t step) {
    enum { FURTHEST = 1024 };
    bool aligned = step > 0 && step <= FURTHEST && step % (in->bytes * in->nelement) == 0;
    return aligned && in->bytes >= 4 && !emit->fn->watched;
}

uint32_t access_span(const Emit *emit, const JitInst *in) {
    bool touches = is_any_of(in->op, JIT_LOAD, JIT_STORE);
    if (!touches || !is_any_of(in->space, JIT_GLOBAL, JIT_SHARED)) return 0;
    Value value = shape_of(emit->shapes, &in->a);
    uint32_t bytes = in->bytes * in->nelement;
    if (access_is_local_window(emit, in)) return 0;
    bool one_place = value.shape == SHAPE_UNIFORM;
    if (one_place && (in->op == JIT_LOAD || emit->shapes->one_lane || !emit->fn->watched))
        return bytes;
    if (value.shape != SHAPE_AFFINE) return 0;
    if (access_is_in_row(emit, in, value.step)) return bytes * emit->fn->lanes;
    return in_steps(emit, in, value.step) ? bytes + (uint32_t)value.step * (emit->fn->lanes - 1)
                                          : 0;
}

// R_TMP becomes the host's pointer, by a check of the access alone.
void access_check_own(Access *access, const AccessGroup *group) {
    uint32_t span = access_span(access->emit, access->in);
    access_address(access, 0);
    if (group)
        check_span(access, access->cache, access->bytes, span, access->missed);
    else
        check_place(access, access->cache, access->bytes, access->missed);
    x_op(&access->emit->x, X_ADD, 64, R_TMP, to_host(access, access->cache));
    access->base = R_TMP;
    access->delta = 0;
}

// The first of a group makes the pointer, to its own first place.
static void make_pointer(Access *access, const AccessGroup *group, uint32_t inst) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t careful = emit->careful[inst], row = access->in->pointer - 1;
    uint32_t unit = access_group_unit(emit, group);
    access_address(access, group->low - access->in->displacement);
    check_place(access, group->cache, unit, careful);
    uint32_t to = emit_scalar_to(emit, row, R_TMP);
    access_address(access, 0);
    if (group->aligned > unit) { // what the others add is a multiple of that, or they are alone
        x_op_imm(x, X_TEST_I, 32, 0, x_reg(R_TMP), (int32_t)group->aligned - 1);
        x_jump(x, XC_NE, careful);
    }
    if (to != R_TMP) x_op(x, X_MOV, 64, to, x_reg(R_TMP));
    x_op(x, X_ADD, 64, to, to_host(access, group->cache));
    emit_scalar_done(emit, row, to);
    access->base = to;
}

// The lanes have a row of global memory up to `end` behind the pointer. Those that run two turns
// later, mostly of a block whose rows lie beside this one's, find theirs in the processor's second
// cache: it sees no stream where a block's rows are short and far apart. (The first one is too
// small for all that may be ahead.)
static void expect_row(const Access *access, int64_t end) {
    const Emit *emit = access->emit;
    const JitInst *in = access->in;
    if (in->space != JIT_GLOBAL) return;
    int64_t turn = emit->fn->lanes * in->bytes * in->nelement;
    x_op(&access->emit->x, X_PREFETCHT1, 32, 0, x_at(access->base, (int32_t)(end + 2 * turn - 1)));
}

// And of the group's loads those far from the ones before, all at once: the processor does not look
// ahead that far. No more than a quarter of its first cache.
static void expect_members(const Access *access, uint32_t inst) {
    enum { NEAR = 256, LINE = 64, MOST = 128 };
    const Emit *emit = access->emit;
    const AccessGroup *group = emit->group[inst];
    if (emit->fn->watched || access->in->space != JIT_GLOBAL) return;
    int64_t last = access->in->displacement;
    uint32_t lines = 0;
    for (uint32_t i = inst + 1, seen = 1; seen < group->members && lines < MOST; i++) {
        if (emit->group[i] != group) continue;
        const JitInst *in = &emit->fn->inst.at[i];
        seen++;
        bool near = in->displacement < last + NEAR && last < in->displacement + NEAR;
        if (near || in->op != JIT_LOAD) continue;
        last = in->displacement;
        int64_t at = last - access->in->displacement, end = at + access_span(emit, in);
        for (; at < end; at += LINE, lines++)
            x_op(&access->emit->x, X_PREFETCHT0, 32, 0, x_at(access->base, (int32_t)at));
    }
}

// Finds the host's pointer to lane 0's.
void access_locate(Access *access, uint32_t inst, JitPlaces places) {
    Emit *emit = access->emit;
    const AccessGroup *group = emit->group[inst];
    if (!group || emit->is_careful) {
        access_check_own(access, group);
        if (places == JIT_IN_ROW) expect_row(access, access_span(emit, access->in));
        access_watch(access, access->cache, places);
    } else if (group->leader == inst) {
        make_pointer(access, group, inst);
        if (places == JIT_IN_ROW) expect_row(access, group->high - access->in->displacement);
        access_watch_group(access, inst, places);
        expect_members(access, inst);
    } else {
        JitOperand pointer = {.kind = JIT_IS_ROW, .size = 3, .at = access->in->pointer - 1};
        int64_t leaders = emit->fn->inst.at[group->leader].displacement;
        access->base = emit_scalar(emit, &pointer, R_TMP);
        access->delta = (int32_t)(access->in->displacement - leaders);
    }
}

// ---- any addresses -----------------------------------------------------------------------------

// What addresses are counted from, in all lanes of V_TMP3, less what the access adds to them.
static void take_displacement(const Access *access) {
    Emit *emit = access->emit;
    uint64_t add = (uint64_t)access->in->displacement;
    if (!add) return;
    if (access->in->a.size != 3)
        x_vec(&emit->x, X_VPSUBD, V_TMP3, V_TMP3, emit_constant_32(emit, (uint32_t)add));
    else
        x_vec(&emit->x, X_VPSUBQ, V_TMP3, V_TMP3, emit_constant_64(emit, add));
}

// How far the piece's addresses are from what is in all lanes of V_TMP3: numbers of 32 bits in
// V_TMP; of V_TMP3 a lane is 0 if its distance is one of 32 bits (those of 32 bits all are, and
// with AVX-512 it stays).
static void distances(const Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitInst *in = access->in;
    if (in->a.size != 3) { // the upper half of such addresses is 0, and so is that of the base
        x_vec(x, X_VPSUBD, V_TMP, emit_vector(emit, &in->a, 0, V_TMP), x_reg(V_TMP3));
        if (!is_wide_vector(emit)) x_vec(x, X_VPXOR, V_TMP3, V_TMP3, x_reg(V_TMP3));
        return;
    }
    x_vec(x, X_VPSUBQ, V_TMP, emit_vector(emit, &in->a, 0, V_TMP), x_reg(V_TMP3));
    x_vec(x, X_VPSUBQ, V_TMP2, emit_vector(emit, &in->a, 1, V_TMP2), x_reg(V_TMP3));
    // The lower halves, the upper halves, and both in the order of the lanes.
    emit_join_words(emit, true, V_TMP, x_reg(V_TMP2), V_TMP3);
    emit_join_words(emit, false, V_TMP, x_reg(V_TMP2), V_TMP);
}

XOperand access_offset(uint32_t lane) {
    XOperand offset = STATE(offset);
    offset.disp += 4 * (int32_t)lane;
    return offset;
}

void access_keep_running(Emit *emit, uint32_t from, uint32_t to) {
    if (is_wide_vector(emit)) {
        emit_running_mask(emit, false, 0);
        x_vec_masked(&emit->x, X_VMOVUPS, false, to, x_reg(from));
        return;
    }
    XOperand running = STATE(lane_mask);
    running.disp += 32 * (int32_t)emit->piece;
    x_vec(&emit->x, X_VPAND, to, from, running);
}

// The piece's lanes whose distances are of 32 bits, aligned, and at most R_TMP2, in R_TMP. Jumps to
// `all` if there are no others.
static void find_good(const Access *access, uint32_t all) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    bool wide = access->in->a.size == 3, bytes = access->bytes == 1;
    if (!bytes) x_vec(x, X_VPAND, V_TMP2, V_TMP, emit_constant_32(emit, access->bytes - 1));
    if (wide && !bytes) x_vec(x, X_VPOR, V_TMP3, V_TMP3, x_reg(V_TMP2));
    uint32_t left = wide ? V_TMP3 : V_TMP2; // of a good one nothing
    bool any = wide || !bytes;
    if (any) x_mask_compare(x, X_VPTESTNMD, false, left, x_reg(left), UINT32_MAX);
    emit_broadcast(emit, R_TMP2, false, V_TMP2);
    x_mask_compare(x, X_VPCMPUD, any, V_TMP, x_reg(V_TMP2), 2); // not above
    x_mask_all(x);
    x_jump(x, XC_B, all);
    x_mask_give(x, R_TMP);
}

static void find_good_by_signs(const Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    // Aligned and of 32 bits: nothing is left of these.
    x_vec(x, X_VPAND, V_TMP2, V_TMP, emit_constant_32(emit, access->bytes - 1));
    x_vec(x, X_VPOR, V_TMP3, V_TMP3, x_reg(V_TMP2));
    x_vec(x, X_VPXOR, V_TMP2, V_TMP2, x_reg(V_TMP2));
    x_vec(x, X_VPCMPEQD, V_TMP3, V_TMP3, x_reg(V_TMP2));
    // Not beyond the last place.
    emit_broadcast(emit, R_TMP2, false, V_TMP2);
    x_vec(x, X_VPMINUD, V_TMP2, V_TMP2, x_reg(V_TMP));
    x_vec(x, X_VPCMPEQD, V_TMP2, V_TMP2, x_reg(V_TMP));
    x_vec(x, X_VPAND, V_TMP3, V_TMP3, x_reg(V_TMP2));
    x_vec(x, X_VMOVMSKPS, R_TMP, X_NO_REG, x_reg(V_TMP3));
}

// Of the piece's lanes: all are good, or the access is the machine's.
static void check_distances(const Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t all = x_label(x);
    if (is_wide_vector(emit))
        find_good(access, all);
    else
        find_good_by_signs(access);
    uint32_t lanes = piece_lanes(emit);
    x_op_imm(x, X_XOR_I, 32, 0, x_reg(R_TMP), (1 << lanes) - 1);
    if (emit->piece) x_op_imm(x, X_SHL_I, 32, 0, x_reg(R_TMP), (int32_t)(emit->piece * lanes));
    x_op(x, X_TEST, 32, R_TMP, x_reg(R_MASK));
    x_jump(x, XC_NE, access->missed);
    x_bind(x, all);
    access_keep_running(emit, V_TMP, V_TMP2);
    x_vec(x, X_VMOVUPS_TO, V_TMP2, X_NO_REG, access_offset(emit->piece * lanes));
}

void access_find_distances(const Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    bool stays = access->in->a.size != 3 && is_wide_vector(emit);
    bool several = emit->pieces > 1 && !stays;
    take_displacement(access);
    if (several) x_vec(x, X_VMOVUPS_TO, V_TMP3, X_NO_REG, STATE(datum));
    EACH_PIECE(emit, emit->pieces) {
        if (several) x_vec(x, X_VMOVUPS, V_TMP3, X_NO_REG, STATE(datum));
        distances(access);
        check_distances(access);
    }
}

// Their offsets are from the cache's base; R_TMP becomes the host's pointer to that.
void access_check_each(const Access *access) {
    XCode *x = &access->emit->x;
    XOperand base = access_cache(access->cache, offsetof(JitCache, base));
    x_op(x, X_MOV, 64, R_TMP2, access_cache(access->cache, offsetof(JitCache, size)));
    x_op_imm(x, X_SUB_I, 64, 0, x_reg(R_TMP2), (int32_t)access->bytes);
    x_jump(x, XC_B, access->missed);
    bool wide = access->in->a.size == 3;
    x_vec(x, wide ? X_VBROADCASTSD : X_VBROADCASTSS, V_TMP3, X_NO_REG, base);
    access_find_distances(access);
    x_op(x, X_MOV, 64, R_TMP, base);
    x_op(x, X_ADD, 64, R_TMP, to_host(access, access->cache));
}

XOperand access_datum(uint32_t bytes) {
    XOperand datum = STATE(datum);
    datum.disp += (int32_t)bytes;
    return datum;
}

void access_put_words(Emit *emit, uint32_t from, XOperand to) {
    XCode *x = &emit->x;
    if (!is_wide_vector(emit)) {
        x_vec(x, X_VMOVUPS_TO, from, X_NO_REG, to);
        return;
    }
    x_vec(x, X_VMOVUPS_HALF_TO, from, X_NO_REG, to);
    to.disp += 32;
    x_vec_imm(x, X_VEXTRACT, from, X_NO_REG, to, 1);
}
