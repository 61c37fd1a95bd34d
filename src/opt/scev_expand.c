// SPDX-License-Identifier: Apache-2.0
// From expressions of scalar evolution back to instructions, in front of a loop.
//
//     (8 + 4 * sext(%a) + %p)        %0 = sext i32 %a to i64
//                              =>    %1 = shl i64 %0, 2
//                                    %2 = getelementptr i8, ptr %p, i64 %1
//                                    %3 = getelementptr i8, ptr %2, i64 8
//
// No instruction has flags: the expression holds where the value that it came from was not
// computed. A recurrence {a, +, b} of a loop around is computed from a variable {c, +, d} of that
// loop, if b is a multiple f of d: a + f * (variable - c).
#include "opt/scev_expand.h"

OptExpand opt_expand_at(AnScev *s, const AnLoop *l, IrInst *before, Arena *tmp) {
    OptExpand x = {.scev = s, .loop = l, .b = ir_builder_at(before)};
    map_init(&x.done, tmp);
    return x;
}

// ---- recurrences of loops around ---------------------------------------------------------------

typedef struct {
    IrInst *phi;
    bool is_signed;         // how it is extended
    const ScExpr *rec;      // what it is, extended
    const ScExpr *multiple; // e = rec's steps times this
} Source;

// e / by as an expression, or NULL.
static const ScExpr *quotient(AnScev *s, const ScExpr *e, const ScExpr *by) {
    if (e == by) return an_sc_const(s, e->type, 1);
    if (by->kind == SC_CONST && by->c == 1) return e;
    if (e->kind == SC_CONST && by->kind == SC_CONST) {
        int64_t x = an_sc_sval(e), y = an_sc_sval(by);
        return y && y != -1 && x % y == 0 ? an_sc_const(s, e->type, (uint64_t)(x / y)) : NULL;
    }
    if (e->kind == SC_MUL && e->op[0]->kind == SC_CONST) {
        const ScExpr *c = e->op[0];
        const ScExpr *one = an_sc_const(s, e->type, 1);
        if (an_sc_mul(s, c, by) == e) return c;
        const ScExpr *q = by->kind == SC_CONST ? quotient(s, c, by) : NULL;
        if (!q || c == one) return NULL;
        const ScExpr *all = q;
        for (uint32_t k = 1; k < e->n; k++) all = an_sc_mul(s, all, e->op[k]);
        return all;
    }
    return NULL;
}

static bool source_of(OptExpand *x, const ScExpr *e, Source *out) {
    AnScev *s = x->scev;
    const AnLoop *l = e->loop;
    IrType *type = ir_ty_int(s->m, e->bits);
    if (!an_scev_invariant(s, e, x->loop) || !an_scev_affine(s, e, l)) return false;
    for (IrInst *phi = l->header->first; phi && phi->v.op == IR_PHI; phi = phi->next) {
        if (!ir_ty_is_int(phi->v.type) || phi->v.type->bits > e->bits) continue;
        bool narrow = phi->v.type->bits < e->bits;
        for (int sign = 1; sign >= (narrow ? 0 : 1); sign--) {
            const ScExpr *rec = an_scev_extend(s, &phi->v, sign, type);
            if (!an_scev_affine(s, rec, l)) continue;
            const ScExpr *multiple = quotient(s, e->op[1], rec->op[1]);
            if (!multiple) continue;
            *out = (Source){phi, sign, rec, multiple};
            return true;
        }
    }
    return false;
}

// a - f * c, to which f * variable is added.
static const ScExpr *rest_of(OptExpand *x, const ScExpr *e, const Source *from) {
    AnScev *s = x->scev;
    return an_sc_sub(s, e->op[0], an_sc_mul(s, from->rec->op[0], from->multiple));
}

// ---- whether it can be made --------------------------------------------------------------------

static bool can_expand(OptExpand *x, const ScExpr *e, uint32_t *cost, int depth) {
    enum { MAX_DEPTH = 32 };
    if (depth > MAX_DEPTH) return false;
    if (map_get(&x->done, (uintptr_t)e) || e->kind == SC_CONST) return true;
    if (e->kind == SC_UNKNOWN) {
        return an_loop_invariant(x->scev->loops, x->loop, e->value) &&
               (ir_ty_is_int(e->type) || ir_ty_is_ptr(e->type));
    }
    if (e->kind == SC_REC) {
        Source from;
        if (!source_of(x, e, &from)) return false;
        *cost += 3;
        return can_expand(x, rest_of(x, e, &from), cost, depth + 1) &&
               can_expand(x, from.multiple, cost, depth + 1);
    }
    bool slow = e->kind == SC_UDIV && (e->op[1]->c & (e->op[1]->c - 1));
    *cost += slow ? 8 : CU_MAX(e->n, 2u) - 1;
    for (uint32_t k = 0; k < e->n; k++) {
        if (!can_expand(x, e->op[k], cost, depth + 1)) return false;
    }
    return true;
}

bool opt_can_expand(OptExpand *x, const ScExpr *e, uint32_t *cost) {
    return can_expand(x, e, cost, 0);
}

// ---- making it ---------------------------------------------------------------------------------

static IrValue *as_int(OptExpand *x, IrValue *v) {
    if (!ir_ty_is_ptr(v->type)) return v;
    return ir_ptrtoint(&x->b, v, ir_ty_int(x->scev->m, v->type->bits));
}

static IrValue *times(OptExpand *x, IrValue *v, const ScExpr *c) {
    if (!(c->c & (c->c - 1))) {
        IrConst *by = ir_int(v->type, (uint64_t)__builtin_ctzll(c->c));
        return ir_bin(&x->b, IR_SHL, 0, v, &by->v);
    }
    return ir_bin(&x->b, IR_MUL, 0, v, &ir_int(v->type, c->c)->v);
}

// -1 * y of a sum is a difference.
static const ScExpr *negated(OptExpand *x, const ScExpr *e) {
    bool minus = e->kind == SC_MUL && e->op[0]->kind == SC_CONST && an_sc_sval(e->op[0]) < 0;
    if (!minus || e->op[0]->c == (an_sc_mask(e->bits) ^ (an_sc_mask(e->bits) >> 1))) return NULL;
    return an_sc_mul(x->scev, e, an_sc_const(x->scev, e->type, ~0ull));
}

static IrValue *add_term(OptExpand *x, IrValue *sum, const ScExpr *e) {
    const ScExpr *minus = negated(x, e);
    IrValue *v = as_int(x, opt_expand(x, minus ? minus : e));
    if (!sum) return minus ? ir_neg(&x->b, v) : v;
    return ir_bin(&x->b, minus ? IR_SUB : IR_ADD, 0, sum, v);
}

static const ScExpr *factor_of(const ScExpr *e) {
    return e->kind == SC_MUL && e->op[0]->kind == SC_CONST ? e->op[0] : NULL;
}

// Terms with the same constant factor from the k-th on become one product: 4a + 4b is 4(a + b).
// NULL: it is the only one, or an earlier one took it in.
static const ScExpr *common_factor(OptExpand *x, const ScExpr *e, uint32_t k, bool *taken) {
    const ScExpr *c = factor_of(e->op[k]), *sum = NULL;
    *taken = false;
    for (uint32_t j = 0; c && j < e->n; j++) {
        if (factor_of(e->op[j]) != c) continue;
        if (j < k) *taken = true;
        const ScExpr *rest = an_sc_mul(x->scev, an_sc_const(x->scev, e->type, 1), e->op[j]->op[1]);
        for (uint32_t f = 2; f < e->op[j]->n; f++) {
            rest = an_sc_mul(x->scev, rest, e->op[j]->op[f]);
        }
        sum = sum ? an_sc_add(x->scev, sum, rest) : rest;
    }
    return *taken || !c || sum->kind != SC_ADD ? NULL : sum;
}

static IrValue *expand_sum(OptExpand *x, const ScExpr *e) {
    const ScExpr *pointer = NULL, *constant = e->op[0]->kind == SC_CONST ? e->op[0] : NULL;
    for (uint32_t k = 0; k < e->n && ir_ty_is_ptr(e->type); k++) {
        if (e->op[k]->type == e->type) pointer = e->op[k];
    }

    // what is positive first: then a difference needs no negation
    IrValue *sum = NULL;
    for (int minus = 0; minus < 2; minus++) {
        for (uint32_t k = 0; k < e->n; k++) {
            const ScExpr *t = e->op[k];
            if (t == constant || t == pointer || (negated(x, t) != NULL) != minus) continue;
            bool taken = false;
            const ScExpr *rests = minus ? NULL : common_factor(x, e, k, &taken);
            if (taken) continue;
            if (rests) {
                IrValue *v = times(x, as_int(x, opt_expand(x, rests)), t->op[0]);
                sum = sum ? ir_bin(&x->b, IR_ADD, 0, sum, v) : v;
            } else {
                sum = add_term(x, sum, t);
            }
        }
    }
    if (pointer) { // the constant last: it becomes a displacement
        IrValue *p = opt_expand(x, pointer);
        if (sum) p = ir_ptradd(&x->b, p, sum, 0);
        return constant ? ir_ptradd_c(&x->b, p, an_sc_sval(constant), 0) : p;
    }
    if (!constant) return sum;
    return ir_bin(&x->b, IR_ADD, 0, sum, &ir_int(sum->type, constant->c)->v);
}

static IrValue *expand_product(OptExpand *x, const ScExpr *e) {
    const ScExpr *constant = e->op[0]->kind == SC_CONST ? e->op[0] : NULL;
    IrValue *product = NULL;
    for (uint32_t k = constant ? 1 : 0; k < e->n; k++) {
        IrValue *v = as_int(x, opt_expand(x, e->op[k]));
        product = product ? ir_bin(&x->b, IR_MUL, 0, product, v) : v;
    }
    return constant ? times(x, product, constant) : product;
}

static IrValue *expand_rec(OptExpand *x, const ScExpr *e) {
    Source from = {0};
    source_of(x, e, &from);
    IrType *type = ir_ty_int(x->scev->m, e->bits);
    IrValue *at = &from.phi->v;
    if (at->type != type) {
        at = ir_cast(&x->b, from.is_signed ? IR_SEXT : IR_ZEXT, 0, at, type);
    }
    IrValue *way;
    if (from.multiple->kind == SC_CONST) {
        way = from.multiple->c == 1 ? at : times(x, at, from.multiple);
    } else {
        way = ir_bin(&x->b, IR_MUL, 0, at, as_int(x, opt_expand(x, from.multiple)));
    }
    const ScExpr *rest = rest_of(x, e, &from);
    int64_t c = 0;
    if (ir_ty_is_ptr(e->type)) { // the constant last: it becomes a displacement
        rest = an_scev_split(x->scev, rest, &c);
        IrValue *p = ir_ptradd(&x->b, opt_expand(x, rest), way, 0);
        return c ? ir_ptradd_c(&x->b, p, c, 0) : p;
    }
    if (rest->kind == SC_CONST && !rest->c) return way;
    return ir_bin(&x->b, IR_ADD, 0, as_int(x, opt_expand(x, rest)), way);
}

static IrValue *expand_minmax(OptExpand *x, const ScExpr *e) {
    static const IrIntrin of[] = {
        [SC_UMAX] = IR_I_umax, [SC_UMIN] = IR_I_umin, [SC_SMAX] = IR_I_smax, [SC_SMIN] = IR_I_smin};
    IrValue *arg[2] = {as_int(x, opt_expand(x, e->op[0])), as_int(x, opt_expand(x, e->op[1]))};
    return ir_call_intrin(&x->b, of[e->kind], NULL, 2, arg);
}

static IrValue *make(OptExpand *x, const ScExpr *e) {
    IrType *type = e->type;
    switch (e->kind) {
    case SC_CONST: return &ir_int(type, e->c)->v;
    case SC_UNKNOWN: return ir_ty_is_ptr(type) ? e->value : as_int(x, e->value);
    case SC_ADD: return expand_sum(x, e);
    case SC_MUL: return expand_product(x, e);
    case SC_UDIV: {
        IrValue *v = as_int(x, opt_expand(x, e->op[0]));
        uint64_t by = e->op[1]->c;
        bool shift = !(by & (by - 1));
        IrConst *c = ir_int(type, shift ? (uint64_t)__builtin_ctzll(by) : by);
        return ir_bin(&x->b, shift ? IR_LSHR : IR_UDIV, 0, v, &c->v);
    }
    case SC_ZEXT: return ir_zext(&x->b, as_int(x, opt_expand(x, e->op[0])), type);
    case SC_SEXT: return ir_sext(&x->b, as_int(x, opt_expand(x, e->op[0])), type);
    case SC_TRUNC: return ir_trunc(&x->b, as_int(x, opt_expand(x, e->op[0])), type);
    case SC_REC: return expand_rec(x, e);
    default: return expand_minmax(x, e);
    }
}

IrValue *opt_expand(OptExpand *x, const ScExpr *e) {
    IrValue *v = map_get(&x->done, (uintptr_t)e);
    if (v) return v;
    v = make(x, e);
    map_put(&x->done, (uintptr_t)e, v);
    return v;
}
