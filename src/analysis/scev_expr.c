// SPDX-License-Identifier: Apache-2.0
// Expressions of scalar evolution in a canonical form, all modulo 2^bits:
//
//     sums            constant first, then terms constant * rest with different rests, by id
//     products        constant first, then factors by id; over sums as long as those stay small
//     recurrences     take in what their loop does not change; two of one loop become one
//
// A sum with one pointer in it is a pointer; -1 times a pointer is a number, so that the difference
// of two addresses of one object is what lies between them.
#include "analysis/scev.h"

#include <stdlib.h>

// ---- uniqued nodes -----------------------------------------------------------------------------

// Operands are uniqued, so that their addresses tell.
static bool same_node(const void *key, const void *item) {
    const ScExpr *x = key, *y = item;
    bool same_kind = x->kind == y->kind && x->type == y->type && x->n == y->n;
    bool same_leaf = x->c == y->c && x->value == y->value && x->loop == y->loop;
    if (!same_kind || !same_leaf) return false;
    return !x->n || memcmp(x->op, y->op, x->n * sizeof *x->op) == 0;
}

static uint64_t hash_word(uint64_t h, uint64_t word) {
    h = (h ^ word) * 0xd6e8feb86659fd93u;
    return h ^ h >> 29;
}

// The one node that equals the key, whose operands are copied if it must be made. Numbers go up as
// nodes are made, which is the same in each run.
static const ScExpr *node(AnScev *scev, const ScExpr *key) {
    uint64_t h = hash_word(key->kind, (uintptr_t)key->type);
    h = hash_word(h, key->c ^ (uintptr_t)key->value ^ (uintptr_t)key->loop); // mostly one of them
    for (uint32_t k = 0; k < key->n; k++) h = hash_word(h, key->op[k]->id);
    const ScExpr *old = cons_find(&scev->set, h, same_node, key);
    if (old) return old;

    ScExpr *e = arena_alloc(scev->a, sizeof *e, _Alignof(ScExpr));
    *e = *key;
    e->bits = key->type->bits;
    e->id = scev->count++;
    e->size = 1;
    if (e->n) e->op = arena_copy(scev->a, key->op, key->n * sizeof *key->op, _Alignof(ScExpr *));
    for (uint32_t k = 0; k < e->n; k++) e->size += e->op[k]->size;
    cons_add(&scev->set, h, e);
    return e;
}

static const ScExpr *unary(AnScev *scev, ScKind kind, const ScExpr *operand, IrType *result) {
    return node(scev, &(ScExpr){.kind = (uint8_t)kind, .type = result, .n = 1, .op = &operand});
}

static IrType *int_type(AnScev *scev, uint32_t bits) {
    return ir_ty_int(scev->m, bits);
}

const ScExpr *an_sc_const(AnScev *scev, IrType *wanted, uint64_t c) {
    if (!ir_ty_is_int(wanted)) wanted = int_type(scev, wanted->bits);
    return node(scev,
                &(ScExpr){.kind = SC_CONST, .type = wanted, .c = c & an_sc_mask(wanted->bits)});
}

const ScExpr *an_sc_unknown(AnScev *scev, IrValue *opaque) {
    return node(scev, &(ScExpr){.kind = SC_UNKNOWN, .type = opaque->type, .value = opaque});
}

// {start, +, step}; a step of 0 is no recurrence.
const ScExpr *an_sc_rec(AnScev *scev, const ScExpr *start, const ScExpr *step, const AnLoop *loop) {
    if (step->kind == SC_CONST && !step->c) return start;
    const ScExpr *op[2] = {start, step};
    return node(scev,
                &(ScExpr){.kind = SC_REC, .type = start->type, .loop = loop, .n = 2, .op = op});
}

static bool is_const(const ScExpr *expr, uint64_t c) {
    return expr->kind == SC_CONST && expr->c == (c & an_sc_mask(expr->bits));
}

// ---- what a loop changes -----------------------------------------------------------------------

static bool is_around(const AnLoop *outer, const AnLoop *inner) {
    const AnLoop *l = inner;
    while (l && l->depth > outer->depth) l = l->parent;
    return l == outer;
}

// Whether the expression's value is the same in all iterations of the loop.
bool an_scev_invariant(const AnScev *scev, const ScExpr *asked, const AnLoop *loop) {
    if (asked->kind == SC_UNKNOWN) return an_loop_invariant(scev->loops, loop, asked->value);
    // the value of an outer loop's recurrence in its iteration at hand
    if (asked->kind == SC_REC && (asked->loop == loop || !is_around(asked->loop, loop)))
        return false;
    for (uint32_t k = 0; k < asked->n; k++) {
        if (!an_scev_invariant(scev, asked->op[k], loop)) return false;
    }
    return true;
}

bool an_scev_affine(const AnScev *scev, const ScExpr *asked, const AnLoop *loop) {
    return asked->kind == SC_REC && asked->loop == loop &&
           an_scev_invariant(scev, asked->op[1], loop);
}

// ---- sums --------------------------------------------------------------------------------------

enum { MAX_TERMS = 64, MAX_PRODUCT_TERMS = 8 };

typedef struct {
    uint64_t c;
    const ScExpr *rest;
} Term;
typedef struct {
    AnScev *s;
    uint64_t c; // constant
    uint32_t n;
    Term at[MAX_TERMS];
    bool full;
} Sum;

// No terms yet; their room is not cleared.
static void begin(Sum *sum, AnScev *scev, uint64_t c) {
    sum->s = scev;
    sum->c = c;
    sum->n = 0;
    sum->full = false;
}

// c * the rest of the factors of a product.
static Term term_of(AnScev *scev, const ScExpr *addend) {
    if (addend->kind != SC_MUL || addend->op[0]->kind != SC_CONST) return (Term){1, addend};
    uint64_t c = addend->op[0]->c;
    if (addend->n == 2) return (Term){c, addend->op[1]};
    ScExpr rest = {.kind = SC_MUL, .type = addend->type, .n = addend->n - 1, .op = addend->op + 1};
    return (Term){c, node(scev, &rest)};
}

// Adds a term to the sum: equal rests join, and so do recurrences of one loop. `full`: there are
// too many.
static void collect(Sum *sum, const ScExpr *addend) {
    if (addend->kind == SC_CONST) {
        sum->c += addend->c;
        return;
    }
    if (addend->kind == SC_ADD) {
        for (uint32_t k = 0; k < addend->n; k++) collect(sum, addend->op[k]);
        return;
    }
    Term term = term_of(sum->s, addend);
    for (uint32_t k = 0; k < sum->n; k++) {
        Term *old = &sum->at[k];
        if (old->rest == term.rest) {
            old->c = (old->c + term.c) & an_sc_mask(addend->bits);
            if (!old->c) *old = sum->at[--sum->n];
            return;
        }
        // {a,+,b} + {c,+,d} = {a + c,+,b + d}, which may join with what is there
        bool both =
            old->rest->kind == SC_REC && term.rest->kind == SC_REC && old->c == 1 && term.c == 1;
        if (both && old->rest->loop == term.rest->loop) {
            const ScExpr *x = old->rest, *y = term.rest;
            *old = sum->at[--sum->n];
            const ScExpr *start = an_sc_add(sum->s, x->op[0], y->op[0]);
            const ScExpr *step = an_sc_add(sum->s, x->op[1], y->op[1]);
            collect(sum, an_sc_rec(sum->s, start, step, x->loop));
            return;
        }
    }
    if (sum->n == MAX_TERMS) {
        sum->full = true;
    } else {
        sum->at[sum->n++] = term;
    }
}

// c * rest, as a product with its constant first.
static const ScExpr *times(AnScev *scev, uint64_t c, const ScExpr *rest) {
    c &= an_sc_mask(rest->bits);
    if (c == 1) return rest;
    const ScExpr *op[MAX_TERMS];
    op[0] = an_sc_const(scev, rest->type, c);
    op[1] = rest;
    uint32_t n = 2;
    if (rest->kind == SC_MUL && rest->n < MAX_TERMS) {
        memcpy(op + 1, rest->op, rest->n * sizeof *op);
        n = 1 + rest->n;
    }
    ScExpr e = {.kind = SC_MUL, .type = int_type(scev, rest->bits), .n = n, .op = op};
    return node(scev, &e);
}

// The recurrence of the innermost loop, which takes in the others.
static int innermost(const Sum *sum) {
    int best = -1;
    for (uint32_t k = 0; k < sum->n; k++) {
        const ScExpr *e = sum->at[k].rest;
        if (e->kind != SC_REC || sum->at[k].c != 1) continue;
        if (best < 0 || e->loop->depth > sum->at[best].rest->loop->depth) best = (int)k;
    }
    return best;
}

static int by_id(const void *a, const void *b) {
    const Term *x = a, *y = b;
    return cu_order(x->rest->id, y->rest->id);
}

// Terms by their number, which makes equal sums equal. One pointer with the factor 1 makes it a
// pointer.
static const ScExpr *make_sum(Sum *sum, IrType *type) {
    AnScev *scev = sum->s;
    const ScExpr *op[MAX_TERMS + 1];
    uint32_t n = 0, pointers = 0;
    sum->c &= an_sc_mask(type->bits);
    if (sum->n > 1) qsort(sum->at, sum->n, sizeof *sum->at, by_id);
    IrType *result = int_type(scev, type->bits);
    for (uint32_t k = 0; k < sum->n; k++) {
        if (!ir_ty_is_ptr(sum->at[k].rest->type)) continue;
        pointers++;
        result = sum->at[k].c == 1 ? sum->at[k].rest->type : result;
    }
    if (pointers != 1) result = int_type(scev, type->bits);
    if (sum->c) op[n++] = an_sc_const(scev, type, sum->c);
    for (uint32_t k = 0; k < sum->n; k++) op[n++] = times(scev, sum->at[k].c, sum->at[k].rest);
    if (!n) return an_sc_const(scev, type, 0);
    if (n == 1) return op[0];
    return node(scev, &(ScExpr){.kind = SC_ADD, .type = result, .n = n, .op = op});
}

// The innermost recurrence takes in what its loop does not change: {start + that, +, step}.
static const ScExpr *finish_sum(Sum *sum, IrType *result) {
    AnScev *scev = sum->s;
    int at = innermost(sum);
    if (at < 0) return make_sum(sum, result);
    const ScExpr *rec = sum->at[at].rest;
    Sum start;
    begin(&start, scev, sum->c);
    sum->c = 0;
    sum->at[at] = sum->at[--sum->n];
    for (uint32_t k = 0; k < sum->n;) {
        if (an_scev_invariant(scev, sum->at[k].rest, rec->loop)) {
            start.at[start.n++] = sum->at[k];
            sum->at[k] = sum->at[--sum->n];
        } else {
            k++;
        }
    }
    if (start.n || start.c) {
        const ScExpr *more = finish_sum(&start, result);
        rec = an_sc_rec(scev, an_sc_add(scev, rec->op[0], more), rec->op[1], rec->loop);
    }
    if (!sum->n) return rec;
    sum->at[sum->n++] = (Term){1, rec};
    return make_sum(sum, result);
}

// Beyond the size that is worth it a sum stays as it was put together.
const ScExpr *an_sc_add(AnScev *scev, const ScExpr *left, const ScExpr *right) {
    CU_ASSERT(scev->m->ctx, left->bits == right->bits);
    if (is_const(left, 0)) return right;
    if (is_const(right, 0)) return left;
    if (left->kind == SC_CONST && right->kind == SC_CONST)
        return an_sc_const(scev, left->type, left->c + right->c);
    if (left->size + right->size <= SC_MAX_SIZE) {
        Sum sum;
        begin(&sum, scev, 0);
        collect(&sum, left);
        collect(&sum, right);
        if (!sum.full) return finish_sum(&sum, left->type);
    }
    const ScExpr *op[2] = {left, right};
    IrType *type = ir_ty_is_ptr(right->type) ? right->type : left->type;
    return node(scev, &(ScExpr){.kind = SC_ADD, .type = type, .n = 2, .op = op});
}

const ScExpr *an_sc_sub(AnScev *scev, const ScExpr *left, const ScExpr *right) {
    return an_sc_add(scev, left, an_sc_mul(scev, right, an_sc_const(scev, right->type, ~0ull)));
}

// Of a recurrence the constant is in its start.
const ScExpr *an_scev_split(AnScev *scev, const ScExpr *whole, int64_t *c) {
    if (whole->kind == SC_CONST) {
        *c = an_sc_sval(whole);
        return an_sc_const(scev, whole->type, 0);
    }
    *c = 0;
    if (whole->kind == SC_REC) {
        const ScExpr *start = an_scev_split(scev, whole->op[0], c);
        return *c ? an_sc_rec(scev, start, whole->op[1], whole->loop) : whole;
    }
    if (whole->kind != SC_ADD || whole->op[0]->kind != SC_CONST) return whole;
    *c = an_sc_sval(whole->op[0]);
    return an_sc_add(scev, whole, an_sc_const(scev, whole->type, 0 - whole->op[0]->c));
}

// ---- products ----------------------------------------------------------------------------------

// Term by term: expr * (a + b).
static const ScExpr *mul_terms(AnScev *scev, const ScExpr *sum, const ScExpr *factor) {
    const ScExpr *all = NULL;
    for (uint32_t k = 0; k < sum->n; k++) {
        const ScExpr *p = an_sc_mul(scev, sum->op[k], factor);
        all = all ? an_sc_add(scev, all, p) : p;
    }
    return all;
}

// {a, +, b} * {c, +, d} = {a*c, +, {a*d + b*c + b*d, +, 2*b*d}}
static const ScExpr *mul_recs(AnScev *scev, const ScExpr *left, const ScExpr *right) {
    const ScExpr *ac = an_sc_mul(scev, left->op[0], right->op[0]),
                 *bd = an_sc_mul(scev, left->op[1], right->op[1]);
    const ScExpr *ad = an_sc_mul(scev, left->op[0], right->op[1]),
                 *bc = an_sc_mul(scev, left->op[1], right->op[0]);
    const ScExpr *first = an_sc_add(scev, an_sc_add(scev, ad, bc), bd);
    const ScExpr *twice = an_sc_mul(scev, bd, an_sc_const(scev, bd->type, 2));
    return an_sc_rec(scev, ac, an_sc_rec(scev, first, twice, left->loop), left->loop);
}

static const ScExpr *mul_rec(AnScev *scev, const ScExpr *rec, const ScExpr *factor) {
    const ScExpr *step = an_sc_mul(scev, rec->op[1], factor);
    return an_sc_rec(scev, an_sc_mul(scev, rec->op[0], factor), step, rec->loop);
}

// The factors of a product of products go to at[].rest, constants to c.
static void collect_factors(Sum *product, const ScExpr *factor) {
    for (uint32_t k = 0; factor->kind == SC_MUL && k < factor->n; k++)
        collect_factors(product, factor->op[k]);
    if (factor->kind == SC_MUL) return;
    if (factor->kind == SC_CONST) {
        product->c *= factor->c;
    } else if (product->n == MAX_TERMS) {
        product->full = true;
    } else {
        product->at[product->n++] = (Term){1, factor};
    }
}

// A product with its factors by number and its constant first.
static const ScExpr *mul_factors(AnScev *scev, const ScExpr *left, const ScExpr *right) {
    const ScExpr *op[MAX_TERMS + 1], *whole[2] = {left, right};
    IrType *type = int_type(scev, left->bits);
    uint32_t n = 0;
    Sum product;
    begin(&product, scev, 1);
    collect_factors(&product, left);
    collect_factors(&product, right);
    if (product.full)
        return node(scev, &(ScExpr){.kind = SC_MUL, .type = type, .n = 2, .op = whole});
    if (product.n > 1) qsort(product.at, product.n, sizeof *product.at, by_id);
    product.c &= an_sc_mask(type->bits);
    if (!product.c) return an_sc_const(scev, type, 0);
    if (product.c != 1) op[n++] = an_sc_const(scev, type, product.c);
    for (uint32_t k = 0; k < product.n; k++) op[n++] = product.at[k].rest;
    if (!n) return an_sc_const(scev, type, 1);
    if (n == 1) return op[0];
    return node(scev, &(ScExpr){.kind = SC_MUL, .type = type, .n = n, .op = op});
}

// Whether a sum has a recurrence among its terms.
static bool has_rec_term(const ScExpr *expr) {
    for (uint32_t k = 0; expr->kind == SC_ADD && k < expr->n; k++) {
        if (expr->op[k]->kind == SC_REC) return true;
    }
    return false;
}

// Constants and recurrences are multiplied out, since they fold further; sums stay whole.
const ScExpr *an_sc_mul(AnScev *scev, const ScExpr *left, const ScExpr *right) {
    CU_ASSERT(scev->m->ctx, left->bits == right->bits);
    if (right->kind == SC_CONST) {
        const ScExpr *swap = left;
        left = right;
        right = swap;
    }
    if (is_const(left, 0)) return left;
    if (is_const(left, 1)) return right;
    if (left->kind == SC_CONST && right->kind == SC_CONST)
        return an_sc_const(scev, left->type, left->c * right->c);
    if (left->size + right->size > SC_MAX_SIZE) return mul_factors(scev, left, right);
    if (left->kind == SC_CONST && right->kind == SC_REC) return mul_rec(scev, right, left);
    if (left->kind == SC_CONST && right->kind == SC_ADD) return mul_terms(scev, right, left);
    if (left->kind == SC_REC && an_scev_invariant(scev, right, left->loop))
        return mul_rec(scev, left, right);
    if (right->kind == SC_REC && an_scev_invariant(scev, left, right->loop))
        return mul_rec(scev, right, left);
    bool one_loop = left->kind == SC_REC && right->kind == SC_REC && left->loop == right->loop;
    if (one_loop && an_scev_affine(scev, left, left->loop) &&
        an_scev_affine(scev, right, right->loop))
        return mul_recs(scev, left, right);

    // sums stay whole, but for a recurrence in one that may take in the other factor
    uint32_t nx = has_rec_term(left) ? left->n : 1, ny = has_rec_term(right) ? right->n : 1;
    if (nx * ny > 1 && nx * ny <= MAX_PRODUCT_TERMS) {
        return nx > 1 ? mul_terms(scev, left, right) : mul_terms(scev, right, left);
    }
    return mul_factors(scev, left, right);
}

// A product with all sums in it multiplied out; as it is where that would be too many terms.
static const ScExpr *flat_product(AnScev *scev, const ScExpr *expr) {
    const ScExpr *all = NULL;
    for (uint32_t k = 0; k < expr->n; k++) {
        const ScExpr *factor = an_scev_flat(scev, expr->op[k]);
        uint32_t terms = all && all->kind == SC_ADD ? all->n : 1;
        uint32_t more = factor->kind == SC_ADD ? factor->n : 1;
        if (terms * more > MAX_PRODUCT_TERMS) return expr;
        const ScExpr *sum = NULL;
        for (uint32_t i = 0; i < terms * more && all; i++) {
            const ScExpr *left = terms > 1 ? all->op[i / more] : all;
            const ScExpr *right = more > 1 ? factor->op[i % more] : factor;
            const ScExpr *product = an_sc_mul(scev, left, right);
            sum = sum ? an_sc_add(scev, sum, product) : product;
        }
        all = all ? sum : factor;
        if (all->size > SC_MAX_SIZE) return expr;
    }
    return all;
}

const ScExpr *an_scev_flat(AnScev *scev, const ScExpr *nested) {
    if (nested->kind == SC_MUL) return flat_product(scev, nested);
    if (nested->kind == SC_REC) {
        const ScExpr *start = an_scev_flat(scev, nested->op[0]);
        return an_sc_rec(scev, start, an_scev_flat(scev, nested->op[1]), nested->loop);
    }
    if (nested->kind != SC_ADD) return nested;
    const ScExpr *sum = NULL;
    for (uint32_t k = 0; k < nested->n; k++) {
        const ScExpr *term = an_scev_flat(scev, nested->op[k]);
        sum = sum ? an_sc_add(scev, sum, term) : term;
        if (sum->size > SC_MAX_SIZE) return nested;
    }
    return sum;
}

// ---- the others --------------------------------------------------------------------------------

// By a constant that is not zero in the width.
const ScExpr *an_sc_udiv(AnScev *scev, const ScExpr *dividend, uint64_t by) {
    by &= an_sc_mask(dividend->bits);
    CU_ASSERT(scev->m->ctx, by);
    if (by == 1) return dividend;
    if (dividend->kind == SC_CONST) return an_sc_const(scev, dividend->type, dividend->c / by);
    const ScExpr *op[2] = {an_sc_as_int(scev, dividend), an_sc_const(scev, dividend->type, by)};
    IrType *type = int_type(scev, dividend->bits);
    return node(scev, &(ScExpr){.kind = SC_UDIV, .type = type, .n = 2, .op = op});
}

// Of two constants.
static bool first_wins(ScKind kind, const ScExpr *left, const ScExpr *right) {
    switch (kind) {
    case SC_UMAX: return left->c >= right->c;
    case SC_UMIN: return left->c <= right->c;
    case SC_SMAX: return an_sc_sval(left) >= an_sc_sval(right);
    default: return an_sc_sval(left) <= an_sc_sval(right);
    }
}

// What x is if no number lies beyond it.
static bool is_last(ScKind kind, const ScExpr *bound) {
    if (bound->kind != SC_CONST) return false;
    uint64_t mask = an_sc_mask(bound->bits), top = mask >> 1;
    switch (kind) {
    case SC_UMAX: return bound->c == mask;
    case SC_UMIN: return bound->c == 0;
    case SC_SMAX: return bound->c == top;
    default: return bound->c == (mask ^ top);
    }
}

// Minimum for maximum, with the same signs.
static ScKind opposite(ScKind kind) {
    static const uint8_t opposites[] = {
        [SC_UMAX] = SC_UMIN, [SC_UMIN] = SC_UMAX, [SC_SMAX] = SC_SMIN, [SC_SMIN] = SC_SMAX};
    return (ScKind)opposites[kind];
}

// Operands by number, so that the order in the program does not matter.
const ScExpr *an_sc_minmax(AnScev *scev, ScKind kind, const ScExpr *left, const ScExpr *right) {
    CU_ASSERT(scev->m->ctx, left->bits == right->bits);
    left = an_sc_as_int(scev, left);
    right = an_sc_as_int(scev, right);
    if (left == right) return left;
    if (left->kind == SC_CONST && right->kind == SC_CONST)
        return first_wins(kind, left, right) ? left : right;
    if (is_last(kind, left) || is_last(opposite(kind), right)) return left;
    if (is_last(kind, right) || is_last(opposite(kind), left)) return right;
    bool order = left->id < right->id;
    const ScExpr *op[2] = {order ? left : right, order ? right : left};
    return node(scev, &(ScExpr){.kind = (uint8_t)kind, .type = left->type, .n = 2, .op = op});
}

// Of constants and extensions themselves; everything else is extended as a whole.
const ScExpr *an_sc_extend(AnScev *scev, const ScExpr *narrow, bool is_signed, IrType *wide) {
    CU_ASSERT(scev->m->ctx, narrow->bits < wide->bits);
    if (narrow->kind == SC_CONST) {
        return an_sc_const(scev, wide, is_signed ? (uint64_t)an_sc_sval(narrow) : narrow->c);
    }
    if (narrow->kind == SC_ZEXT) return unary(scev, SC_ZEXT, narrow->op[0], wide);
    if (narrow->kind == SC_SEXT && is_signed) return unary(scev, SC_SEXT, narrow->op[0], wide);
    return unary(scev, is_signed ? SC_SEXT : SC_ZEXT, an_sc_as_int(scev, narrow), wide);
}

// Sums, products and recurrences are truncated part by part: they are numbers modulo a power of
// two.
static const ScExpr *truncate(AnScev *scev, const ScExpr *wide, IrType *narrow) {
    const ScExpr *all = NULL;
    switch (wide->kind) {
    case SC_CONST: return an_sc_const(scev, narrow, wide->c);
    case SC_TRUNC: return unary(scev, SC_TRUNC, wide->op[0], narrow);
    case SC_ZEXT:
    case SC_SEXT:
        if (wide->op[0]->bits >= narrow->bits) return an_sc_resize(scev, wide->op[0], narrow);
        return an_sc_extend(scev, wide->op[0], wide->kind == SC_SEXT, narrow);
    case SC_REC:
        all = truncate(scev, wide->op[1], narrow);
        return an_sc_rec(scev, truncate(scev, wide->op[0], narrow), all, wide->loop);
    case SC_ADD:
    case SC_MUL:
        for (uint32_t k = 0; k < wide->n; k++) {
            const ScExpr *t = truncate(scev, wide->op[k], narrow);
            if (!all) {
                all = t;
            } else {
                all = wide->kind == SC_ADD ? an_sc_add(scev, all, t) : an_sc_mul(scev, all, t);
            }
        }
        return all;
    default: return unary(scev, SC_TRUNC, wide, narrow);
    }
}

const ScExpr *an_sc_resize(AnScev *scev, const ScExpr *source, IrType *target) {
    if (source->bits == target->bits) return source;
    if (source->bits < target->bits) return an_sc_extend(scev, source, false, target);
    return truncate(scev, source, target);
}

// The number that an address is.
const ScExpr *an_sc_as_int(AnScev *scev, const ScExpr *address) {
    if (!ir_ty_is_ptr(address->type)) return address;
    IrType *type = int_type(scev, address->bits);
    if (address->kind == SC_REC)
        return an_sc_rec(scev, an_sc_as_int(scev, address->op[0]), address->op[1], address->loop);
    if (address->kind == SC_UNKNOWN || address->n > MAX_TERMS) {
        return node(scev, &(ScExpr){.kind = SC_UNKNOWN, .type = type, .value = address->value});
    }
    const ScExpr *sum = an_sc_as_int(scev, address->op[0]);
    for (uint32_t k = 1; k < address->n; k++)
        sum = an_sc_add(scev, sum, an_sc_as_int(scev, address->op[k]));
    return sum;
}

// ---- text --------------------------------------------------------------------------------------

// (a between b ...).
static void print_list(const ScExpr *expr, const char *between, Buf *out) {
    buf_puts(out, "(");
    for (uint32_t k = 0; k < expr->n; k++) {
        if (k) buf_puts(out, between);
        an_scev_print(expr->op[k], out);
    }
    buf_puts(out, ")");
}

// By name, else by its number in the function.
static void print_name(const IrValue *value, Buf *out) {
    const IrInst *i = ir_as_inst(value);
    Ctx *ctx = value->type->m->ctx;
    const char *sigil = ir_as_global(value) ? "@" : "%";
    if (value->name) {
        buf_printf(out, "%s%s", sigil, atom_str(ctx, value->name));
    } else {
        buf_printf(out, "%s#%u", i ? "%" : "", value->id);
    }
}

// For tests: {start,+,step}<%header> and the like.
void an_scev_print(const ScExpr *expr, Buf *out) {
    static const char *const words[] = {
        [SC_ZEXT] = "zext", [SC_SEXT] = "sext", [SC_TRUNC] = "trunc", [SC_UMAX] = "umax",
        [SC_UMIN] = "umin", [SC_SMAX] = "smax", [SC_SMIN] = "smin",
    };
    switch (expr->kind) {
    case SC_CONST: buf_printf(out, "%lld", (long long)an_sc_sval(expr)); break;
    case SC_UNKNOWN: print_name(expr->value, out); break;
    case SC_ADD: print_list(expr, " + ", out); break;
    case SC_MUL: print_list(expr, " * ", out); break;
    case SC_UDIV: print_list(expr, " /u ", out); break;
    case SC_REC:
        buf_puts(out, "{");
        an_scev_print(expr->op[0], out);
        buf_puts(out, ",+,");
        an_scev_print(expr->op[1], out);
        buf_puts(out, "}<");
        print_name(&expr->loop->header->v, out);
        buf_puts(out, ">");
        break;
    default:
        buf_puts(out, words[expr->kind]);
        print_list(expr, ", ", out);
        if (expr->n == 1) buf_printf(out, ":i%u", expr->bits);
    }
}
