// SPDX-License-Identifier: Apache-2.0
// Instructions by lane as native code has them: one row for each meaning (ptx/sem.def) says which
// operation it is and what its operands are; those that are several operations are put together
// here, in numbers of 32 and 64 bits. Numbers of 16 bits are held with zeros above. The rest is a
// call of the machine's function (native/call.c).
#include "vm/native/put.h"

#include "ids/sem_count.h"
#include "ptx/form/op.h"
#include "ptx/form/sem.h"

typedef enum { // what an operand is, beside the instruction's type
    OF_NONE,
    OF_TYPE,
    OF_WIDE, // twice as wide
    OF_WORD, // 32 bits
    OF_PRED,
} OperandOf;

// ---- types -------------------------------------------------------------------------------------

enum { // types
    PRED = 1,
    I16 = 2,
    I32 = 4,
    I64 = 8,
    F32 = 16,
    F64 = 32,
    INTEGERS = I16 | I32 | I64,
    FLOATS = F32 | F64,
};

static uint32_t kind_of(const Op *op) {
    if (is_float(op->type)) return op->bits == 32 ? F32 : F64;
    return op->bits == 1    ? PRED
           : op->bits == 16 ? I16
           : op->bits == 32 ? I32
           : op->bits == 64 ? I64
                            : 0;
}

// ---- integers ----------------------------------------------------------------------------------

static JitOperand lower_mul(Build *build, const Op *op) {
    if (!op->high) return put2(build, JIT_MUL, op->type, op->a, op->b);
    if (op->bits == 32) return put2(build, JIT_MUL_HIGH, op->type, op->a, op->b);
    if (op->bits == 64)
        return op->sem == PTX_SEM_MUL ? put2(build, JIT_MUL_HIGH, op->type, op->a, op->b)
                                      : no_operand;
    JitOperand product = put2(build, JIT_MUL, op->type, op->a, op->b);
    return put_by(build, JIT_SHR, op->type, product, 16);
}

// The product's half and the sum wrap around one after the other.
static JitOperand lower_mad(Build *build, const Op *op) {
    if (!op->high) return put(build, JIT_MAD, op->type, op->a, op->b, op->c);
    JitOperand product = lower_mul(build, op);
    if (!product.kind) return no_operand;
    return put2(build, JIT_ADD, op->type, product, op->c);
}

// Of 16 bits the wide product is one of 32.
static JitOperand lower_wide(Build *build, const Op *op) {
    bool adds = op->sem == PTX_SEM_MADW;
    if (op->bits == 32)
        return put(build, adds ? JIT_MAD_WIDE : JIT_MUL_WIDE, op->type, op->a, op->b, op->c);
    return put(build, adds ? JIT_MAD : JIT_MUL, op->type, op->a, op->b, op->c);
}

// Of the low 24 bits of each; their upper product is a call.
static JitOperand lower_mul24(Build *build, const Op *op) {
    if (op->high) return no_operand;
    JitOperand a = extended(build, op->a, 24, is_signed(op->type));
    JitOperand b = extended(build, op->b, 24, is_signed(op->type));
    if (op->sem == PTX_SEM_MAD24) return put(build, JIT_MAD, op->type, a, b, op->c);
    return put2(build, JIT_MUL, op->type, a, b);
}

// The larger less the smaller, in the type's own order, wraps around as it should.
static JitOperand lower_sad(Build *build, const Op *op) {
    JitOperand most = put2(build, JIT_MAX, op->type, op->a, op->b);
    JitOperand least = put2(build, JIT_MIN, op->type, op->a, op->b);
    JitOperand apart = put2(build, JIT_SUB, op->type, most, least);
    return put2(build, JIT_ADD, op->type, apart, op->c);
}

static JitOperand lower_min_max(Build *build, const Op *op) {
    if (is_any_of(op->source->op, PTXI_min_relu, PTXI_max_relu)) return no_operand;
    return put2(build, op->sem == PTX_SEM_MIN ? JIT_MIN : JIT_MAX, op->type, op->a, op->b);
}

static JitOperand lower_add(Build *build, const Op *op) {
    if (is_any_of(op->source->op, PTXI_add_sat, PTXI_sub_sat)) return no_operand;
    return put2(build, op->sem == PTX_SEM_ADD ? JIT_ADD : JIT_SUB, op->type, op->a, op->b);
}

// In 64 bits: turned around where the sign is set.
static JitOperand lower_abs(Build *build, const Op *op) {
    if (op->bits <= 32) return put2(build, JIT_ABS, JIT_S32, op->a, no_operand);
    JitOperand sign = put_by(build, JIT_SHR, JIT_S64, op->a, 63);
    JitOperand turned = put2(build, JIT_XOR, JIT_U64, op->a, sign);
    return put2(build, JIT_SUB, JIT_U64, turned, sign);
}

// 32 bits of either width.
static JitOperand lower_popc(Build *build, const Op *op) {
    JitInst in = {.op = JIT_POPC, .type = (uint8_t)op->type, .a = op->a};
    return put_inst(build, in, 2);
}

// Every bit below the first one that is set is set, too: the others are counted.
static JitOperand lower_clz(Build *build, const Op *op) {
    JitOperand all = op->a;
    for (uint32_t by = 1; by < op->bits; by *= 2)
        all = put2(build, JIT_OR, op->type, all, put_by(build, JIT_SHR, op->type, all, by));
    all = put2(build, JIT_NOT, op->type, all, no_operand);
    JitInst in = {.op = JIT_POPC, .type = (uint8_t)op->type, .a = all};
    return put_inst(build, in, 2);
}

// Neighbours change places: bits, pairs, and so on to the halves.
static JitOperand lower_brev(Build *build, const Op *op) {
    JitOperand turned = op->a;
    for (uint32_t by = 1; by < op->bits; by *= 2) {
        uint64_t all = op->bits == 64 ? UINT64_MAX : UINT32_MAX;
        uint64_t low = all / ((1ull << by) + 1); // every other `by` bits
        JitOperand up = put_by(build, JIT_SHL, op->type, turned, by);
        JitOperand down = put_by(build, JIT_SHR, op->type, turned, by);
        if (2 * by < op->bits) { // else nothing else is left
            up = put_by(build, JIT_AND, op->type, up, low << by);
            down = put_by(build, JIT_AND, op->type, down, low);
        }
        turned = put2(build, JIT_OR, op->type, up, down);
    }
    return turned;
}

// 1 for 0 and 0 for all others.
static JitOperand lower_cnot(Build *build, const Op *op) {
    uint32_t size = size_of(op->type);
    JitOperand zero = put_compare(build, JIT_EQ, op->type, op->a, number(0, size));
    return put(build, JIT_SELECT, op->type, number(1, size), number(0, size), zero);
}

// Fields of constant place and length that lie inside.
static bool constant_field(const JitOperand *at, const JitOperand *length, uint32_t bits) {
    bool known = at->kind == JIT_IS_VALUE && length->kind == JIT_IS_VALUE;
    return known && at->value < bits && length->value && length->value <= bits - at->value;
}

static JitOperand lower_bfe(Build *build, const Op *op) {
    if (!constant_field(&op->b, &op->c, op->bits)) return no_operand;
    uint64_t above = op->bits - op->b.value - op->c.value;
    JitOperand up = put_by(build, JIT_SHL, op->type, op->a, above);
    return put_by(build, JIT_SHR, op->type, up, op->bits - op->c.value);
}

static JitOperand lower_bfi(Build *build, const Op *op) {
    JitOperand length;
    if (!vm_native_operand(build, op->inst->e, 2, &length)) return no_operand;
    if (!constant_field(&op->c, &length, op->bits)) return no_operand;
    uint64_t field = (length.value == 64 ? ~0ull : (1ull << length.value) - 1) << op->c.value;
    uint64_t all = op->bits == 64 ? ~0ull : UINT32_MAX;
    JitOperand up = put_by(build, JIT_SHL, op->type, op->a, op->c.value);
    JitOperand in = put_by(build, JIT_AND, op->type, up, field & all);
    JitOperand around = put_by(build, JIT_AND, op->type, op->b, ~field & all);
    return put2(build, JIT_OR, op->type, in, around);
}

// Of one word twice, by a constant.
static bool is_rotation(const Build *build, const Op *op) {
    bool rows = op->a.kind == JIT_IS_ROW && op->b.kind == JIT_IS_ROW;
    bool within = op->c.kind == JIT_IS_VALUE && (op->inst->flags & VF_HI || op->c.value < 32);
    return build->out->avx512 && rows && op->a.at == op->b.at && within;
}

// The low word of hi:lo shifted right, or the high one of it shifted left: what one of the words
// loses the other one gets. By 32 a word is lost as a whole, which shifts do.
static JitOperand lower_funnel(Build *build, const Op *op) {
    if (is_rotation(build, op)) {
        uint64_t left_by = op->sem == PTX_SEM_SHFL_L ? op->c.value : 32 - (op->c.value & 31);
        return put_by(build, JIT_ROTATE, JIT_U32, op->a, left_by & 31);
    }
    bool left = op->sem == PTX_SEM_SHFL_L, wraps = op->inst->flags & VF_HI;
    JitOperand count = wraps ? put_by(build, JIT_AND, JIT_U32, op->c, 31)
                             : put_by(build, JIT_MIN, JIT_U32, op->c, 32);
    if (op->c.kind == JIT_IS_VALUE)
        count = number(wraps ? op->c.value & 31 : CU_MIN(op->c.value, 32u), 2);
    JitOperand rest = count.kind == JIT_IS_VALUE
                          ? number(32 - count.value, 2)
                          : put2(build, JIT_SUB, JIT_U32, number(32, 2), count);
    JitOperand high = put2(build, JIT_SHL, JIT_U32, op->b, left ? count : rest);
    JitOperand low = put2(build, JIT_SHR, JIT_U32, op->a, left ? rest : count);
    return put2(build, JIT_OR, JIT_U32, high, low);
}

// A constant choice that repeats no sign, in the plain mode.
static JitOperand lower_permute(Build *build, const Op *op) {
    bool plain = op->c.kind == JIT_IS_VALUE && !op->inst->mod && !(op->c.value & 0x8888);
    return plain ? put(build, JIT_PERMUTE, JIT_U32, op->a, op->b, op->c) : no_operand;
}

static JitOperand lower_dot(Build *build, const Op *op) {
    JitInst in = {.op = JIT_DOT, .a = op->a, .b = op->b, .c = op->c};
    in.type = op->inst->type == PTX_S32 ? JIT_S32 : JIT_U32;
    in.from = op->inst->type2 == PTX_S32 ? JIT_S32 : JIT_U32;
    return put_inst(build, in, 2);
}

// ---- logic -------------------------------------------------------------------------------------

static bool is_zero(JitOperand operand) {
    return operand.kind == JIT_IS_VALUE && !operand.value;
}

// The function of two words by its table: bit 2a + b.
static JitOperand by_table(Build *build, JitOperand a, JitOperand b, uint32_t table) {
    switch (table & 15) {
    case 0: return number(0, 2);
    case 15: return number(UINT32_MAX, 2);
    case 12: return a;
    case 10: return b;
    case 3: return put2(build, JIT_NOT, JIT_U32, a, no_operand);
    case 5: return put2(build, JIT_NOT, JIT_U32, b, no_operand);
    case 6: return put2(build, JIT_XOR, JIT_U32, a, b);
    case 8: return put2(build, JIT_AND, JIT_U32, a, b);
    case 14: return put2(build, JIT_OR, JIT_U32, a, b);
    case 4: return put2(build, JIT_AND, JIT_U32, a, by_table(build, a, b, 5));
    case 2: return put2(build, JIT_AND, JIT_U32, by_table(build, a, b, 3), b);
    default: { // the opposite of one of these
        JitOperand opposite = by_table(build, a, b, ~table & 15);
        return put2(build, JIT_NOT, JIT_U32, opposite, no_operand);
    }
    }
}

// Where c is set the function of a and b is another one than where it is not: that one, and where c
// is set what differs.
static JitOperand lower_lop3(Build *build, const Op *op) {
    if (build->out->avx512) {
        JitInst in = {.op = JIT_TERNARY, .type = JIT_U32, .compare = (uint8_t)op->inst->imm};
        in.a = op->a;
        in.b = op->b;
        in.c = op->c;
        return put_inst(build, in, 2);
    }
    uint32_t set = 0, unset = 0;
    for (uint32_t i = 0; i < 4; i++) {
        unset |= ((uint32_t)op->inst->imm >> 2 * i & 1) << i;
        set |= ((uint32_t)op->inst->imm >> (2 * i + 1) & 1) << i;
    }
    JitOperand base = by_table(build, op->a, op->b, unset);
    JitOperand differs = by_table(build, op->a, op->b, set ^ unset);
    if (is_zero(differs)) return base;
    if (set != unset && (set ^ unset) == 15) return put2(build, JIT_XOR, JIT_U32, base, op->c);
    JitOperand where = put2(build, JIT_AND, JIT_U32, differs, op->c);
    return is_zero(base) ? where : put2(build, JIT_XOR, JIT_U32, base, where);
}

// ---- selections and comparisons ----------------------------------------------------------------

static JitOperand flushed(Build *build, JitOperand a) {
    if (a.kind != JIT_IS_VALUE) return put2(build, JIT_FFLUSH, JIT_F32, a, no_operand);
    if (!(a.value & 0x7f800000)) a.value &= 0x80000000;
    return a;
}

static bool flushes(const Op *op, uint32_t type) {
    return op->inst->flags & VF_FTZ && type == JIT_F32;
}

// a where c is 0 or more; -0.0 is, NaN is not.
static JitOperand lower_slct(Build *build, const Op *op) {
    uint32_t type = op->inst->type2 == PTX_S32 ? JIT_S32 : JIT_F32;
    JitOperand c = op->inst->flags & VF_FTZ ? flushed(build, op->c) : op->c;
    JitOperand which = put_compare(build, JIT_GE, type, c, number(0, 2));
    return put(build, JIT_SELECT, op->type, op->a, op->b, which);
}

static bool compared_halves(Build *build, const VmInst *inst, uint32_t ptx_type, bool upper,
                            JitInst *in) {
    in->type = JIT_F32;
    return !(inst->flags & VF_FTZ) &&
           vm_native_half_operand(build, inst->a, ptx_type, upper, &in->a) &&
           vm_native_half_operand(build, inst->b, ptx_type, upper, &in->b);
}

// The comparison as JIT_COMPARE, with its operands; of pairs of halves that of the upper or of the
// lower ones.
static bool compared(Build *build, const Op *op, uint32_t ptx_type, bool upper, JitInst *in) {
    static const uint8_t compares[] = {
        [PTX_CMP_EQ] = 1 + JIT_EQ,   [PTX_CMP_NE] = 1 + JIT_NE,   [PTX_CMP_LT] = 1 + JIT_LT,
        [PTX_CMP_LE] = 1 + JIT_LE,   [PTX_CMP_GT] = 1 + JIT_GT,   [PTX_CMP_GE] = 1 + JIT_GE,
        [PTX_CMP_LO] = 1 + JIT_LT,   [PTX_CMP_LS] = 1 + JIT_LE,   [PTX_CMP_HI] = 1 + JIT_GT,
        [PTX_CMP_HS] = 1 + JIT_GE,   [PTX_CMP_EQU] = 1 + JIT_EQU, [PTX_CMP_NEU] = 1 + JIT_NEU,
        [PTX_CMP_LTU] = 1 + JIT_LTU, [PTX_CMP_LEU] = 1 + JIT_LEU, [PTX_CMP_GTU] = 1 + JIT_GTU,
        [PTX_CMP_GEU] = 1 + JIT_GEU, [PTX_CMP_NUM] = 1 + JIT_NUM, [PTX_CMP_NAN] = 1 + JIT_NAN};
    static const uint8_t joins[] = {
        [PTX_BOOL_AND] = JIT_WITH_AND, [PTX_BOOL_OR] = JIT_WITH_OR, [PTX_BOOL_XOR] = JIT_WITH_XOR};
    const VmInst *inst = op->inst;
    uint32_t compare = ptx_mod(op->source, CMP), join = ptx_mod(op->source, BOOL);
    uint32_t type = 0, bits = 0;
    bool halves = vm_native_is_half(ptx_type);
    if (!halves && (!type_of(ptx_type, &type, &bits) || bits == 1)) return false;
    if (compare >= CU_COUNT(compares) || !compares[compare]) return false;
    in->op = JIT_COMPARE;
    in->compare = compares[compare] - 1;
    in->join = join ? joins[join] : JIT_ALONE;
    if (in->join && !vm_native_operand(build, inst->c, 0, &in->c)) return false;
    in->c.negated = inst->flags & VF_PRED_NOT;
    if (halves) return compared_halves(build, inst, ptx_type, upper, in);
    bool unsigned_word = is_any_of(compare, PTX_CMP_LO, PTX_CMP_LS, PTX_CMP_HI, PTX_CMP_HS);
    if (unsigned_word && type == JIT_S32) type = JIT_U32;
    if (unsigned_word && type == JIT_S64) type = JIT_U64;
    in->type = (uint8_t)type;
    uint32_t size = bits == 16 ? 1 : size_of(type);
    if (!vm_native_operand(build, inst->a, size, &in->a)) return false;
    if (!vm_native_operand(build, inst->b, size, &in->b)) return false;
    if (bits == 16 && is_signed(type)) {
        in->a = extended(build, in->a, 16, true);
        in->b = extended(build, in->b, 16, true);
    }
    if (!flushes(op, type)) return true;
    in->a = flushed(build, in->a);
    in->b = flushed(build, in->b);
    return true;
}

// Of pairs of halves the lower ones give the first predicate, the upper ones the second.
static bool build_compare_pair(Build *build, const Op *op, uint32_t ptx_type, JitInst *in) {
    const VmInst *inst = op->inst;
    JitInst low = {.pc = build->pc};
    if (!(inst->flags & VF_PAIR) || !compared(build, op, ptx_type, false, &low)) return false;
    if (!vm_native_operand(build, inst->d, 0, &low.d)) return false;
    vec_push(build->arena, &build->out->inst, low);
    // what is joined to the second may be what the first one has written
    bool read_again = low.join && low.c.kind == JIT_IS_ROW && low.c.at == low.d.at;
    return !read_again && compared(build, op, ptx_type, true, in) &&
           vm_native_operand(build, inst->e, 0, &in->d);
}

// Two destinations: the comparison and its opposite.
static bool build_compare(Build *build, const Op *op, JitInst *in) {
    const VmInst *inst = op->inst;
    uint32_t ptx_type = op->source->type[0];
    if (is_any_of(ptx_type, PTX_F16X2, PTX_BF16X2))
        return build_compare_pair(build, op, ptx_type, in);
    if (!compared(build, op, ptx_type, false, in)) return false;
    if (!vm_native_operand(build, inst->d, 0, &in->d)) return false;
    return !(inst->flags & VF_PAIR) || vm_native_operand(build, inst->e, 0, &in->second);
}

// Of 32 bits: all set, or 1.0.
static JitOperand lower_set(Build *build, const Op *op) {
    JitInst in = {0};
    if (!compared(build, op, op->source->type[1], false, &in)) return no_operand;
    JitOperand holds = put_inst(build, in, 0);
    uint32_t one = op->inst->type == PTX_F32 ? 0x3f800000 : UINT32_MAX;
    return put(build, JIT_SELECT, JIT_U32, number(one, 2), number(0, 2), holds);
}

// ---- floating point ----------------------------------------------------------------------------

static uint32_t round_of(uint32_t round) { // JitRound
    switch (round) {
    case PTX_RND_RZ: return JIT_TO_ZERO;
    case PTX_RND_RM: return JIT_DOWN;
    case PTX_RND_RP: return JIT_UP;
    default: return JIT_NEAREST;
    }
}

// What modifiers do to a result, in the interpreter's order.
static JitOperand finished(Build *build, const Op *op, JitOperand result) {
    bool wide = op->type == JIT_F64;
    if (!wide && op->inst->flags & VF_FTZ)
        result = put2(build, JIT_FFLUSH, JIT_F32, result, no_operand);
    if (!wide && op->inst->flags & VF_SAT)
        result = put2(build, JIT_FSAT, JIT_F32, result, no_operand);
    return result;
}

// a / b of .approx: a * (1 / b), where 1 / b is 0 if it would be subnormal (PTX ISA 9.7.3.8).
static JitOperand approximate(Build *build, JitOperand quotient, JitOperand a, JitOperand b) {
    JitOperand size = put2(build, JIT_FABS, JIT_F32, b, no_operand);
    JitOperand large = put_compare(build, JIT_GT, JIT_F32, size, number(0x7e800000, 2));
    JitInst in = {.op = JIT_COMPARE, .compare = JIT_LT, .type = JIT_F32, .join = JIT_WITH_AND};
    in.a = size;
    in.b = number(0x7f800000, 2);
    in.c = large;
    JitOperand which = put_inst(build, in, 0);
    JitOperand zero = put_by(build, JIT_AND, JIT_U32, b, 0x80000000);
    JitOperand product = put2(build, JIT_FMUL, JIT_F32, a, zero);
    return put(build, JIT_SELECT, JIT_F32, product, quotient, which);
}

// Operands are flushed before, the result is finished behind the one rounding.
static JitOperand lower_float(Build *build, const Op *op) {
    static const uint8_t ops[PTX_SEM_COUNT] = {
        [PTX_SEM_FADD] = JIT_FADD, [PTX_SEM_FSUB] = JIT_FSUB, [PTX_SEM_FMUL] = JIT_FMUL,
        [PTX_SEM_FMA] = JIT_FMA,   [PTX_SEM_FDIV] = JIT_FDIV, [PTX_SEM_RCP] = JIT_FDIV,
        [PTX_SEM_SQRT] = JIT_FSQRT};
    if (op->source->op == PTXI_rcp_approx_f64) return no_operand;
    bool f32 = op->type == JIT_F32, flush = flushes(op, op->type);
    JitInst in = {
        .op = ops[op->sem], .type = (uint8_t)op->type, .a = op->a, .b = op->b, .c = op->c};
    if (flush) in.a = flushed(build, in.a);
    if (flush && in.b.kind) in.b = flushed(build, in.b);
    if (flush && in.c.kind) in.c = flushed(build, in.c);
    in.round = (uint8_t)round_of(op->inst->rnd);
    if (op->sem == PTX_SEM_RCP) {
        in.b = in.a;
        in.a = f32 ? number(0x3f800000, 2) : number(0x3ffull << 52, 3);
    }
    JitOperand result = put_inst(build, in, size_of(op->type));
    bool approx = op->sem == PTX_SEM_FDIV && ptx_mod(op->source, APPROX) == PTX_APPROX_APPROX;
    if (approx && f32) result = approximate(build, result, in.a, in.b);
    return finished(build, op, result);
}

// In f64 and rounded once, as the interpreter has it.
static JitOperand lower_rsqrt(Build *build, const Op *op) {
    JitOperand a = flushes(op, op->type) ? flushed(build, op->a) : op->a;
    JitOperand result = put2(build, JIT_FRSQRT, JIT_F32, a, no_operand);
    return finished(build, op, result);
}

// With .NaN, .xorsign, .abs and three operands: the machine's.
static JitOperand lower_float_min_max(Build *build, const Op *op) {
    bool plain = !(op->inst->flags & (VF_NAN | VF_XORSIGN | VF_ABS)) && op->inst->c == REF_NONE;
    if (!plain) return no_operand;
    bool flush = flushes(op, op->type);
    JitOperand a = flush ? flushed(build, op->a) : op->a;
    JitOperand b = flush ? flushed(build, op->b) : op->b;
    return put2(build, op->sem == PTX_SEM_FMIN ? JIT_FMIN : JIT_FMAX, op->type, a, b);
}

// neg and abs: a subnormal is flushed first.
static JitOperand lower_sign(Build *build, const Op *op) {
    JitOperand a = flushes(op, op->type) ? flushed(build, op->a) : op->a;
    return put2(build, op->sem == PTX_SEM_FNEG ? JIT_FNEG : JIT_FABS, op->type, a, no_operand);
}

// The sign of a and the rest of b, NaNs as well.
static JitOperand lower_copysign(Build *build, const Op *op) {
    uint32_t type = op->bits == 64 ? JIT_U64 : JIT_U32;
    uint64_t sign = 1ull << (op->bits - 1), rest = sign - 1;
    JitOperand from = put_by(build, JIT_AND, type, op->a, sign);
    JitOperand size = put_by(build, JIT_AND, type, op->b, rest);
    return put2(build, JIT_OR, type, from, size);
}

// ---- the table ---------------------------------------------------------------------------------

typedef struct {
    uint8_t op;      // JitOp, if no function says it
    uint8_t types;   // 0: no row
    uint8_t a, b, c; // OperandOf
    bool signs;      // of 16 bits the sign counts
    Lower *lower;
} Row;

static const Row rows[PTX_SEM_COUNT] = {
    [PTX_SEM_MOV] = {JIT_MOVE, INTEGERS | FLOATS | PRED, OF_TYPE},
    [PTX_SEM_ADD] = {0, INTEGERS, OF_TYPE, OF_TYPE, .lower = lower_add},
    [PTX_SEM_SUB] = {0, INTEGERS, OF_TYPE, OF_TYPE, .lower = lower_add},
    [PTX_SEM_MUL] = {0, INTEGERS, OF_TYPE, OF_TYPE, .signs = true, .lower = lower_mul},
    [PTX_SEM_MAD] = {0, INTEGERS, OF_TYPE, OF_TYPE, OF_TYPE, true, lower_mad},
    [PTX_SEM_MULW] = {0, I16 | I32, OF_TYPE, OF_TYPE, .signs = true, .lower = lower_wide},
    [PTX_SEM_MADW] = {0, I16 | I32, OF_TYPE, OF_TYPE, OF_WIDE, true, lower_wide},
    [PTX_SEM_MUL24] = {0, I32, OF_TYPE, OF_TYPE, .lower = lower_mul24},
    [PTX_SEM_MAD24] = {0, I32, OF_TYPE, OF_TYPE, OF_TYPE, .lower = lower_mul24},
    [PTX_SEM_SAD] = {0, INTEGERS, OF_TYPE, OF_TYPE, OF_TYPE, true, lower_sad},
    [PTX_SEM_DIV] = {JIT_DIV, INTEGERS, OF_TYPE, OF_TYPE, .signs = true},
    [PTX_SEM_REM] = {JIT_REM, INTEGERS, OF_TYPE, OF_TYPE, .signs = true},
    [PTX_SEM_MIN] = {0, INTEGERS, OF_TYPE, OF_TYPE, .signs = true, .lower = lower_min_max},
    [PTX_SEM_MAX] = {0, INTEGERS, OF_TYPE, OF_TYPE, .signs = true, .lower = lower_min_max},
    [PTX_SEM_NEG] = {JIT_NEG, INTEGERS, OF_TYPE},
    [PTX_SEM_ABS] = {0, INTEGERS, OF_TYPE, .signs = true, .lower = lower_abs},
    [PTX_SEM_POPC] = {0, I32 | I64, OF_TYPE, .lower = lower_popc},
    [PTX_SEM_CLZ] = {0, I32 | I64, OF_TYPE, .lower = lower_clz},
    [PTX_SEM_BREV] = {0, I32 | I64, OF_TYPE, .lower = lower_brev},
    [PTX_SEM_BFE] = {0, I32 | I64, OF_TYPE, OF_WORD, OF_WORD, .lower = lower_bfe},
    [PTX_SEM_BFI] = {0, I32 | I64, OF_TYPE, OF_TYPE, OF_WORD, .lower = lower_bfi},
    [PTX_SEM_DP4A] = {0, I32, OF_TYPE, OF_TYPE, OF_TYPE, .lower = lower_dot},
    [PTX_SEM_AND] = {JIT_AND, INTEGERS | PRED, OF_TYPE, OF_TYPE},
    [PTX_SEM_OR] = {JIT_OR, INTEGERS | PRED, OF_TYPE, OF_TYPE},
    [PTX_SEM_XOR] = {JIT_XOR, INTEGERS | PRED, OF_TYPE, OF_TYPE},
    [PTX_SEM_NOT] = {JIT_NOT, INTEGERS | PRED, OF_TYPE},
    [PTX_SEM_CNOT] = {0, INTEGERS, OF_TYPE, .lower = lower_cnot},
    [PTX_SEM_LOP3] = {0, I32, OF_TYPE, OF_TYPE, OF_TYPE, .lower = lower_lop3},
    [PTX_SEM_SHL] = {JIT_SHL, INTEGERS, OF_TYPE, OF_WORD},
    [PTX_SEM_SHR] = {JIT_SHR, INTEGERS, OF_TYPE, OF_WORD, .signs = true},
    [PTX_SEM_SHFL_L] = {0, I32, OF_TYPE, OF_TYPE, OF_WORD, .lower = lower_funnel},
    [PTX_SEM_SHFR] = {0, I32, OF_TYPE, OF_TYPE, OF_WORD, .lower = lower_funnel},
    [PTX_SEM_PRMT] = {0, I32, OF_TYPE, OF_TYPE, OF_WORD, .lower = lower_permute},
    [PTX_SEM_SELP] = {JIT_SELECT, INTEGERS | FLOATS, OF_TYPE, OF_TYPE, OF_PRED},
    [PTX_SEM_SLCT] = {0, INTEGERS | FLOATS, OF_TYPE, OF_TYPE, OF_WORD, .lower = lower_slct},
    [PTX_SEM_SET] = {0, I32 | F32, .lower = lower_set},
    [PTX_SEM_FADD] = {0, FLOATS, OF_TYPE, OF_TYPE, .lower = lower_float},
    [PTX_SEM_FSUB] = {0, FLOATS, OF_TYPE, OF_TYPE, .lower = lower_float},
    [PTX_SEM_FMUL] = {0, FLOATS, OF_TYPE, OF_TYPE, .lower = lower_float},
    [PTX_SEM_FMA] = {0, FLOATS, OF_TYPE, OF_TYPE, OF_TYPE, .lower = lower_float},
    [PTX_SEM_FDIV] = {0, FLOATS, OF_TYPE, OF_TYPE, .lower = lower_float},
    [PTX_SEM_RCP] = {0, FLOATS, OF_TYPE, .lower = lower_float},
    [PTX_SEM_SQRT] = {0, FLOATS, OF_TYPE, .lower = lower_float},
    [PTX_SEM_RSQRT] = {0, F32, OF_TYPE, .lower = lower_rsqrt},
    [PTX_SEM_SIN] = {0, F32, OF_TYPE, .lower = vm_native_approx},
    [PTX_SEM_COS] = {0, F32, OF_TYPE, .lower = vm_native_approx},
    [PTX_SEM_LG2] = {0, F32, OF_TYPE, .lower = vm_native_approx},
    [PTX_SEM_EX2] = {0, F32, OF_TYPE, .lower = vm_native_approx},
    [PTX_SEM_FMIN] = {0, FLOATS, OF_TYPE, OF_TYPE, .lower = lower_float_min_max},
    [PTX_SEM_FMAX] = {0, FLOATS, OF_TYPE, OF_TYPE, .lower = lower_float_min_max},
    [PTX_SEM_FNEG] = {0, FLOATS, OF_TYPE, .lower = lower_sign},
    [PTX_SEM_FABS] = {0, FLOATS, OF_TYPE, .lower = lower_sign},
    [PTX_SEM_COPYSIGN] = {0, FLOATS, OF_TYPE, OF_TYPE, .lower = lower_copysign},
};

// ---- instructions ------------------------------------------------------------------------------

static bool source(Build *build, const Op *op, const Row *row, VmRef ref, uint32_t of,
                   JitOperand *out) {
    if (of == OF_NONE) return true;
    uint32_t own = op->bits == 16 ? 1 : size_of(op->type);
    uint32_t size = of == OF_TYPE ? own : of == OF_WIDE ? own + 1 : of == OF_WORD ? 2 : 0;
    if (!vm_native_operand(build, ref, size, out)) return false;
    bool extends = size == 1 && row->signs && is_signed(op->type);
    if (extends) *out = extended(build, *out, 16, true);
    return true;
}

// The destination's size, where it is not the type's.
static uint32_t result_size(const Op *op) {
    if (is_any_of(op->sem, PTX_SEM_MULW, PTX_SEM_MADW)) return op->bits == 16 ? 2 : 3;
    if (is_any_of(op->sem, PTX_SEM_POPC, PTX_SEM_CLZ, PTX_SEM_SET)) return 2;
    return op->bits == 16 ? 1 : size_of(op->type);
}

// The result goes to the machine's row: the last operation writes it there.
static bool give(Build *build, const Op *op, uint32_t size, JitOperand result, JitInst *in) {
    JitOperand to;
    if (!vm_native_operand(build, op->inst->d, size, &to) || to.kind != JIT_IS_ROW) return false;
    if (size == 1 && result.size != 1) result = put_by(build, JIT_AND, JIT_U32, result, 0xffff);
    JitInst *last = build->out->inst.n ? &vec_last(&build->out->inst) : NULL;
    if (last && last->pc == build->pc && last->d.kind && result.kind == JIT_IS_ROW &&
        last->d.at == result.at) {
        *in = *last;
        build->out->inst.n--;
    } else {
        uint32_t type = size == 3 ? JIT_U64 : size == 2 ? JIT_U32 : JIT_PRED;
        *in = (JitInst){.op = JIT_MOVE, .type = (uint8_t)type, .a = result, .pc = build->pc};
    }
    in->d = to;
    return true;
}

// Several destinations: what writes the last one is taken back as *in.
static bool build_unpack(Build *build, const Op *op, JitInst *in) {
    if (!vm_native_unpack(build, op).kind) return false;
    *in = vec_last(&build->out->inst);
    build->out->inst.n--;
    return in->pc == build->pc;
}

// Of one register or of pairs in it.
static bool build_half(Build *build, const Op *op, JitInst *in) {
    JitOperand result = vm_native_half(build, op);
    return result.kind &&
           give(build, op, is_any_of(op->inst->type, PTX_F16, PTX_BF16) ? 1 : 2, result, in);
}

// Of halves: all bits set, or 1.0 of the result's type, in both parts of a pair.
static bool build_set_half(Build *build, const Op *op, JitInst *in) {
    uint32_t to = op->source->type[0], from = op->source->type[1];
    uint32_t parts = is_any_of(from, PTX_F16X2, PTX_BF16X2) ? 2 : 1;
    uint32_t one = is_any_of(to, PTX_BF16, PTX_BF16X2) ? 0x3f80
                   : is_any_of(to, PTX_F16, PTX_F16X2) ? 0x3c00
                                                       : UINT32_MAX;
    if (parts == 2 || op->inst->dsize == 1) one &= 0xffff;
    JitOperand result[2];
    for (uint32_t k = 0; k < parts; k++) {
        JitInst compare = {0};
        if (!compared(build, op, from, k, &compare)) return false;
        JitOperand holds = put_inst(build, compare, 0);
        result[k] = put(build, JIT_SELECT, JIT_U32, number(one, 2), number(0, 2), holds);
    }
    JitOperand all = parts == 2 ? paired(build, result[0], result[1]) : result[0];
    return op->inst->dsize <= 2 && give(build, op, op->inst->dsize, all, in);
}

// Between floating point and integers of 64 bits.
static bool converts_wide(const JitInst *in) {
    bool from_float = is_float(in->from), to_float = is_float(in->type);
    uint32_t integer = from_float ? in->type : in->from;
    return in->op == JIT_CONVERT && from_float != to_float && size_of(integer) == 3;
}

// 64 bits where only one number has code, or only AVX-512 has any: eight are a call.
static bool add_call(Build *build, const VmInst *inst, JitInst *in) {
    bool scalar = is_any_of(in->op, JIT_DIV, JIT_REM, JIT_MUL_HIGH) && size_of(in->type) == 3;
    if (!scalar && !converts_wide(in)) return true;
    JitInst call = {0};
    if (!vm_native_call(build, inst, &call)) return false;
    in->may_call = true;
    in->call = call.call;
    in->element = call.element;
    in->nelement = call.nelement;
    return true;
}

bool vm_native_op(Build *build, const VmInst *inst, JitInst *in) {
    const PtxInst *from = inst->source;
    Op op = {.inst = inst, .source = from, .sem = ptx_rows[from->op].sem};
    if (op.sem == PTX_SEM_UNPACK) return build_unpack(build, &op, in);
    bool computes = op.sem >= PTX_SEM_FADD && op.sem <= PTX_SEM_FMAX &&
                    !is_any_of(op.sem, PTX_SEM_FMAOOB, PTX_SEM_COPYSIGN);
    if (computes && vm_native_is_half(inst->type)) return build_half(build, &op, in);
    if (op.sem == PTX_SEM_SETP) return build_compare(build, &op, in);
    if (op.sem == PTX_SEM_SET && vm_native_is_half(from->type[1]))
        return build_set_half(build, &op, in);
    if (is_any_of(op.sem, PTX_SEM_CVT, PTX_SEM_PACK)) {
        JitOperand made = (op.sem == PTX_SEM_CVT ? vm_native_convert : vm_native_pack)(build, &op);
        return made.kind && give(build, &op, inst->dsize, made, in) && add_call(build, inst, in);
    }
    if (op.sem == PTX_SEM_CVTPACK2) {
        bool known = vm_native_operand(build, inst->a, 2, &op.a) &&
                     vm_native_operand(build, inst->b, 2, &op.b);
        JitOperand made = known ? vm_native_convert_pair(build, &op) : no_operand;
        return made.kind && give(build, &op, 2, made, in);
    }
    const Row *row = &rows[op.sem];
    if (!row->types || !type_of(from->type[0], &op.type, &op.bits)) return false;
    if (!(row->types & kind_of(&op))) return false;
    if (inst->flags & VF_PRED_NOT && !is_any_of(op.sem, PTX_SEM_SELP, PTX_SEM_SET)) return false;
    if (inst->flags & VF_PAIR) return false;
    op.high = inst->flags & VF_HI;
    if (!source(build, &op, row, inst->a, row->a, &op.a)) return false;
    if (!source(build, &op, row, inst->b, row->b, &op.b)) return false;
    if (!source(build, &op, row, inst->c, row->c, &op.c)) return false;
    if (row->c == OF_PRED) op.c.negated = inst->flags & VF_PRED_NOT;
    JitOperand result =
        row->lower ? row->lower(build, &op) : put(build, (JitOp)row->op, op.type, op.a, op.b, op.c);
    return result.kind && give(build, &op, result_size(&op), result, in) &&
           add_call(build, inst, in);
}
