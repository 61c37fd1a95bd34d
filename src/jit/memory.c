// SPDX-License-Identifier: Apache-2.0
// Loads and stores (PTX ISA 9.7.9). An access touches memory itself where it falls, whole and
// aligned, into what it touched before (JitCache); the machine does every other one, and notes
// where it fell. So each access is checked as the machine checks it.
//
// One address for all lanes is one access, addresses in steps are one range that is checked by its
// ends, and only those that are neither are looked at one by one.
#include "jit/memory.h"

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
    bool signs = access_is_extended(access, to) && in->is_signed;
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
        if (in->bytes >= 4 && !access_is_extended(access, to)) {
            x_vec(x, bits == 64 ? X_VBROADCASTSD : X_VBROADCASTSS, reg, X_NO_REG, from);
        } else {
            load_number(access, to, R_TMP2, from);
            emit_broadcast(emit, R_TMP2, to->size == 3, reg);
        }
        emit_vector_done(emit, to->at, half, reg);
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
        access_locate(access, inst, JIT_AT_ONE);
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
    access_locate(access, inst, JIT_AT_ONE);
    for (uint32_t i = 0; i < access->in->nelement; i++) {
        int32_t at = access->delta + (int32_t)(i * access->in->bytes);
        access_store_number(access, access_element(access, i), x_at(access->base, at));
    }
}

// ---- one address, all lanes --------------------------------------------------------------------

// R_TMP2: the number of the last lane that runs.
static void number_of_last(const Access *access, const JitOperand *from) {
    enum { LAST = 31 };
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t halves = access_halves(access, from), size = access->in->bytes == 8 ? 8 : 4;
    EACH_PIECE(emit, emit->pieces)
    for (uint32_t half = 0; half < halves; half++) {
        uint32_t reg = access_element_from(access, from, half);
        access_put_words(emit, reg, access_datum(emit->vector * (halves * emit->piece + half)));
    }
    x_op(x, X_LZCNT, 32, R_TMP2, x_reg(R_MASK));
    x_op_imm(x, X_XOR_I, 32, 0, x_reg(R_TMP2), LAST);
    x_op(x, X_MOV, 8 * size, R_TMP2, x_indexed(R_STATE, R_TMP2, size, access_datum(0).disp));
}

// Of the numbers that lanes store to one place the last lane's stays. (Whoever watches is told of
// each lane.)
static void store_last(Access *access, uint32_t inst) {
    XCode *x = &access->emit->x;
    const JitInst *in = access->in;
    uint32_t nobody = x_label(x), bits = in->bytes == 8 ? 64 : in->bytes == 1 ? 8 : 32;
    access_locate(access, inst, JIT_AT_ONE);
    if (access->base == R_TMP) { // which making a vector may take
        x_op(x, X_MOV, 64, R_TMP3, x_reg(R_TMP));
        access->base = R_TMP3;
    }
    x_op(x, X_TEST, 32, R_MASK, x_reg(R_MASK));
    x_jump(x, XC_E, nobody);
    for (uint32_t i = 0; i < in->nelement; i++) {
        const JitOperand *from = access_element(access, i);
        XOperand place = x_at(access->base, access->delta + (int32_t)(i * in->bytes));
        if (shape_of(access->emit->shapes, from).shape == SHAPE_UNIFORM) {
            access_store_number(access, from, place);
            continue;
        }
        number_of_last(access, from);
        x_op(x, in->bytes == 2 ? X_MOV16_TO : X_MOV_TO, bits, R_TMP2, place);
    }
    x_bind(x, nobody);
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
    for (uint32_t half = 0; half < access_halves(access, to); half++) {
        uint32_t reg = access_element_to(access, to, half);
        x_vec(x, row_load(access->in), reg, X_NO_REG, place_in_row(access, half));
        if (to->size == 1 && access->in->is_signed) // zeros above 16 bits
            x_vec(x, X_VPAND, reg, reg, emit_constant_32(emit, 0xffff));
        access_element_done(access, to, half, reg);
    }
}

static void store_row(const Access *access, const JitOperand *from, bool masked) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    bool wide = access->in->bytes == 8;
    for (uint32_t half = 0; half < access_halves(access, from); half++) {
        uint32_t reg = access_element_from(access, from, half);
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
    for (uint32_t half = 0; half < access_halves(access, to); half++) {
        uint32_t reg = access_element_to(access, to, half);
        if (is_wide_vector(emit)) {
            load_offsets(access, half);
            x_gather(&emit->x, wide, reg, R_TMP, V_TMP2, (int32_t)at);
        } else {
            uint32_t lanes = emit->vector / access->in->bytes; // of a register
            collect_part(access, emit->piece * piece_lanes(emit) + half * lanes, at, reg);
        }
        access_element_done(access, to, half, reg);
    }
}

// Words of four or eight bytes to their addresses, the lanes' in order (AVX-512). Making a vector
// may take R_TMP; the stack has a place for it.
static void scatter(const Access *access, const JitOperand *from, uint32_t at) {
    Emit *emit = access->emit;
    bool wide = access->in->bytes == 8;
    for (uint32_t half = 0; half < access_halves(access, from); half++) {
        x_op(&emit->x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0));
        uint32_t reg = access_element_from(access, from, half);
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
    for (uint32_t half = 0; half < access_halves(access, to); half++) {
        uint32_t reg = access_element_to(access, to, half);
        XOperand place = x_indexed(R_TMP, R_TMP2, 1, (int32_t)(emit->vector * half));
        x_vec(x, X_VMOVUPS, reg, X_NO_REG, place);
        access_element_done(access, to, half, reg);
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
    for (uint32_t half = 0; half < access_halves(access, operand) && !load; half++) {
        uint32_t from = access_element_from(access, operand, half);
        access_put_words(emit, from, access_datum(emit->vector * half));
    }
    x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, 0));
    x_vec(x, X_VMOVUPS, V_TMP, X_NO_REG, access_offset(emit->piece * piece_lanes(emit)));
    access_put_words(emit, V_TMP, access_offset(emit->piece * piece_lanes(emit)));
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
    for (uint32_t half = 0; half < access_halves(access, operand) && load; half++) {
        uint32_t reg = access_element_to(access, operand, half);
        x_vec(x, X_VMOVUPS, reg, X_NO_REG, access_datum(emit->vector * half));
        access_element_done(access, operand, half, reg);
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

static uint32_t aligned_of(const Emit *emit, uint32_t inst) {
    const JitInst *in = &emit->fn->inst.at[inst];
    const AccessGroup *group = emit->group[inst];
    bool leads = group && group->leader == inst;
    return leads ? access_group_unit(emit, group) : (uint32_t)in->bytes * in->nelement;
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
    access.window = access_is_local_window(emit, in) ? JIT_LOCAL_WINDOW : 0;
    bool local = access.window || is_any_of(in->space, JIT_LOCAL, JIT_FRAME);
    if (local && emit->fn->watched) {
        emit_other(emit, in, emit->live, emit->changed, NULL);
        return;
    }
    apart.cache = local ? UINT32_MAX : cache_of(emit, inst); // all of it is known
    apart.span = span_of(emit, inst);
    apart.aligned = aligned_of(emit, inst);
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
    } else if (value.shape == SHAPE_UNIFORM && access_span(emit, in)) {
        store_last(&access, inst);
    } else if (access_span(emit, in)) {
        access_locate(&access, inst, JIT_IN_ROW);
        if (in->op == JIT_STORE && access.base == R_TMP) { // which making a vector may take
            x_op(x, X_MOV, 64, R_TMP3, x_reg(R_TMP));
            access.base = R_TMP3;
        }
        if (value.shape == SHAPE_AFFINE && !access_is_in_row(emit, in, value.step))
            access_in_steps(&access, value.step);
        else
            access_in_row(&access, access_element(&access, 0));
    } else {
        access_each(&access);
    }
    x_bind(x, apart.back);
    vec_push(x->arena, &emit->missed, apart);
}
