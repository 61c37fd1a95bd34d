// SPDX-License-Identifier: Apache-2.0
// Loads and stores of local memory (PTX ISA 5.1.5), which each lane has for itself: at one offset
// in all of them, or at one in each.
#include "jit/memory.h"

static XOperand of_lanes(Emit *emit, uint32_t scratch, size_t field) {
    x_op(&emit->x, X_MOV, 64, scratch, STATE(lanes));
    return x_at(scratch, (int32_t)field);
}

// R_TMP2: the last offset from JIT_LOCAL_BEGIN at which an access may begin.
static void load_limit(const Access *access) {
    Emit *emit = access->emit;
    XOperand end = of_lanes(emit, R_TMP2, offsetof(JitLanes, local_end));
    x_op(&emit->x, X_MOV, 32, R_TMP2, end);
    x_op_imm(&emit->x, X_SUB_I, 32, 0, x_reg(R_TMP2), (int32_t)(JIT_LOCAL_BEGIN + access->bytes));
    x_jump(&emit->x, XC_B, access->missed);
}

// JitState.offset: the lanes' offsets from JIT_LOCAL_BEGIN.
static void find_each(const Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    bool wide = access->in->a.size == 3;
    x_mov_imm(x, R_TMP, JIT_LOCAL_BEGIN + access->window);
    if (access->in->space == JIT_FRAME) {
        XOperand base = of_lanes(emit, R_TMP2, offsetof(JitLanes, frame_base));
        x_op(x, X_MOV, 32, R_TMP2, base);
        x_op(x, X_SUB, 64, R_TMP, x_reg(R_TMP2));
    }
    emit_broadcast(emit, R_TMP, wide, V_TMP3);
    load_limit(access);
    access_find_distances(access);
}

// R_TMP: the offset of all lanes from JIT_LOCAL_BEGIN.
static void find_one(const Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    access_address(access, -(int64_t)access->window);
    if (access->in->a.size != 3) x_op(x, X_MOV, 32, R_TMP, x_reg(R_TMP));
    if (access->bytes > 1) {
        x_op_imm(x, X_TEST_I, 32, 0, x_reg(R_TMP), (int32_t)access->bytes - 1);
        x_jump(x, XC_NE, access->missed);
    }
    if (access->in->space == JIT_FRAME) {
        XOperand base = of_lanes(emit, R_TMP2, offsetof(JitLanes, frame_base));
        x_op(x, X_MOV, 32, R_TMP2, base);
        x_op(x, X_ADD, 64, R_TMP, x_reg(R_TMP2));
    }
    load_limit(access);
    x_op_imm(x, X_SUB_I, 64, 0, x_reg(R_TMP), JIT_LOCAL_BEGIN);
    x_op(x, X_CMP, 64, R_TMP, x_reg(R_TMP2));
    x_jump(x, XC_A, access->missed);
}

// ---- elements ----------------------------------------------------------------------------------

typedef struct {
    const Access *access;
    bool each;      // lanes have offsets of their own; else R_TMP has that of all
    uint32_t at;    // of the element behind the offset
    uint32_t low;   // registers with the values of the lower and the upper lanes of 256 bits
    uint32_t high;  //
    uint32_t lanes; // of each
} Element;

static void touch_lane(const Element *element, uint32_t lane, uint32_t number) {
    const JitInst *in = element->access->in;
    XCode *x = &element->access->emit->x;
    uint32_t part = number < element->lanes ? element->low : element->high;
    uint32_t place_in = number % element->lanes, skip = x_label(x);
    x_op_imm(x, X_TEST_I, 32, 0, x_reg(R_MASK), (int32_t)(1u << lane));
    x_jump(x, XC_E, skip);
    x_op(x, X_MOV, 64, R_TMP2, x_at(R_TMP3, 8 * (int32_t)lane));
    if (element->each) x_op(x, X_MOV, 32, R_TMP, access_offset(lane));
    XOperand place = x_indexed(R_TMP2, R_TMP, 1, (int32_t)(JIT_LOCAL_BEGIN + element->at));
    bool wide = in->bytes == 8;
    if (in->op == JIT_STORE) {
        XOp store = wide             ? X_VPEXTRQ_TO
                    : in->bytes == 4 ? X_VPEXTRD_TO
                    : in->bytes == 2 ? X_VPEXTRW_TO
                                     : X_VPEXTRB_TO;
        uint32_t unit = in->bytes >= 4 ? 1 : 4u / in->bytes; // the lowest of a lane's pieces
        x_vec_imm(x, store, part, X_NO_REG, place, place_in * unit);
    } else if (in->bytes >= 4) {
        x_vec_imm(x, wide ? X_VPINSRQ : X_VPINSRD, part, part, place, place_in);
    } else {
        x_op(x, access_load(in), 32, R_TMP2, place);
        x_vec_imm(x, X_VPINSRD, part, part, x_reg(R_TMP2), place_in);
    }
    x_bind(x, skip);
}

// 256 bits from that lane on. R_TMP3: the lanes' pointers.
static void touch_lanes(Element *element, uint32_t lane) {
    for (uint32_t i = 0; i < 2 * element->lanes; i++) touch_lane(element, lane + i, i);
}

static void store_half(Element *element, const JitOperand *operand, uint32_t half, uint32_t lane) {
    Emit *emit = element->access->emit;
    XCode *x = &emit->x;
    x_op(x, X_MOV_TO, 64, R_TMP, x_at(X_RSP, 0)); // making a vector may take R_TMP
    uint32_t from = access_element_from(element->access, operand, half);
    x_op(x, X_MOV, 64, R_TMP, x_at(X_RSP, 0));
    element->high = V_TMP3;
    for (uint32_t part = 0; part < emit->vector / 32; part++) {
        element->low = part ? V_TMP2 : from;
        if (part) x_vec_imm(x, X_VEXTRACT, from, X_NO_REG, x_reg(V_TMP2), 1);
        x_vec_imm(x, X_VEXTRACT128, element->low, X_NO_REG, x_reg(V_TMP3), 1);
        touch_lanes(element, lane + part * 2 * element->lanes);
    }
}

static void load_half(Element *element, const JitOperand *operand, uint32_t half, uint32_t lane) {
    Emit *emit = element->access->emit;
    XCode *x = &emit->x;
    element->high = V_TMP3;
    for (uint32_t part = emit->vector / 32; part-- > 0;) {
        element->low = part ? V_TMP2 : V_TMP;
        touch_lanes(element, lane + part * 2 * element->lanes);
        x_vec_imm(x, X_VINSERT128, element->low, element->low, x_reg(V_TMP3), 1);
    }
    if (is_wide_vector(emit)) x_vec_imm(x, X_VINSERT, V_TMP, V_TMP, x_reg(V_TMP2), 1);
    if (operand->size == 1 && element->access->in->is_signed) // zeros above 16 bits
        x_vec(x, X_VPAND, V_TMP, V_TMP, emit_constant_32(emit, 0xffff));
    access_element_done(element->access, operand, half, V_TMP);
}

static void touch_half(Element *element, const JitOperand *operand, uint32_t half) {
    Emit *emit = element->access->emit;
    uint32_t lanes = emit->vector / 32 * 2 * element->lanes; // of a register
    uint32_t first = emit->piece * piece_lanes(emit) + half * lanes;
    XOperand pointers = of_lanes(emit, R_TMP3, offsetof(JitLanes, local));
    x_op(&emit->x, X_MOV, 64, R_TMP3, pointers);
    if (element->access->in->op == JIT_STORE)
        store_half(element, operand, half, first);
    else
        load_half(element, operand, half, first);
}

static void touch_pieces(Element *element, const JitOperand *operand) {
    Emit *emit = element->access->emit;
    // what differs among lanes is a vector even where each finds the same
    EACH_PIECE(emit, emit->pieces) {
        for (uint32_t half = 0; half < access_halves(element->access, operand); half++)
            touch_half(element, operand, half);
    }
}

// The one lane's that runs (serial.c): R_TMP is the offset.
static void touch_one(const Access *access) {
    Emit *emit = access->emit;
    XCode *x = &emit->x;
    const JitInst *in = access->in;
    x_op(x, X_MOV, 64, R_TMP3, of_lanes(emit, R_TMP3, offsetof(JitLanes, local)));
    x_op(x, X_MOV, 32, R_TMP2, STATE(lane));
    x_op(x, X_ADD, 64, R_TMP, x_indexed(R_TMP3, R_TMP2, 8, 0));
    for (uint32_t i = 0; i < in->nelement; i++) {
        const JitOperand *operand = access_element(access, i);
        XOperand place = x_at(R_TMP, (int32_t)(JIT_LOCAL_BEGIN + i * in->bytes));
        if (in->op == JIT_STORE)
            access_store_number(access, operand, place);
        else if (operand->kind == JIT_IS_ROW)
            access_load_equal(access, operand, place);
    }
}

void emit_local_access(const Access *access) {
    const JitInst *in = access->in;
    if (access->emit->shapes->one_lane) {
        find_one(access);
        touch_one(access);
        return;
    }
    bool each = shape_of(access->emit->shapes, &in->a).shape != SHAPE_UNIFORM;
    if (each)
        find_each(access);
    else
        find_one(access);
    for (uint32_t i = 0; i < in->nelement; i++) {
        const JitOperand *operand = access_element(access, i);
        bool sink = in->op == JIT_LOAD && operand->kind != JIT_IS_ROW;
        Element element = {.access = access, .each = each, .at = i * in->bytes};
        element.lanes = in->bytes == 8 ? 2 : 4;
        if (!sink) touch_pieces(&element, operand);
    }
}
