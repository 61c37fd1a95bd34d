// SPDX-License-Identifier: Apache-2.0
// Conversions for native code, and what is made of them: arithmetic on f16 in f32, where its one
// rounding to f16 is the only one that shows.
#include "vm/native/put.h"

// ---- cvt ---------------------------------------------------------------------------------------

typedef struct {
    uint32_t type, bits; // JitType, that of 32 bits for less; of the number
    bool is_float;
} Format;

static bool format_of(uint32_t ptx, Format *format) {
    if (ptx == PTX_F16) {
        *format = (Format){JIT_F16, 16, true};
        return true;
    }
    if (!type_of(ptx, &format->type, &format->bits)) return false;
    format->is_float = is_float(format->type);
    return format->bits > 1;
}

// The source as a number of its type; registers may be wider than that.
static JitOperand taken(Build *build, const Op *op, Format from) {
    uint32_t size = op->inst->asize;
    JitOperand a;
    if (op->inst->a >> 30 == REF_SREG) size = 2;
    if (!vm_native_operand(build, op->inst->a, size, &a)) return no_operand;
    if (from.is_float) return a;
    if (size == 3 && from.bits < 64) a = put_convert(build, JIT_U32, JIT_U64, a);
    bool whole = from.bits >= 32 || (size == 1 && from.bits == 16 && !is_signed(from.type));
    return whole ? a : extended(build, a, from.bits, is_signed(from.type));
}

static JitOperand rounded(Build *build, const Op *op, uint32_t type, uint32_t from, JitOperand a) {
    uint32_t rnd = op->inst->rnd;
    JitInst in = {.op = JIT_CONVERT, .type = (uint8_t)type, .from = (uint8_t)from, .a = a};
    in.to_integral = rnd >= PTX_RND_RNI;
    switch (rnd) {
    case PTX_RND_RZ:
    case PTX_RND_RZI: in.round = JIT_TO_ZERO; break;
    case PTX_RND_RM:
    case PTX_RND_RMI: in.round = JIT_DOWN; break;
    case PTX_RND_RP:
    case PTX_RND_RPI: in.round = JIT_UP; break;
    default: break;
    }
    bool to_integer = is_any_of(type, JIT_U32, JIT_S32, JIT_U64, JIT_S64);
    if (to_integer && !rnd) in.round = JIT_TO_ZERO;
    return put_inst(build, in, type == JIT_F16 ? 1 : size_of(type));
}

// Less than 32 bits hold the nearest of what they have.
static JitOperand clamped(Build *build, JitOperand a, Format to) {
    if (to.bits >= 32) return a;
    bool sign = is_signed(to.type);
    uint32_t most = (1u << (to.bits - sign)) - 1;
    a = put_by(build, JIT_MIN, to.type, a, most);
    return sign ? put_by(build, JIT_MAX, JIT_S32, a, ~most) : a;
}

static JitOperand to_integer(Build *build, const Op *op, JitOperand a, Format from, Format to) {
    if (from.type == JIT_F16) a = put_convert(build, JIT_F32, JIT_F16, a);
    uint32_t type = from.type == JIT_F64 ? JIT_F64 : JIT_F32;
    // NaN of f64 is the top bit of what is asked for.
    if (type == JIT_F64 && to.bits < 32 && !is_signed(to.type)) return no_operand;
    return clamped(build, rounded(build, op, to.type, type, a), to);
}

static JitOperand to_float(Build *build, const Op *op, JitOperand a, Format from, Format to) {
    if (to.type != JIT_F16) return rounded(build, op, to.type, from.type, a);
    if (from.bits >= 32) return no_operand; // would be rounded twice
    a = put_convert(build, JIT_F32, from.type, a);
    return rounded(build, op, JIT_F16, JIT_F32, a);
}

// One rounding; f64 to f16 would be two, and to an integer on the way as well.
static JitOperand between_floats(Build *build, const Op *op, JitOperand a, Format from, Format to) {
    bool integral = op->inst->rnd >= PTX_RND_RNI;
    bool halves = from.type == JIT_F16 || to.type == JIT_F16;
    if (integral && (from.type != to.type || halves)) return no_operand;
    if (halves && (from.type == to.type || from.type == JIT_F64 || to.type == JIT_F64))
        return no_operand;
    return rounded(build, op, to.type, from.type, a);
}

static JitOperand between_integers(Build *build, JitOperand a, Format from, Format to) {
    if (to.bits == 64) return from.bits == 64 ? a : put_convert(build, to.type, from.type, a);
    if (from.bits == 64) a = put_convert(build, JIT_U32, JIT_U64, a);
    bool known = to.bits == 32 || (from.bits < to.bits && !is_signed(from.type));
    return known ? a : extended(build, a, to.bits, is_signed(to.type));
}

// The destination's register may be wider than the number, too.
static JitOperand widened(Build *build, const Op *op, JitOperand a, Format to) {
    if (!a.kind || to.is_float || op->inst->dsize < 3 || to.bits == 64) return a;
    return is_signed(to.type) ? put_convert(build, JIT_S64, JIT_S32, a)
                              : put_convert(build, JIT_U64, JIT_U32, a);
}

// From bf16 to f32, which it is the upper half of: the sum with -0 is the same number, and makes
// one NaN of all.
static JitOperand from_bf16(Build *build, const Op *op) {
    JitOperand a;
    if (op->inst->flags || !vm_native_operand(build, op->inst->a, 1, &a)) return no_operand;
    a = put_by(build, JIT_SHL, JIT_U32, a, 16);
    return put_by(build, JIT_FADD, JIT_F32, a, UINT32_C(1) << 31);
}

// To bf16 from what is an f32, or exactly one.
static JitOperand to_bf16(Build *build, const Op *op, Format from) {
    const VmInst *inst = op->inst;
    bool known = !inst->flags && !inst->convert.finite && inst->rnd <= PTX_RND_RN;
    bool exact = from.type == JIT_F32 || from.type == JIT_F16 || from.bits <= 16;
    if (!known || !exact || inst->dsize != 1) return no_operand;
    JitOperand a = taken(build, op, from);
    if (a.kind && from.type != JIT_F32) a = put_convert(build, JIT_F32, from.type, a);
    return a.kind ? vm_native_to_bf16(build, a) : no_operand;
}

JitOperand vm_native_convert(Build *build, const Op *op) {
    const VmInst *inst = op->inst;
    Format to, from;
    if (inst->type == PTX_F32 && inst->type2 == PTX_BF16) return from_bf16(build, op);
    if (!format_of(inst->type2, &from)) return no_operand;
    if (inst->type == PTX_BF16) return to_bf16(build, op, from);
    if (!format_of(inst->type, &to)) return no_operand;
    bool flush = inst->flags & VF_FTZ, saturate = inst->flags & VF_SAT;
    bool halves = to.type == JIT_F16 || from.type == JIT_F16;
    bool known = !(inst->flags & VF_RELU) && !inst->convert.finite && inst->rnd != PTX_RND_RNA;
    // to floating point it is [0, 1], from there it changes nothing
    if (saturate && !(to.type == JIT_F32 || from.is_float)) known = false;
    if ((saturate && is_any_of(to.type, JIT_F16, JIT_F64)) || (flush && halves)) known = false;
    if (!known) return no_operand;
    JitOperand a = taken(build, op, from);
    if (!a.kind) return no_operand;
    if (flush && from.type == JIT_F32) a = put2(build, JIT_FFLUSH, JIT_F32, a, no_operand);
    if (from.is_float)
        a = to.is_float ? between_floats(build, op, a, from, to)
                        : to_integer(build, op, a, from, to);
    else
        a = to.is_float ? to_float(build, op, a, from, to) : between_integers(build, a, from, to);
    if (!a.kind || to.type != JIT_F32) return widened(build, op, a, to);
    if (saturate) a = put2(build, JIT_FSAT, JIT_F32, a, no_operand);
    return flush ? put2(build, JIT_FFLUSH, JIT_F32, a, no_operand) : a;
}

// cvt.rn.f16x2.f32 d, a, b: a in the upper half
JitOperand vm_native_convert_pair(Build *build, const Op *op) {
    const VmInst *inst = op->inst;
    bool bf = inst->type == PTX_BF16X2,
         plain = !(inst->flags & ~VF_PRED_NOT) && !inst->convert.finite;
    bool known = plain && is_any_of(inst->rnd, PTX_RND_RN, PTX_RND_RZ) &&
                 is_any_of(inst->type, PTX_F16X2, PTX_BF16X2) && inst->type2 == PTX_F32;
    if (!known || (bf && inst->rnd != PTX_RND_RN)) return no_operand;
    JitOperand high =
        bf ? vm_native_to_bf16(build, op->a) : rounded(build, op, JIT_F16, JIT_F32, op->a);
    JitOperand low =
        bf ? vm_native_to_bf16(build, op->b) : rounded(build, op, JIT_F16, JIT_F32, op->b);
    return paired(build, low, high);
}

// ---- parts of a register -----------------------------------------------------------------------

// Of a part's or a register's bytes.
static uint32_t log2_of(uint32_t bits) {
    return bits == 16 ? 1 : bits == 32 ? 2 : 3;
}

// mov.b64 d, {a, b}: a is the low part.
JitOperand vm_native_pack(Build *build, const Op *op) {
    const VmInst *inst = op->inst;
    uint32_t bits = inst->part_bits, whole = bits * inst->n;
    if (bits < 16 || !is_any_of(whole, 32, 64) || (8u << inst->dsize) != whole) return no_operand;
    uint32_t type = whole == 64 ? JIT_U64 : JIT_U32;
    JitOperand all = no_operand;
    for (uint32_t i = 0; i < inst->n; i++) {
        JitOperand part;
        VmRef ref = build->fn->list.at[inst->list + i];
        if (build->fn->list_size.at[inst->list + i] != log2_of(bits)) return no_operand;
        if (!vm_native_operand(build, ref, log2_of(bits), &part)) return no_operand;
        if (whole == 64) part = put_convert(build, JIT_U64, JIT_U32, part);
        if (i) part = put_by(build, JIT_SHL, type, part, bits * i);
        all = i ? put2(build, JIT_OR, type, all, part) : part;
    }
    return all;
}

// mov.b64 {d, e}, a: here the parts are written, the last one by the caller. A source that is among
// the destinations is read before.
JitOperand vm_native_unpack(Build *build, const Op *op) {
    const VmInst *inst = op->inst;
    uint32_t bits = inst->part_bits, whole = bits * inst->n;
    if (bits < 16 || !is_any_of(whole, 32, 64) || (8u << inst->asize) != whole) return no_operand;
    JitOperand a, part[4];
    if (!vm_native_operand(build, inst->a, inst->asize, &a) || inst->n > 4) return no_operand;
    uint32_t type = whole == 64 ? JIT_U64 : JIT_U32;
    for (uint32_t i = 0; i < inst->n; i++) {
        part[i] = i ? put_by(build, JIT_SHR, type, a, bits * i) : a;
        if (whole == 64) part[i] = put_convert(build, JIT_U32, JIT_U64, part[i]);
        if (bits == 16) part[i] = put_by(build, JIT_AND, JIT_U32, part[i], 0xffff);
    }
    for (uint32_t i = 0; i < inst->n; i++) {
        JitInst in = {.op = JIT_MOVE, .type = JIT_U32, .a = part[i], .pc = build->pc};
        uint32_t size = build->fn->list_size.at[inst->list + i];
        if (size > 3) continue; // a sink
        if (size != log2_of(bits)) return no_operand;
        if (!vm_native_operand(build, build->fn->list.at[inst->list + i], size, &in.d))
            return no_operand;
        vec_push(build->arena, &build->out->inst, in);
    }
    return a;
}
