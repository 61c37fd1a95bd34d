// SPDX-License-Identifier: Apache-2.0
// Value ranges: of an integer of up to 64 bits at a program point, as an unsigned and a signed
// interval (interval analysis, Cousot and Cousot 1977, asked for on demand as in LLVM's
// LazyValueInfo). Two parts:
//  - what its definition says: special registers and launch bounds, range metadata, arithmetic and
//    its flags, the ways into a phi, induction (a phi that starts at s and grows with nsw is >= s);
//  - by assumption: phis that are not negative if they were not the last time round (by_sign)
//  - what branches, switches and assumes say that dominate the point. They are noted once per
//    function at the values they are about.
// A definition's range is kept once known. Questions that lead round a cycle or deeper than a
// budget are answered with what the known bits say. Values made after the analysis are known by
// their bits.
#include "analysis/analysis.h"

#include "ir/intrin_id.h"

enum { MAX_FACTS = 24, MAX_DEPTH = 12, FUEL = 160, SIGN_FUEL = 48, MAX_ASSUMED = 6 };
enum { SIGN_UNKNOWN, SIGN_ASSUMED, SIGN_ANY, SIGN_NONE }; // ANY: tried in vain; NONE: >= 0

typedef struct Fact Fact;
struct Fact { // in the blocks that `at` dominates: value p other
    const IrBlock *at;
    const IrValue *other;
    uint64_t add; // value + add p other
    IrPred p;
    Fact *next;
};
struct AnRanges {
    const AnDom *dom;
    Arena *arena;
    uint32_t n;
    Fact **fact;      // by value id of instructions; newest first
    Fact **arg_fact;  // by index of arguments
    AnRange *range;   // by value id: of the definition
    uint8_t *state;   // 0 unknown, 1 in work, 2 known
    uint8_t *sign;    // by value id, of phis: SIGN_*
    uint8_t *level;   // by value id, while in work: `assumed` as it began
    uint32_t assumed; // phis in work that are taken not to be negative
    uint32_t nargs;
    uint32_t cut, fuel; // questions that were not followed; left of this one's budget
};

// ---- intervals ---------------------------------------------------------------------------------

static uint64_t mask_of(uint32_t n) {
    return n >= 64 ? ~0ull : (1ull << n) - 1;
}

static int64_t sext(uint64_t v, uint32_t n) {
    return (int64_t)(v << (64 - n)) >> (64 - n);
}

static int64_t smax_of(uint32_t n) {
    return (int64_t)(mask_of(n) >> 1);
}

AnRange an_range_full(uint32_t n) {
    return (AnRange){0, mask_of(n), -smax_of(n) - 1, smax_of(n)};
}

// Each of the two intervals says something about the other. An empty range belongs to code that is
// never reached: anything may be said there, and the whole range is safest.
static AnRange tightened(AnRange range, uint32_t n) {
    if (range.umin > range.umax || range.smin > range.smax) return an_range_full(n);
    if (range.smin >= 0 || range.smax < 0) {
        range.umin = CU_MAX(range.umin, (uint64_t)range.smin & mask_of(n));
        range.umax = CU_MIN(range.umax, (uint64_t)range.smax & mask_of(n));
    }
    if (range.umin > range.umax) return an_range_full(n);
    if (sext(range.umin, n) <= sext(range.umax, n)) { // no step over the sign's place
        range.smin = CU_MAX(range.smin, sext(range.umin, n));
        range.smax = CU_MIN(range.smax, sext(range.umax, n));
    }
    return range.smin > range.smax ? an_range_full(n) : range;
}

// A range of which one of the intervals is known.
static AnRange of_unsigned(uint64_t lo, uint64_t hi, uint32_t n) {
    AnRange r = an_range_full(n);
    r.umin = lo;
    r.umax = hi;
    return tightened(r, n);
}

static AnRange of_signed(int64_t lo, int64_t hi, uint32_t n) {
    AnRange r = an_range_full(n);
    r.smin = lo;
    r.smax = hi;
    return tightened(r, n);
}

static AnRange exactly(uint64_t v, uint32_t n) {
    return (AnRange){v, v, sext(v, n), sext(v, n)};
}

static AnRange both(AnRange a, AnRange b, uint32_t n) { // intersection
    AnRange r = {CU_MAX(a.umin, b.umin), CU_MIN(a.umax, b.umax), CU_MAX(a.smin, b.smin),
                 CU_MIN(a.smax, b.smax)};
    return tightened(r, n);
}

static AnRange either(AnRange a, AnRange b) { // union
    return (AnRange){CU_MIN(a.umin, b.umin), CU_MAX(a.umax, b.umax), CU_MIN(a.smin, b.smin),
                     CU_MAX(a.smax, b.smax)};
}

// What known bits say: the ones are there, the zeros are not.
static AnRange of_bits(AnBits k, uint32_t n) {
    uint64_t sign = 1ull << (n - 1), hi = an_umax(k, n), rest = mask_of(n) & ~sign;
    AnRange r = {k.one, hi, 0, 0};
    // the smallest signed value has the sign bit where it may be set, the largest where it must
    r.smin = sext((k.one & rest) | (k.zero & sign ? 0 : sign), n);
    r.smax = sext((hi & rest) | (k.one & sign), n);
    return r;
}

static uint32_t width(const IrValue *value) {
    return ir_ty_is_word(value->type) ? value->type->bits : 0;
}

// ---- transfer functions ------------------------------------------------------------------------

typedef __int128 i128;

static int64_t clamp(i128 v, uint32_t n) {
    i128 hi = smax_of(n), lo = -hi - 1;
    return (int64_t)(v > hi ? hi : v < lo ? lo : v);
}

// The results lie between lo and hi as numbers without limit: signed ones. What leaves the type
// wraps, or is poison if `nowrap`.
static void signed_bounds(AnRange *r, i128 lo, i128 hi, bool nowrap, uint32_t n) {
    bool inside = lo >= -(i128)smax_of(n) - 1 && hi <= smax_of(n);
    if (!inside && !nowrap) return;
    r->smin = clamp(lo, n);
    r->smax = clamp(hi, n);
}

// As signed_bounds, without signs.
static void unsigned_bounds(AnRange *r, i128 lo, i128 hi, bool nowrap, uint32_t n) {
    i128 max = (i128)mask_of(n);
    if ((lo < 0 || hi > max) && !nowrap) return;
    if (hi < 0 || lo > max) return; // always poison
    r->umin = lo < 0 ? 0 : (uint64_t)lo;
    r->umax = hi > max ? mask_of(n) : (uint64_t)hi;
}

// The extremes are among the products of the bounds; in 128 bits none of them overflows.
static AnRange product(IrOp op, AnRange left, AnRange right, uint16_t flags, uint32_t n) {
    AnRange r = an_range_full(n);
    i128 c[4] = {(i128)left.smin * right.smin, (i128)left.smin * right.smax,
                 (i128)left.smax * right.smin, (i128)left.smax * right.smax};
    i128 lo = c[0], hi = c[0];
    for (int k = 1; k < 4; k++) {
        lo = CU_MIN(lo, c[k]);
        hi = CU_MAX(hi, c[k]);
    }
    signed_bounds(&r, lo, hi, flags & IR_NSW, n);
    unsigned __int128 top = (unsigned __int128)left.umax * right.umax;
    bool fits = top <= mask_of(n);
    if (fits || (flags & IR_NUW)) {
        unsigned __int128 low = (unsigned __int128)left.umin * right.umin;
        if (low <= mask_of(n)) {
            r.umin = (uint64_t)low;
            r.umax = fits ? (uint64_t)top : mask_of(n);
        }
    }
    return tightened(r, n);
}

// Bounds without limit first: what the flags promise not to happen is cut off.
static AnRange sum(IrOp op, AnRange left, AnRange right, uint16_t flags, uint32_t n) {
    AnRange r = an_range_full(n);
    bool minus = op == IR_SUB;
    signed_bounds(&r, minus ? (i128)left.smin - right.smax : (i128)left.smin + right.smin,
                  minus ? (i128)left.smax - right.smin : (i128)left.smax + right.smax,
                  flags & IR_NSW, n);
    unsigned_bounds(&r, minus ? (i128)left.umin - right.umax : (i128)left.umin + right.umin,
                    minus ? (i128)left.umax - right.umin : (i128)left.umax + right.umax,
                    flags & IR_NUW, n);
    return tightened(r, n);
}

// Towards zero; a divisor that may be zero or negative says nothing of a signed quotient.
static AnRange quotient(IrOp op, AnRange left, AnRange right, uint16_t flags, uint32_t n) {
    bool nonneg = left.smin >= 0 && right.smin >= 0;
    if (op == IR_UDIV || nonneg) {
        uint64_t most = CU_MAX(right.umax, 1u), least = CU_MAX(right.umin, 1u);
        return of_unsigned(left.umin / most, left.umax / least, n);
    }
    if (right.smin <= 0) return an_range_full(n);
    int64_t lo = left.smin < 0 ? left.smin / right.smin : left.smin / right.smax;
    int64_t hi = left.smax < 0 ? left.smax / right.smax : left.smax / right.smin;
    return of_signed(lo, hi, n);
}

// Smaller than the divisor, with the sign of the dividend.
static AnRange remainder_of(IrOp op, AnRange left, AnRange right, uint16_t flags, uint32_t n) {
    bool nonneg = left.smin >= 0 && right.smin >= 0;
    if (op == IR_UREM || nonneg) {
        if (left.umax < right.umin) return left;
        return of_unsigned(0, CU_MIN(left.umax, right.umax ? right.umax - 1 : 0), n);
    }
    // a remainder of the least number is smaller than that, any other than the divisor's size
    bool least = right.smin == -smax_of(n) - 1;
    int64_t most = least ? smax_of(n) : CU_MAX(right.smax, -right.smin) - 1;
    most = CU_MAX(most, 0);
    return of_signed(left.smin >= 0 ? 0 : CU_MAX(left.smin, -most),
                     left.smax <= 0 ? 0 : CU_MIN(left.smax, most), n);
}

// Shifting by the width or more is poison, which bounds the amount.
static AnRange shifted(IrOp op, AnRange range, AnRange by, uint16_t flags, uint32_t n) {
    if (by.umax >= n) {
        if (by.umin >= n) return an_range_full(n);
        by.umax = n - 1; // more is poison
    }
    if (op == IR_LSHR) return of_unsigned(range.umin >> by.umax, range.umax >> by.umin, n);
    if (op == IR_ASHR) {
        int64_t lo = range.smin < 0 ? range.smin >> by.umin : range.smin >> by.umax;
        int64_t hi = range.smax < 0 ? range.smax >> by.umax : range.smax >> by.umin;
        return of_signed(lo, hi, n);
    }
    if (by.umin != by.umax || by.umin > 62) return an_range_full(n);
    return product(IR_MUL, range, exactly(1ull << by.umin, 64),
                   flags & (uint16_t)(by.umin + 1 < n ? ~0 : ~IR_NSW), n);
}

static uint64_t fill(uint64_t v) { // all bits up to the top one
    return v ? ~0ull >> __builtin_clzll(v) : 0;
}

// Bits above the top one of both are zero.
static AnRange logic(IrOp op, AnRange a, AnRange b, uint16_t flags, uint32_t n) {
    AnRange r = an_range_full(n);
    uint64_t top = fill(a.umax | b.umax);
    r.umax = op == IR_AND ? CU_MIN(a.umax, b.umax) : top;
    if (op == IR_OR) r.umin = CU_MAX(a.umin, b.umin);
    return tightened(r, n);
}

// The range of an operation on two ranges of n bits; everything for those that are not followed.
static AnRange binary(const IrInst *inst, AnRange left, AnRange right, uint32_t n) {
    typedef AnRange Transfer(IrOp op, AnRange left, AnRange right, uint16_t flags, uint32_t n);
    static Transfer *const transfers[IR_NOPS] = {
        [IR_ADD] = sum,           [IR_SUB] = sum,       [IR_MUL] = product,
        [IR_UDIV] = quotient,     [IR_SDIV] = quotient, [IR_UREM] = remainder_of,
        [IR_SREM] = remainder_of, [IR_SHL] = shifted,   [IR_LSHR] = shifted,
        [IR_ASHR] = shifted,      [IR_AND] = logic,     [IR_OR] = logic,
        [IR_XOR] = logic};
    IrOp op = (IrOp)inst->v.op;
    return transfers[op] ? transfers[op](op, left, right, inst->v.flags, n) : an_range_full(n);
}

// Truncation keeps an interval that fits.
static AnRange cast(const IrInst *inst, AnRange range, uint32_t n) {
    AnRange result = an_range_full(n);
    switch (inst->v.op) {
    case IR_ZEXT: return of_unsigned(range.umin, range.umax, n);
    case IR_SEXT: return of_signed(range.smin, range.smax, n);
    case IR_TRUNC:
        if (range.umax <= mask_of(n)) {
            result.umin = range.umin;
            result.umax = range.umax;
        }
        if (range.smin >= result.smin && range.smax <= result.smax) {
            result.smin = range.smin;
            result.smax = range.smax;
        }
        return tightened(result, n);
    default: return result;
    }
}

// min and max of two ranges bound one side better than the union does.
static AnRange min_max(uint32_t id, AnRange left, AnRange right, uint32_t n) {
    AnRange r = either(left, right); // one of the two
    switch (id) {
    case IR_I_umin: r.umax = CU_MIN(left.umax, right.umax); break;
    case IR_I_umax: r.umin = CU_MAX(left.umin, right.umin); break;
    case IR_I_smin: r.smax = CU_MIN(left.smax, right.smax); break;
    default: r.smin = CU_MAX(left.smin, right.smin); break;
    }
    return tightened(r, n);
}

// ---- facts -------------------------------------------------------------------------------------

static Fact **facts_of(AnRanges *ranges, const IrValue *asked) {
    const IrArg *a = ir_as_arg(asked);
    if (a) return a->index < ranges->nargs ? &ranges->arg_fact[a->index] : NULL;
    return asked->kind == IR_V_INST && asked->id < ranges->n ? &ranges->fact[asked->id] : NULL;
}

// Newest first: facts that dominate are found in the order from inner to outer.
static void note(AnRanges *ranges, const IrBlock *at, const IrValue *asked, uint64_t add, IrPred p,
                 const IrValue *other) {
    Fact **list = facts_of(ranges, asked);
    if (!list || !width(asked)) return;
    Fact *f = arena_new(ranges->arena, Fact);
    *f = (Fact){.at = at, .other = other, .add = add, .p = p, .next = *list};
    *list = f;
}

// In the blocks that `at` dominates, `c` is `value`.
static void note_condition(AnRanges *ranges, const IrBlock *at, const IrValue *c, bool value,
                           int depth) {
    const IrInst *inst = ir_as_inst(c);
    if (!inst || depth > 8) return;
    bool splits = value ? inst->v.op == IR_AND : inst->v.op == IR_OR;
    if (inst->v.op == IR_SELECT && ir_ty_is_i(inst->v.type, 1)) { // a && b, a || b
        if (value && ir_is_zero(ir_op(inst, 2))) splits = true;
        if (!value && ir_is_int(ir_op(inst, 1), 1)) {
            note_condition(ranges, at, ir_op(inst, 0), value, depth + 1);
            note_condition(ranges, at, ir_op(inst, 2), value, depth + 1);
        }
    }
    if (splits) {
        note_condition(ranges, at, ir_op(inst, 0), value, depth + 1);
        note_condition(ranges, at, ir_op(inst, 1), value, depth + 1);
    }
    if (inst->v.op == IR_XOR && ir_is_all_ones(ir_op(inst, 1)) && ir_ty_is_i(inst->v.type, 1)) {
        note_condition(ranges, at, ir_op(inst, 0), !value, depth + 1);
    }
    if (inst->v.op != IR_ICMP || !width(ir_op(inst, 0))) return;
    IrPred p = value ? (IrPred)inst->pred : ir_inverse_pred((IrPred)inst->pred);
    const IrValue *x = ir_op(inst, 0), *y = ir_op(inst, 1);
    note(ranges, at, x, 0, p, y);
    note(ranges, at, y, 0, ir_swapped_pred(p), x);
    const IrInst *add = ir_as_op(x, IR_ADD); // x + C u< D: a range that begins elsewhere
    const IrConst *k = add ? ir_as_cint(ir_op(add, 1)) : NULL;
    if (k && y->kind == IR_C_INT) note(ranges, at, ir_op(add, 0), k->bits, p, y);
}

// A branch or case says something where its edge is the only way in.
static void note_terminator(AnRanges *ranges, const IrInst *terminator) {
    if (ir_is_two_way(terminator)) {
        for (uint32_t k = 0; k < 2; k++) {
            const IrBlock *to = ir_succ(terminator, k);
            if (ir_single_pred(to)) note_condition(ranges, to, ir_op(terminator, 0), k == 0, 0);
        }
    }
    for (uint32_t k = 2; terminator->v.op == IR_SWITCH && k + 1 < terminator->nops; k += 2) {
        const IrBlock *to = ir_as_block(ir_op(terminator, k + 1));
        if (to && ir_single_pred(to))
            note(ranges, to, ir_op(terminator, 0), 0, IR_EQ, ir_op(terminator, k));
    }
}

// An assumption holds in the whole block if nothing before it in the block may end the program.
static void note_assumes(AnRanges *ranges, const IrBlock *bb) {
    IR_FOREACH_INST(i, (IrBlock *)(uintptr_t)bb) {
        if (ir_intrin_of(i) == IR_I_assume) {
            note_condition(ranges, bb, ir_op(i, 0), true, 0);
        } else if (ir_may_write(i) || ir_has_effect(i)) {
            return;
        }
    }
}

// ---- questions ---------------------------------------------------------------------------------

static AnRange of_variable(AnRanges *ranges, const IrValue *asked, const IrBlock *at, int depth,
                           const IrValue *asker);

// What a value is in a block: of a constant there is nothing to find out. For the asker see
// with_facts.
static inline AnRange at_block_for(AnRanges *ranges, const IrValue *asked, const IrBlock *at,
                                   int depth, const IrValue *asker) {
    bool is_number = asked->kind == IR_C_INT;
    return is_number ? exactly(((const IrConst *)asked)->bits, width(asked))
                     : of_variable(ranges, asked, at, depth, asker);
}

static AnRange at_block(AnRanges *ranges, const IrValue *asked, const IrBlock *at, int depth) {
    return at_block_for(ranges, asked, at, depth, NULL);
}

// A predicate as a set of outcomes.
enum { GREATER = 1, EQUAL = 2, LESS = 4 };

static uint32_t outcomes(IrPred pred) {
    static const uint8_t of[] = {
        [IR_EQ] = EQUAL,
        [IR_NE] = GREATER | LESS,
        [IR_UGT] = GREATER,
        [IR_SGT] = GREATER,
        [IR_UGE] = GREATER | EQUAL,
        [IR_SGE] = GREATER | EQUAL,
        [IR_ULT] = LESS,
        [IR_SLT] = LESS,
        [IR_ULE] = LESS | EQUAL,
        [IR_SLE] = LESS | EQUAL,
    };
    return of[pred];
}

// What `v p o` says of v.
static AnRange compared(IrPred pred, AnRange o, uint32_t n) {
    AnRange all = an_range_full(n), range = all;
    uint32_t possible = outcomes(pred);
    bool is_signed = ir_pred_is_signed(pred), below = possible & LESS;
    bool strict = !(possible & EQUAL); // beyond the last number there is none to be less than
    if (ir_pred_is_equality(pred)) return pred == IR_EQ ? o : all;
    if (is_signed && below) range.smax = o.smax - (strict && o.smax > all.smin);
    if (is_signed && !below) range.smin = o.smin + (strict && o.smin < all.smax);
    if (!is_signed && below) range.umax = o.umax - (strict && o.umax > 0);
    if (!is_signed && !below) range.umin = o.umin + (strict && o.umin < all.umax);
    return range;
}

// What `v + add p o` says of v.
static AnRange from_fact(IrPred pred, AnRange o, uint64_t add, uint32_t n) {
    AnRange range = tightened(compared(pred, o, n), n);
    if (!add) return range;
    // move it back, where it does not wrap in one of the two orders
    uint64_t lo = (range.umin - add) & mask_of(n), hi = (range.umax - add) & mask_of(n);
    AnRange moved = an_range_full(n);
    if (range.umin == 0 && range.umax == mask_of(n)) return moved;
    if (lo <= hi) {
        moved.umin = lo;
        moved.umax = hi;
    }
    if (sext(lo, n) <= sext(hi, n)) {
        moved.smin = sext(lo, n);
        moved.smax = sext(hi, n);
    }
    return tightened(moved, n);
}

// r without the one value of o, if that is one of its ends.
static AnRange not_equal(AnRange r, AnRange o, uint32_t n) {
    if (o.umin != o.umax) return r;
    if (r.umin == o.umin && r.umin < r.umax) r.umin++;
    if (r.umax == o.umin && r.umin < r.umax) r.umax--;
    if (r.smin == o.smin && r.smin < r.smax) r.smin++;
    if (r.smax == o.smin && r.smin < r.smax) r.smax--;
    return tightened(r, n);
}

// What is left of the range of v, given `v + add p o`.
static AnRange restricted(AnRange range, IrPred p, AnRange o, uint64_t add, uint32_t n) {
    if (p == IR_NE && !add) return not_equal(range, o, n);
    return both(range, from_fact(p, o, add, n), n);
}

// The definition's range with all that is known to hold in `at`. It is asked for a fact about
// `asker`, or NULL: the same comparison seen from here tells of this value only what does not help
// there (x < y bounds x by the end of y, and y by the beginning of x), and leads back.
static AnRange with_facts(AnRanges *ranges, const IrValue *asked, const IrBlock *at, AnRange range,
                          int depth, const IrValue *asker) {
    Fact **list = facts_of(ranges, asked);
    uint32_t n = width(asked), count = 0;
    for (Fact *f = list ? *list : NULL; f && count < MAX_FACTS; f = f->next, count++) {
        if (f->other == asker && f->at == at) continue;
        if (!an_dominates(ranges->dom, f->at, at)) continue;
        AnRange o = at_block_for(ranges, f->other, f->at, depth + 2, asked);
        range = restricted(range, f->p, o, f->add, n);
    }
    return range;
}

// v at the end of `from`, on the edge to `to`: the branch there says something too.
static AnRange on_edge(AnRanges *ranges, const IrValue *asked, const IrBlock *from,
                       const IrBlock *to, int depth) {
    AnRange range = at_block(ranges, asked, from, depth);
    const IrInst *inst = ir_term(from);
    if (!ir_is_two_way(inst)) return range;
    const IrInst *insn = ir_as_op(ir_op(inst, 0), IR_ICMP);
    if (!insn || ir_op(insn, 0)->type != asked->type) return range;
    IrPred p = ir_succ(inst, 0) == to ? (IrPred)insn->pred : ir_inverse_pred((IrPred)insn->pred);
    const IrValue *other = ir_op(insn, 1);
    if (ir_op(insn, 1) == asked) {
        other = ir_op(insn, 0);
        p = ir_swapped_pred(p);
    } else if (ir_op(insn, 0) != asked) {
        return range;
    }
    AnRange o = at_block(ranges, other, from, depth + 2);
    return restricted(range, p, o, 0, width(asked));
}

// phi + step with a step of known sign and no wrap: what that says of the phi, given its other
// ways.
static AnRange induction(AnRanges *ranges, const IrInst *phi, const IrInst *next, AnRange start,
                         AnRange range, int depth) {
    uint32_t n = width(&phi->v);
    const IrValue *step = ir_op(next, 0) == &phi->v ? ir_op(next, 1) : ir_op(next, 0);
    AnRange d = at_block(ranges, step, next->block, depth);
    if (next->v.op == IR_SUB) d = sum(IR_SUB, exactly(0, n), d, 0, n);
    if ((next->v.flags & IR_NSW) && d.smin >= 0) range.smin = CU_MAX(range.smin, start.smin);
    if ((next->v.flags & IR_NSW) && d.smax <= 0) range.smax = CU_MIN(range.smax, start.smax);
    if ((next->v.flags & IR_NUW) && next->v.op == IR_ADD)
        range.umin = CU_MAX(range.umin, start.umin);
    return tightened(range, n);
}

// The sum that takes the phi a step on, or NULL.
static const IrInst *step_of(const IrInst *phi, const IrValue *next) {
    const IrInst *i = ir_as_inst(next);
    if (!i || !is_any_of(i->v.op, IR_ADD, IR_SUB)) return NULL;
    if (ir_op(i, 0) == &phi->v) return i;
    return i->v.op == IR_ADD && ir_op(i, 1) == &phi->v ? i : NULL;
}

// The union of its ways; if all that come back are steps, an induction.
static AnRange of_phi(AnRanges *ranges, const IrInst *merge, int depth) {
    uint32_t n = width(&merge->v), steps = 0;
    AnRange start = {UINT64_MAX, 0, INT64_MAX, INT64_MIN}, range = start;
    const IrInst *next = NULL;
    if (ir_phi_n(merge) > 64) return an_range_full(n);
    for (uint32_t k = 0; k < ir_phi_n(merge); k++) {
        const IrValue *value = ir_phi_value(merge, k);
        if (value == &merge->v) continue;
        AnRange a = on_edge(ranges, value, ir_phi_block(merge, k), merge->block, depth);
        range = either(range, a);
        const IrInst *t = step_of(merge, value);
        if (t && (t->v.flags & (IR_NSW | IR_NUW)) && (!next || next == t)) {
            next = t;
            steps++;
        } else {
            start = either(start, a);
        }
    }
    if (range.umin > range.umax) return an_range_full(n);
    return steps && start.umin <= start.umax ? induction(ranges, merge, next, start, range, depth)
                                             : range;
}

static AnRange not_negative(AnRange range, uint32_t n) {
    return both(range, of_signed(0, smax_of(n), n), n);
}

// Of a phi whose ways in ask for it again (a binary search's bounds ask for each other): it is not
// negative if that follows from its not having been negative before. Whatever is asked on the way
// is of an earlier time, as each way round goes through a phi, so that all such phis may be assumed
// at once (induction over time); the outermost one decides.
static AnRange by_sign(AnRanges *ranges, const IrInst *merge, int depth) {
    uint32_t n = width(&merge->v), id = merge->v.id;
    if (ranges->sign[id] == SIGN_NONE) return not_negative(an_range_full(n), n);
    if (ranges->assumed == MAX_ASSUMED || ranges->sign[id] == SIGN_ANY) return an_range_full(n);
    ranges->sign[id] = SIGN_ASSUMED;
    ranges->assumed++;
    AnRange r = of_phi(ranges, merge, depth);
    ranges->assumed--;
    ranges->sign[id] = SIGN_UNKNOWN;
    return r.smin >= 0 ? r : an_range_full(n);
}

static AnRange of_phi_or_sign(AnRanges *ranges, const IrInst *merge, int depth) {
    uint32_t n = width(&merge->v), id = merge->v.id, fuel = ranges->fuel, cut = ranges->cut;
    if (ranges->assumed) return by_sign(ranges, merge, depth);
    if (ranges->sign[id] == SIGN_UNKNOWN) {
        ranges->fuel = SIGN_FUEL;
        static const uint8_t found[] = {SIGN_ANY, SIGN_NONE};
        AnRange tried = by_sign(ranges, merge, 1);
        ranges->sign[id] = found[tried.smin >= 0];
        ranges->fuel = fuel;
        ranges->cut = cut;
    }
    AnRange r = of_phi(ranges, merge, depth);
    return ranges->sign[id] == SIGN_NONE ? not_negative(r, n) : r;
}

// In each arm the condition holds, or does not.
static AnRange of_select(AnRanges *ranges, const IrInst *select, int depth) {
    uint32_t n = width(&select->v);
    AnRange arm[2];
    const IrInst *c = ir_as_op(ir_op(select, 0), IR_ICMP);
    for (uint32_t k = 0; k < 2; k++) {
        const IrValue *v = ir_op(select, k + 1);
        arm[k] = at_block(ranges, v, select->block, depth);
        if (!c || ir_op(c, 0) != v) continue;
        IrPred p = k ? ir_inverse_pred((IrPred)c->pred) : (IrPred)c->pred;
        AnRange o = at_block(ranges, ir_op(c, 1), select->block, depth + 2);
        arm[k] = restricted(arm[k], p, o, 0, n);
    }
    return either(arm[0], arm[1]);
}

// By the intrinsic.
static AnRange of_call(AnRanges *ranges, const IrInst *caller, int depth) {
    uint32_t id = ir_intrin_of(caller), n = width(&caller->v);
    uint64_t lo, hi;
    if (an_result_range(caller, &lo, &hi)) return of_unsigned(lo, hi - 1, n);
    if (is_any_of(id, IR_I_umin, IR_I_umax, IR_I_smin, IR_I_smax)) {
        AnRange a = at_block(ranges, ir_op(caller, 0), caller->block, depth);
        return min_max(id, a, at_block(ranges, ir_op(caller, 1), caller->block, depth), n);
    }
    if (id == IR_I_abs) {
        AnRange a = at_block(ranges, ir_op(caller, 0), caller->block, depth);
        if (a.smin == -smax_of(n) - 1 && !ir_is_int(ir_op(caller, 1), 1)) return an_range_full(n);
        int64_t most = CU_MAX(a.smax, -CU_MAX(a.smin, -smax_of(n)));
        int64_t least = a.smax < 0 ? -a.smax : 0;
        if (a.smin > 0) least = a.smin;
        return of_signed(least, CU_MAX(most, least), n);
    }
    return an_range_full(n);
}

// By the operation, from its operands where it stands.
static AnRange of_inst(AnRanges *ranges, const IrInst *definition, int depth) {
    uint32_t n = width(&definition->v);
    const IrOpRow *row = &ir_ops[definition->v.op];
    uint64_t lo, hi;
    switch (row->class) {
    case IRC_BINARY: {
        uint32_t cut = ranges->cut;
        AnRange a = at_block(ranges, ir_op(definition, 0), definition->block, depth),
                b = at_block(ranges, ir_op(definition, 1), definition->block, depth);
        // Programs hash by products that they expect to wrap, signed or not: what an assumption is
        // proved by is no product of what is assumed.
        bool hashes = ranges->assumed && is_any_of(definition->v.op, IR_MUL, IR_SHL);
        return hashes && ranges->cut != cut ? an_range_full(n) : binary(definition, a, b, n);
    }
    case IRC_CAST:
        if (!width(ir_op(definition, 0))) return an_range_full(n);
        return cast(definition, at_block(ranges, ir_op(definition, 0), definition->block, depth),
                    n);
    default: break;
    }
    switch (definition->v.op) {
    case IR_PHI: return of_phi_or_sign(ranges, definition, depth);
    case IR_SELECT: return of_select(ranges, definition, depth);
    case IR_CALL: return of_call(ranges, definition, depth);
    case IR_LOAD:
        return an_result_range(definition, &lo, &hi) ? of_unsigned(lo, hi - 1, n)
                                                     : an_range_full(n);
    default: return an_range_full(n);
    }
}

// Kept if it does not depend on a question that was cut off.
static AnRange of_definition(AnRanges *ranges, const IrValue *asked, int depth) {
    uint32_t n = width(asked);
    const IrInst *inst = ir_as_inst(asked);
    if (!inst) return an_range_full(n);
    bool kept = asked->id < ranges->n;
    if (kept && ranges->state[asked->id] == 2) return ranges->range[asked->id];
    bool again = kept && ranges->state[asked->id] == 1;
    bool assumed = again && ranges->sign[asked->id] == SIGN_ASSUMED;
    // behind a phi that is assumed it is asked of an earlier time
    bool round = again && (assumed || ranges->level[asked->id] == ranges->assumed);
    if (depth > MAX_DEPTH || !ranges->fuel || !kept || round) {
        ranges->cut++;
        return assumed ? not_negative(an_range_full(n), n) : an_range_full(n);
    }
    ranges->fuel--;
    uint32_t cut = ranges->cut;
    uint8_t level = ranges->level[asked->id];
    ranges->state[asked->id] = 1;
    ranges->level[asked->id] = (uint8_t)ranges->assumed;
    AnRange r = both(of_bits(an_known_bits(asked), n), of_inst(ranges, inst, depth + 1), n);
    // what was asked first is as good as it gets; in between only what depends on nothing cut off
    bool whole = (ranges->cut == cut || depth == 0) && !ranges->assumed;
    ranges->level[asked->id] = level;
    if (again) return r; // it is in work still
    ranges->state[asked->id] = whole ? 2 : 0;
    ranges->range[asked->id] = r;
    return r;
}

static AnRange of_variable(AnRanges *ranges, const IrValue *asked, const IrBlock *at, int depth,
                           const IrValue *asker) {
    AnRange r = of_definition(ranges, asked, depth);
    bool more = depth <= MAX_DEPTH && ranges->fuel;
    return more ? with_facts(ranges, asked, at, r, depth, asker) : r;
}

// Notes what branches and assumes say; ranges are worked out when asked for.
AnRanges *an_ranges_make(IrFunc *fn, const AnCfg *cfg, const AnDom *dom, Arena *owner) {
    AnRanges *ranges = arena_new(owner, AnRanges);
    ranges->dom = dom;
    ranges->arena = owner;
    ranges->n = fn->nvalues;
    ranges->nargs = fn->nargs;
    ranges->fact = arena_array(owner, Fact *, ranges->n + 1);
    ranges->arg_fact = arena_array(owner, Fact *, ranges->nargs + 1);
    ranges->range = arena_alloc(owner, (ranges->n + 1) * sizeof *ranges->range,
                                _Alignof(AnRange)); // as state says
    ranges->state = arena_array(owner, uint8_t, ranges->n + 1);
    ranges->sign = arena_array(owner, uint8_t, ranges->n + 1);
    ranges->level = arena_array(owner, uint8_t, ranges->n + 1);
    for (uint32_t b = 0; b < cfg->n; b++) {
        note_assumes(ranges, cfg->rpo[b]);
        note_terminator(ranges, ir_term(cfg->rpo[b]));
    }
    return ranges;
}

// Values that are newer than the analysis are known by their bits.
AnRange an_range_at(AnFunc *func, const IrValue *asked, const IrBlock *at) {
    AnRanges *s = (AnRanges *)(uintptr_t)an_ranges(func); // it fills itself when asked
    uint32_t n = width(asked);
    if (!n) return (AnRange){0, UINT64_MAX, INT64_MIN, INT64_MAX};
    s->fuel = FUEL;
    if (asked->kind == IR_V_INST && asked->id >= s->n) return of_bits(an_known_bits(asked), n);
    return at_block(s, asked, at, 0);
}

// ---- comparisons -------------------------------------------------------------------------------

// No number is in both.
static bool are_apart(AnRange left, AnRange right) {
    bool apart = left.umax < right.umin || right.umax < left.umin;
    bool apart_signed = left.smax < right.smin || right.smax < left.smin;
    return apart || apart_signed;
}

static int verdict(bool always, bool never) {
    if (always) return 1;
    return never ? 0 : -1;
}

// 1 holds, 0 does not, -1 unknown. Three predicates are asked by their inverse.
int an_compare_ranges(IrPred pred, AnRange left, AnRange right) {
    switch (pred) {
    case IR_EQ:
        if (are_apart(left, right)) return 0;
        return left.umin == left.umax && right.umin == right.umax ? 1 : -1;
    case IR_ULT: return verdict(left.umax < right.umin, left.umin >= right.umax);
    case IR_ULE: return verdict(left.umax <= right.umin, left.umin > right.umax);
    case IR_SLT: return verdict(left.smax < right.smin, left.smin >= right.smax);
    case IR_SLE: return verdict(left.smax <= right.smin, left.smin > right.smax);
    default: break;
    }
    int not = an_compare_ranges(ir_inverse_pred(pred), left, right); // ne, gt, ge
    return not < 0 ? -1 : !not ;
}

// What facts about the same two values say: the outcomes that all of them leave possible.
static int implied(AnRanges *ranges, IrPred pred, const IrValue *left, const IrValue *right,
                   const IrBlock *at) {
    Fact **list = facts_of(ranges, left);
    uint32_t possible[2] = {7, 7}, count = 0; // in the unsigned, the signed order
    for (Fact *f = list ? *list : NULL; f && count < MAX_FACTS; f = f->next, count++) {
        if (f->other != right || f->add || !an_dominates(ranges->dom, f->at, at)) continue;
        bool equality = ir_pred_is_equality(f->p);
        for (int k = 0; k < 2; k++) {
            if (equality || ir_pred_is_signed(f->p) == k) possible[k] &= outcomes(f->p);
        }
    }
    bool equality = ir_pred_is_equality(pred);
    for (int k = 0; k < 2; k++) {
        if (!possible[k] || (!equality && ir_pred_is_signed(pred) != k)) continue;
        if (!(possible[k] & ~outcomes(pred))) return 1;
        if (!(possible[k] & outcomes(pred))) return 0;
    }
    return -1;
}

// By ranges, then by facts.
int an_compare_at(AnFunc *func, IrPred p, const IrValue *left, const IrValue *right,
                  const IrBlock *at) {
    AnRanges *s = (AnRanges *)(uintptr_t)an_ranges(func);
    if (!width(left)) return -1;
    int r = an_compare_ranges(p, an_range_at(func, left, at), an_range_at(func, right, at));
    return r < 0 ? implied(s, p, left, right, at) : r;
}
