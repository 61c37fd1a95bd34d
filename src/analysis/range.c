// SPDX-License-Identifier: Apache-2.0
// Value ranges: of an integer of up to 64 bits at a program point, as an unsigned and a signed
// interval (interval analysis, Cousot and Cousot 1977, asked for on demand as in LLVM's
// LazyValueInfo). Two parts:
//  - what its definition says: special registers and launch bounds, range metadata, arithmetic and
//    its flags, the ways into a phi, induction (a phi that starts at s and grows with nsw is >= s);
//  - what branches, switches and assumes say that dominate the point. They are noted once per
//    function at the values they are about.
// A definition's range is kept once known. Questions that lead round a cycle or deeper than a
// budget are answered with what the known bits say. Values made after the analysis are known by
// their bits.
#include "analysis/analysis.h"

enum { MAX_FACTS = 24, MAX_DEPTH = 12, FUEL = 160 };

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
    Fact **fact;     // by value id of instructions; newest first
    Fact **arg_fact; // by index of arguments
    AnRange *range;  // by value id: of the definition
    uint8_t *state;  // 0 unknown, 1 in work, 2 known
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
static AnRange tightened(AnRange r, uint32_t n) {
    if (r.umin > r.umax || r.smin > r.smax) return an_range_full(n);
    if (r.smin >= 0 || r.smax < 0) {
        r.umin = CU_MAX(r.umin, (uint64_t)r.smin & mask_of(n));
        r.umax = CU_MIN(r.umax, (uint64_t)r.smax & mask_of(n));
    }
    if (r.umin > r.umax) return an_range_full(n);
    if (sext(r.umin, n) <= sext(r.umax, n)) { // no step over the sign's place
        r.smin = CU_MAX(r.smin, sext(r.umin, n));
        r.smax = CU_MIN(r.smax, sext(r.umax, n));
    }
    return r.smin > r.smax ? an_range_full(n) : r;
}

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

static AnRange of_bits(AnBits k, uint32_t n) {
    uint64_t sign = 1ull << (n - 1), hi = an_umax(k, n), rest = mask_of(n) & ~sign;
    AnRange r = {k.one, hi, 0, 0};
    // the smallest signed value has the sign bit where it may be set, the largest where it must
    r.smin = sext((k.one & rest) | (k.zero & sign ? 0 : sign), n);
    r.smax = sext((hi & rest) | (k.one & sign), n);
    return r;
}

static uint32_t width(const IrValue *v) {
    return v->type->kind == IR_TY_INT && v->type->bits <= 64 ? v->type->bits : 0;
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

static void unsigned_bounds(AnRange *r, i128 lo, i128 hi, bool nowrap, uint32_t n) {
    i128 max = (i128)mask_of(n);
    if ((lo < 0 || hi > max) && !nowrap) return;
    if (hi < 0 || lo > max) return; // always poison
    r->umin = lo < 0 ? 0 : (uint64_t)lo;
    r->umax = hi > max ? mask_of(n) : (uint64_t)hi;
}

static AnRange product(AnRange a, AnRange b, uint16_t flags, uint32_t n) {
    AnRange r = an_range_full(n);
    i128 c[4] = {(i128)a.smin * b.smin, (i128)a.smin * b.smax, (i128)a.smax * b.smin,
                 (i128)a.smax * b.smax};
    i128 lo = c[0], hi = c[0];
    for (int k = 1; k < 4; k++) {
        lo = CU_MIN(lo, c[k]);
        hi = CU_MAX(hi, c[k]);
    }
    signed_bounds(&r, lo, hi, flags & IR_NSW, n);
    unsigned __int128 top = (unsigned __int128)a.umax * b.umax;
    bool fits = top <= mask_of(n);
    if (fits || (flags & IR_NUW)) {
        unsigned __int128 low = (unsigned __int128)a.umin * b.umin;
        if (low <= mask_of(n)) {
            r.umin = (uint64_t)low;
            r.umax = fits ? (uint64_t)top : mask_of(n);
        }
    }
    return tightened(r, n);
}

static AnRange sum(IrOp op, AnRange a, AnRange b, uint16_t flags, uint32_t n) {
    AnRange r = an_range_full(n);
    bool minus = op == IR_SUB;
    signed_bounds(&r, minus ? (i128)a.smin - b.smax : (i128)a.smin + b.smin,
                  minus ? (i128)a.smax - b.smin : (i128)a.smax + b.smax, flags & IR_NSW, n);
    unsigned_bounds(&r, minus ? (i128)a.umin - b.umax : (i128)a.umin + b.umin,
                    minus ? (i128)a.umax - b.umin : (i128)a.umax + b.umax, flags & IR_NUW, n);
    return tightened(r, n);
}

static AnRange quotient(IrOp op, AnRange a, AnRange b, uint32_t n) {
    bool nonneg = a.smin >= 0 && b.smin >= 0;
    if (op == IR_UDIV || nonneg) {
        uint64_t most = CU_MAX(b.umax, 1u), least = CU_MAX(b.umin, 1u);
        return of_unsigned(a.umin / most, a.umax / least, n);
    }
    if (b.smin <= 0) return an_range_full(n);
    int64_t lo = a.smin < 0 ? a.smin / b.smin : a.smin / b.smax;
    int64_t hi = a.smax < 0 ? a.smax / b.smax : a.smax / b.smin;
    return of_signed(lo, hi, n);
}

static AnRange remainder_of(IrOp op, AnRange a, AnRange b, uint32_t n) {
    bool nonneg = a.smin >= 0 && b.smin >= 0;
    if (op == IR_UREM || nonneg) {
        if (a.umax < b.umin) return a;
        return of_unsigned(0, CU_MIN(a.umax, b.umax ? b.umax - 1 : 0), n);
    }
    if (b.smin == -smax_of(n) - 1) return an_range_full(n);
    int64_t most = CU_MAX(b.smax, -b.smin); // of the divisor's size
    most = most > 0 ? most - 1 : 0;
    return of_signed(a.smin >= 0 ? 0 : CU_MAX(a.smin, -most),
                     a.smax <= 0 ? 0 : CU_MIN(a.smax, most), n);
}

static AnRange shifted(IrOp op, AnRange a, AnRange by, uint16_t flags, uint32_t n) {
    if (by.umax >= n) {
        if (by.umin >= n) return an_range_full(n);
        by.umax = n - 1; // more is poison
    }
    if (op == IR_LSHR) return of_unsigned(a.umin >> by.umax, a.umax >> by.umin, n);
    if (op == IR_ASHR) {
        int64_t lo = a.smin < 0 ? a.smin >> by.umin : a.smin >> by.umax;
        int64_t hi = a.smax < 0 ? a.smax >> by.umax : a.smax >> by.umin;
        return of_signed(lo, hi, n);
    }
    if (by.umin != by.umax || by.umin > 62) return an_range_full(n);
    return product(a, exactly(1ull << by.umin, 64),
                   flags & (uint16_t)(by.umin + 1 < n ? ~0 : ~IR_NSW), n);
}

static uint64_t fill(uint64_t v) { // all bits up to the top one
    return v ? ~0ull >> __builtin_clzll(v) : 0;
}

static AnRange logic(IrOp op, AnRange a, AnRange b, uint32_t n) {
    AnRange r = an_range_full(n);
    uint64_t top = fill(a.umax | b.umax);
    r.umax = op == IR_AND ? CU_MIN(a.umax, b.umax) : top;
    if (op == IR_OR) r.umin = CU_MAX(a.umin, b.umin);
    return tightened(r, n);
}

static AnRange binary(const IrInst *i, AnRange a, AnRange b, uint32_t n) {
    switch (i->v.op) {
    case IR_ADD:
    case IR_SUB: return sum((IrOp)i->v.op, a, b, i->v.flags, n);
    case IR_MUL: return product(a, b, i->v.flags, n);
    case IR_UDIV:
    case IR_SDIV: return quotient((IrOp)i->v.op, a, b, n);
    case IR_UREM:
    case IR_SREM: return remainder_of((IrOp)i->v.op, a, b, n);
    case IR_SHL:
    case IR_LSHR:
    case IR_ASHR: return shifted((IrOp)i->v.op, a, b, i->v.flags, n);
    case IR_AND:
    case IR_OR:
    case IR_XOR: return logic((IrOp)i->v.op, a, b, n);
    default: return an_range_full(n);
    }
}

static AnRange cast(const IrInst *i, AnRange a, uint32_t n) {
    AnRange r = an_range_full(n);
    switch (i->v.op) {
    case IR_ZEXT: return of_unsigned(a.umin, a.umax, n);
    case IR_SEXT: return of_signed(a.smin, a.smax, n);
    case IR_TRUNC:
        if (a.umax <= mask_of(n)) {
            r.umin = a.umin;
            r.umax = a.umax;
        }
        if (a.smin >= r.smin && a.smax <= r.smax) {
            r.smin = a.smin;
            r.smax = a.smax;
        }
        return tightened(r, n);
    default: return r;
    }
}

static AnRange min_max(uint32_t id, AnRange a, AnRange b, uint32_t n) {
    AnRange r = either(a, b); // one of the two
    switch (id) {
    case IR_I_umin: r.umax = CU_MIN(a.umax, b.umax); break;
    case IR_I_umax: r.umin = CU_MAX(a.umin, b.umin); break;
    case IR_I_smin: r.smax = CU_MIN(a.smax, b.smax); break;
    default: r.smin = CU_MAX(a.smin, b.smin); break;
    }
    return tightened(r, n);
}

// ---- facts -------------------------------------------------------------------------------------

static Fact **facts_of(AnRanges *s, const IrValue *v) {
    const IrArg *a = ir_as_arg(v);
    if (a) return a->index < s->nargs ? &s->arg_fact[a->index] : NULL;
    return v->kind == IR_V_INST && v->id < s->n ? &s->fact[v->id] : NULL;
}

static void note(AnRanges *s, const IrBlock *at, const IrValue *v, uint64_t add, IrPred p,
                 const IrValue *other) {
    Fact **list = facts_of(s, v);
    if (!list || !width(v)) return;
    Fact *f = arena_new(s->arena, Fact);
    *f = (Fact){.at = at, .other = other, .add = add, .p = p, .next = *list};
    *list = f;
}

// In the blocks that `at` dominates, `c` is `value`.
static void note_condition(AnRanges *s, const IrBlock *at, const IrValue *c, bool value,
                           int depth) {
    const IrInst *i = ir_as_inst(c);
    if (!i || depth > 8) return;
    bool splits = value ? i->v.op == IR_AND : i->v.op == IR_OR;
    if (i->v.op == IR_SELECT && ir_ty_is_i(i->v.type, 1)) { // a && b, a || b
        if (value && ir_is_zero(ir_op(i, 2))) splits = true;
        if (!value && ir_is_int(ir_op(i, 1), 1)) {
            note_condition(s, at, ir_op(i, 0), value, depth + 1);
            note_condition(s, at, ir_op(i, 2), value, depth + 1);
        }
    }
    if (splits) {
        note_condition(s, at, ir_op(i, 0), value, depth + 1);
        note_condition(s, at, ir_op(i, 1), value, depth + 1);
    }
    if (i->v.op == IR_XOR && ir_is_all_ones(ir_op(i, 1)) && ir_ty_is_i(i->v.type, 1)) {
        note_condition(s, at, ir_op(i, 0), !value, depth + 1);
    }
    if (i->v.op != IR_ICMP || !width(ir_op(i, 0))) return;
    IrPred p = value ? (IrPred)i->pred : ir_inverse_pred((IrPred)i->pred);
    const IrValue *x = ir_op(i, 0), *y = ir_op(i, 1);
    note(s, at, x, 0, p, y);
    note(s, at, y, 0, ir_swapped_pred(p), x);
    const IrInst *add = ir_as_op(x, IR_ADD); // x + C u< D: a range that begins elsewhere
    const IrConst *k = add ? ir_as_cint(ir_op(add, 1)) : NULL;
    if (k && y->kind == IR_C_INT) note(s, at, ir_op(add, 0), k->bits, p, y);
}

static void note_terminator(AnRanges *s, const IrInst *t) {
    if (t->v.op == IR_BR && t->nops == 3 && ir_succ(t, 0) != ir_succ(t, 1)) {
        for (uint32_t k = 0; k < 2; k++) {
            const IrBlock *to = ir_succ(t, k);
            if (ir_single_pred(to)) note_condition(s, to, ir_op(t, 0), k == 0, 0);
        }
    }
    for (uint32_t k = 2; t->v.op == IR_SWITCH && k + 1 < t->nops; k += 2) {
        const IrBlock *to = ir_as_block(ir_op(t, k + 1));
        if (to && ir_single_pred(to)) note(s, to, ir_op(t, 0), 0, IR_EQ, ir_op(t, k));
    }
}

// An assumption holds in the whole block if nothing before it in the block may end the program.
static void note_assumes(AnRanges *s, const IrBlock *bb) {
    IR_FOREACH_INST(i, (IrBlock *)(uintptr_t)bb) {
        if (ir_intrin_of(i) == IR_I_assume) {
            note_condition(s, bb, ir_op(i, 0), true, 0);
        } else if (ir_may_write(i) || ir_has_effect(i)) {
            return;
        }
    }
}

// ---- questions ---------------------------------------------------------------------------------

static AnRange at_block(AnRanges *s, const IrValue *v, const IrBlock *at, int depth);

// What `v + add p o` says of v.
static AnRange from_fact(IrPred p, AnRange o, uint64_t add, uint32_t n) {
    AnRange r = an_range_full(n);
    switch (p) {
    case IR_EQ: r = o; break;
    case IR_ULT: r = o.umax ? of_unsigned(0, o.umax - 1, n) : r; break;
    case IR_ULE: r.umax = o.umax; break;
    case IR_UGT: r = o.umin < mask_of(n) ? of_unsigned(o.umin + 1, mask_of(n), n) : r; break;
    case IR_UGE: r.umin = o.umin; break;
    case IR_SLT:
        r = o.smax > -smax_of(n) - 1 ? of_signed(-smax_of(n) - 1, o.smax - 1, n) : r;
        break;
    case IR_SLE: r.smax = o.smax; break;
    case IR_SGT: r = o.smin < smax_of(n) ? of_signed(o.smin + 1, smax_of(n), n) : r; break;
    case IR_SGE: r.smin = o.smin; break;
    default: break;
    }
    r = tightened(r, n);
    if (!add) return r;
    // move it back, where it does not wrap in one of the two orders
    uint64_t lo = (r.umin - add) & mask_of(n), hi = (r.umax - add) & mask_of(n);
    AnRange moved = an_range_full(n);
    if (r.umin == 0 && r.umax == mask_of(n)) return moved;
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

static AnRange not_equal(AnRange r, AnRange o, uint32_t n) { // r without the one value of o
    if (o.umin != o.umax) return r;
    if (r.umin == o.umin && r.umin < r.umax) r.umin++;
    if (r.umax == o.umin && r.umin < r.umax) r.umax--;
    if (r.smin == o.smin && r.smin < r.smax) r.smin++;
    if (r.smax == o.smin && r.smin < r.smax) r.smax--;
    return tightened(r, n);
}

static AnRange with_facts(AnRanges *s, const IrValue *v, const IrBlock *at, AnRange r, int depth) {
    Fact **list = facts_of(s, v);
    uint32_t n = width(v), count = 0;
    for (Fact *f = list ? *list : NULL; f && count < MAX_FACTS; f = f->next, count++) {
        if (!an_dominates(s->dom, f->at, at)) continue;
        AnRange o = at_block(s, f->other, f->at, depth + 2);
        r = f->p == IR_NE && !f->add ? not_equal(r, o, n)
                                     : both(r, from_fact(f->p, o, f->add, n), n);
    }
    return r;
}

// v at the end of `from`, on the edge to `to`: the branch there says something too.
static AnRange on_edge(AnRanges *s, const IrValue *v, const IrBlock *from, const IrBlock *to,
                       int depth) {
    AnRange r = at_block(s, v, from, depth);
    const IrInst *t = ir_term(from);
    if (t->v.op != IR_BR || t->nops != 3 || ir_succ(t, 0) == ir_succ(t, 1)) return r;
    const IrInst *c = ir_as_op(ir_op(t, 0), IR_ICMP);
    if (!c || ir_op(c, 0)->type != v->type) return r;
    IrPred p = ir_succ(t, 0) == to ? (IrPred)c->pred : ir_inverse_pred((IrPred)c->pred);
    const IrValue *other = ir_op(c, 1);
    if (ir_op(c, 1) == v) {
        other = ir_op(c, 0);
        p = ir_swapped_pred(p);
    } else if (ir_op(c, 0) != v) {
        return r;
    }
    AnRange o = at_block(s, other, from, depth + 2);
    return p == IR_NE ? not_equal(r, o, width(v)) : both(r, from_fact(p, o, 0, width(v)), width(v));
}

// phi + step with a step of known sign and no wrap: what that says of the phi, given its other
// ways.
static AnRange induction(AnRanges *s, const IrInst *phi, const IrInst *next, AnRange start,
                         AnRange r, int depth) {
    uint32_t n = width(&phi->v);
    const IrValue *step = ir_op(next, 0) == &phi->v ? ir_op(next, 1) : ir_op(next, 0);
    AnRange d = at_block(s, step, next->block, depth);
    if (next->v.op == IR_SUB) d = sum(IR_SUB, exactly(0, n), d, 0, n);
    if ((next->v.flags & IR_NSW) && d.smin >= 0) r.smin = CU_MAX(r.smin, start.smin);
    if ((next->v.flags & IR_NSW) && d.smax <= 0) r.smax = CU_MIN(r.smax, start.smax);
    if ((next->v.flags & IR_NUW) && next->v.op == IR_ADD) r.umin = CU_MAX(r.umin, start.umin);
    return tightened(r, n);
}

static const IrInst *step_of(const IrInst *phi, const IrValue *v) { // v is phi +- something
    const IrInst *i = ir_as_inst(v);
    if (!i || (i->v.op != IR_ADD && i->v.op != IR_SUB)) return NULL;
    if (ir_op(i, 0) == &phi->v) return i;
    return i->v.op == IR_ADD && ir_op(i, 1) == &phi->v ? i : NULL;
}

static AnRange of_phi(AnRanges *s, const IrInst *i, int depth) {
    uint32_t n = width(&i->v), steps = 0;
    AnRange start = {UINT64_MAX, 0, INT64_MAX, INT64_MIN}, r = start;
    const IrInst *next = NULL;
    if (ir_phi_n(i) > 64) return an_range_full(n);
    for (uint32_t k = 0; k < ir_phi_n(i); k++) {
        const IrValue *v = ir_phi_value(i, k);
        if (v == &i->v) continue;
        AnRange a = on_edge(s, v, ir_phi_block(i, k), i->block, depth);
        r = either(r, a);
        const IrInst *t = step_of(i, v);
        if (t && (t->v.flags & (IR_NSW | IR_NUW)) && (!next || next == t)) {
            next = t;
            steps++;
        } else {
            start = either(start, a);
        }
    }
    if (r.umin > r.umax) return an_range_full(n);
    return steps && start.umin <= start.umax ? induction(s, i, next, start, r, depth) : r;
}

static AnRange of_select(AnRanges *s, const IrInst *i, int depth) {
    uint32_t n = width(&i->v);
    AnRange arm[2];
    const IrInst *c = ir_as_op(ir_op(i, 0), IR_ICMP);
    for (uint32_t k = 0; k < 2; k++) {
        const IrValue *v = ir_op(i, k + 1);
        arm[k] = at_block(s, v, i->block, depth);
        if (!c || ir_op(c, 0) != v) continue;
        IrPred p = k ? ir_inverse_pred((IrPred)c->pred) : (IrPred)c->pred;
        AnRange o = at_block(s, ir_op(c, 1), i->block, depth + 2);
        arm[k] = p == IR_NE ? not_equal(arm[k], o, n) : both(arm[k], from_fact(p, o, 0, n), n);
    }
    return either(arm[0], arm[1]);
}

static AnRange of_call(AnRanges *s, const IrInst *i, int depth) {
    uint32_t id = ir_intrin_of(i), n = width(&i->v);
    uint64_t lo, hi;
    if (an_result_range(i, &lo, &hi)) return of_unsigned(lo, hi - 1, n);
    if (id == IR_I_umin || id == IR_I_umax || id == IR_I_smin || id == IR_I_smax) {
        AnRange a = at_block(s, ir_op(i, 0), i->block, depth);
        return min_max(id, a, at_block(s, ir_op(i, 1), i->block, depth), n);
    }
    if (id == IR_I_abs) {
        AnRange a = at_block(s, ir_op(i, 0), i->block, depth);
        if (a.smin == -smax_of(n) - 1 && !ir_is_int(ir_op(i, 1), 1)) return an_range_full(n);
        int64_t most = CU_MAX(a.smax, -CU_MAX(a.smin, -smax_of(n)));
        int64_t least = a.smin > 0 ? a.smin : a.smax < 0 ? -a.smax : 0;
        return of_signed(least, CU_MAX(most, least), n);
    }
    return an_range_full(n);
}

static AnRange of_inst(AnRanges *s, const IrInst *i, int depth) {
    uint32_t n = width(&i->v);
    const IrOpRow *row = &ir_ops[i->v.op];
    uint64_t lo, hi;
    switch (row->class) {
    case IRC_BINARY: {
        AnRange a = at_block(s, ir_op(i, 0), i->block, depth);
        return binary(i, a, at_block(s, ir_op(i, 1), i->block, depth), n);
    }
    case IRC_CAST:
        if (!width(ir_op(i, 0))) return an_range_full(n);
        return cast(i, at_block(s, ir_op(i, 0), i->block, depth), n);
    default: break;
    }
    switch (i->v.op) {
    case IR_PHI: return of_phi(s, i, depth);
    case IR_SELECT: return of_select(s, i, depth);
    case IR_CALL: return of_call(s, i, depth);
    case IR_LOAD:
        return an_result_range(i, &lo, &hi) ? of_unsigned(lo, hi - 1, n) : an_range_full(n);
    default: return an_range_full(n);
    }
}

static AnRange of_definition(AnRanges *s, const IrValue *v, int depth) {
    uint32_t n = width(v);
    const IrInst *i = ir_as_inst(v);
    if (v->kind == IR_C_INT) return exactly(((const IrConst *)v)->bits, n);
    if (!i) return an_range_full(n);
    bool kept = v->id < s->n;
    if (kept && s->state[v->id] == 2) return s->range[v->id];
    bool stop = depth > MAX_DEPTH || !s->fuel || !kept || s->state[v->id] == 1;
    if (stop) {
        s->cut++;
        return an_range_full(n);
    }
    s->fuel--;
    uint32_t cut = s->cut;
    s->state[v->id] = 1;
    AnRange r = both(of_bits(an_known_bits(v), n), of_inst(s, i, depth + 1), n);
    // what was asked first is as good as it gets; in between only what depends on nothing cut off
    bool whole = s->cut == cut || depth == 0;
    s->state[v->id] = whole ? 2 : 0;
    s->range[v->id] = r;
    return r;
}

static AnRange at_block(AnRanges *s, const IrValue *v, const IrBlock *at, int depth) {
    AnRange r = of_definition(s, v, depth);
    bool more = v->kind != IR_C_INT && depth <= MAX_DEPTH && s->fuel;
    return more ? with_facts(s, v, at, r, depth) : r;
}

AnRanges *an_ranges_make(IrFunc *f, const AnCfg *cfg, const AnDom *dom, Arena *a) {
    AnRanges *s = arena_new(a, AnRanges);
    s->dom = dom;
    s->arena = a;
    s->n = f->nvalues;
    s->nargs = f->nargs;
    s->fact = arena_array(a, Fact *, s->n + 1);
    s->arg_fact = arena_array(a, Fact *, s->nargs + 1);
    s->range = arena_alloc(a, (s->n + 1) * sizeof *s->range, _Alignof(AnRange)); // as state says
    s->state = arena_array(a, uint8_t, s->n + 1);
    for (uint32_t b = 0; b < cfg->n; b++) {
        note_assumes(s, cfg->rpo[b]);
        note_terminator(s, ir_term(cfg->rpo[b]));
    }
    return s;
}

AnRange an_range_at(AnFunc *a, const IrValue *v, const IrBlock *at) {
    AnRanges *s = (AnRanges *)(uintptr_t)an_ranges(a); // it fills itself when asked
    uint32_t n = width(v);
    if (!n) return (AnRange){0, UINT64_MAX, INT64_MIN, INT64_MAX};
    s->fuel = FUEL;
    if (v->kind == IR_V_INST && v->id >= s->n) return of_bits(an_known_bits(v), n);
    return at_block(s, v, at, 0);
}

// ---- comparisons -------------------------------------------------------------------------------

int an_compare_ranges(IrPred p, AnRange a, AnRange b) {
    switch (p) {
    case IR_EQ:
        if (a.umax < b.umin || b.umax < a.umin || a.smax < b.smin || b.smax < a.smin) return 0;
        return a.umin == a.umax && b.umin == b.umax ? 1 : -1;
    case IR_ULT: return a.umax < b.umin ? 1 : a.umin >= b.umax ? 0 : -1;
    case IR_ULE: return a.umax <= b.umin ? 1 : a.umin > b.umax ? 0 : -1;
    case IR_SLT: return a.smax < b.smin ? 1 : a.smin >= b.smax ? 0 : -1;
    case IR_SLE: return a.smax <= b.smin ? 1 : a.smin > b.smax ? 0 : -1;
    default: break;
    }
    int not = an_compare_ranges(ir_inverse_pred(p), a, b); // ne, gt, ge
    return not < 0 ? -1 : !not ;
}

// A predicate as a set of outcomes {greater 1, equal 2, less 4}.
static uint32_t outcomes(IrPred p) {
    switch (p) {
    case IR_EQ: return 2;
    case IR_NE: return 5;
    case IR_UGT:
    case IR_SGT: return 1;
    case IR_UGE:
    case IR_SGE: return 3;
    case IR_ULT:
    case IR_SLT: return 4;
    default: return 6;
    }
}

static int implied(AnRanges *s, IrPred p, const IrValue *x, const IrValue *y, const IrBlock *at) {
    Fact **list = facts_of(s, x);
    uint32_t possible[2] = {7, 7}, count = 0; // in the unsigned, the signed order
    for (Fact *f = list ? *list : NULL; f && count < MAX_FACTS; f = f->next, count++) {
        if (f->other != y || f->add || !an_dominates(s->dom, f->at, at)) continue;
        bool equality = f->p == IR_EQ || f->p == IR_NE;
        for (int k = 0; k < 2; k++) {
            if (equality || ir_pred_is_signed(f->p) == k) possible[k] &= outcomes(f->p);
        }
    }
    bool equality = p == IR_EQ || p == IR_NE;
    for (int k = 0; k < 2; k++) {
        if (!possible[k] || (!equality && ir_pred_is_signed(p) != k)) continue;
        if (!(possible[k] & ~outcomes(p))) return 1;
        if (!(possible[k] & outcomes(p))) return 0;
    }
    return -1;
}

int an_compare_at(AnFunc *a, IrPred p, const IrValue *x, const IrValue *y, const IrBlock *at) {
    AnRanges *s = (AnRanges *)(uintptr_t)an_ranges(a);
    if (!width(x)) return -1;
    int r = an_compare_ranges(p, an_range_at(a, x, at), an_range_at(a, y, at));
    return r < 0 ? implied(s, p, x, y, at) : r;
}
