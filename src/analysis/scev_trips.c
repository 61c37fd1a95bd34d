// SPDX-License-Identifier: Apache-2.0
// How often loops run. An exit goes on while `{start, +, step} pred bound`, and the count is how
// often the back edge is taken before that fails:
//
//     i != n, step 1 or -1     (n - start) * step
//     i != n, step odd         (n - start) * step^-1          modulo 2^bits all of them
//     i != n, step even        (n - start) / step             if both are constants
//     i < n,  step c > 0       d = max(n, start) - start;  d for c = 1, else ceil(d / c)
//     i > n,  step c < 0       the same downwards
//
// The last two need the recurrence not to jump over the end of its type: a step of 1, a bound far
// enough from it, or instructions that say so (a branch on poison is undefined). max(n, start) is n
// where a branch in front of the loop says so. `i <= n` is `i < n + 1` where n + 1 does not wrap.
#include "analysis/scev.h"

typedef struct {
    AnScev *s;
    const AnLoop *l;
    IrPred pred;       // with which the loop goes on
    IrValue *variable; // left of it
    const ScExpr *rec, *bound;
} Exit;

static const struct {
    bool is_order, is_signed, up, or_equal;
} orders[IR_NPREDS] = {
    [IR_ULT] = {true, false, true, false},  [IR_ULE] = {true, false, true, true},
    [IR_UGT] = {true, false, false, false}, [IR_UGE] = {true, false, false, true},
    [IR_SLT] = {true, true, true, false},   [IR_SLE] = {true, true, true, true},
    [IR_SGT] = {true, true, false, false},  [IR_SGE] = {true, true, false, true}};

// ---- what branches in front of the loop say ----------------------------------------------------

static __int128 lower_end(const ScRange *range, bool is_signed) {
    return is_signed ? (__int128)range->slo : (__int128)range->ulo;
}

// x < y from p says x <= y, x + 1 <= y, x != y.
static bool implies(AnScev *scev, IrPred known, const ScExpr *a, const ScExpr *b, IrPred pred,
                    const ScExpr *x, const ScExpr *y) {
    if (orders[known].is_order && !orders[known].up) {
        const ScExpr *swap = a;
        a = b;
        b = swap;
        known = ir_swapped_pred(known);
    }
    bool is_signed = is_any_of(pred, IR_SLT, IR_SLE);
    IrPred less = is_signed ? IR_SLT : IR_ULT, less_equal = is_signed ? IR_SLE : IR_ULE;
    bool strict = pred == less;

    // constants on one side: a <= b is a < b + 1
    bool known_strict = known == less;
    if (!known_strict && known != less_equal) {
        // a number that is not zero is above zero
        bool nonzero = known == IR_NE && !is_signed && b->kind == SC_CONST && !b->c;
        if (!nonzero) return false;
        b = a;
        a = an_sc_const(scev, b->type, 0);
        known_strict = true;
    }
    if (a == x && b == y) return known_strict || !strict;
    if (!strict && known_strict && b == y) { // a < b: a + 1 <= b
        return x == an_sc_add(scev, a, an_sc_const(scev, a->type, 1));
    }
    if (b == y && a->kind == SC_CONST && x->kind == SC_CONST) {
        ScRange ra = an_scev_range(scev, a), rx = an_scev_range(scev, x);
        __int128 least = lower_end(&ra, is_signed) + known_strict; // b >= least
        return lower_end(&rx, is_signed) + strict <= least;
    }
    return false;
}

// Whether the branch, taken or not, says x pred y.
static bool says(AnScev *scev, const IrInst *term, bool taken, IrPred pred, const ScExpr *left,
                 const ScExpr *right) {
    IrInst *cmp = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!cmp) return false;
    const ScExpr *a = an_scev(scev, ir_op(cmp, 0)), *b = an_scev(scev, ir_op(cmp, 1));
    if (!a || !b || a->bits != left->bits) return false;
    IrPred known = (IrPred)cmp->pred;
    return implies(scev, taken ? known : ir_inverse_pred(known), a, b, pred, left, right);
}

static bool ranges_say(IrPred pred, const ScRange *x, const ScRange *y) {
    switch (pred) {
    case IR_ULT: return x->uhi < y->ulo;
    case IR_ULE: return x->uhi <= y->ulo;
    case IR_SLT: return x->shi < y->slo;
    case IR_SLE: return x->shi <= y->slo;
    default: return false;
    }
}

// The block that the way to `to` leads through: in front of the loop, or the one way in, else what
// dominates; NULL: not known.
static IrBlock *block_before(const AnScev *scev, const AnLoop *loop, const IrBlock *to) {
    IrBlock *from = to == loop->header ? an_preheader(scev->loops, loop) : ir_single_pred(to);
    bool in_tree = !scev->loops->stale && to->v.id < scev->dom->nids;
    if (!from && in_tree) from = scev->dom->idom[to->v.id];
    return from == to ? NULL : from;
}

// By ranges, then upwards through the branches that dominate the loop.
bool an_scev_guarded(AnScev *scev, const AnLoop *loop, IrPred pred, const ScExpr *left,
                     const ScExpr *right) {
    enum { MAX_STEPS = 24 };
    ScRange rx = an_scev_range(scev, left), ry = an_scev_range(scev, right);
    if (ranges_say(pred, &rx, &ry)) return true;
    if (left == right && is_any_of(pred, IR_ULE, IR_SLE)) return true;
    IrBlock *to = loop->header;
    for (int k = 0; k < MAX_STEPS && to; k++) {
        IrBlock *from = block_before(scev, loop, to);
        if (!from) return false;
        IrInst *term = ir_term(from);
        bool test = ir_is_two_way(term);
        bool only = test && ir_single_pred(to) == from;
        if (only && says(scev, term, ir_succ(term, 0) == to, pred, left, right)) return true;
        to = from;
    }
    return false;
}

// ---- counts ------------------------------------------------------------------------------------

// The one block that edges leave the loop from; NULL if there are several.
static IrBlock *only_exiting(const AnScev *scev, const AnLoop *loop) {
    IrBlock *only = NULL;
    for (uint32_t k = 0; k < loop->blocks.n; k++) {
        IrInst *term = ir_term(loop->blocks.at[k]);
        for (uint32_t n = 0; n < ir_nsucc(term); n++) {
            if (an_in_loop(scev->loops, loop, ir_succ(term, n))) continue;
            if (only && only != term->block) return NULL;
            only = term->block;
        }
    }
    return only;
}

// The loop goes on until this exit, or to a value that is poison: a branch on that is undefined.
// Not so where another exit may come between.
static bool ends_or_is_poison(const Exit *exit, bool is_signed) {
    return only_exiting(exit->s, exit->l) &&
           an_rec_no_wrap(exit->s, exit->l, exit->variable, is_signed);
}

static const ScExpr *constant(const Exit *exit, uint64_t c) {
    return an_sc_const(exit->s, exit->rec->type, c);
}

static uint64_t inverse(uint64_t odd) { // modulo 2^64, by Newton
    uint64_t y = odd;
    for (int k = 0; k < 5; k++) y *= 2 - odd * y;
    return y;
}

// The way to the bound divided by the step, modulo 2^bits: a test for `!=` stops only there.
static const ScExpr *count_unequal(const Exit *exit) {
    AnScev *scev = exit->s;
    const ScExpr *step = exit->rec->op[1];
    if (step->kind != SC_CONST) return NULL;
    const ScExpr *way = an_sc_sub(scev, exit->bound, exit->rec->op[0]);
    if (step->c & 1) return an_sc_mul(scev, way, constant(exit, inverse(step->c)));
    if (way->kind == SC_CONST) { // even: (way >> z) * odd^-1 in the bits that are left
        int zeros = __builtin_ctzll(step->c);
        if (way->c & ((1ull << zeros) - 1)) return NULL;
        uint64_t n = (way->c >> zeros) * inverse(step->c >> zeros);
        return constant(exit, n & an_sc_mask(exit->rec->bits - (uint32_t)zeros));
    }
    // it meets the bound or wraps, and then it is poison
    int64_t c = an_sc_sval(step);
    if (c > 0 && (ends_or_is_poison(exit, false) || ends_or_is_poison(exit, true))) {
        return an_sc_udiv(scev, way, (uint64_t)c);
    }
    return NULL;
}

// Does no value up to the first one beyond the bound leave the type?
static bool reaches_bound(const Exit *exit, bool is_signed, bool up, uint64_t step) {
    if (step == 1 || an_rec_no_wrap(exit->s, exit->l, exit->variable, is_signed)) return true;
    ScRange b = an_scev_range(exit->s, exit->bound);
    uint64_t mask = an_sc_mask(exit->rec->bits);
    uint64_t top = mask >> 1;
    uint64_t above = is_signed ? top - (uint64_t)b.shi : mask - b.uhi;
    uint64_t below = is_signed ? (uint64_t)b.slo - (uint64_t)(-(int64_t)top - 1) : b.ulo;
    uint64_t room = up ? above : below; // beyond the farthest bound
    return room >= step - 1;
}

// `up`: towards larger numbers. NULL if a value might jump over the end of its type.
static const ScExpr *count_less(const Exit *exit, bool is_signed, bool up) {
    AnScev *scev = exit->s;
    const ScExpr *start = an_sc_as_int(scev, exit->rec->op[0]),
                 *bound = an_sc_as_int(scev, exit->bound);
    const ScExpr *step = exit->rec->op[1];
    if (step->kind != SC_CONST) return NULL;
    int64_t c = an_sc_sval(step);
    if ((c > 0) != up || c == INT64_MIN) return NULL;
    uint64_t by = c < 0 ? 0 - (uint64_t)c : (uint64_t)c;
    if (!reaches_bound(exit, is_signed, up, by)) return NULL;

    IrPred order = is_signed ? IR_SLE : IR_ULE, strictly = is_signed ? IR_SLT : IR_ULT;
    const ScExpr *low = up ? start : bound, *high = up ? bound : start;
    bool in_order = an_scev_guarded(scev, exit->l, order, low, high);
    ScKind max = is_signed ? SC_SMAX : SC_UMAX, min = is_signed ? SC_SMIN : SC_UMIN;
    const ScExpr *end = in_order ? bound : an_sc_minmax(scev, up ? max : min, bound, start);
    const ScExpr *way = up ? an_sc_sub(scev, end, start) : an_sc_sub(scev, start, end);
    if (by == 1) return way;
    // ceil(way / by), without a sum that could wrap
    const ScExpr *one = constant(exit, 1);
    bool some = an_scev_guarded(scev, exit->l, strictly, low, high);
    if (!some) one = an_sc_minmax(scev, SC_UMIN, way, one);
    return an_sc_add(scev, an_sc_udiv(scev, an_sc_sub(scev, way, one), by), one);
}

// n + 1 (n - 1) for `<= n` (`>= n`) if n is not the last number, or the loop could not end but by
// poison.
static bool make_strict(Exit *exit, bool is_signed, bool up) {
    ScRange range = an_scev_range(exit->s, exit->bound);
    uint64_t mask = an_sc_mask(exit->rec->bits);
    int64_t top = (int64_t)(mask >> 1);
    bool highest = is_signed ? range.shi == top : range.uhi == mask;
    bool lowest = is_signed ? range.slo == -top - 1 : range.ulo == 0;
    bool last = up ? highest : lowest;
    if (last && !ends_or_is_poison(exit, is_signed)) return false;
    exit->bound = an_sc_add(exit->s, exit->bound, constant(exit, up ? 1 : mask));
    return true;
}

// By the predicate that the loop goes on with.
static const ScExpr *count(Exit *exit) {
    if (exit->pred == IR_NE) return count_unequal(exit);
    if (!orders[exit->pred].is_order) return NULL;
    bool is_signed = orders[exit->pred].is_signed, up = orders[exit->pred].up;
    if (orders[exit->pred].or_equal && !make_strict(exit, is_signed, up)) return NULL;
    return count_less(exit, is_signed, up);
}

// The branch as {start, +, step} pred bound; false if it is no such test, or does not run each
// time.
static bool find_exit(AnScev *scev, const AnLoop *loop, IrBlock *exiting, Exit *exit) {
    IrBlock *latch = an_latch(scev->loops, loop);
    IrInst *term = ir_term(exiting);
    if (!latch || !ir_is_cond_br(term)) return false;
    if (an_loop_of(scev->loops, exiting) != loop || !an_dominates(scev->dom, exiting, latch))
        return false;
    bool stays_on = an_in_loop(scev->loops, loop, ir_succ(term, 0));
    if (stays_on == an_in_loop(scev->loops, loop, ir_succ(term, 1))) return false;
    IrInst *cmp = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!cmp) return false;
    *exit = (Exit){.s = scev, .l = loop, .pred = (IrPred)cmp->pred, .variable = ir_op(cmp, 0)};
    exit->rec = an_scev(scev, ir_op(cmp, 0));
    exit->bound = an_scev(scev, ir_op(cmp, 1));
    if (!exit->rec || !exit->bound) return false;
    if (!an_scev_affine(scev, exit->rec, loop)) {
        const ScExpr *swap = exit->rec;
        exit->rec = exit->bound;
        exit->bound = swap;
        exit->variable = ir_op(cmp, 1);
        exit->pred = ir_swapped_pred(exit->pred);
    }
    if (!stays_on) exit->pred = ir_inverse_pred(exit->pred);
    return an_scev_affine(scev, exit->rec, loop) && an_scev_invariant(scev, exit->bound, loop);
}

const ScExpr *an_exit_count(AnScev *scev, const AnLoop *loop, IrBlock *exiting) {
    Exit x;
    return find_exit(scev, loop, exiting, &x) ? count(&x) : NULL;
}

const ScExpr *an_trip_count(AnScev *scev, const AnLoop *loop) {
    IrBlock *exiting = only_exiting(scev, loop);
    return exiting ? an_exit_count(scev, loop, exiting) : NULL;
}

// From the lowest start to the highest bound: closer than the range of their difference, which does
// not know that one of them is below the other. UINT64_MAX: unknown.
static uint64_t longest_way(Exit *exit) {
    bool is_signed = orders[exit->pred].is_signed, equal = orders[exit->pred].or_equal;
    const ScExpr *step = exit->rec->op[1];
    if (!orders[exit->pred].up || step->kind != SC_CONST || an_sc_sval(step) <= 0)
        return UINT64_MAX;
    if (equal && !make_strict(exit, is_signed, true)) return UINT64_MAX;
    uint64_t by = (uint64_t)an_sc_sval(step);
    if (!reaches_bound(exit, is_signed, true, by)) return UINT64_MAX;

    ScRange from = an_scev_range(exit->s, an_sc_as_int(exit->s, exit->rec->op[0]));
    ScRange to = an_scev_range(exit->s, an_sc_as_int(exit->s, exit->bound));
    bool some = is_signed ? to.shi > from.slo : to.uhi > from.ulo;
    if (!some) return 0;
    uint64_t way = is_signed ? (uint64_t)to.shi - (uint64_t)from.slo : to.uhi - from.ulo;
    return (way - 1) / by + 1;
}

// The least of what all exits say; kept, since ranges ask for it again and again.
uint64_t an_max_trip_count(AnScev *scev, const AnLoop *loop) {
    uint64_t known = (uintptr_t)map_get(&scev->max_trips, (uintptr_t)loop);
    if (known) return known == UINT64_MAX ? known : known - 1;
    map_put(&scev->max_trips, (uintptr_t)loop, (void *)UINTPTR_MAX); // asked by itself on the way
    uint64_t most = UINT64_MAX;
    IrBlock *latch = an_latch(scev->loops, loop);
    for (uint32_t k = 0; k < loop->blocks.n && latch; k++) {
        const ScExpr *n = NULL;
        IrInst *term = ir_term(loop->blocks.at[k]);
        Exit x;
        if (!ir_is_cond_br(term)) continue;
        if (!find_exit(scev, loop, loop->blocks.at[k], &x)) continue;
        Exit same = x; // count changes it
        n = count(&same);
        if (n) most = CU_MIN(most, an_scev_range(scev, n).uhi);
        if (n) most = CU_MIN(most, longest_way(&x));
    }
    if (most >= UINT64_MAX - 1) most = UINT64_MAX;
    uint64_t entry = most == UINT64_MAX ? UINT64_MAX : most + 1;
    map_put(&scev->max_trips, (uintptr_t)loop, (void *)(uintptr_t)entry);
    return most;
}

// The largest power of two that is known to divide the number.
static uint64_t multiple_of(const ScExpr *expr) {
    uint64_t all = 0;
    switch (expr->kind) {
    case SC_CONST: return expr->c ? expr->c & -expr->c : 1ull << 63;
    case SC_MUL: return expr->op[0]->kind == SC_CONST ? expr->op[0]->c & -expr->op[0]->c : 1;
    case SC_ADD:
        for (uint32_t k = 0; k < expr->n; k++) {
            uint64_t m = multiple_of(expr->op[k]);
            all = all ? CU_MIN(all, m) : m;
        }
        return all;
    case SC_ZEXT:
    case SC_SEXT: return multiple_of(expr->op[0]);
    case SC_UNKNOWN: {
        uint64_t zero = an_known_bits(expr->value).zero;
        return ~zero ? 1ull << __builtin_ctzll(~zero) : 1;
    }
    default: return 1;
    }
}

// The exact number where it is a constant.
uint64_t an_trip_multiple(AnScev *scev, const AnLoop *loop) {
    const ScExpr *n = an_trip_count(scev, loop);
    if (!n) return 1;
    const ScExpr *iterations = an_sc_add(scev, n, an_sc_const(scev, n->type, 1));
    if (n->kind == SC_CONST && n->c < an_sc_mask(n->bits)) return n->c + 1;
    return multiple_of(iterations);
}
