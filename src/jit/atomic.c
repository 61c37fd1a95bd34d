// SPDX-License-Identifier: Apache-2.0
// Atomic operations (PTX ISA 9.7.13, atom and red). Sums of 32 bits whose old values nobody reads
// are made here: to one place of all lanes as one number, to each lane's own one after the other.
// All others are functions of the machine's.
#include "jit/memory.h"

static bool is_sum(const JitInst *in) {
    return in->op == JIT_ATOMIC && in->adds && in->d.kind != JIT_IS_ROW;
}

// Other threads of the host may write the memory at the same time, but for a block's own: goes on
// at the label.
static void jump_if_shared(const Access *access, uint32_t label) {
    if (access->in->space == JIT_SHARED) return;
    x_op_imm(&access->emit->x, X_CMP_I, 8, 0, STATE(alone), 0);
    x_jump(&access->emit->x, XC_E, label);
}

// ---- one lane alone ----------------------------------------------------------------------------

void access_atomic_of_one(Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t call = x_label(x), done = x_label(x);
    access_check_own(access, NULL);
    if (is_sum(access->in)) {
        jump_if_shared(access, call);
        uint32_t by = emit_scalar(emit, access_element(access, 0), R_TMP2);
        x_op(x, X_ADD_TO, 32, by, x_at(R_TMP, 0));
        x_jump(x, XC_ALWAYS, done);
    }
    x_bind(x, call);
    emit_atomic_of_one(emit, access->in);
    x_bind(x, done);
}

// ---- sums of all lanes -------------------------------------------------------------------------

// (Whoever watches is told of each lane's access.)
bool access_sums_at_one(const Emit *emit, const JitInst *in) {
    bool one_place = shape_of(emit->shapes, &in->a).shape == SHAPE_UNIFORM;
    return is_sum(in) && one_place && !emit->fn->watched;
}

// Adds the upper half of V_TMP3's lanes to the lower one, until one is left.
static void add_halves(Emit *emit) {
    XCode *x = &emit->x;
    if (is_wide_vector(emit)) {
        x_vec_imm(x, X_VEXTRACT, V_TMP3, X_NO_REG, x_reg(V_TMP2), 1);
        x_vec(x, X_VPADDD, V_TMP3, V_TMP3, x_reg(V_TMP2));
    }
    x_vec_imm(x, X_VEXTRACT128, V_TMP3, X_NO_REG, x_reg(V_TMP2), 1);
    x_vec(x, X_VPADDD, V_TMP3, V_TMP3, x_reg(V_TMP2));
    static const uint8_t halves[] = {0x4e, 0xb1}; // which are exchanged: pairs of words, words
    for (uint32_t i = 0; i < CU_COUNT(halves); i++) {
        x_vec_imm(x, X_VPSHUFD, V_TMP2, X_NO_REG, x_reg(V_TMP3), halves[i]);
        x_vec(x, X_VPADDD, V_TMP3, V_TMP3, x_reg(V_TMP2));
    }
}

// R_TMP3: the sum of the running lanes' numbers.
static void add_lanes(Emit *emit, const JitOperand *by) {
    XCode *x = &emit->x;
    if (shape_of(emit->shapes, by).shape == SHAPE_UNIFORM) {
        uint32_t number = emit_scalar(emit, by, R_TMP2);
        x_op(x, X_POPCNT, 32, R_TMP3, x_reg(R_MASK));
        x_op(x, X_IMUL, 32, R_TMP3, x_reg(number));
        return;
    }
    bool first = true;
    EACH_PIECE(emit, emit->pieces) {
        uint32_t numbers = emit_vector(emit, by, 0, V_TMP);
        access_keep_running(emit, numbers, first ? V_TMP3 : V_TMP2);
        if (!first) x_vec(x, X_VPADDD, V_TMP3, V_TMP3, x_reg(V_TMP2));
        first = false;
    }
    add_halves(emit);
    x_vec(x, X_VMOVD_TO, V_TMP3, X_NO_REG, x_reg(R_TMP3));
}

static void add_to_one(Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t locked = x_label(x), done = x_label(x);
    add_lanes(emit, access_element(access, 0));
    access_check_own(access, NULL);
    jump_if_shared(access, locked);
    x_op(x, X_ADD_TO, 32, R_TMP3, x_at(R_TMP, 0));
    if (access->in->space != JIT_SHARED) {
        x_jump(x, XC_ALWAYS, done);
        x_bind(x, locked);
        x_lock(x);
        x_op(x, X_ADD_TO, 32, R_TMP3, x_at(R_TMP, 0));
    }
    x_bind(x, done);
}

// Of 16 bytes of offsets two, those of the first lanes or of the next, each in a register.
static void take_offsets(const Access *access, uint32_t from, bool next, uint32_t first,
                         uint32_t second) {
    XCode *x = &access->emit->x;
    if (next)
        x_vec_imm(x, X_VPEXTRQ_TO, from, X_NO_REG, x_reg(second), 1);
    else
        x_vec(x, X_VMOVQ_TO, from, X_NO_REG, x_reg(second));
    x_op(x, X_MOV, 32, first, x_reg(second));
    x_op_imm(x, X_SHR_I, 64, 0, x_reg(second), 32);
}

// Of a piece; each lane adds what the register `number` has, or its own of JitState.datum by way of
// it.
static void add_piece(const Access *access, uint32_t number, bool one) {
    enum { LANES = 4 }; // whose offsets 16 bytes have
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    uint32_t first = emit->piece * piece_lanes(emit);
    x_vec(x, X_VMOVUPS, V_TMP3, X_NO_REG, access_offset(first));
    for (uint32_t i = 0; i < piece_lanes(emit); i += 2) {
        uint32_t part = i < LANES ? V_TMP3 : V_TMP2;
        if (i && i % LANES == 0)
            x_vec_imm(x, X_VEXTRACT_16, V_TMP3, X_NO_REG, x_reg(V_TMP2), i / LANES);
        // the mask's register is free, as its number is known
        take_offsets(access, part, i % LANES, R_MASK, R_TMP2);
        if (!one) x_op(x, X_MOV, 32, number, access_datum(4 * (first + i)));
        x_op(x, X_ADD_TO, 32, number, x_indexed(R_TMP, R_MASK, 1, 0));
        if (!one) x_op(x, X_MOV, 32, number, access_datum(4 * (first + i) + 4));
        x_op(x, X_ADD_TO, 32, number, x_indexed(R_TMP, R_TMP2, 1, 0));
    }
}

// For each lane, in their order, where all run and nobody else of the host's does: what they add is
// one number, or each lane's own.
static void add_each(const Access *access, uint32_t otherwise) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitOperand *by = access_element(access, 0);
    bool one = shape_of(emit->shapes, by).shape == SHAPE_UNIFORM;
    x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_MASK), all_lanes(emit));
    x_jump(x, XC_NE, otherwise);
    jump_if_shared(access, otherwise);
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0)); // making a vector may take R_TMP
    EACH_PIECE(emit, one ? 0 : emit->pieces) {
        XOperand data = access_datum(emit->vector * emit->piece);
        access_put_words(emit, emit_vector(emit, by, 0, V_TMP), data);
    }
    uint32_t number = one ? emit_scalar(emit, by, R_TMP3) : R_TMP3;
    x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, 0));
    for (emit->piece = 0; emit->piece < emit->pieces; emit->piece++) add_piece(access, number, one);
    emit->piece = 0;
    x_mov_imm(x, R_MASK, (uint32_t)all_lanes(emit));
}

// ---- all ---------------------------------------------------------------------------------------

void access_atomic(Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    if (access_sums_at_one(emit, access->in)) {
        add_to_one(access);
        return;
    }
    uint32_t call = x_label(x), done = x_label(x);
    access_check_each(access);
    access_watch(access, access->cache, JIT_AT_EACH);
    if (is_sum(access->in)) {
        add_each(access, call);
        x_jump(x, XC_ALWAYS, done);
    }
    x_bind(x, call);
    emit_atomic(emit, access->in);
    x_bind(x, done);
}
