// SPDX-License-Identifier: Apache-2.0
// Loads and stores (PTX ISA 9.7.9). An access touches memory itself where it falls, whole and
// aligned, into what it touched before (JitCache); the machine does every other one, and notes
// where it fell. So each access is checked as the machine checks it.
//
// One address for all lanes is one access, addresses in steps are one range that is checked by its
// ends, and only those that are neither are looked at one by one.
#include "jit/memory.h"

// The pointer of an address is the address plus this.
static XOperand to_host(const Access *access, uint32_t cache) {
    return access->in->space == JIT_SHARED ? STATE(shared)
                                           : access_cache(cache, offsetof(JitCache, host));
}

// What begins at the address in R_TMP is aligned so and inside what the cache has, `span` bytes for
// which the cache has its limit; if not it goes on at the label.
static void check_place(const Access *access, uint32_t cache, uint32_t aligned,
                        uint32_t otherwise) {
    XCode *x = &access->emit->x;
    if (aligned > 1) {
        x_op_imm(x, X_TEST_I, 32, 0, x_reg(R_TMP), (int32_t)aligned - 1);
        x_jump(x, XC_NE, otherwise);
    }
    x_op(x, X_MOV, 64, R_TMP2, x_reg(R_TMP));
    x_op(x, X_SUB, 64, R_TMP2, access_cache(cache, offsetof(JitCache, base)));
    x_op(x, X_CMP, 64, R_TMP2, access_cache(cache, offsetof(JitCache, limit)));
    x_jump(x, XC_AE, otherwise);
}

// Of an address in R_TMP, which it takes, wherever it begins.
static void check_limit(const Access *access, uint32_t cache, uint32_t otherwise) {
    XCode *x = &access->emit->x;
    x_op(x, X_SUB, 64, R_TMP, access_cache(cache, offsetof(JitCache, base)));
    x_op(x, X_CMP, 64, R_TMP, access_cache(cache, offsetof(JitCache, limit)));
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

// ---- elements ----------------------------------------------------------------------------------

XOp access_load(const JitInst *in) {
    switch (in->bytes) {
    case 1: return in->is_signed ? X_MOVSX8 : X_MOVZX8;
    case 2: return in->is_signed ? X_MOVSX16 : X_MOVZX16;
    default: return X_MOV;
    }
}

// Numbers of 16 bits have zeros above, with a sign as well; those of 64 the sign of what is loaded.
static void load_number(const Access *access, const JitOperand *to, uint32_t reg, XOperand from) {
    const JitInst *in = access->in;
    bool signs = element_is_extended(access, to) && in->is_signed;
    XOp load = signs && in->bytes == 4 ? X_MOVSXD : access_load(in);
    x_op(&access->emit->x, load, signs || in->bytes == 8 ? 64 : 32, reg, from);
    if (to->size == 1 && in->is_signed) x_op(&access->emit->x, X_MOVZX16, 32, reg, x_reg(reg));
}

void access_load_equal(const Access *access, const JitOperand *to, XOperand from) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitInst *in = access->in;
    uint32_t bits = in->bytes == 8 ? 64 : 32;
    if (emit_held(emit, to) == HELD_SCALAR) {
        uint32_t reg = emit_scalar_to(emit, to->at, R_TMP2);
        load_number(access, to, reg, from);
        emit_scalar_done(emit, to->at, reg);
        return;
    }
    for (uint32_t half = 0; half < halves_of(to->size); half++) {
        uint32_t reg = emit_vector_to(emit, to->at, half, V_TMP);
        if (in->bytes >= 4 && !element_is_extended(access, to)) {
            x_vec(x, bits == 64 ? X_VBROADCASTSD : X_VBROADCASTSS, reg, X_NO_REG, from);
        } else {
            load_number(access, to, R_TMP2, from);
            emit_broadcast(emit, R_TMP2, to->size == 3, reg);
        }
        emit_vector_done(emit, to->at, half, reg);
    }
}

// ---- one range of addresses --------------------------------------------------------------------

// A generic address of local memory, most likely: it is computed from one. (Atomic operations there
// are the machine's.)
static bool is_local_window(const Emit *emit, const JitInst *in) {
    bool generic = in->space == JIT_GLOBAL && in->a.size == 3 && in->a.kind == JIT_IS_ROW;
    return generic && in->op != JIT_ATOMIC && emit->shapes->of_frame[in->a.at];
}

static bool is_in_row(const Emit *emit, const JitInst *in, int64_t step) {
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
    if (is_local_window(emit, in)) return 0;
    bool one_place = value.shape == SHAPE_UNIFORM;
    if (one_place && (in->op == JIT_LOAD || emit->shapes->one_lane)) return bytes;
    if (value.shape != SHAPE_AFFINE) return 0;
    if (is_in_row(emit, in, value.step)) return bytes * emit->fn->lanes;
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
    access_address(access, group->low - access->in->displacement);
    check_limit(access, group->cache, careful);
    uint32_t to = emit_scalar_to(emit, row, R_TMP);
    access_address(access, 0);
    if (group->aligned > 1) { // what the others add is a multiple of that, or they are alone
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
static void locate(Access *access, uint32_t inst, JitPlaces places) {
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

// ---- one address -------------------------------------------------------------------------------

static void load_from_one(Access *access, uint32_t inst) {
    Emit *emit = access->emit;
    const JitInst *in = access->in;
    if (in->space == JIT_PARAM) {
        access->base = R_STATE;
        access->delta = (int32_t)(offsetof(JitState, area) + emit->param_at + in->displacement);
    } else {
        locate(access, inst, JIT_AT_ONE);
    }
    for (uint32_t i = 0; i < in->nelement; i++) {
        const JitOperand *to = access_element(access, i);
        if (to->kind != JIT_IS_ROW) continue;
        XOperand from = x_at(access->base, access->delta + (int32_t)(i * in->bytes));
        EACH_PIECE(emit, emit_pieces(emit, to->at)) access_load_equal(access, to, from);
    }
}

// ---- one lane alone ----------------------------------------------------------------------------

void access_store_number(const Access *access, const JitOperand *from, XOperand place) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t bytes = access->in->bytes, bits = bytes == 8 ? 64 : bytes == 1 ? 8 : 32;
    if (emit_held(emit, from) == HELD_VECTOR) {
        XOp store = bytes == 8   ? X_VPEXTRQ_TO
                    : bytes == 4 ? X_VPEXTRD_TO
                    : bytes == 2 ? X_VPEXTRW_TO
                                 : X_VPEXTRB_TO;
        x_vec_imm(x, store, emit_vector(emit, from, 0, V_TMP), X_NO_REG, place, 0);
    } else {
        uint32_t reg = emit_scalar(emit, from, R_TMP2);
        x_op(x, bytes == 2 ? X_MOV16_TO : X_MOV_TO, bits, reg, place);
    }
}

// The lane's own store (serial.c).
static void store_to_one(Access *access, uint32_t inst) {
    locate(access, inst, JIT_AT_ONE);
    for (uint32_t i = 0; i < access->in->nelement; i++) {
        int32_t at = access->delta + (int32_t)(i * access->in->bytes);
        access_store_number(access, access_element(access, i), x_at(access->base, at));
    }
}

// ---- addresses in steps ------------------------------------------------------------------------

// Elements that follow one another, those of less than 32 bits widened.
static XOp row_load(const JitInst *in) {
    switch (in->bytes) {
    case 1: return in->is_signed ? X_VPMOVSXBD : X_VPMOVZXBD;
    case 2: return in->is_signed ? X_VPMOVSXWD : X_VPMOVZXWD;
    default: return X_VMOVUPS;
    }
}

// The piece's elements, from lane 0's of all on.
static XOperand place_in_row(const Access *access, uint32_t half) {
    const Emit *emit = access->emit;
    uint32_t more = piece_lanes(emit) * access->in->bytes * emit->piece + emit->vector * half;
    return x_at(access->base, access->delta + (int32_t)more);
}

static void load_row(const Access *access, const JitOperand *to) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    for (uint32_t half = 0; half < element_halves(access, to); half++) {
        uint32_t reg = element_to(access, to, half);
        x_vec(x, row_load(access->in), reg, X_NO_REG, place_in_row(access, half));
        if (to->size == 1 && access->in->is_signed) // zeros above 16 bits
            x_vec(x, X_VPAND, reg, reg, emit_constant_32(emit, 0xffff));
        element_done(access, to, half, reg);
    }
}

static void store_row(const Access *access, const JitOperand *from, bool masked) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    bool wide = access->in->bytes == 8;
    for (uint32_t half = 0; half < element_halves(access, from); half++) {
        uint32_t reg = element_from(access, from, half);
        XOperand place = place_in_row(access, half);
        if (!masked) {
            x_vec(x, X_VMOVUPS_TO, reg, X_NO_REG, place);
            continue;
        }
        emit_store_running(emit, reg, wide, half, place);
    }
}

// Masked stores take ten times as long as whole ones.
static void access_in_row(const Access *access, const JitOperand *operand) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    if (access->in->op == JIT_LOAD) {
        EACH_PIECE(emit, emit_pieces(emit, operand->at)) load_row(access, operand);
        return;
    }
    uint32_t part = x_label(x), done = x_label(x);
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_MASK), all_lanes(emit));
    x_jump(x, XC_NE, part);
    EACH_PIECE(emit, emit->pieces) store_row(access, operand, false);
    x_jump(x, XC_ALWAYS, done);
    x_bind(x, part);
    EACH_PIECE(emit, emit->pieces) store_row(access, operand, true);
    x_bind(x, done);
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

// Jumps to `found` where the piece's addresses follow one another. (Those of lanes that do not run
// are 0.)
static void look_for_row(const Access *access, uint32_t found) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t piece = emit->piece;
    x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, access_offset(piece * piece_lanes(emit)));
    x_vec(x, X_VBROADCASTSS, V_TMP3, X_NO_REG, x_reg(V_TMP2));
    emit->piece = 0;
    XOperand steps = emit_steps(emit, access->in->bytes, 2, 0);
    emit->piece = piece;
    x_vec(x, X_VPADDD, V_TMP3, V_TMP3, steps);
    if (is_wide_vector(emit)) {
        x_mask_compare(x, X_VPCMPUD, false, V_TMP3, x_reg(V_TMP2), 0);
        x_mask_all(x);
        x_jump(x, XC_B, found);
        return;
    }
    x_vec(x, X_VPCMPEQD, V_TMP3, V_TMP3, x_reg(V_TMP2));
    x_vec(x, X_VMOVMSKPS, R_TMP2, X_NO_REG, x_reg(V_TMP3));
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_TMP2), (1 << piece_lanes(emit)) - 1);
    x_jump(x, XC_E, found);
}

// The words of 256 bits from that lane on, in `low`. Takes V_TMP3.
static void collect_part(const Access *access, uint32_t lane, uint32_t at, uint32_t low) {
    XCode *x = &access->emit->x;
    bool wide = access->in->bytes == 8;
    uint32_t lanes = wide ? 2 : 4; // of 128 bits
    for (uint32_t i = 0; i < 2 * lanes; i++) {
        uint32_t part = i < lanes ? low : V_TMP3;
        x_op(x, X_MOV, 32, R_TMP2, access_offset(lane + i));
        XOperand place = x_indexed(R_TMP, R_TMP2, 1, (int32_t)at);
        if (i % lanes == 0)
            x_vec(x, wide ? X_VMOVQ : X_VMOVD, part, X_NO_REG, place);
        else
            x_vec_imm(x, wide ? X_VPINSRQ : X_VPINSRD, part, part, place, i % lanes);
    }
    x_vec_imm(x, X_VINSERT128, low, low, x_reg(V_TMP3), 1);
}

// V_TMP2: the offsets of a register's words, from its first lane on; the mask has those that run.
static void load_offsets(const Access *access, uint32_t half) {
    Emit *emit = access->emit;
    bool wide = access->in->bytes == 8;
    uint32_t first = emit->piece * piece_lanes(emit) + half * piece_lanes(emit) / 2;
    XOp load = wide ? X_VMOVUPS_HALF : X_VMOVUPS; // 32 bits each
    x_vec(&emit->x, load, V_TMP2, X_NO_REG, access_offset(first));
    emit_running_mask(emit, wide, half);
}

// Words of four or eight bytes, put together from their addresses. Without AVX-512 lanes that do
// not run read the first word there is. (AVX2's gathers take twice as long.)
static void collect(const Access *access, const JitOperand *to, uint32_t at) {
    Emit *emit = access->emit;
    bool wide = access->in->bytes == 8;
    for (uint32_t half = 0; half < element_halves(access, to); half++) {
        uint32_t reg = element_to(access, to, half);
        if (is_wide_vector(emit)) {
            load_offsets(access, half);
            x_gather(&emit->x, wide, reg, R_TMP, V_TMP2, (int32_t)at);
        } else {
            uint32_t lanes = emit->vector / access->in->bytes; // of a register
            collect_part(access, emit->piece * piece_lanes(emit) + half * lanes, at, reg);
        }
        element_done(access, to, half, reg);
    }
}

// Words of four or eight bytes to their addresses, the lanes' in order (AVX-512). Making a vector
// may take R_TMP; the stack has a place for it.
static void scatter(const Access *access, const JitOperand *from, uint32_t at) {
    Emit *emit = access->emit;
    bool wide = access->in->bytes == 8;
    for (uint32_t half = 0; half < element_halves(access, from); half++) {
        x_op(&emit->x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0));
        uint32_t reg = element_from(access, from, half);
        x_op(&emit->x, X_MOV, 64, R_TMP, x_at(X_RSP, 0));
        load_offsets(access, half);
        x_scatter(&emit->x, wide, reg, R_TMP, V_TMP2, (int32_t)at);
    }
}

static void load_each(const Access *access, const JitOperand *to) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    bool alone = access->in->nelement == 1;
    uint32_t found = x_label(x), done = x_label(x);
    if (alone) look_for_row(access, found);
    collect(access, to, (uint32_t)(to - access_element(access, 0)) * access->in->bytes);
    if (!alone) return;
    x_jump(x, XC_ALWAYS, done);
    x_bind(x, found);
    x_op(x, X_MOV, 32, R_TMP2, access_offset(emit->piece * piece_lanes(emit)));
    for (uint32_t half = 0; half < element_halves(access, to); half++) {
        uint32_t reg = element_to(access, to, half);
        XOperand place = x_indexed(R_TMP, R_TMP2, 1, (int32_t)(emit->vector * half));
        x_vec(x, X_VMOVUPS, reg, X_NO_REG, place);
        element_done(access, to, half, reg);
    }
    x_bind(x, done);
}

// One lane after the other; those that do not run are passed over.
static void each_lane(const Access *access, const JitOperand *operand, uint32_t at) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitInst *in = access->in;
    bool load = in->op == JIT_LOAD;
    uint32_t bits = in->bytes == 8 ? 64 : 32, lane_bytes = in->bytes == 8 ? 8 : 4;
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0)); // making a vector may take R_TMP
    for (uint32_t half = 0; half < element_halves(access, operand) && !load; half++) {
        uint32_t from = element_from(access, operand, half);
        x_vec(x, X_VMOVUPS_TO, from, X_NO_REG, access_datum(emit->vector * half));
    }
    x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, 0));
    for (uint32_t i = 0; i < piece_lanes(emit); i++) {
        uint32_t skip = x_label(x), lane = emit->piece * piece_lanes(emit) + i;
        XOperand datum = access_datum(lane_bytes * i);
        x_op_imm(x, X_TEST_I, 32, 0, x_reg(R_MASK), (int32_t)(1u << lane));
        x_jump(x, XC_E, skip);
        x_op(x, X_MOV, 32, R_TMP2, access_offset(lane));
        XOperand place = x_indexed(R_TMP, R_TMP2, 1, (int32_t)at);
        if (load) {
            load_number(access, operand, R_TMP2, place);
            x_op(x, X_MOV_TO, bits, R_TMP2, datum);
        } else {
            x_op(x, X_MOV, bits, R_TMP3, datum);
            XOp store = in->bytes == 2 ? X_MOV16_TO : X_MOV_TO;
            x_op(x, store, in->bytes == 1 ? 8 : bits, R_TMP3, place);
        }
        x_bind(x, skip);
    }
    for (uint32_t half = 0; half < element_halves(access, operand) && load; half++) {
        uint32_t reg = element_to(access, operand, half);
        x_vec(x, X_VMOVUPS, reg, X_NO_REG, access_datum(emit->vector * half));
        element_done(access, operand, half, reg);
    }
}

static void load_piece(const Access *access, const JitOperand *to, uint32_t element) {
    if (access->in->bytes >= 4)
        load_each(access, to);
    else
        each_lane(access, to, element * access->in->bytes);
}

// From the first to the last: of two stores to one place the later lane's stays.
static void store_pieces(const Access *access, const JitOperand *from, uint32_t element) {
    Emit *emit = access->emit;
    for (emit->piece = 0; emit->piece < emit->pieces; emit->piece++) {
        if (is_wide_vector(emit) && access->in->bytes >= 4)
            scatter(access, from, element * access->in->bytes);
        else
            each_lane(access, from, element * access->in->bytes);
    }
    emit->piece = 0;
}

static void access_each(const Access *access) {
    const JitInst *in = access->in;
    access_check_each(access);
    access_watch(access, access->cache, JIT_AT_EACH);
    for (uint32_t i = 0; i < in->nelement; i++) {
        const JitOperand *operand = access_element(access, i);
        bool sink = in->op == JIT_LOAD && operand->kind != JIT_IS_ROW;
        if (sink) continue;
        Emit *emit = access->emit;
        if (in->op == JIT_LOAD)
            EACH_PIECE(emit, emit_pieces(emit, operand->at)) load_piece(access, operand, i);
        else
            store_pieces(access, operand, i);
    }
}

// ---- instructions ------------------------------------------------------------------------------

// The first of a group has one cache in both forms.
static uint32_t cache_of(Emit *emit, uint32_t inst) {
    AccessGroup *group = emit->group[inst];
    bool leads = group && group->leader == inst;
    if (leads && emit->is_careful) return group->cache;
    uint32_t cache = emit->ncache++;
    if (leads) group->cache = cache;
    return cache;
}

// What a cache's limit is for.
static uint32_t span_of(const Emit *emit, uint32_t inst) {
    const JitInst *in = &emit->fn->inst.at[inst];
    const AccessGroup *group = emit->group[inst];
    bool leads = group && group->leader == inst;
    if (leads) return (uint32_t)(group->high - group->low);
    bool one_place =
        in->op == JIT_ATOMIC && (emit->shapes->one_lane || access_sums_at_one(emit, in));
    return one_place ? in->bytes * in->nelement : access_span(emit, in);
}

// `inst` is its number. What it needs of the machine stands apart.
void emit_access(Emit *emit, uint32_t inst) {
    XCode *x = &emit->x;
    const JitInst *in = &emit->fn->inst.at[inst];
    Access access = {.emit = emit, .in = in, .bytes = in->bytes * in->nelement};
    Value value = shape_of(emit->shapes, &in->a);
    if (in->space == JIT_PARAM) {
        load_from_one(&access, inst);
        return;
    }
    Apart apart = emit_apart_at(emit, inst);
    access.window = is_local_window(emit, in) ? JIT_LOCAL_WINDOW : 0;
    bool local = access.window || is_any_of(in->space, JIT_LOCAL, JIT_FRAME);
    if (local && emit->fn->watched) {
        emit_other(emit, in, emit->live, emit->changed, UINT32_MAX);
        return;
    }
    apart.cache = local ? UINT32_MAX : cache_of(emit, inst); // all of it is known
    apart.span = span_of(emit, inst);
    access.cache = apart.cache;
    access.missed = apart.label;
    bool alone = emit->shapes->one_lane;
    if (local) {
        emit_local_access(&access);
    } else if (alone && in->op != JIT_LOAD) {
        if (in->op == JIT_STORE)
            store_to_one(&access, inst);
        else
            access_atomic_of_one(&access);
    } else if (in->op == JIT_ATOMIC) {
        access_atomic(&access);
    } else if (value.shape == SHAPE_UNIFORM && in->op == JIT_LOAD) {
        load_from_one(&access, inst);
    } else if (access_span(emit, in)) {
        locate(&access, inst, JIT_IN_ROW);
        if (in->op == JIT_STORE && access.base == R_TMP) { // which making a vector may take
            x_op(x, X_MOV, 64, R_TMP3, x_reg(R_TMP));
            access.base = R_TMP3;
        }
        if (value.shape == SHAPE_AFFINE && !is_in_row(emit, in, value.step))
            access_in_steps(&access, value.step);
        else
            access_in_row(&access, access_element(&access, 0));
    } else {
        access_each(&access);
    }
    x_bind(x, apart.back);
    vec_push(x->arena, &emit->missed, apart);
}
