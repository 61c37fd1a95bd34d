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

// ---- what branches in front of the loop say ----------------------------------------------------

// x < y from p says x <= y, x + 1 <= y, x != y.
static bool implies(AnScev *s, IrPred known, const ScExpr *a, const ScExpr *b, IrPred pred,
                    const ScExpr *x, const ScExpr *y) {
    if (known == IR_SGT || known == IR_SGE || known == IR_UGT || known == IR_UGE) {
        const ScExpr *swap = a;
        a = b;
        b = swap;
        known = ir_swapped_pred(known);
    }
    bool is_signed = pred == IR_SLT || pred == IR_SLE;
    IrPred less = is_signed ? IR_SLT : IR_ULT, less_equal = is_signed ? IR_SLE : IR_ULE;
    bool strict = pred == less;

    // constants on one side: a <= b is a < b + 1
    bool known_strict = known == less;
    if (!known_strict && known != less_equal) {
        // a number that is not zero is above zero
        bool nonzero = known == IR_NE && !is_signed && b->kind == SC_CONST && !b->c;
        if (!nonzero) return false;
        b = a;
        a = an_sc_const(s, b->type, 0);
        known_strict = true;
    }
    if (a == x && b == y) return known_strict || !strict;
    if (!strict && known_strict && b == y) { // a < b: a + 1 <= b
        return x == an_sc_add(s, a, an_sc_const(s, a->type, 1));
    }
    if (b == y && a->kind == SC_CONST && x->kind == SC_CONST) {
        ScRange ra = an_scev_range(s, a), rx = an_scev_range(s, x);
        __int128 least = is_signed ? (__int128)ra.slo : (__int128)ra.ulo; // b >= least
        least += known_strict;
        __int128 want = is_signed ? (__int128)rx.slo : (__int128)rx.ulo;
        return want + strict <= least;
    }
    return false;
}

static bool says(AnScev *s, const IrInst *term, bool taken, IrPred pred, const ScExpr *x,
                 const ScExpr *y) {
    IrInst *cmp = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!cmp) return false;
    const ScExpr *a = an_scev(s, ir_op(cmp, 0)), *b = an_scev(s, ir_op(cmp, 1));
    if (!a || !b || a->bits != x->bits) return false;
    IrPred known = (IrPred)cmp->pred;
    return implies(s, taken ? known : ir_inverse_pred(known), a, b, pred, x, y);
}

bool an_scev_guarded(AnScev *s, const AnLoop *l, IrPred pred, const ScExpr *x, const ScExpr *y) {
    enum { MAX_STEPS = 24 };
    ScRange rx = an_scev_range(s, x), ry = an_scev_range(s, y);
    if (pred == IR_ULT && rx.uhi < ry.ulo) return true;
    if (pred == IR_ULE && rx.uhi <= ry.ulo) return true;
    if (pred == IR_SLT && rx.shi < ry.slo) return true;
    if (pred == IR_SLE && rx.shi <= ry.slo) return true;
    if (x == y && (pred == IR_ULE || pred == IR_SLE)) return true;
    IrBlock *to = l->header;
    for (int k = 0; k < MAX_STEPS && to; k++) {
        // the header's way in, then blocks with one way in, else what dominates
        IrBlock *from = to == l->header ? an_preheader(s->loops, l) : ir_single_pred(to);
        bool in_tree = !s->loops->stale && to->v.id < s->dom->nids;
        if (!from) from = in_tree ? s->dom->idom[to->v.id] : NULL;
        if (!from || from == to) return false;
        IrInst *term = ir_term(from);
        bool test = term->v.op == IR_BR && term->nops == 3 && ir_succ(term, 0) != ir_succ(term, 1);
        bool only = test && ir_single_pred(to) == from;
        if (only && says(s, term, ir_succ(term, 0) == to, pred, x, y)) return true;
        to = from;
    }
    return false;
}

// ---- counts ------------------------------------------------------------------------------------

static IrBlock *only_exiting(const AnScev *s, const AnLoop *l) {
    IrBlock *only = NULL;
    for (uint32_t k = 0; k < l->blocks.n; k++) {
        IrInst *term = ir_term(l->blocks.at[k]);
        for (uint32_t n = 0; n < ir_nsucc(term); n++) {
            if (an_in_loop(s->loops, l, ir_succ(term, n))) continue;
            if (only && only != term->block) return NULL;
            only = term->block;
        }
    }
    return only;
}

// The loop goes on until this exit, or to a value that is poison: a branch on that is undefined.
// Not so where another exit may come between.
static bool ends_or_is_poison(const Exit *x, bool is_signed) {
    return only_exiting(x->s, x->l) && an_rec_no_wrap(x->s, x->l, x->variable, is_signed);
}

static const ScExpr *constant(const Exit *x, uint64_t c) {
    return an_sc_const(x->s, x->rec->type, c);
}

static uint64_t inverse(uint64_t odd) { // modulo 2^64, by Newton
    uint64_t y = odd;
    for (int k = 0; k < 5; k++) y *= 2 - odd * y;
    return y;
}

static const ScExpr *count_unequal(const Exit *x) {
    AnScev *s = x->s;
    const ScExpr *step = x->rec->op[1];
    if (step->kind != SC_CONST) return NULL;
    const ScExpr *way = an_sc_sub(s, x->bound, x->rec->op[0]);
    if (step->c & 1) return an_sc_mul(s, way, constant(x, inverse(step->c)));
    if (way->kind == SC_CONST) { // even: (way >> z) * odd^-1 in the bits that are left
        int zeros = __builtin_ctzll(step->c);
        if (way->c & ((1ull << zeros) - 1)) return NULL;
        uint64_t n = (way->c >> zeros) * inverse(step->c >> zeros);
        return constant(x, n & an_sc_mask(x->rec->bits - (uint32_t)zeros));
    }
    // it meets the bound or wraps, and then it is poison
    int64_t c = an_sc_sval(step);
    if (c > 0 && (ends_or_is_poison(x, false) || ends_or_is_poison(x, true))) {
        return an_sc_udiv(s, way, (uint64_t)c);
    }
    return NULL;
}

// Does no value up to the first one beyond the bound leave the type?
static bool reaches_bound(const Exit *x, bool is_signed, bool up, uint64_t step) {
    if (step == 1 || an_rec_no_wrap(x->s, x->l, x->variable, is_signed)) return true;
    ScRange b = an_scev_range(x->s, x->bound);
    uint64_t mask = an_sc_mask(x->rec->bits);
    uint64_t top = mask >> 1;
    uint64_t room; // beyond the farthest bound
    if (is_signed) {
        room = up ? top - (uint64_t)b.shi : (uint64_t)b.slo - (uint64_t)(-(int64_t)top - 1);
    } else {
        room = up ? mask - b.uhi : b.ulo;
    }
    return room >= step - 1;
}

static const ScExpr *count_less(const Exit *x, bool is_signed, bool up) {
    AnScev *s = x->s;
    const ScExpr *start = an_sc_as_int(s, x->rec->op[0]), *bound = an_sc_as_int(s, x->bound);
    const ScExpr *step = x->rec->op[1];
    if (step->kind != SC_CONST) return NULL;
    int64_t c = an_sc_sval(step);
    if ((c > 0) != up || c == INT64_MIN) return NULL;
    uint64_t by = c < 0 ? 0 - (uint64_t)c : (uint64_t)c;
    if (!reaches_bound(x, is_signed, up, by)) return NULL;

    IrPred order = is_signed ? IR_SLE : IR_ULE, strictly = is_signed ? IR_SLT : IR_ULT;
    const ScExpr *low = up ? start : bound, *high = up ? bound : start;
    bool in_order = an_scev_guarded(s, x->l, order, low, high);
    ScKind max = is_signed ? SC_SMAX : SC_UMAX, min = is_signed ? SC_SMIN : SC_UMIN;
    const ScExpr *end = in_order ? bound : an_sc_minmax(s, up ? max : min, bound, start);
    const ScExpr *way = up ? an_sc_sub(s, end, start) : an_sc_sub(s, start, end);
    if (by == 1) return way;
    // ceil(way / by), without a sum that could wrap
    const ScExpr *one = constant(x, 1);
    bool some = an_scev_guarded(s, x->l, strictly, low, high);
    if (!some) one = an_sc_minmax(s, SC_UMIN, way, one);
    return an_sc_add(s, an_sc_udiv(s, an_sc_sub(s, way, one), by), one);
}

// n + 1 (n - 1) for `<= n` (`>= n`) if n is not the last number, or the loop could not end but by
// poison.
static bool make_strict(Exit *x, bool is_signed, bool up) {
    ScRange b = an_scev_range(x->s, x->bound);
    uint64_t mask = an_sc_mask(x->rec->bits);
    int64_t top = (int64_t)(mask >> 1);
    bool last;
    if (is_signed) {
        last = up ? b.shi == top : b.slo == -top - 1;
    } else {
        last = up ? b.uhi == mask : b.ulo == 0;
    }
    if (last && !ends_or_is_poison(x, is_signed)) return false;
    x->bound = an_sc_add(x->s, x->bound, constant(x, up ? 1 : mask));
    return true;
}

static const ScExpr *count(Exit *x) {
    switch (x->pred) {
    case IR_NE: return count_unequal(x);
    case IR_ULE: return make_strict(x, false, true) ? count_less(x, false, true) : NULL;
    case IR_UGE: return make_strict(x, false, false) ? count_less(x, false, false) : NULL;
    case IR_SLE: return make_strict(x, true, true) ? count_less(x, true, true) : NULL;
    case IR_SGE: return make_strict(x, true, false) ? count_less(x, true, false) : NULL;
    case IR_ULT: return count_less(x, false, true);
    case IR_UGT: return count_less(x, false, false);
    case IR_SLT: return count_less(x, true, true);
    case IR_SGT: return count_less(x, true, false);
    default: return NULL;
    }
}

static bool find_exit(AnScev *s, const AnLoop *l, IrBlock *exiting, Exit *x) {
    IrBlock *latch = an_latch(s->loops, l);
    IrInst *term = ir_term(exiting);
    if (!latch || term->v.op != IR_BR || term->nops != 3) return false;
    if (an_loop_of(s->loops, exiting) != l || !an_dominates(s->dom, exiting, latch)) return false;
    bool stays_on = an_in_loop(s->loops, l, ir_succ(term, 0));
    if (stays_on == an_in_loop(s->loops, l, ir_succ(term, 1))) return false;
    IrInst *cmp = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!cmp) return false;
    *x = (Exit){.s = s, .l = l, .pred = (IrPred)cmp->pred, .variable = ir_op(cmp, 0)};
    x->rec = an_scev(s, ir_op(cmp, 0));
    x->bound = an_scev(s, ir_op(cmp, 1));
    if (!x->rec || !x->bound) return false;
    if (!an_scev_affine(s, x->rec, l)) {
        const ScExpr *swap = x->rec;
        x->rec = x->bound;
        x->bound = swap;
        x->variable = ir_op(cmp, 1);
        x->pred = ir_swapped_pred(x->pred);
    }
    if (!stays_on) x->pred = ir_inverse_pred(x->pred);
    return an_scev_affine(s, x->rec, l) && an_scev_invariant(s, x->bound, l);
}

const ScExpr *an_exit_count(AnScev *s, const AnLoop *l, IrBlock *exiting) {
    Exit x;
    return find_exit(s, l, exiting, &x) ? count(&x) : NULL;
}

const ScExpr *an_trip_count(AnScev *s, const AnLoop *l) {
    IrBlock *exiting = only_exiting(s, l);
    return exiting ? an_exit_count(s, l, exiting) : NULL;
}

// From the lowest start to the highest bound: closer than the range of their difference, which does
// not know that one of them is below the other. UINT64_MAX: unknown.
static uint64_t longest_way(Exit *x) {
    bool is_signed = x->pred == IR_SLT || x->pred == IR_SLE,
         equal = x->pred == IR_SLE || x->pred == IR_ULE;
    bool up = is_signed || x->pred == IR_ULT || x->pred == IR_ULE;
    const ScExpr *step = x->rec->op[1];
    if (!up || step->kind != SC_CONST || an_sc_sval(step) <= 0) return UINT64_MAX;
    if (equal && !make_strict(x, is_signed, true)) return UINT64_MAX;
    uint64_t by = (uint64_t)an_sc_sval(step);
    if (!reaches_bound(x, is_signed, true, by)) return UINT64_MAX;

    ScRange from = an_scev_range(x->s, an_sc_as_int(x->s, x->rec->op[0]));
    ScRange to = an_scev_range(x->s, an_sc_as_int(x->s, x->bound));
    bool some = is_signed ? to.shi > from.slo : to.uhi > from.ulo;
    if (!some) return 0;
    uint64_t way = is_signed ? (uint64_t)to.shi - (uint64_t)from.slo : to.uhi - from.ulo;
    return (way - 1) / by + 1;
}

uint64_t an_max_trip_count(AnScev *s, const AnLoop *l) {
    uint64_t known = (uintptr_t)map_get(&s->max_trips, (uintptr_t)l);
    if (known) return known == UINT64_MAX ? known : known - 1;
    map_put(&s->max_trips, (uintptr_t)l, (void *)UINTPTR_MAX); // asked by itself on the way
    uint64_t most = UINT64_MAX;
    IrBlock *latch = an_latch(s->loops, l);
    for (uint32_t k = 0; k < l->blocks.n && latch; k++) {
        const ScExpr *n = NULL;
        IrInst *term = ir_term(l->blocks.at[k]);
        Exit x;
        if (term->v.op != IR_BR || term->nops != 3) continue;
        if (!find_exit(s, l, l->blocks.at[k], &x)) continue;
        Exit same = x; // count changes it
        n = count(&same);
        if (n) most = CU_MIN(most, an_scev_range(s, n).uhi);
        if (n) most = CU_MIN(most, longest_way(&x));
    }
    if (most >= UINT64_MAX - 1) most = UINT64_MAX;
    uint64_t entry = most == UINT64_MAX ? UINT64_MAX : most + 1;
    map_put(&s->max_trips, (uintptr_t)l, (void *)(uintptr_t)entry);
    return most;
}

static uint64_t multiple_of(const ScExpr *e) {
    uint64_t all = 0;
    switch (e->kind) {
    case SC_CONST: return e->c ? e->c & -e->c : 1ull << 63;
    case SC_MUL: return e->op[0]->kind == SC_CONST ? e->op[0]->c & -e->op[0]->c : 1;
    case SC_ADD:
        for (uint32_t k = 0; k < e->n; k++) {
            uint64_t m = multiple_of(e->op[k]);
            all = all ? CU_MIN(all, m) : m;
        }
        return all;
    case SC_ZEXT:
    case SC_SEXT: return multiple_of(e->op[0]);
    case SC_UNKNOWN: {
        uint64_t zero = an_known_bits(e->value).zero;
        return ~zero ? 1ull << __builtin_ctzll(~zero) : 1;
    }
    default: return 1;
    }
}

uint64_t an_trip_multiple(AnScev *s, const AnLoop *l) {
    const ScExpr *n = an_trip_count(s, l);
    if (!n) return 1;
    const ScExpr *iterations = an_sc_add(s, n, an_sc_const(s, n->type, 1));
    if (n->kind == SC_CONST && n->c < an_sc_mask(n->bits)) return n->c + 1;
    return multiple_of(iterations);
}
