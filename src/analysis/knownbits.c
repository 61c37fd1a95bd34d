// SPDX-License-Identifier: Apache-2.0
// Known bits, sign bits, non-zero and alignment, by recursion over operands to a small depth. For
// integers of up to 64 bits. Transfer functions as in the literature on tristate numbers
// (Vishwanathan et al. 2022); addition by the carry-in/carry-out argument.
#include "analysis/analysis.h"

#include "ir/intrin_id.h"

#include <stdlib.h>

enum { MAX_DEPTH = 6 };

static AnBits known_of_operation(const IrValue *value, int depth);
static AnBits known_of_address(const IrValue *value);

static uint64_t mask_of(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static AnBits exactly(uint64_t x, uint32_t bits) {
    return (AnBits){~x & mask_of(bits), x & mask_of(bits)};
}

static AnBits unknown(void) {
    return (AnBits){0, 0};
}

static uint32_t width(const IrType *type) {
    bool has_bits = is_any_of(type->kind, IR_TY_INT, IR_TY_PTR);
    return has_bits && type->bits <= 64 ? type->bits : 0;
}

uint64_t an_umax(AnBits k, uint32_t bits) {
    return ~k.zero & mask_of(bits);
}

static bool is_unknown(AnBits bits) {
    return !(bits.zero | bits.one);
}

// Most operands are constants, or values of which nothing can be said: that takes no call. Each
// step into operands costs depth.
static inline AnBits known(const IrValue *value, int depth) {
    if (value->kind == IR_V_INST && depth < MAX_DEPTH) return known_of_operation(value, depth);
    if (value->type->kind == IR_TY_PTR) return known_of_operation(value, depth);
    if (value->kind == IR_C_EXPR) return known_of_address(value);
    if (value->kind != IR_C_INT || value->type->bits > 64) return unknown();
    return exactly(((const IrConst *)value)->bits, value->type->bits);
}

// ---- transfer functions ----

// Bits of the sum are known where both operands' and the carry into them are: the largest and the
// smallest possible sum agree there.
static AnBits add(AnBits a, AnBits b, bool carry_zero, bool carry_one, uint32_t n) {
    uint64_t m = mask_of(n);
    uint64_t max = (~a.zero & m) + (~b.zero & m) + !carry_zero;
    uint64_t min = a.one + b.one + carry_one;
    uint64_t cz = ~(max ^ a.zero ^ b.zero), co = min ^ a.one ^ b.one;
    uint64_t all = (a.zero | a.one) & (b.zero | b.one) & (cz | co);
    return (AnBits){~max & all & m, min & all & m};
}

static uint32_t low_zeros(AnBits a, uint32_t n) { // known trailing zero bits
    uint64_t nz = ~a.zero;
    uint32_t k = nz ? (uint32_t)__builtin_ctzll(nz) : 64;
    return CU_MIN(k, n);
}

static uint32_t high_zeros(AnBits a, uint32_t n) {
    uint64_t nz = ~a.zero & mask_of(n);
    return nz ? n - (64 - (uint32_t)__builtin_clzll(nz)) : n;
}

static uint64_t top_mask(uint32_t count, uint32_t n) {
    return count ? mask_of(n) & ~mask_of(n - count) : 0;
}

// Zeros at both ends add up.
static AnBits mul(AnBits a, AnBits b, uint32_t n) {
    uint32_t low = low_zeros(a, n) + low_zeros(b, n);
    uint32_t ha = high_zeros(a, n), hb = high_zeros(b, n);
    uint32_t high = ha + hb > n ? ha + hb - n : 0;
    AnBits r = {mask_of(CU_MIN(low, n)) | top_mask(CU_MIN(high, n), n), 0};
    return r;
}

static AnBits sum(AnBits a, AnBits b, uint32_t n) {
    return add(a, b, true, false, n);
}

static AnBits difference(AnBits a, AnBits b, uint32_t n) {
    return add(a, (AnBits){b.one, b.zero}, false, true, n);
}

// What the sign bit is known to be, copied to the bits of `top`.
static AnBits with_sign_in(AnBits bits, uint32_t sign_bit, uint64_t top) {
    if (bits.zero >> sign_bit & 1) bits.zero |= top;
    if (bits.one >> sign_bit & 1) bits.one |= top;
    return bits;
}

// By a known amount all bits move; by an unknown one only zeros at the end that they come from
// stay.
static bool is_count(AnBits by, uint32_t n) {
    return (by.zero | by.one) == mask_of(n) && by.one < n;
}

static AnBits shl(AnBits bits, AnBits by, uint32_t n) {
    if (!is_count(by, n)) return (AnBits){mask_of(low_zeros(bits, n)), 0};
    uint32_t k = (uint32_t)by.one;
    return (AnBits){((bits.zero << k) | mask_of(k)) & mask_of(n), (bits.one << k) & mask_of(n)};
}

static AnBits lshr(AnBits bits, AnBits by, uint32_t n) {
    if (!is_count(by, n)) return (AnBits){top_mask(high_zeros(bits, n), n), 0};
    uint32_t k = (uint32_t)by.one;
    return (AnBits){bits.zero >> k | top_mask(k, n), bits.one >> k};
}

static AnBits ashr(AnBits bits, AnBits by, uint32_t n) {
    if (!is_count(by, n)) return unknown();
    uint32_t k = (uint32_t)by.one;
    // the sign bit has moved to n - 1 - k
    return with_sign_in((AnBits){bits.zero >> k, bits.one >> k}, n - 1 - k, top_mask(k, n));
}

// So many bits hold numbers up to `most`; what is above them is zero.
static AnBits at_most(uint64_t most, uint32_t n) {
    uint64_t low = most ? mask_of(64 - (uint32_t)__builtin_clzll(most)) : 0;
    return (AnBits){~low & mask_of(n), 0};
}

static AnBits udiv(AnBits left, AnBits right, uint32_t n) {
    uint64_t d = CU_MAX(right.one, 1u);
    return at_most(an_umax(left, n) / d, n);
}

// By a power of two the low bits stay.
static AnBits urem(AnBits left, AnBits right, uint32_t n) {
    uint64_t largest = an_umax(right, n);
    AnBits k = at_most(CU_MIN(an_umax(left, n), largest ? largest - 1 : 0), n);
    bool constant = (right.zero | right.one) == mask_of(n);
    bool power_of_two = right.one && !(right.one & (right.one - 1));
    if (constant && power_of_two) {
        k.zero |= left.zero & (right.one - 1);
        k.one |= left.one & (right.one - 1);
    }
    return k;
}

static AnBits bit_and(AnBits left, AnBits right, uint32_t n) {
    return (AnBits){left.zero | right.zero, left.one & right.one};
}

static AnBits bit_or(AnBits left, AnBits right, uint32_t n) {
    return (AnBits){left.zero & right.zero, left.one | right.one};
}

static AnBits bit_xor(AnBits left, AnBits right, uint32_t n) {
    return (AnBits){(left.zero & right.zero) | (left.one & right.one),
                    (left.zero & right.one) | (left.one & right.zero)};
}

// Of the result of an operation without a row nothing is known.
static __attribute__((noinline)) AnBits binary(const IrInst *inst, uint32_t n, int depth) {
    typedef AnBits Transfer(AnBits left, AnBits right, uint32_t n);
    static Transfer *const transfers[IR_NOPS] = {
        [IR_AND] = bit_and,    [IR_OR] = bit_or, [IR_XOR] = bit_xor, [IR_ADD] = sum,
        [IR_SUB] = difference, [IR_MUL] = mul,   [IR_SHL] = shl,     [IR_LSHR] = lshr,
        [IR_ASHR] = ashr,      [IR_UDIV] = udiv, [IR_UREM] = urem};
    // nothing comes of one unknown operand
    static const bool needs_both[IR_NOPS] = {[IR_ADD] = true, [IR_SUB] = true, [IR_XOR] = true};
    Transfer *transfer = transfers[inst->v.op];
    if (!transfer) return unknown();
    AnBits right = known(ir_op(inst, 1), depth);
    if (needs_both[inst->v.op] && is_unknown(right)) return unknown();
    return transfer(known(ir_op(inst, 0), depth), right, n);
}

// The low `n` bits, or zeros above.
static AnBits resized(AnBits bits, uint32_t from, uint32_t n) {
    uint64_t above = mask_of(n) & ~mask_of(from);
    return (AnBits){(bits.zero & mask_of(n)) | above, bits.one & mask_of(n)};
}

// Widths below and above; pointers have the width of their space.
static __attribute__((noinline)) AnBits cast(const IrInst *inst, uint32_t n, int depth) {
    const IrValue *value = ir_op(inst, 0);
    uint32_t from = width(value->type);
    if (!from) return unknown();
    AnBits bits = known(value, depth);
    switch (inst->v.op) {
    case IR_TRUNC:
    case IR_ZEXT:
    case IR_PTRTOINT:
    case IR_INTTOPTR: return resized(bits, from, n);
    case IR_SEXT: return with_sign_in(bits, from - 1, mask_of(n) & ~mask_of(from));
    case IR_ADDRSPACECAST: // low bits stay in all of ours
        return (AnBits){bits.zero & 255, bits.one & 255};
    default: return unknown();
    }
}

// Of a value in [lo, hi): the bits that all of them share at the top.
static AnBits range_bits(uint64_t lo, uint64_t hi, uint32_t n) {
    uint64_t diff = lo ^ (hi - 1);
    uint32_t len = diff ? 64 - (uint32_t)__builtin_clzll(diff) : 0;
    uint64_t same = ~mask_of(len) & mask_of(n);
    if (len == 64) same = 0;
    return (AnBits){~lo & same, lo & same};
}

// `key` names a string attribute of up to three numbers; missing ones are 1, absurd ones the most.
bool an_launch_shape(const IrFunc *fn, const char *key, uint64_t v[3]) {
    const IrAttrSet *attrs = fn->attrs.fn;
    Ctx *ctx = fn->g.m->ctx;
    const char *t = NULL;
    for (uint32_t i = 0; attrs && i < attrs->nstr && !t;
         i++) { // few: cheaper than to intern the key
        if (strcmp(atom_str(ctx, attrs->str[i].key), key) == 0)
            t = atom_str(ctx, attrs->str[i].value);
    }
    if (!t) return false;
    for (int d = 0; d < 3; d++) {
        char *end = NULL;
        v[d] = t && *t ? strtoul(t, &end, 10) : 1;
        if (!v[d] || v[d] > 1024) v[d] = 1024;
        t = end && *end == ',' ? end + 1 : NULL;
    }
    return true;
}

// Whether a kernel may say with how many threads it is launched.
static bool may_have_launch_shape(const IrInst *inst) {
    const IrFunc *fn = inst->block ? inst->block->fn : NULL;
    return fn && fn->cc == IR_CC_PTX_KERNEL && fn->attrs.fn && fn->attrs.fn->nstr;
}

// The range of %tid and %ntid where the kernel says its block size (.reqntid) or the number of
// threads at most (.maxntid: the product bounds every dimension, PTX ISA 11.4).
static __attribute__((noinline)) bool launch_range(const IrInst *inst, uint32_t id, uint64_t *lo,
                                                   uint64_t *hi) {
    static const uint16_t ids[6] = {IR_I_nvvm_read_ptx_sreg_tid_x,  IR_I_nvvm_read_ptx_sreg_tid_y,
                                    IR_I_nvvm_read_ptx_sreg_tid_z,  IR_I_nvvm_read_ptx_sreg_ntid_x,
                                    IR_I_nvvm_read_ptx_sreg_ntid_y, IR_I_nvvm_read_ptx_sreg_ntid_z};
    const IrFunc *fn = inst->block->fn;
    int k = 0;
    while (k < 6 && ids[k] != id) k++;
    if (k == 6) return false;
    uint64_t v[3];
    if (an_launch_shape(fn, "nvvm.reqntid", v)) {
        *lo = k < 3 ? 0 : v[k - 3];
        *hi = k < 3 ? v[k] : v[k - 3] + 1;
        return true;
    }
    if (!an_launch_shape(fn, "nvvm.maxntid", v)) return false;
    uint64_t most = CU_MIN(v[0] * v[1] * v[2], k % 3 == 2 ? 64u : 1024u);
    *lo = k < 3 ? 0 : 1;
    *hi = k < 3 ? most : most + 1;
    return true;
}

// An integer in a node of two; NULL: it is something else.
static const IrConst *bound(const IrMd *md, uint32_t k) {
    if (!md || md->kind != IR_MD_NODE || md->n != 2) return NULL;
    const IrMd *op = md->op[k];
    return op && op->kind == IR_MD_VALUE ? ir_as_cint(op->value) : NULL;
}

// !range with one interval.
static bool range_md(const IrInst *inst, uint64_t *lo, uint64_t *hi) {
    for (const IrMdAttach *m = inst->md; m; m = m->next) {
        const IrConst *from = bound(m->md, 0), *to = bound(m->md, 1);
        if (!from || !to || from->v.type != inst->v.type) continue;
        if (from->bits >= to->bits) continue;
        if (strcmp(atom_str(inst->v.type->m->ctx, m->kind), "range") != 0) continue;
        *lo = from->bits;
        *hi = to->bits;
        return true;
    }
    return false;
}

// What the row of an intrinsic says of its result, or the launch bounds of the kernel.
static bool intrinsic_range(const IrInst *inst, uint64_t *lo, uint64_t *hi) {
    const IrIntrinRow *row = &ir_intrins[ir_intrin_of(inst)];
    if (!row->hi) return false;
    bool by_launch = inst->v.type->bits == 32 && may_have_launch_shape(inst);
    if (by_launch && launch_range(inst, ir_intrin_of(inst), lo, hi)) return true;
    *lo = row->lo;
    *hi = row->hi;
    return true;
}

// Both the row and the metadata may say something.
static __attribute__((noinline)) bool annotated_range(const IrInst *inst, uint64_t *lo,
                                                      uint64_t *hi) {
    uint64_t least, end;
    bool annotated = range_md(inst, lo, hi), intrinsic = intrinsic_range(inst, &least, &end);
    if (!intrinsic) return annotated;
    *lo = annotated ? CU_MAX(least, *lo) : least;
    *hi = annotated ? CU_MIN(end, *hi) : end;
    return *lo < *hi;
}

// The intersection of both; false if nothing is known.
bool an_result_range(const IrInst *inst, uint64_t *lo, uint64_t *hi) {
    bool can_have_one = inst->v.op == IR_CALL || inst->md;
    if (!can_have_one || inst->v.type->kind != IR_TY_INT || inst->v.type->bits > 64) return false;
    if (inst->md) return annotated_range(inst, lo, hi);
    return intrinsic_range(inst, lo, hi) && *lo < *hi;
}

static AnBits result_bits(const IrInst *inst, uint32_t n) {
    uint64_t lo, hi;
    return an_result_range(inst, &lo, &hi) ? range_bits(lo, hi, n) : unknown();
}

// What the results of intrinsics that count bits are at most.
enum { COUNTS_OWN_WIDTH = 255 };
static const uint8_t most_counted[] = {
    [IR_I_ctpop] = COUNTS_OWN_WIDTH, [IR_I_ctlz] = COUNTS_OWN_WIDTH, [IR_I_cttz] = COUNTS_OWN_WIDTH,
    [IR_I_nvvm_popc_i] = 32,         [IR_I_nvvm_clz_i] = 32,         [IR_I_nvvm_popc_ll] = 64,
    [IR_I_nvvm_clz_ll] = 64,
};

// Of one of the two operands: what they agree on.
static AnBits either(const IrInst *inst, uint32_t first, int depth) {
    AnBits a = known(ir_op(inst, first), depth), b = known(ir_op(inst, first + 1), depth);
    return (AnBits){a.zero & b.zero, a.one & b.one};
}

// Results of intrinsics, by what they count or choose from.
static AnBits call(const IrInst *inst, uint32_t n, int depth) {
    uint32_t id = ir_intrin_of(inst), most = CU_AT(most_counted, id);
    if (most) return range_bits(0, (most == COUNTS_OWN_WIDTH ? n : most) + 1ull, n);
    bool extremum = is_any_of(id, IR_I_umax, IR_I_smin, IR_I_smax);
    if (extremum) return either(inst, 0, depth);
    if (id != IR_I_umin) return unknown();
    AnBits a = known(ir_op(inst, 0), depth), b = known(ir_op(inst, 1), depth);
    uint64_t m = CU_MIN(an_umax(a, n), an_umax(b, n));
    AnBits r = m == UINT64_MAX ? unknown() : range_bits(0, m + 1, n);
    r.zero |= a.zero & b.zero;
    r.one |= a.one & b.one;
    return r;
}

// What a phi keeps, from step to step, of the zeros that it begins with.
typedef struct {
    uint64_t zeros;      // these bits
    bool grows, shrinks; // of those the ones in a row at the end, at the top
    bool sign_stays;     // a growing one does not become negative
} Steps;

// A sum keeps the zeros at the end that the step has too, and the sign where it does not wrap.
static bool adds_step(const IrInst *sum, const IrConst *step, uint32_t n, Steps *met) {
    if (ir_is_zero(&step->v)) return false;
    uint64_t low = step->bits & (0 - step->bits), sign = 1ull << (n - 1);
    bool nonneg = (sum->v.flags & IR_NSW) && !(step->bits & sign);
    met->zeros &= (low - 1) | (nonneg ? sign : 0);
    return true;
}

// The value is made of the phi and a constant: a sum, a multiple, or a part. Multiples keep the
// zeros at the end, parts those at the top.
static bool is_step_of(const IrInst *phi, const IrValue *next, uint32_t n, Steps *met) {
    const IrInst *inst = ir_as_inst(next);
    bool binary = inst && ir_ops[inst->v.op].class == IRC_BINARY && ir_op(inst, 0) == &phi->v;
    const IrConst *by = binary ? ir_as_cint(ir_op(inst, 1)) : NULL;
    if (!by) return false;
    bool positive = !(by->bits >> (n - 1) & 1);
    switch (inst->v.op) {
    case IR_ADD: return adds_step(inst, by, n, met);
    case IR_MUL:
    case IR_SHL:
        met->grows = true;
        met->sign_stays &= (inst->v.flags & IR_NSW) && positive;
        return true;
    case IR_LSHR:
    case IR_ASHR:
    case IR_UDIV: met->shrinks = true; return true;
    default: return false;
    }
}

static AnBits kept(AnBits bits, const Steps *met, uint32_t n) {
    uint64_t sign = 1ull << (n - 1);
    bits.zero &= met->zeros;
    if (met->grows) bits.zero &= mask_of(low_zeros(bits, n)) | (met->sign_stays ? sign : 0);
    if (met->shrinks) bits.zero &= top_mask(high_zeros(bits, n), n);
    return bits;
}

// The bits that all ways into the phi agree on; the phi itself and its steps say nothing new.
static AnBits phi(const IrInst *inst, uint32_t n, int depth) {
    AnBits bits = {mask_of(n), mask_of(n)};
    Steps steps = {.zeros = mask_of(n), .sign_stays = true};
    bool any = false;
    for (uint32_t k = 0; k < ir_phi_n(inst) && (bits.zero | bits.one); k++) {
        const IrValue *value = ir_phi_value(inst, k);
        if (value == &inst->v) continue;
        if (is_step_of(inst, value, n, &steps)) {
            bits.one = 0;
            continue;
        }
        // phis in a cycle: one step only
        AnBits a = known(value, ir_as_cint(value) ? depth : CU_MAX(depth, MAX_DEPTH - 1));
        bits.zero &= a.zero;
        bits.one &= a.one;
        any = true;
    }
    return any ? kept(bits, &steps, n) : unknown();
}

// Low zeros of addresses.
static AnBits of_pointer(const IrValue *value) {
    if (value->type->bits > 64) return unknown();
    if (value->kind == IR_C_NULL) return exactly(0, value->type->bits);
    return (AnBits){an_alignment(value) - 1, 0};
}

// A constant address as a number, of which the low zeros are known, or some low bits of it.
static AnBits known_of_address(const IrValue *value) {
    const IrConst *constant = (const IrConst *)value;
    uint32_t n = width(value->type);
    if (!n || !is_any_of(value->op, IR_PTRTOINT, IR_TRUNC)) return unknown();
    const IrValue *from = &constant->elem[0]->v;
    uint32_t width_from = width(from->type);
    return width_from ? resized(known(from, MAX_DEPTH), width_from, n) : unknown();
}

// Of what is no binary operation and no cast.
static __attribute__((noinline)) AnBits of_other(const IrInst *inst, uint32_t n, int depth) {
    switch (inst->v.op) {
    case IR_CALL: {
        AnBits a = call(inst, n, depth), b = result_bits(inst, n);
        return (AnBits){a.zero | b.zero, a.one | b.one};
    }
    case IR_LOAD: return result_bits(inst, n);
    case IR_PHI: return phi(inst, n, depth);
    case IR_SELECT: return either(inst, 1, depth);
    case IR_FREEZE: return an_not_poison(ir_op(inst, 0)) ? known(ir_op(inst, 0), depth) : unknown();
    default: return unknown();
    }
}

// Of an instruction that is not too deep, and of any address.
static AnBits known_of_operation(const IrValue *value, int depth) {
    if (value->type->kind == IR_TY_PTR) return of_pointer(value);
    uint32_t n = value->type->bits;
    if (value->type->kind != IR_TY_INT || n > 64) return unknown();
    const IrInst *inst = (const IrInst *)value;
    switch (ir_ops[inst->v.op].class) {
    case IRC_BINARY: return binary(inst, n, depth + 1);
    case IRC_CAST: return cast(inst, n, depth + 1);
    default: return of_other(inst, n, depth + 1);
    }
}

AnBits an_known_bits(const IrValue *value) {
    return known(value, 0);
}

// ---- more ----

static uint32_t sign_bits(const IrValue *value, int depth);

// Of two operands the fewer.
static uint32_t common_sign_bits(const IrInst *inst, uint32_t first, int depth) {
    uint32_t one = sign_bits(ir_op(inst, first), depth);
    uint32_t other = sign_bits(ir_op(inst, first + 1), depth);
    return CU_MIN(one, other);
}

// By the operation: at least one.
static uint32_t sign_bits_of_inst(const IrInst *inst, uint32_t n, int depth) {
    switch (inst->v.op) {
    case IR_SEXT: return sign_bits(ir_op(inst, 0), depth) + n - width(ir_op(inst, 0)->type);
    case IR_ASHR: {
        const IrConst *c = ir_as_cint(ir_op(inst, 1));
        uint32_t s = sign_bits(ir_op(inst, 0), depth);
        return c && c->bits < n ? CU_MIN(n, s + (uint32_t)c->bits) : s;
    }
    case IR_ADD:
    case IR_SUB: {
        uint32_t s = common_sign_bits(inst, 0, depth);
        return s > 1 ? s - 1 : 1;
    }
    case IR_AND:
    case IR_OR:
    case IR_XOR: return common_sign_bits(inst, 0, depth);
    case IR_SELECT: return common_sign_bits(inst, 1, depth);
    case IR_TRUNC: {
        uint32_t from = width(ir_op(inst, 0)->type);
        if (!from) return 1;
        uint32_t s = sign_bits(ir_op(inst, 0), depth), cut = from - n;
        return s > cut ? s - cut : 1;
    }
    default: return 1;
    }
}

// The number of equal bits at the top, at least one: by known bits, then by the operation.
static uint32_t sign_bits(const IrValue *value, int depth) {
    uint32_t n = width(value->type);
    if (!n) return 1;
    AnBits bits = known(value, depth);
    // by bits that are known to be zero at the top, or one
    uint32_t best = CU_MAX(1u, high_zeros(bits, n));
    best = CU_MAX(best, high_zeros((AnBits){bits.one, bits.zero}, n));
    const IrInst *inst = ir_as_inst(value);
    if (!inst || depth >= MAX_DEPTH) return best;
    uint32_t s = sign_bits_of_inst(inst, n, depth + 1);
    return CU_MAX(best, s);
}

uint32_t an_sign_bits(const IrValue *value) {
    return sign_bits(value, 0);
}

bool an_is_nonneg(const IrValue *value) {
    uint32_t n = width(value->type);
    return n && value->type->kind == IR_TY_INT && (an_known_bits(value).zero >> (n - 1) & 1);
}

static bool nonzero(const IrValue *value, int depth);

// An address in an object of a space of its own, of which the generic address is never 0: the
// windows of shared and of local memory begin above 0, and nothing lies at 0 of global memory.
static bool is_in_object(const IrValue *value) {
    for (int depth = 0; depth < MAX_DEPTH; depth++) {
        bool steps = value->kind == IR_V_INST || value->kind == IR_C_EXPR;
        if (!steps) break;
        const IrInst *inst = ir_as_inst(value);
        bool inside = value->op == IR_GEP && (value->flags & IR_INBOUNDS);
        if (value->op == IR_ALLOCA) return true;
        if (!inside && value->op != IR_BITCAST) return false;
        value = inst ? ir_op(inst, 0) : &((const IrConst *)value)->elem[0]->v;
    }
    return is_any_of(value->kind, IR_C_VAR, IR_C_FUNC) &&
           ((const IrGlobal *)value)->linkage != IR_EXTERN_WEAK;
}

// Of a cast between spaces: of an object of another space to generic, or between numbers that are
// the same.
static bool cast_nonzero(const IrValue *value, const IrValue *from, int depth) {
    if (!value->type->as && is_in_object(from)) return true;
    bool same = is_any_of(value->type->as, IR_AS_GENERIC, IR_AS_GLOBAL) &&
                is_any_of(from->type->as, IR_AS_GENERIC, IR_AS_GLOBAL);
    return same && nonzero(from, depth + 1);
}

static bool expr_nonzero(const IrValue *value, int depth) {
    const IrValue *from = &((const IrConst *)value)->elem[0]->v;
    if (value->op == IR_ADDRSPACECAST) return cast_nonzero(value, from, depth);
    bool inside = value->op == IR_GEP && (value->flags & IR_INBOUNDS) && !value->type->as;
    return inside && nonzero(from, depth + 1);
}

static bool one_nonzero(const IrInst *inst, int depth) { // of two operands
    return nonzero(ir_op(inst, 0), depth) || nonzero(ir_op(inst, 1), depth);
}

// By the operands, where none of them can take the value to zero.
static bool nonzero(const IrValue *value, int depth) {
    if (value->kind == IR_C_INT) return !ir_is_zero(value);
    if (is_any_of(value->kind, IR_C_VAR, IR_C_FUNC)) {
        return value->type->as == 0 && ((const IrGlobal *)value)->linkage != IR_EXTERN_WEAK;
    }
    const IrArg *arg = ir_as_arg(value);
    if (arg) return ir_attr_has(ir_attrs_get(&arg->fn->attrs, (int)arg->index), IR_ATTR_NONNULL);
    if (known(value, depth).one) return true;
    if (depth >= MAX_DEPTH) return false;
    if (value->kind == IR_C_EXPR) return expr_nonzero(value, depth);
    const IrInst *inst = ir_as_inst(value);
    if (!inst) return false;
    bool generic = value->type->as == 0;
    switch (inst->v.op) {
    case IR_ALLOCA: return generic; // a generic address of local memory is never 0
    case IR_ADDRSPACECAST: return cast_nonzero(value, ir_op(inst, 0), depth);
    case IR_OR: return one_nonzero(inst, depth + 1);
    case IR_ZEXT:
    case IR_SEXT: return nonzero(ir_op(inst, 0), depth + 1);
    case IR_GEP: {
        bool inside = (value->flags & IR_INBOUNDS) && ir_ty_is_ptr(value->type);
        return inside && generic && nonzero(ir_op(inst, 0), depth + 1);
    }
    case IR_ADD: return (value->flags & IR_NUW) && one_nonzero(inst, depth + 1);
    case IR_SELECT: return nonzero(ir_op(inst, 1), depth + 1) && nonzero(ir_op(inst, 2), depth + 1);
    default: return false;
    }
}

bool an_is_nonzero(const IrValue *value) {
    return nonzero(value, 0);
}

static bool power_of_two(const IrValue *value, const IrInst *own, int depth);

// All ways into a phi: what it begins with, and what is made of it.
static bool phi_power_of_two(const IrInst *phi, int depth) {
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        if (!power_of_two(ir_phi_value(phi, k), phi, depth)) return false;
    }
    return true;
}

// `own` is a phi on the way to the value that is one if this is.
static bool power_of_two(const IrValue *value, const IrInst *own, int depth) {
    const IrConst *constant = ir_as_cint(value);
    if (constant) return width(value->type) && !(constant->bits & (constant->bits - 1));
    const IrInst *inst = ir_as_inst(value);
    if (inst && inst == own) return true;
    if (!inst || depth >= MAX_DEPTH || !width(value->type)) return false;
    switch (inst->v.op) {
    case IR_SHL:
    case IR_LSHR:
    case IR_ZEXT:
    case IR_TRUNC: return power_of_two(ir_op(inst, 0), own, depth + 1);
    case IR_MUL:
    case IR_UDIV:
        return power_of_two(ir_op(inst, 0), own, depth + 1) &&
               power_of_two(ir_op(inst, 1), own, depth + 1);
    case IR_SELECT:
        return power_of_two(ir_op(inst, 1), own, depth + 1) &&
               power_of_two(ir_op(inst, 2), own, depth + 1);
    case IR_PHI: return !own && phi_power_of_two(inst, depth + 1);
    default: return false;
    }
}

bool an_is_power_of_two_or_zero(const IrValue *value) {
    return power_of_two(value, NULL, 0);
}

static uint32_t low_bit(uint64_t x) {
    return x && __builtin_ctzll(x) < 16 ? 1u << __builtin_ctzll(x) : 1u << 16;
}

// The least alignment of the base and of everything that is added.
static uint32_t gep_alignment(const IrInst *inst) {
    uint32_t al = an_alignment(ir_op(inst, 0));
    IrType *type = inst->aty;
    for (uint32_t k = 1; k < inst->nops && al > 1; k++) {
        const IrConst *constant = ir_as_cint(ir_op(inst, k));
        uint64_t stride;
        if (k > 1 && type->kind == IR_TY_STRUCT) {
            if (!constant) return 1;
            al = CU_MIN(al, low_bit(type->offset[ir_uval(constant)]));
            type = type->sub[ir_uval(constant)];
            continue;
        }
        if (k > 1) type = type->elem;
        stride = type->size;
        if (al <= low_bit(stride)) continue;
        if (constant) {
            al = CU_MIN(al, low_bit((uint64_t)ir_sval(constant) * stride));
        } else {
            // ids of threads and the like: trailing zeros of the index help
            AnBits b = known(ir_op(inst, k), MAX_DEPTH - 3);
            uint64_t nz = ~b.zero;
            uint32_t tz = nz ? (uint32_t)__builtin_ctzll(nz) : 16;
            al = CU_MIN(al, low_bit(stride << CU_MIN(tz, 16u)));
        }
    }
    return al;
}

// A constant address plus a constant number of bytes, in the form that ir/const.c gives it.
static bool is_byte_offset(const IrValue *value) {
    const IrConst *constant = (const IrConst *)value;
    if (value->kind != IR_C_EXPR || value->op != IR_GEP || constant->n != 2) return false;
    return constant->elem[1]->v.kind == IR_C_INT && ir_ty_is_i(constant->aty, 8);
}

// In bytes, 1 if nothing is known.
uint32_t an_alignment(const IrValue *value) {
    uint32_t al = 1;
    for (int depth = 0; depth < 16; depth++) {
        const IrInst *inst = ir_as_inst(value);
        if (inst && inst->v.op == IR_ALLOCA) return CU_MAX(al, inst->align);
        if (inst && inst->v.op == IR_GEP)
            return inst->v.type->kind == IR_TY_PTR ? gep_alignment(inst) : 1;
        if (inst && is_any_of(inst->v.op, IR_ADDRSPACECAST, IR_BITCAST)) {
            value = ir_op(inst, 0);
            continue;
        }
        if (value->kind == IR_C_EXPR && value->op == IR_ADDRSPACECAST) {
            value = &((const IrConst *)value)->elem[0]->v;
            continue;
        }
        if (is_byte_offset(value)) {
            const IrConst *c = (const IrConst *)value;
            return CU_MIN(an_alignment(&c->elem[0]->v), low_bit((uint64_t)ir_sval(c->elem[1])));
        }
        const IrArg *a = ir_as_arg(value);
        if (a) {
            const IrAttrSet *s = ir_attrs_get(&a->fn->attrs, (int)a->index);
            IrType *by = ir_attr_type(s, IR_ATTR_BYVAL);
            return (uint32_t)ir_attr_int(s, IR_ATTR_ALIGN, by ? by->align : 1);
        }
        const IrGlobal *g = ir_as_var(value);
        return g && g->align ? g->align : al;
    }
    return al;
}

// Neither undef nor poison: the operations that could make some have no flags, and their operands
// are none.
static bool not_poison(const IrValue *value, int depth) {
    if (ir_is_const(value)) {
        static const bool defined[IR_C_VAR] = {
            [IR_C_INT] = true,  [IR_C_FP] = true,   [IR_C_NULL] = true,
            [IR_C_ZERO] = true, [IR_C_DATA] = true,
        };
        return value->kind >= IR_C_VAR || defined[value->kind];
    }
    const IrArg *arg = ir_as_arg(value);
    if (arg) { // the host gives a kernel bits
        return arg->fn->cc == IR_CC_PTX_KERNEL ||
               ir_attr_has(ir_attrs_get(&arg->fn->attrs, (int)arg->index), IR_ATTR_NOUNDEF);
    }
    const IrInst *inst = ir_as_inst(value);
    if (!inst || depth >= MAX_DEPTH) return false;
    if (is_any_of(inst->v.op, IR_FREEZE, IR_ALLOCA)) return true;
    if (inst->v.op == IR_CALL) { // special registers
        uint32_t id = ir_intrin_of(inst);
        return id && ir_call_nargs(inst) == 0;
    }
    uint8_t class = ir_ops[inst->v.op].class;
    bool computes = is_any_of(class, IRC_BINARY, IRC_CAST);
    bool plain = computes || is_any_of(inst->v.op, IR_ICMP, IR_SELECT);
    if (!plain || inst->v.flags || inst->fmf) return false;
    // a shift by too much is poison
    if (ir_ops[inst->v.op].props & (IRP_SHIFT | IRP_TRAPS)) {
        const IrConst *c = ir_as_cint(ir_op(inst, 1));
        if (!c || c->n > 1 || c->bits >= c->v.type->bits) return false;
    }
    if (is_any_of(inst->v.op, IR_FPTOSI, IR_FPTOUI)) return false;
    for (uint32_t k = 0; k < inst->nops; k++) {
        if (!not_poison(ir_op(inst, k), depth + 1)) return false;
    }
    return true;
}

bool an_not_poison(const IrValue *value) {
    return not_poison(value, 0);
}
