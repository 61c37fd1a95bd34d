// SPDX-License-Identifier: Apache-2.0
// Arithmetic, comparisons, selections and conversions (PTX ISA 9.7.1, 9.7.3, 9.7.6 to 9.7.9): on
// one number where the destination is held as one, else on eight. What has no code here is the
// machine's.
#include "jit/jit_int.h"

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

static void scalar_two(Emit *emit, const JitInst *in, uint32_t to) {
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    move_to(emit, bits, to, &in->a);
    apply(emit, scalar_rows[in->op].op, scalar_rows[in->op].with_immediate, bits, to, &in->b);
}

// A 32-bit operand as a 64-bit number.
static void widen_to(Emit *emit, uint32_t to, const JitOperand *from, bool sign) {
    uint32_t reg = emit_scalar(emit, from, to);
    x_op(&emit->x, sign ? X_MOVSXD : X_MOV, sign ? 64 : 32, to, x_reg(reg));
}

// The lanes of an affine 32-bit value must not wrap around: the last one's is what it would be in
// 64 bits. Else the code ends before the instruction, and the machine executes it.
static void check_wide(Emit *emit, const JitInst *in, const JitOperand *operand, bool sign) {
    int64_t step = shape_of(emit->shapes, operand).step;
    if (!step) return;
    XCode *x = &emit->x;
    uint32_t inst = (uint32_t)(in - emit->fn->inst.at);
    Apart stop = {.label = x_label(x), .inst = inst, .live = emit->flow->stored[inst]};
    widen_to(emit, R_TMP, operand, sign);
    x_op_imm(x, X_ADD_I, 64, 0, x_reg(R_TMP), (int32_t)step * (JIT_LANES - 1));
    x_op(x, sign ? X_MOVSXD : X_MOV, sign ? 64 : 32, R_TMP2, x_reg(R_TMP));
    x_op(x, X_CMP, 64, R_TMP, x_reg(R_TMP2));
    x_jump(x, XC_NE, stop.label);
    vec_push(x->arena, &emit->stop, stop);
}

static void scalar_product(Emit *emit, const JitInst *in, uint32_t to) {
    bool wide = is_any_of(in->op, JIT_MUL_WIDE, JIT_MAD_WIDE);
    uint32_t bits = wide || shape_is_wide(in->type) ? 64 : 32;
    if (wide) {
        bool sign = shape_is_signed(in->type);
        check_wide(emit, in, &in->a, sign);
        check_wide(emit, in, &in->b, sign);
        widen_to(emit, R_TMP, &in->a, sign);
        widen_to(emit, R_TMP2, &in->b, sign);
        x_op(&emit->x, X_IMUL, 64, R_TMP, x_reg(R_TMP2));
    } else {
        move_to(emit, bits, R_TMP, &in->a);
        apply(emit, X_IMUL, X_IMUL_I, bits, R_TMP, &in->b);
    }
    if (is_any_of(in->op, JIT_MAD, JIT_MAD_WIDE)) apply(emit, X_ADD, X_ADD_I, bits, R_TMP, &in->c);
    if (to != R_TMP) x_op(&emit->x, X_MOV, bits, to, x_reg(R_TMP));
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
    move_to(emit, bits, R_TMP, &in->a);
    if (in->b.kind == JIT_IS_VALUE) {
        uint32_t count = (uint32_t)in->b.value;
        XOp op = in->op == JIT_SHL ? X_SHL_I : arithmetic ? X_SAR_I : X_SHR_I;
        if (count < bits || arithmetic)
            x_op_imm(x, op, bits, 0, x_reg(R_TMP), (int32_t)CU_MIN(count, bits - 1));
        else
            x_op(x, X_XOR, 32, R_TMP, x_reg(R_TMP));
    } else {
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
    }
    if (to != R_TMP) x_op(x, X_MOV, bits, to, x_reg(R_TMP));
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
static void scalar_joined(Emit *emit, const JitInst *in, bool opposite, const JitOperand *to) {
    XCode *x = &emit->x;
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

static void scalar_compare(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    uint32_t left = emit_scalar(emit, &in->a, R_TMP);
    if (fits(&in->b))
        x_op_imm(x, X_CMP_I, bits, 0, x_reg(left), (int32_t)in->b.value);
    else
        x_op(x, X_CMP, bits, left, emit_scalar_rm(emit, &in->b, R_TMP2));
    const uint8_t *conditions = shape_is_signed(in->type) ? signed_conditions : unsigned_conditions;
    x_setcc(x, (XCond)conditions[in->compare], R_TMP);
    x_op(x, X_MOVZX8, 32, R_TMP, x_reg(R_TMP));
}

// ---- eight numbers -----------------------------------------------------------------------------

typedef struct {
    XOp narrow, wide; // X_OP_COUNT: none
} VectorRow;

#define NONE X_OP_COUNT
static const VectorRow vector_rows[] = {
    [JIT_ADD] = {X_VPADDD, X_VPADDQ},  [JIT_SUB] = {X_VPSUBD, X_VPSUBQ},
    [JIT_MUL] = {X_VPMULLD, NONE},     [JIT_AND] = {X_VPAND, X_VPAND},
    [JIT_OR] = {X_VPOR, X_VPOR},       [JIT_XOR] = {X_VPXOR, X_VPXOR},
    [JIT_FADD] = {X_VADDPS, X_VADDPD}, [JIT_FSUB] = {X_VSUBPS, X_VSUBPD},
    [JIT_FMUL] = {X_VMULPS, X_VMULPD}, [JIT_FDIV] = {X_VDIVPS, X_VDIVPD},
};

static uint32_t halves(const JitInst *in) {
    return shape_is_wide(in->type) ? 2 : 1;
}

// A NaN of f32 is 0x7fffffff where somebody may look at its bits without asking.
static void float_done(Emit *emit, const JitInst *in, uint32_t half, uint32_t reg) {
    if (in->type == JIT_F32 && !emit_is_raw(emit, in->d.at)) {
        x_vec_imm(&emit->x, X_VCMPPS, V_TMP3, reg, x_reg(reg), 3); // unordered
        x_vec_imm(&emit->x, X_VBLENDVPS, reg, reg, emit_constant_32(emit, 0x7fffffff), V_TMP3 << 4);
    }
    emit_vector_done(emit, in->d.at, half, reg);
}

static bool vector_two(Emit *emit, const JitInst *in) {
    XOp op = shape_is_wide(in->type) ? vector_rows[in->op].wide : vector_rows[in->op].narrow;
    if (op == NONE) return false;
    bool is_float = shape_is_float(in);
    for (uint32_t half = 0; half < halves(in); half++) {
        uint32_t a = (is_float ? emit_float : emit_vector)(emit, &in->a, half, V_TMP);
        XOperand b = (is_float ? emit_float_rm : emit_vector_rm)(emit, &in->b, half, V_TMP2);
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        x_vec(&emit->x, op, to, a, b);
        float_done(emit, in, half, to);
    }
    return true;
}

// Half of a 32-bit vector as 64-bit lanes.
static void widen_vector(Emit *emit, const JitOperand *from, uint32_t half, bool sign,
                         uint32_t to) {
    XOp op = sign ? X_VPMOVSXDQ : X_VPMOVZXDQ;
    XOperand rm = emit_vector_rm(emit, from, 0, to);
    if (rm.kind == XO_REG) {
        if (half) x_vec_imm(&emit->x, X_VEXTRACTF128, rm.reg, X_NO_REG, x_reg(to), 1);
        x_vec(&emit->x, op, to, X_NO_REG, half ? x_reg(to) : rm);
        return;
    }
    rm.disp += 16 * (int32_t)half; // of a constant, too: all lanes are equal or in order
    x_vec(&emit->x, op, to, X_NO_REG, rm);
}

static bool vector_product(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool adds = is_any_of(in->op, JIT_MAD, JIT_MAD_WIDE);
    bool wide = is_any_of(in->op, JIT_MUL_WIDE, JIT_MAD_WIDE), sign = shape_is_signed(in->type);
    if (!wide && shape_is_wide(in->type)) return false;
    for (uint32_t half = 0; half < (wide ? 2u : 1u); half++) {
        if (wide) {
            widen_vector(emit, &in->a, half, sign, V_TMP);
            widen_vector(emit, &in->b, half, sign, V_TMP2);
            x_vec(x, sign ? X_VPMULDQ : X_VPMULUDQ, V_TMP, V_TMP, x_reg(V_TMP2));
        } else {
            uint32_t a = emit_vector(emit, &in->a, 0, V_TMP);
            x_vec(x, X_VPMULLD, V_TMP, a, emit_vector_rm(emit, &in->b, 0, V_TMP2));
        }
        if (adds)
            x_vec(x, wide ? X_VPADDQ : X_VPADDD, V_TMP, V_TMP,
                  emit_vector_rm(emit, &in->c, half, V_TMP2));
        emit_vector_done(emit, in->d.at, half, V_TMP);
    }
    return true;
}

static bool vector_min_max(Emit *emit, const JitInst *in) {
    if (shape_is_wide(in->type)) return false;
    bool min = in->op == JIT_MIN, sign = shape_is_signed(in->type);
    XOp op = min ? sign ? X_VPMINSD : X_VPMINUD : sign ? X_VPMAXSD : X_VPMAXUD;
    uint32_t a = emit_vector(emit, &in->a, 0, V_TMP);
    x_vec(&emit->x, op, V_TMP, a, emit_vector_rm(emit, &in->b, 0, V_TMP2));
    emit_vector_done(emit, in->d.at, 0, V_TMP);
    return true;
}

static bool vector_one(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    for (uint32_t half = 0; half < halves(in); half++) {
        bool wide = shape_is_wide(in->type);
        uint64_t sign = wide ? 1ull << 63 : 1u << 31;
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        uint64_t ones = wide ? ~0ull : UINT32_MAX;
        uint64_t value = in->op == JIT_NOT ? ones : in->op == JIT_FNEG ? sign : ones ^ sign;
        XOperand other =
            wide ? emit_constant_64(emit, value) : emit_constant_32(emit, (uint32_t)value);
        if (in->op == JIT_NEG) {
            XOperand a = emit_vector_rm(emit, &in->a, half, V_TMP);
            x_vec(x, X_VPXOR, V_TMP2, V_TMP2, x_reg(V_TMP2));
            x_vec(x, wide ? X_VPSUBQ : X_VPSUBD, to, V_TMP2, a);
        } else {
            uint32_t a = (shape_is_float(in) ? emit_float : emit_vector)(emit, &in->a, half, V_TMP);
            x_vec(x, in->op == JIT_FABS ? X_VPAND : X_VPXOR, to, a, other);
        }
        float_done(emit, in, half, to);
    }
    return true;
}

static bool vector_move(Emit *emit, const JitInst *in) {
    for (uint32_t half = 0; half < halves(in); half++)
        emit_vector_done(emit, in->d.at, half, emit_vector(emit, &in->a, half, V_TMP));
    return true;
}

static bool vector_shift(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type), left = in->op == JIT_SHL;
    bool arithmetic = !left && shape_is_signed(in->type), known = in->b.kind == JIT_IS_VALUE;
    if (wide && (arithmetic || !known)) return false;
    uint32_t count = CU_MIN((uint32_t)in->b.value, arithmetic ? 31u : 255u);
    for (uint32_t half = 0; half < halves(in); half++) {
        uint32_t a = emit_vector(emit, &in->a, half, V_TMP);
        if (known) {
            XOp op = wide         ? left ? X_VPSLLQ_I : X_VPSRLQ_I
                     : left       ? X_VPSLLD_I
                     : arithmetic ? X_VPSRAD_I
                                  : X_VPSRLD_I;
            x_vec_imm(x, op, V_TMP, X_NO_REG, x_reg(a), count);
        } else {
            XOp op = left ? X_VPSLLVD : arithmetic ? X_VPSRAVD : X_VPSRLVD;
            x_vec(x, op, V_TMP, a, emit_vector_rm(emit, &in->b, 0, V_TMP2));
        }
        emit_vector_done(emit, in->d.at, half, V_TMP);
    }
    return true;
}

static bool vector_fma(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type);
    for (uint32_t half = 0; half < halves(in); half++) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        uint32_t c = emit_float(emit, &in->c, half, V_TMP);
        uint32_t a = emit_float(emit, &in->a, half, V_TMP2);
        XOperand b = emit_float_rm(emit, &in->b, half, V_TMP3);
        // The sum is in place; a destination that is a factor's register waits for the end.
        bool factor = to != c && (to == a || (b.kind == XO_REG && b.reg == to));
        uint32_t sum = factor ? V_TMP : to;
        if (sum != c) x_vec(x, X_VMOVUPS, sum, X_NO_REG, x_reg(c));
        x_vec(x, wide ? X_VFMADD231PD : X_VFMADD231PS, sum, a, b);
        float_done(emit, in, half, sum);
    }
    return true;
}

static bool vector_root(Emit *emit, const JitInst *in) {
    for (uint32_t half = 0; half < halves(in); half++) {
        uint32_t to = emit_vector_to(emit, in->d.at, half, V_TMP);
        x_vec(&emit->x, shape_is_wide(in->type) ? X_VSQRTPD : X_VSQRTPS, to, X_NO_REG,
              emit_float_rm(emit, &in->a, half, V_TMP));
        float_done(emit, in, half, to);
    }
    return true;
}

// ---- conversions -------------------------------------------------------------------------------

// The low halves of 64-bit lanes, in `to`. Clobbers V_TMP2.
static void narrow_vector(Emit *emit, const JitOperand *from, uint32_t to) {
    uint32_t low = emit_vector(emit, from, 0, V_TMP);
    x_vec_imm(&emit->x, X_VSHUFPS, V_TMP, low, emit_vector_rm(emit, from, 1, V_TMP2), 0x88);
    x_vec_imm(&emit->x, X_VPERMQ, to, X_NO_REG, x_reg(V_TMP), 0xd8);
}

static bool vector_convert(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    bool from_float = is_any_of(in->from, JIT_F32, JIT_F64);
    bool to_float = is_any_of(in->type, JIT_F32, JIT_F64);
    if (!from_float && !to_float) {
        if (shape_is_wide(in->type) == shape_is_wide(in->from)) return vector_move(emit, in);
        if (shape_is_wide(in->from)) {
            narrow_vector(emit, &in->a, V_TMP);
            emit_vector_done(emit, in->d.at, 0, V_TMP);
            return true;
        }
        for (uint32_t half = 0; half < 2; half++) {
            widen_vector(emit, &in->a, half, shape_is_signed(in->from), V_TMP);
            emit_vector_done(emit, in->d.at, half, V_TMP);
        }
        return true;
    }
    if (in->from != JIT_S32 || !to_float) return false;
    if (in->type == JIT_F32) {
        x_vec(x, X_VCVTDQ2PS, V_TMP, X_NO_REG, emit_vector_rm(emit, &in->a, 0, V_TMP));
        emit_vector_done(emit, in->d.at, 0, V_TMP);
        return true;
    }
    for (uint32_t half = 0; half < 2; half++) {
        uint32_t a = emit_vector(emit, &in->a, 0, V_TMP);
        if (half) x_vec_imm(x, X_VEXTRACTF128, a, X_NO_REG, x_reg(V_TMP), 1);
        x_vec(x, X_VCVTDQ2PD, V_TMP, X_NO_REG, x_reg(half ? V_TMP : a));
        emit_vector_done(emit, in->d.at, half, V_TMP);
    }
    return true;
}

// ---- selections and comparisons ----------------------------------------------------------------

static bool vector_select(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    const JitOperand *yes = in->c.negated ? &in->b : &in->a, *no = in->c.negated ? &in->a : &in->b;
    bool wide = shape_is_wide(in->type);
    for (uint32_t half = 0; half < halves(in); half++) {
        uint32_t mask = V_TMP3;
        if (wide)
            widen_vector(emit, &in->c, half, true, V_TMP3);
        else
            mask = emit_vector(emit, &in->c, 0, V_TMP3);
        uint32_t other = emit_vector(emit, no, half, V_TMP);
        XOperand which = emit_vector_rm(emit, yes, half, V_TMP2);
        x_vec_imm(x, X_VBLENDVPS, V_TMP, other, which, mask << 4);
        emit_vector_done(emit, in->d.at, half, V_TMP);
    }
    return true;
}

static const uint8_t float_predicates[] = {
    // of vcmpps
    [JIT_EQ] = 0x00,  [JIT_NE] = 0x0c,  [JIT_LT] = 0x11,  [JIT_LE] = 0x12,  [JIT_GT] = 0x1e,
    [JIT_GE] = 0x1d,  [JIT_EQU] = 0x08, [JIT_NEU] = 0x04, [JIT_LTU] = 0x19, [JIT_LEU] = 0x1a,
    [JIT_GTU] = 0x16, [JIT_GEU] = 0x15, [JIT_NUM] = 0x07, [JIT_NAN] = 0x03,
};

// Integers have "equal" and "greater" with a sign; the rest is made of these by exchanging the
// operands and by the opposite, without a sign after turning the top bit.
static void compare_integers(Emit *emit, const JitInst *in, uint32_t half, uint32_t to) {
    XCode *x = &emit->x;
    bool wide = shape_is_wide(in->type), equal = is_any_of(in->compare, JIT_EQ, JIT_NE);
    bool swap = is_any_of(in->compare, JIT_LT, JIT_GE);
    bool opposite = is_any_of(in->compare, JIT_NE, JIT_LE, JIT_GE);
    uint32_t a = emit_vector(emit, swap ? &in->b : &in->a, half, V_TMP);
    XOperand b = emit_vector_rm(emit, swap ? &in->a : &in->b, half, V_TMP2);
    if (!equal && !shape_is_signed(in->type)) {
        XOperand top = wide ? emit_constant_64(emit, 1ull << 63) : emit_constant_32(emit, 1u << 31);
        if (b.kind != XO_REG) {
            x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, b);
            b = x_reg(V_TMP2);
        }
        x_vec(x, X_VPXOR, V_TMP2, b.reg, top);
        x_vec(x, X_VPXOR, V_TMP, a, top);
        a = V_TMP;
        b = x_reg(V_TMP2);
    }
    XOp op = equal ? wide ? X_VPCMPEQQ : X_VPCMPEQD : wide ? X_VPCMPGTQ : X_VPCMPGTD;
    x_vec(x, op, to, a, b);
    if (opposite) x_vec(x, X_VPXOR, to, to, emit_constant_32(emit, UINT32_MAX));
}

static void compare_half(Emit *emit, const JitInst *in, uint32_t half, uint32_t to) {
    if (!is_any_of(in->type, JIT_F32, JIT_F64)) {
        compare_integers(emit, in, half, to);
        return;
    }
    uint32_t a = emit_float(emit, &in->a, half, V_TMP);
    x_vec_imm(&emit->x, in->type == JIT_F64 ? X_VCMPPD : X_VCMPPS, to, a,
              emit_float_rm(emit, &in->b, half, V_TMP2), float_predicates[in->compare]);
}

static void vector_joined(Emit *emit, const JitInst *in, bool opposite, const JitOperand *to) {
    XCode *x = &emit->x;
    uint32_t from = V_TMP3;
    if (opposite) {
        x_vec(x, X_VPXOR, V_TMP, V_TMP3, emit_constant_32(emit, UINT32_MAX));
        from = V_TMP;
    }
    if (in->join) {
        XOp op = in->join == JIT_WITH_AND ? X_VPAND : in->join == JIT_WITH_OR ? X_VPOR : X_VPXOR;
        XOperand c = emit_vector_rm(emit, &in->c, 0, V_TMP2);
        if (in->c.negated) {
            x_vec(x, X_VMOVUPS, V_TMP2, X_NO_REG, c);
            x_vec(x, X_VPXOR, V_TMP2, V_TMP2, emit_constant_32(emit, UINT32_MAX));
            c = x_reg(V_TMP2);
        }
        x_vec(x, op, V_TMP, from, c);
        from = V_TMP;
    }
    emit_vector_done(emit, to->at, 0, from);
}

static void vector_compare(Emit *emit, const JitInst *in) {
    XCode *x = &emit->x;
    compare_half(emit, in, 0, V_TMP3);
    if (!shape_is_wide(in->type)) return;
    // the second half goes to a place of its own meanwhile
    x_vec(x, X_VMOVUPS_TO, V_TMP3, X_NO_REG, STATE(datum));
    compare_half(emit, in, 1, V_TMP3);
    x_vec(x, X_VMOVUPS, V_TMP, X_NO_REG, STATE(datum));
    x_vec_imm(x, X_VSHUFPS, V_TMP3, V_TMP, x_reg(V_TMP3), 0x88);
    x_vec_imm(x, X_VPERMQ, V_TMP3, X_NO_REG, x_reg(V_TMP3), 0xd8);
}

// One number where both destinations and all operands are; of operands that are held as vectors
// one lane says it for all.
static bool compare(Emit *emit, const JitInst *in) {
    bool scalar = emit->shapes->held[in->d.at] == HELD_SCALAR;
    if (in->second.kind == JIT_IS_ROW &&
        (emit->shapes->held[in->second.at] == HELD_SCALAR) != scalar)
        return false;
    bool vector = !scalar || is_any_of(in->type, JIT_F32, JIT_F64);
    if (vector)
        vector_compare(emit, in);
    else
        scalar_compare(emit, in);
    if (scalar && vector) {
        x_vec(&emit->x, X_VMOVMSKPS, R_TMP, X_NO_REG, x_reg(V_TMP3));
        x_op_imm(&emit->x, X_AND_I, 32, 0, x_reg(R_TMP), 1);
    }
    if (in->d.kind == JIT_IS_ROW) (scalar ? scalar_joined : vector_joined)(emit, in, false, &in->d);
    if (in->second.kind == JIT_IS_ROW)
        (scalar ? scalar_joined : vector_joined)(emit, in, true, &in->second);
    return true;
}

// ---- instructions ------------------------------------------------------------------------------

static bool scalar_arith(Emit *emit, const JitInst *in) {
    // What stands in its own destination is read before that is written.
    bool aliased = is_row(&in->b, in->d.at) || is_row(&in->c, in->d.at);
    uint32_t place = emit_scalar_to(emit, in->d.at, R_TMP), to = aliased ? R_TMP : place;
    uint32_t bits = shape_is_wide(in->type) ? 64 : 32;
    switch ((JitOp)in->op) {
    case JIT_MOVE: move_to(emit, bits, to, &in->a); break;
    case JIT_ADD:
    case JIT_SUB:
    case JIT_MUL:
    case JIT_AND:
    case JIT_OR:
    case JIT_XOR: scalar_two(emit, in, to); break;
    case JIT_MUL_WIDE:
    case JIT_MAD:
    case JIT_MAD_WIDE:
        scalar_product(emit, in, to);
        bits = shape_is_wide(in->type) || in->op != JIT_MAD ? 64 : 32;
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

static bool vector_arith(Emit *emit, const JitInst *in) {
    switch ((JitOp)in->op) {
    case JIT_MOVE: return vector_move(emit, in);
    case JIT_ADD:
    case JIT_SUB:
    case JIT_MUL:
    case JIT_AND:
    case JIT_OR:
    case JIT_XOR:
    case JIT_FADD:
    case JIT_FSUB:
    case JIT_FMUL:
    case JIT_FDIV: return vector_two(emit, in);
    case JIT_MUL_WIDE:
    case JIT_MAD:
    case JIT_MAD_WIDE: return vector_product(emit, in);
    case JIT_MIN:
    case JIT_MAX: return vector_min_max(emit, in);
    case JIT_NEG:
    case JIT_NOT:
    case JIT_FNEG:
    case JIT_FABS: return vector_one(emit, in);
    case JIT_SHL:
    case JIT_SHR: return vector_shift(emit, in);
    case JIT_SELECT: return vector_select(emit, in);
    case JIT_CONVERT: return vector_convert(emit, in);
    case JIT_FMA: return vector_fma(emit, in);
    case JIT_FSQRT: return vector_root(emit, in);
    default: return false;
    }
}

bool emit_arith(Emit *emit, const JitInst *in) {
    if (in->op == JIT_COMPARE) return in->d.kind == JIT_IS_ROW && compare(emit, in);
    if (in->d.kind != JIT_IS_ROW) return false;
    return emit->shapes->held[in->d.at] == HELD_SCALAR ? scalar_arith(emit, in)
                                                       : vector_arith(emit, in);
}
