// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic on one number, for results that are uniform or affine (PTX ISA 9.7.1, 9.7.6 to
// 9.7.8).
#include "jit/arith.h"

static bool is_row(const JitOperand *operand, uint32_t row) {
    return operand->kind == JIT_IS_ROW && operand->at == row;
}

// ---- one number --------------------------------------------------------------------------------

static bool fits(const JitOperand *operand) {
    return operand->kind == JIT_IS_VALUE &&
           (operand->size != 3 || (int64_t)operand->value == (int32_t)operand->value);
}

static void move_to(Emit *emit, uint32_t bits, uint32_t to, const JitOperand *from) {
    uint32_t reg = emit_scalar(emit, from, to);
    if (reg != to) x_op(&emit->x, X_MOV, bits, to, x_reg(reg));
}

// to op= operand
static void apply(Emit *emit, XOp op, XOp with_immediate, uint32_t bits, uint32_t to,
                  const JitOperand *operand) {
    if (fits(operand)) {
        XOperand of = x_reg(to);
        x_op_imm(&emit->x, with_immediate, bits, op == X_IMUL ? to : 0, of,
                 (int32_t)operand->value);
    } else {
        x_op(&emit->x, op, bits, to, emit_scalar_rm(emit, operand, R_TMP2));
    }
}

typedef struct {
    XOp op, with_immediate;
} ScalarRow;

static const ScalarRow scalar_rows[] = {
    [JIT_ADD] = {X_ADD, X_ADD_I}, [JIT_SUB] = {X_SUB, X_SUB_I}, [JIT_MUL] = {X_IMUL, X_IMUL_I},
    [JIT_AND] = {X_AND, X_AND_I}, [JIT_OR] = {X_OR, X_OR_I},    [JIT_XOR] = {X_XOR, X_XOR_I},
};

static bool in_register(const Emit *emit, const JitOperand *operand) {
    return operand->kind == JIT_IS_ROW && emit->shapes->held[operand->at] == HELD_SCALAR &&
           emit->places->reg[0][operand->at] != NO_REG;
}

// A sum that is not put where one operand is: one instruction for two. False: it is none of these.
static bool sum_elsewhere(Emit *emit, const JitInst *in, uint32_t bits, uint32_t to) {
    if (in->op != JIT_ADD || !in_register(emit, &in->a)) return false;
    uint32_t a = emit->places->reg[0][in->a.at];
    bool constant = fits(&in->b);
    if (a == to || (!constant && !in_register(emit, &in->b))) return false;
    uint32_t b = constant ? NO_REG : emit->places->reg[0][in->b.at];
    XOperand sum = constant ? x_at(a, (int32_t)in->b.value) : x_indexed(a, b, 1, 0);
    x_op(&emit->x, X_LEA, bits, to, sum);
    return true;
}

static void scalar_two(Emit *emit, const JitInst *in, uint32_t to) {
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    if (sum_elsewhere(emit, in, bits, to)) return;
    move_to(emit, bits, to, &in->a);
    apply(emit, scalar_rows[in->op].op, scalar_rows[in->op].with_immediate, bits, to, &in->b);
}

// A 32-bit operand as a 64-bit number.
static void widen_to(Emit *emit, uint32_t to, const JitOperand *from, bool sign) {
    uint32_t reg = emit_scalar(emit, from, to);
    x_op(&emit->x, sign ? X_MOVSXD : X_MOV, sign ? 64 : 32, to, x_reg(reg));
}

bool jit_may_stop(const JitInst *in) {
    bool integers = !is_any_of(in->type, JIT_F32, JIT_F64, JIT_F16) &&
                    !is_any_of(in->from, JIT_F32, JIT_F64, JIT_F16);
    bool widens = shape_is_wide(in->type) && !shape_is_wide(in->from) && integers;
    return is_any_of(in->op, JIT_MUL_WIDE, JIT_MAD_WIDE, JIT_SYNC, JIT_SHUFFLE, JIT_VOTE) ||
           (in->op == JIT_CONVERT && widens);
}

// The lanes of an affine 32-bit value must not wrap around: the last one's is what it would be in
// 64 bits. Else the code ends before the instruction, and the machine executes it.
static void check_wide(Emit *emit, const JitInst *in, const JitOperand *operand, bool sign) {
    int64_t step = shape_of(emit->shapes, operand).step;
    bool row = operand->kind == JIT_IS_ROW;
    if (!step || (row && row_in(emit->checked[sign], operand->at))) return;
    if (row) flow_add_row(emit->checked[sign], operand->at);
    XCode *x = &emit->x;
    uint32_t inst = (uint32_t)(in - emit->fn->inst.at);
    Apart stop = {.label = x_label(x), .inst = inst, .live = emit->flow->stored[inst]};
    stop.wrapped = true;
    int64_t more = step * ((int32_t)emit->fn->lanes - 1);
    if (more != (int32_t)more) { // further than numbers of 32 bits reach
        x_jump(x, XC_ALWAYS, stop.label);
    } else {
        // The last lane's is a number of these if lane 0's is not beyond the end less the distance.
        int64_t least = sign ? INT32_MIN : 0, most = sign ? INT32_MAX : UINT32_MAX;
        XCond beyond = more < 0 ? sign ? XC_L : XC_B : sign ? XC_G : XC_A;
        uint32_t first = emit_scalar(emit, operand, R_TMP);
        x_op_imm(x, X_CMP_I, 32, 0, x_reg(first), (int32_t)((more < 0 ? least : most) - more));
        x_jump(x, beyond, stop.label);
    }
    vec_push(x->arena, &emit->stop, stop);
}

// to *= factor
static void multiply(Emit *emit, uint32_t bits, uint32_t to, uint32_t factor) {
    XOperand number = x_reg(to);
    bool is_power = factor && !(factor & (factor - 1));
    if (is_power)
        x_op_imm(&emit->x, X_SHL_I, bits, 0, number, __builtin_ctz(factor));
    else
        x_op_imm(&emit->x, X_IMUL_I, bits, to, number, (int32_t)factor);
}

// `to` is no operand but the first.
static void scalar_product(Emit *emit, const JitInst *in, uint32_t to) {
    bool wide = is_any_of(in->op, JIT_MUL_WIDE, JIT_MAD_WIDE);
    uint32_t bits = wide || shape_is_wide(in->type) ? 64 : 32;
    if (wide) {
        bool sign = shape_is_signed(in->type);
        check_wide(emit, in, &in->a, sign);
        check_wide(emit, in, &in->b, sign);
        widen_to(emit, to, &in->a, sign);
        if (in->b.kind == JIT_IS_VALUE && (int32_t)in->b.value >= 0) {
            multiply(emit, 64, to, (uint32_t)in->b.value);
        } else {
            widen_to(emit, R_TMP2, &in->b, sign);
            x_op(&emit->x, X_IMUL, 64, to, x_reg(R_TMP2));
        }
    } else {
        move_to(emit, bits, to, &in->a);
        if (in->b.kind == JIT_IS_VALUE && fits(&in->b) && (int32_t)in->b.value > 0)
            multiply(emit, bits, to, (uint32_t)in->b.value);
        else
            apply(emit, X_IMUL, X_IMUL_I, bits, to, &in->b);
    }
    if (is_any_of(in->op, JIT_MAD, JIT_MAD_WIDE)) apply(emit, X_ADD, X_ADD_I, bits, to, &in->c);
}

static void scalar_min_max(Emit *emit, const JitInst *in, uint32_t to) {
    XCode *x = &emit->x;
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    bool min = in->op == JIT_MIN;
    move_to(emit, bits, R_TMP, &in->a);
    XOperand b = emit_scalar_rm(emit, &in->b, R_TMP2);
    x_op(x, X_CMP, bits, R_TMP, b);
    XCond other = shape_is_signed(in->type) ? (min ? XC_G : XC_L) : (min ? XC_A : XC_B);
    x_cmov(x, other, bits, R_TMP, b);
    if (to != R_TMP) x_op(x, X_MOV, bits, to, x_reg(R_TMP));
}

// Counts of the width and above give 0, or the sign (9.7.8.7).
static void scalar_shift(Emit *emit, const JitInst *in, uint32_t to) {
    XCode *x = &emit->x;
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    bool arithmetic = in->op == JIT_SHR && shape_is_signed(in->type);
    if (in->b.kind == JIT_IS_VALUE) {
        uint32_t count = (uint32_t)in->b.value;
        XOp op = in->op == JIT_SHL ? X_SHL_I : arithmetic ? X_SAR_I : X_SHR_I;
        move_to(emit, bits, to, &in->a);
        if (count < bits || arithmetic)
            x_op_imm(x, op, bits, 0, x_reg(to), (int32_t)CU_MIN(count, bits - 1));
        else
            x_op(x, X_XOR, 32, to, x_reg(to));
    } else {
        move_to(emit, bits, R_TMP, &in->a);
        move_to(emit, 32, R_TMP2, &in->b);
        x_mov_imm(x, R_TMP3, arithmetic ? bits - 1 : 0);
        if (arithmetic) {
            x_op(x, X_CMP, 32, R_TMP2, x_reg(R_TMP3));
            x_cmov(x, XC_A, 32, R_TMP2, x_reg(R_TMP3));
        }
        x_op(x,
             in->op == JIT_SHL ? X_SHL_CL
             : arithmetic      ? X_SAR_CL
                               : X_SHR_CL,
             bits, 0, x_reg(R_TMP));
        x_op_imm(x, X_CMP_I, 32, 0, x_reg(R_TMP2), (int32_t)bits);
        if (!arithmetic) x_cmov(x, XC_AE, bits, R_TMP, x_reg(R_TMP3));
        if (to != R_TMP) x_op(x, X_MOV, bits, to, x_reg(R_TMP));
    }
}

static void scalar_convert(Emit *emit, const JitInst *in, uint32_t to) {
    bool widens = shape_is_wide(in->type) && !shape_is_wide(in->from);
    if (!widens) {
        move_to(emit, shape_is_wide(in->type) ? 64 : 32, to, &in->a);
        return;
    }
    bool sign = shape_is_signed(in->from);
    check_wide(emit, in, &in->a, sign);
    widen_to(emit, to, &in->a, sign);
}

static void scalar_select(Emit *emit, const JitInst *in, uint32_t to) {
    XCode *x = &emit->x;
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    const JitOperand *yes = in->c.negated ? &in->b : &in->a, *no = in->c.negated ? &in->a : &in->b;
    move_to(emit, bits, R_TMP3, no);
    uint32_t which = emit_scalar(emit, &in->c, R_TMP);
    x_op(x, X_TEST, 32, which, x_reg(which));
    uint32_t skip = x_label(x);
    x_jump(x, XC_E, skip);
    move_to(emit, bits, R_TMP3, yes);
    x_bind(x, skip);
    x_op(x, X_MOV, bits, to, x_reg(R_TMP3));
}

// ---- comparisons of one number -----------------------------------------------------------------

static const uint8_t signed_conditions[] = {[JIT_EQ] = XC_E,  [JIT_NE] = XC_NE, [JIT_LT] = XC_L,
                                            [JIT_LE] = XC_LE, [JIT_GT] = XC_G,  [JIT_GE] = XC_GE};
static const uint8_t unsigned_conditions[] = {[JIT_EQ] = XC_E,  [JIT_NE] = XC_NE, [JIT_LT] = XC_B,
                                              [JIT_LE] = XC_BE, [JIT_GT] = XC_A,  [JIT_GE] = XC_AE};

static XOp joining(uint32_t join) {
    return join == JIT_WITH_AND ? X_AND : join == JIT_WITH_OR ? X_OR : X_XOR;
}

// R_TMP is 0 or 1, or its opposite, joined with the third operand.
void emit_joined_scalar(Emit *emit, const JitInst *in, bool opposite, const JitOperand *to) {
    XCode *x = &emit->x;
    if (!in->join && !opposite) {
        uint32_t place = emit_scalar_to(emit, to->at, R_TMP);
        if (place != R_TMP) x_op(x, X_MOV, 32, place, x_reg(R_TMP));
        emit_scalar_done(emit, to->at, place);
        return;
    }
    x_op(x, X_MOV, 32, R_TMP3, x_reg(R_TMP));
    if (opposite) x_op_imm(x, X_XOR_I, 32, 0, x_reg(R_TMP3), 1);
    if (in->join) {
        move_to(emit, 32, R_TMP2, &in->c);
        if (in->c.negated) x_op_imm(x, X_XOR_I, 32, 0, x_reg(R_TMP2), 1);
        x_op(x, joining(in->join), 32, R_TMP3, x_reg(R_TMP2));
    }
    uint32_t reg = emit_scalar_to(emit, to->at, R_TMP3);
    if (reg != R_TMP3) x_op(x, X_MOV, 32, reg, x_reg(R_TMP3));
    emit_scalar_done(emit, to->at, reg);
}

XCond emit_compare_flags(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    uint32_t left = emit_scalar(emit, &in->a, R_TMP);
    if (fits(&in->b))
        x_op_imm(x, X_CMP_I, bits, 0, x_reg(left), (int32_t)in->b.value);
    else
        x_op(x, X_CMP, bits, left, emit_scalar_rm(emit, &in->b, R_TMP2));
    const uint8_t *conditions = shape_is_signed(in->type) ? signed_conditions : unsigned_conditions;
    return (XCond)conditions[in->compare];
}

void emit_compare_scalar(Emit *emit, const JitInst *in) {
    x_setcc(&emit->x, emit_compare_flags(emit, in), R_TMP);
    x_op(&emit->x, X_MOVZX8, 32, R_TMP, x_reg(R_TMP));
}

// ---- instructions ------------------------------------------------------------------------------

bool emit_scalar_arith(Emit *emit, const JitInst *in) {
    // What stands in its own destination is read before that is written.
    bool aliased = is_row(&in->b, in->d.at) || is_row(&in->c, in->d.at);
    uint32_t place = emit_scalar_to(emit, in->d.at, R_TMP), to = aliased ? R_TMP : place;
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    switch ((JitOp)in->op) {
    case JIT_MOVE: move_to(emit, bits, to, &in->a); break;
    case JIT_ADD:
    case JIT_SUB:
    case JIT_AND:
    case JIT_OR:
    case JIT_XOR: scalar_two(emit, in, to); break;
    case JIT_MUL:
    case JIT_MUL_WIDE:
    case JIT_MAD:
    case JIT_MAD_WIDE:
        scalar_product(emit, in, to);
        if (is_any_of(in->op, JIT_MUL_WIDE, JIT_MAD_WIDE)) bits = 64;
        break;
    case JIT_MIN:
    case JIT_MAX: scalar_min_max(emit, in, to); break;
    case JIT_SHL:
    case JIT_SHR: scalar_shift(emit, in, to); break;
    case JIT_CONVERT: scalar_convert(emit, in, to); break;
    case JIT_SELECT: scalar_select(emit, in, to); break;
    case JIT_NEG:
    case JIT_NOT:
        move_to(emit, bits, to, &in->a);
        if (in->type == JIT_PRED)
            x_op_imm(&emit->x, X_XOR_I, 32, 0, x_reg(to), 1);
        else
            x_op(&emit->x, in->op == JIT_NEG ? X_NEG : X_NOT, bits, 0, x_reg(to));
        break;
    default: return false;
    }
    if (to != place) x_op(&emit->x, X_MOV, bits, place, x_reg(to));
    emit_scalar_done(emit, in->d.at, place);
    return true;
}
