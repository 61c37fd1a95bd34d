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

static bool same_node(const void *key, const void *item) {
    const ScExpr *x = key, *y = item;
    bool head = x->kind == y->kind && x->type == y->type && x->c == y->c && x->value == y->value &&
                x->loop == y->loop && x->n == y->n;
    return head && (!x->n || memcmp(x->op, y->op, x->n * sizeof *x->op) == 0);
}

static const ScExpr *node(AnScev *s, ScExpr key) {
    key.bits = key.type->bits;
    uint64_t h = hash_mix(key.kind, (uintptr_t)key.type);
    h = hash_mix(hash_mix(h, key.c), (uintptr_t)key.value);
    h = hash_mix(h, (uintptr_t)key.loop);
    for (uint32_t k = 0; k < key.n; k++) h = hash_mix(h, key.op[k]->id);
    const ScExpr *old = cons_find(&s->set, h, same_node, &key);
    if (old) return old;

    ScExpr *e = arena_new(s->a, ScExpr);
    *e = key;
    e->id = s->count++;
    e->size = 1;
    if (e->n) e->op = arena_copy(s->a, key.op, key.n * sizeof *key.op, _Alignof(ScExpr *));
    for (uint32_t k = 0; k < e->n; k++) e->size += e->op[k]->size;
    cons_add(&s->set, h, e);
    return e;
}

static const ScExpr *unary(AnScev *s, ScKind kind, const ScExpr *x, IrType *type) {
    return node(s, (ScExpr){.kind = (uint8_t)kind, .type = type, .n = 1, .op = &x});
}

static IrType *int_type(AnScev *s, uint32_t bits) {
    return ir_ty_int(s->m, bits);
}

const ScExpr *an_sc_const(AnScev *s, IrType *type, uint64_t c) {
    type = int_type(s, type->bits);
    return node(s, (ScExpr){.kind = SC_CONST, .type = type, .c = c & an_sc_mask(type->bits)});
}

const ScExpr *an_sc_unknown(AnScev *s, IrValue *v) {
    return node(s, (ScExpr){.kind = SC_UNKNOWN, .type = v->type, .value = v});
}

const ScExpr *an_sc_rec(AnScev *s, const ScExpr *start, const ScExpr *step, const AnLoop *l) {
    if (step->kind == SC_CONST && !step->c) return start;
    const ScExpr *op[2] = {start, step};
    return node(s, (ScExpr){.kind = SC_REC, .type = start->type, .loop = l, .n = 2, .op = op});
}

static bool is_const(const ScExpr *e, uint64_t c) {
    return e->kind == SC_CONST && e->c == (c & an_sc_mask(e->bits));
}

// ---- what a loop changes -----------------------------------------------------------------------

static bool is_around(const AnLoop *outer, const AnLoop *inner) {
    const AnLoop *l = inner;
    while (l && l->depth > outer->depth) l = l->parent;
    return l == outer;
}

bool an_scev_invariant(const AnScev *s, const ScExpr *e, const AnLoop *l) {
    if (e->kind == SC_UNKNOWN) return an_loop_invariant(s->loops, l, e->value);
    // the value of an outer loop's recurrence in its iteration at hand
    if (e->kind == SC_REC && (e->loop == l || !is_around(e->loop, l))) return false;
    for (uint32_t k = 0; k < e->n; k++) {
        if (!an_scev_invariant(s, e->op[k], l)) return false;
    }
    return true;
}

bool an_scev_affine(const AnScev *s, const ScExpr *e, const AnLoop *l) {
    return e->kind == SC_REC && e->loop == l && an_scev_invariant(s, e->op[1], l);
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

// c * the rest of the factors of a product.
static Term term_of(AnScev *s, const ScExpr *e) {
    if (e->kind != SC_MUL || e->op[0]->kind != SC_CONST) return (Term){1, e};
    uint64_t c = e->op[0]->c;
    if (e->n == 2) return (Term){c, e->op[1]};
    ScExpr rest = {.kind = SC_MUL, .type = e->type, .n = e->n - 1, .op = e->op + 1};
    return (Term){c, node(s, rest)};
}

static void collect(Sum *sum, const ScExpr *e) {
    if (e->kind == SC_CONST) {
        sum->c += e->c;
        return;
    }
    if (e->kind == SC_ADD) {
        for (uint32_t k = 0; k < e->n; k++) collect(sum, e->op[k]);
        return;
    }
    Term t = term_of(sum->s, e);
    for (uint32_t k = 0; k < sum->n; k++) {
        Term *old = &sum->at[k];
        if (old->rest == t.rest) {
            old->c = (old->c + t.c) & an_sc_mask(e->bits);
            if (!old->c) *old = sum->at[--sum->n];
            return;
        }
        bool both = old->rest->kind == SC_REC && t.rest->kind == SC_REC && old->c == 1 && t.c == 1;
        if (both && old->rest->loop == t.rest->loop) {
            const ScExpr *x = old->rest, *y = t.rest;
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
        sum->at[sum->n++] = t;
    }
}

static const ScExpr *times(AnScev *s, uint64_t c, const ScExpr *rest) {
    c &= an_sc_mask(rest->bits);
    if (c == 1) return rest;
    const ScExpr *op[MAX_TERMS] = {an_sc_const(s, rest->type, c), rest};
    uint32_t n = 2;
    if (rest->kind == SC_MUL && rest->n < MAX_TERMS) {
        memcpy(op + 1, rest->op, rest->n * sizeof *op);
        n = 1 + rest->n;
    }
    ScExpr e = {.kind = SC_MUL, .type = int_type(s, rest->bits), .n = n, .op = op};
    return node(s, e);
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
    return x->rest->id < y->rest->id ? -1 : x->rest->id > y->rest->id;
}

static const ScExpr *make_sum(Sum *sum, IrType *type) {
    AnScev *s = sum->s;
    const ScExpr *op[MAX_TERMS + 1];
    uint32_t n = 0, pointers = 0;
    sum->c &= an_sc_mask(type->bits);
    qsort(sum->at, sum->n, sizeof *sum->at, by_id);
    IrType *result = int_type(s, type->bits);
    for (uint32_t k = 0; k < sum->n; k++) {
        if (!ir_ty_is_ptr(sum->at[k].rest->type)) continue;
        pointers++;
        result = sum->at[k].c == 1 ? sum->at[k].rest->type : result;
    }
    if (pointers != 1) result = int_type(s, type->bits);
    if (sum->c) op[n++] = an_sc_const(s, type, sum->c);
    for (uint32_t k = 0; k < sum->n; k++) op[n++] = times(s, sum->at[k].c, sum->at[k].rest);
    if (!n) return an_sc_const(s, type, 0);
    if (n == 1) return op[0];
    return node(s, (ScExpr){.kind = SC_ADD, .type = result, .n = n, .op = op});
}

static const ScExpr *finish_sum(Sum *sum, IrType *type) {
    AnScev *s = sum->s;
    int at = innermost(sum);
    if (at < 0) return make_sum(sum, type);
    const ScExpr *rec = sum->at[at].rest;
    Sum start = {.s = s, .c = sum->c};
    sum->c = 0;
    sum->at[at] = sum->at[--sum->n];
    for (uint32_t k = 0; k < sum->n;) {
        if (an_scev_invariant(s, sum->at[k].rest, rec->loop)) {
            start.at[start.n++] = sum->at[k];
            sum->at[k] = sum->at[--sum->n];
        } else {
            k++;
        }
    }
    if (start.n || start.c) {
        const ScExpr *more = finish_sum(&start, type);
        rec = an_sc_rec(s, an_sc_add(s, rec->op[0], more), rec->op[1], rec->loop);
    }
    if (!sum->n) return rec;
    sum->at[sum->n++] = (Term){1, rec};
    return make_sum(sum, type);
}

const ScExpr *an_sc_add(AnScev *s, const ScExpr *x, const ScExpr *y) {
    CU_ASSERT(s->m->ctx, x->bits == y->bits);
    if (is_const(x, 0)) return y;
    if (is_const(y, 0)) return x;
    if (x->kind == SC_CONST && y->kind == SC_CONST) return an_sc_const(s, x->type, x->c + y->c);
    if (x->size + y->size <= SC_MAX_SIZE) {
        Sum sum = {.s = s};
        collect(&sum, x);
        collect(&sum, y);
        if (!sum.full) return finish_sum(&sum, x->type);
    }
    const ScExpr *op[2] = {x, y};
    IrType *type = ir_ty_is_ptr(y->type) ? y->type : x->type;
    return node(s, (ScExpr){.kind = SC_ADD, .type = type, .n = 2, .op = op});
}

const ScExpr *an_sc_sub(AnScev *s, const ScExpr *x, const ScExpr *y) {
    return an_sc_add(s, x, an_sc_mul(s, y, an_sc_const(s, y->type, ~0ull)));
}

const ScExpr *an_scev_split(AnScev *s, const ScExpr *e, int64_t *c) {
    if (e->kind == SC_CONST) {
        *c = an_sc_sval(e);
        return an_sc_const(s, e->type, 0);
    }
    *c = 0;
    if (e->kind == SC_REC) {
        const ScExpr *start = an_scev_split(s, e->op[0], c);
        return *c ? an_sc_rec(s, start, e->op[1], e->loop) : e;
    }
    if (e->kind != SC_ADD || e->op[0]->kind != SC_CONST) return e;
    *c = an_sc_sval(e->op[0]);
    return an_sc_add(s, e, an_sc_const(s, e->type, 0 - e->op[0]->c));
}

// ---- products ----------------------------------------------------------------------------------

static const ScExpr *mul_terms(AnScev *s, const ScExpr *sum, const ScExpr *y) {
    const ScExpr *all = NULL;
    for (uint32_t k = 0; k < sum->n; k++) {
        const ScExpr *p = an_sc_mul(s, sum->op[k], y);
        all = all ? an_sc_add(s, all, p) : p;
    }
    return all;
}

// {a, +, b} * {c, +, d} = {a*c, +, {a*d + b*c + b*d, +, 2*b*d}}
static const ScExpr *mul_recs(AnScev *s, const ScExpr *x, const ScExpr *y) {
    const ScExpr *ac = an_sc_mul(s, x->op[0], y->op[0]), *bd = an_sc_mul(s, x->op[1], y->op[1]);
    const ScExpr *ad = an_sc_mul(s, x->op[0], y->op[1]), *bc = an_sc_mul(s, x->op[1], y->op[0]);
    const ScExpr *first = an_sc_add(s, an_sc_add(s, ad, bc), bd);
    const ScExpr *twice = an_sc_mul(s, bd, an_sc_const(s, bd->type, 2));
    return an_sc_rec(s, ac, an_sc_rec(s, first, twice, x->loop), x->loop);
}

static const ScExpr *mul_rec(AnScev *s, const ScExpr *rec, const ScExpr *y) {
    return an_sc_rec(s, an_sc_mul(s, rec->op[0], y), an_sc_mul(s, rec->op[1], y), rec->loop);
}

static void collect_factors(Sum *product, const ScExpr *e) { // at[].rest the factors
    for (uint32_t k = 0; e->kind == SC_MUL && k < e->n; k++) collect_factors(product, e->op[k]);
    if (e->kind == SC_MUL) return;
    if (e->kind == SC_CONST) {
        product->c *= e->c;
    } else if (product->n == MAX_TERMS) {
        product->full = true;
    } else {
        product->at[product->n++] = (Term){1, e};
    }
}

static const ScExpr *mul_factors(AnScev *s, const ScExpr *x, const ScExpr *y) {
    const ScExpr *op[MAX_TERMS + 1] = {x, y};
    IrType *type = int_type(s, x->bits);
    uint32_t n = 0;
    Sum product = {.s = s, .c = 1};
    collect_factors(&product, x);
    collect_factors(&product, y);
    if (product.full) return node(s, (ScExpr){.kind = SC_MUL, .type = type, .n = 2, .op = op});
    qsort(product.at, product.n, sizeof *product.at, by_id);
    product.c &= an_sc_mask(type->bits);
    if (!product.c) return an_sc_const(s, type, 0);
    if (product.c != 1) op[n++] = an_sc_const(s, type, product.c);
    for (uint32_t k = 0; k < product.n; k++) op[n++] = product.at[k].rest;
    if (!n) return an_sc_const(s, type, 1);
    if (n == 1) return op[0];
    return node(s, (ScExpr){.kind = SC_MUL, .type = type, .n = n, .op = op});
}

static bool has_rec_term(const ScExpr *e) {
    for (uint32_t k = 0; e->kind == SC_ADD && k < e->n; k++) {
        if (e->op[k]->kind == SC_REC) return true;
    }
    return false;
}

const ScExpr *an_sc_mul(AnScev *s, const ScExpr *x, const ScExpr *y) {
    CU_ASSERT(s->m->ctx, x->bits == y->bits);
    if (y->kind == SC_CONST) {
        const ScExpr *swap = x;
        x = y;
        y = swap;
    }
    if (is_const(x, 0)) return x;
    if (is_const(x, 1)) return y;
    if (x->kind == SC_CONST && y->kind == SC_CONST) return an_sc_const(s, x->type, x->c * y->c);
    if (x->size + y->size > SC_MAX_SIZE) return mul_factors(s, x, y);
    if (x->kind == SC_CONST && y->kind == SC_REC) return mul_rec(s, y, x);
    if (x->kind == SC_CONST && y->kind == SC_ADD) return mul_terms(s, y, x);
    if (x->kind == SC_REC && an_scev_invariant(s, y, x->loop)) return mul_rec(s, x, y);
    if (y->kind == SC_REC && an_scev_invariant(s, x, y->loop)) return mul_rec(s, y, x);
    if (x->kind == SC_REC && y->kind == SC_REC && x->loop == y->loop &&
        an_scev_affine(s, x, x->loop) && an_scev_affine(s, y, y->loop)) {
        return mul_recs(s, x, y);
    }
    // sums stay whole, but for a recurrence in one that may take in the other factor
    uint32_t nx = has_rec_term(x) ? x->n : 1, ny = has_rec_term(y) ? y->n : 1;
    if (nx * ny > 1 && nx * ny <= MAX_PRODUCT_TERMS) {
        return nx > 1 ? mul_terms(s, x, y) : mul_terms(s, y, x);
    }
    return mul_factors(s, x, y);
}

// ---- the others --------------------------------------------------------------------------------

const ScExpr *an_sc_udiv(AnScev *s, const ScExpr *x, uint64_t by) {
    by &= an_sc_mask(x->bits);
    CU_ASSERT(s->m->ctx, by);
    if (by == 1) return x;
    if (x->kind == SC_CONST) return an_sc_const(s, x->type, x->c / by);
    const ScExpr *op[2] = {an_sc_as_int(s, x), an_sc_const(s, x->type, by)};
    IrType *type = int_type(s, x->bits);
    return node(s, (ScExpr){.kind = SC_UDIV, .type = type, .n = 2, .op = op});
}

static bool first_wins(ScKind kind, const ScExpr *x, const ScExpr *y) { // of two constants
    switch (kind) {
    case SC_UMAX: return x->c >= y->c;
    case SC_UMIN: return x->c <= y->c;
    case SC_SMAX: return an_sc_sval(x) >= an_sc_sval(y);
    default: return an_sc_sval(x) <= an_sc_sval(y);
    }
}

// What x is if no number lies beyond it.
static bool is_last(ScKind kind, const ScExpr *x) {
    if (x->kind != SC_CONST) return false;
    uint64_t mask = an_sc_mask(x->bits), top = mask >> 1;
    switch (kind) {
    case SC_UMAX: return x->c == mask;
    case SC_UMIN: return x->c == 0;
    case SC_SMAX: return x->c == top;
    default: return x->c == (mask ^ top);
    }
}

static ScKind opposite(ScKind kind) {
    switch (kind) {
    case SC_UMAX: return SC_UMIN;
    case SC_UMIN: return SC_UMAX;
    case SC_SMAX: return SC_SMIN;
    default: return SC_SMAX;
    }
}

const ScExpr *an_sc_minmax(AnScev *s, ScKind kind, const ScExpr *x, const ScExpr *y) {
    CU_ASSERT(s->m->ctx, x->bits == y->bits);
    x = an_sc_as_int(s, x);
    y = an_sc_as_int(s, y);
    if (x == y) return x;
    if (x->kind == SC_CONST && y->kind == SC_CONST) return first_wins(kind, x, y) ? x : y;
    if (is_last(kind, x) || is_last(opposite(kind), y)) return x;
    if (is_last(kind, y) || is_last(opposite(kind), x)) return y;
    bool order = x->id < y->id;
    const ScExpr *op[2] = {order ? x : y, order ? y : x};
    return node(s, (ScExpr){.kind = (uint8_t)kind, .type = x->type, .n = 2, .op = op});
}

const ScExpr *an_sc_extend(AnScev *s, const ScExpr *x, bool is_signed, IrType *type) {
    CU_ASSERT(s->m->ctx, x->bits < type->bits);
    if (x->kind == SC_CONST) {
        return an_sc_const(s, type, is_signed ? (uint64_t)an_sc_sval(x) : x->c);
    }
    if (x->kind == SC_ZEXT) return unary(s, SC_ZEXT, x->op[0], type);
    if (x->kind == SC_SEXT && is_signed) return unary(s, SC_SEXT, x->op[0], type);
    return unary(s, is_signed ? SC_SEXT : SC_ZEXT, an_sc_as_int(s, x), type);
}

static const ScExpr *truncate(AnScev *s, const ScExpr *x, IrType *type) {
    const ScExpr *all = NULL;
    switch (x->kind) {
    case SC_CONST: return an_sc_const(s, type, x->c);
    case SC_TRUNC: return unary(s, SC_TRUNC, x->op[0], type);
    case SC_ZEXT:
    case SC_SEXT:
        if (x->op[0]->bits >= type->bits) return an_sc_resize(s, x->op[0], type);
        return an_sc_extend(s, x->op[0], x->kind == SC_SEXT, type);
    case SC_REC:
        return an_sc_rec(s, truncate(s, x->op[0], type), truncate(s, x->op[1], type), x->loop);
    case SC_ADD:
    case SC_MUL:
        for (uint32_t k = 0; k < x->n; k++) {
            const ScExpr *t = truncate(s, x->op[k], type);
            if (!all) {
                all = t;
            } else {
                all = x->kind == SC_ADD ? an_sc_add(s, all, t) : an_sc_mul(s, all, t);
            }
        }
        return all;
    default: return unary(s, SC_TRUNC, x, type);
    }
}

const ScExpr *an_sc_resize(AnScev *s, const ScExpr *x, IrType *type) {
    if (x->bits == type->bits) return x;
    if (x->bits < type->bits) return an_sc_extend(s, x, false, type);
    return truncate(s, x, type);
}

const ScExpr *an_sc_as_int(AnScev *s, const ScExpr *e) {
    if (!ir_ty_is_ptr(e->type)) return e;
    IrType *type = int_type(s, e->bits);
    if (e->kind == SC_REC) return an_sc_rec(s, an_sc_as_int(s, e->op[0]), e->op[1], e->loop);
    if (e->kind == SC_UNKNOWN || e->n > MAX_TERMS) {
        return node(s, (ScExpr){.kind = SC_UNKNOWN, .type = type, .value = e->value});
    }
    const ScExpr *sum = an_sc_as_int(s, e->op[0]);
    for (uint32_t k = 1; k < e->n; k++) sum = an_sc_add(s, sum, an_sc_as_int(s, e->op[k]));
    return sum;
}

// ---- text --------------------------------------------------------------------------------------

static void print_list(const ScExpr *e, const char *between, Buf *out) {
    buf_puts(out, "(");
    for (uint32_t k = 0; k < e->n; k++) {
        if (k) buf_puts(out, between);
        an_scev_print(e->op[k], out);
    }
    buf_puts(out, ")");
}

static void print_name(const IrValue *v, Buf *out) {
    const IrInst *i = ir_as_inst(v);
    Ctx *ctx = v->type->m->ctx;
    const char *sigil = ir_as_global(v) ? "@" : "%";
    if (v->name) {
        buf_printf(out, "%s%s", sigil, atom_str(ctx, v->name));
    } else {
        buf_printf(out, "%s#%u", i ? "%" : "", v->id);
    }
}

void an_scev_print(const ScExpr *e, Buf *out) {
    static const char *const words[] = {
        [SC_ZEXT] = "zext", [SC_SEXT] = "sext", [SC_TRUNC] = "trunc", [SC_UMAX] = "umax",
        [SC_UMIN] = "umin", [SC_SMAX] = "smax", [SC_SMIN] = "smin",
    };
    switch (e->kind) {
    case SC_CONST: buf_printf(out, "%lld", (long long)an_sc_sval(e)); break;
    case SC_UNKNOWN: print_name(e->value, out); break;
    case SC_ADD: print_list(e, " + ", out); break;
    case SC_MUL: print_list(e, " * ", out); break;
    case SC_UDIV: print_list(e, " /u ", out); break;
    case SC_REC:
        buf_puts(out, "{");
        an_scev_print(e->op[0], out);
        buf_puts(out, ",+,");
        an_scev_print(e->op[1], out);
        buf_puts(out, "}<");
        print_name(&e->loop->header->v, out);
        buf_puts(out, ">");
        break;
    default:
        buf_puts(out, words[e->kind]);
        print_list(e, ", ", out);
        if (e->n == 1) buf_printf(out, ":i%u", e->bits);
    }
}
