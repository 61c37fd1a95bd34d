// SPDX-License-Identifier: Apache-2.0
// Scalar evolution: from values to expressions. What the expressions fold to is scev_expr.c's.
//
//     %i = phi [%a], [%j]        {a, +, 2}
//     %j = add nsw %i, 2         {a + 2, +, 2}
//     %w = sext %j to i64        {sext(a) + 2, +, 2}
//     %p = gep i32, %q, %w       {q + 4 * sext(a) + 8, +, 8}
//
// A phi is a recurrence if the back edge brings itself plus something that the loop does not
// change, or plus another recurrence of the same loop. To see it the phi stands for itself while
// the other operand is taken apart; what was found on the way is forgotten if it holds the phi.
#include "analysis/scev.h"

enum { MAX_DEPTH = 400 }; // of values in one another; deeper ones are unknown

AnScev *an_scev_make(IrFunc *f, const AnLoops *loops, const AnDom *dom, Arena *a) {
    AnScev *s = arena_new(a, AnScev);
    *s = (AnScev){.fn = f, .m = f->g.m, .loops = loops, .dom = dom, .a = a};
    cons_init(&s->set, a);
    map_init(&s->of, a);
    map_init(&s->extended[0], a);
    map_init(&s->extended[1], a);
    map_init(&s->max_trips, a);
    return s;
}

static bool is_small_int(const IrType *t) {
    return t->kind == IR_TY_INT && t->bits <= 64;
}

static const ScExpr *unknown(AnScev *s, IrValue *v) {
    return an_sc_unknown(s, v);
}

// An operand as its user sees it: not through the end of a loop.
static const ScExpr *operand(AnScev *s, const IrInst *user, uint32_t n) {
    IrValue *v = ir_op(user, n);
    const IrInst *def = ir_as_inst(v);
    const AnLoop *l = def ? an_loop_of(s->loops, def->block) : NULL;
    if (l && !an_in_loop(s->loops, l, user->block)) return unknown(s, v);
    return an_scev(s, v);
}

static const ScExpr *operand_extended(AnScev *s, const IrInst *user, uint32_t n, bool is_signed,
                                      IrType *type) {
    IrValue *v = ir_op(user, n);
    const IrInst *def = ir_as_inst(v);
    const AnLoop *l = def ? an_loop_of(s->loops, def->block) : NULL;
    if (l && !an_in_loop(s->loops, l, user->block)) {
        return an_sc_extend(s, unknown(s, v), is_signed, type);
    }
    return an_scev_extend(s, v, is_signed, type);
}

// ---- recurrences -------------------------------------------------------------------------------

bool an_header_phi(const AnScev *s, const IrInst *phi, const AnLoop **l, IrValue **start,
                   IrValue **next) {
    *l = an_loop_of(s->loops, phi->block);
    if (!*l || (*l)->header != phi->block || ir_phi_n(phi) != 2) return false;
    bool first_inside = an_in_loop(s->loops, *l, ir_phi_block(phi, 0));
    if (first_inside == an_in_loop(s->loops, *l, ir_phi_block(phi, 1))) return false;
    *start = ir_phi_value(phi, first_inside ? 1 : 0);
    *next = ir_phi_value(phi, first_inside ? 0 : 1);
    return true;
}

// What of the sum is left when `self` is taken out; NULL: it does not hold it once, at top level.
static const ScExpr *without(AnScev *s, const ScExpr *sum, const ScExpr *self) {
    if (sum == self) return an_sc_const(s, ir_ty_int(s->m, self->bits), 0);
    if (sum->kind != SC_ADD) return NULL;
    const ScExpr *rest = NULL;
    bool found = false;
    for (uint32_t k = 0; k < sum->n; k++) {
        if (sum->op[k] == self) {
            found = true;
        } else {
            rest = rest ? an_sc_add(s, rest, sum->op[k]) : sum->op[k];
        }
    }
    return found ? rest : NULL;
}

static bool holds(const ScExpr *e, const ScExpr *what) {
    if (e == what) return true;
    for (uint32_t k = 0; k < e->n; k++) {
        if (holds(e->op[k], what)) return true;
    }
    return false;
}

// Forgets what was found since the table had n entries and holds the expression.
static void forget(Map *m, uint32_t n, const ScExpr *what) {
    for (uint32_t k = n; k < m->n; k++) {
        const ScExpr *e = m->entry[k].val;
        if (e && holds(e, what)) m->entry[k].val = NULL;
    }
}

static bool is_step(const AnScev *s, const ScExpr *e, const AnLoop *l) {
    return an_scev_invariant(s, e, l) || an_scev_affine(s, e, l);
}

static const ScExpr *of_phi(AnScev *s, IrInst *phi) {
    const ScExpr *self = unknown(s, &phi->v);
    const AnLoop *l;
    IrValue *start, *next;
    if (!an_header_phi(s, phi, &l, &start, &next)) return self;

    uint32_t known = s->of.n, zero = s->extended[0].n, sign = s->extended[1].n;
    map_put(&s->of, (uintptr_t)phi, (void *)self);
    const ScExpr *step = without(s, an_scev(s, next), self);
    bool good = step && !holds(step, self) && is_step(s, step, l);
    if (!good) return self;
    forget(&s->of, known, self);
    forget(&s->extended[0], zero, self);
    forget(&s->extended[1], sign, self);
    const ScExpr *first = an_scev(s, start);
    if (!an_scev_invariant(s, first, l)) first = unknown(s, start);
    return an_sc_rec(s, first, step, l);
}

// ---- instructions ------------------------------------------------------------------------------

static const ScExpr *shift_by(AnScev *s, const IrInst *i, uint64_t *count) {
    const IrConst *k = ir_as_cint(ir_op(i, 1));
    if (!k || ir_uval(k) >= i->v.type->bits) return NULL;
    *count = ir_uval(k);
    return operand(s, i, 0);
}

static bool is_sum_or(const IrInst *i) {
    if (i->v.flags & IR_DISJOINT) return true;
    const IrConst *c = ir_as_cint(ir_op(i, 1));
    return c && !(ir_uval(c) & ~an_known_bits(ir_op(i, 0)).zero);
}

static const ScExpr *of_binary(AnScev *s, IrInst *i) {
    uint64_t count;
    const ScExpr *x;
    const IrConst *c = ir_as_cint(ir_op(i, 1));
    switch (i->v.op) {
    case IR_ADD: return an_sc_add(s, operand(s, i, 0), operand(s, i, 1));
    case IR_SUB: return an_sc_sub(s, operand(s, i, 0), operand(s, i, 1));
    case IR_MUL: return an_sc_mul(s, operand(s, i, 0), operand(s, i, 1));
    case IR_OR:
        if (is_sum_or(i)) return an_sc_add(s, operand(s, i, 0), operand(s, i, 1));
        break;
    case IR_XOR: // not
        if (c && ir_is_all_ones(&c->v)) {
            return an_sc_sub(s, an_sc_const(s, i->v.type, ~0ull), operand(s, i, 0));
        }
        break;
    case IR_SHL:
        x = shift_by(s, i, &count);
        if (x) return an_sc_mul(s, x, an_sc_const(s, i->v.type, 1ull << count));
        break;
    case IR_LSHR:
        x = shift_by(s, i, &count);
        if (x) return an_sc_udiv(s, x, 1ull << count);
        break;
    case IR_UDIV:
        if (c && ir_uval(c)) return an_sc_udiv(s, operand(s, i, 0), ir_uval(c));
        break;
    default: break;
    }
    return unknown(s, &i->v);
}

static const ScExpr *of_cast(AnScev *s, IrInst *i) {
    IrType *from = ir_op(i, 0)->type;
    switch (i->v.op) {
    case IR_TRUNC:
        if (is_small_int(from)) return an_sc_resize(s, operand(s, i, 0), i->v.type);
        break;
    case IR_ZEXT:
    case IR_SEXT: {
        if (!is_small_int(from)) break;
        // a number that is known to be positive is extended in either way: the one that gets
        // further
        bool nneg = i->v.op == IR_SEXT ? false : (i->v.flags & IR_NNEG) != 0;
        bool is_signed = i->v.op == IR_SEXT || nneg;
        const ScExpr *e = operand_extended(s, i, 0, is_signed, i->v.type);
        bool other = e->kind == SC_SEXT || e->kind == SC_ZEXT;
        if (!other || !(nneg || an_is_nonneg(ir_op(i, 0)))) return e;
        const ScExpr *second = operand_extended(s, i, 0, !is_signed, i->v.type);
        return second->kind == SC_SEXT || second->kind == SC_ZEXT ? e : second;
    }
    case IR_BITCAST:
        if (ir_ty_is_ptr(from) && ir_ty_is_ptr(i->v.type)) return operand(s, i, 0);
        break;
    case IR_PTRTOINT:
        if (ir_ty_is_ptr(from) && from->bits == i->v.type->bits) {
            return an_sc_as_int(s, operand(s, i, 0));
        }
        break;
    default: break;
    }
    return unknown(s, &i->v);
}

// The index as a number of the pointer's width.
static const ScExpr *of_index(AnScev *s, IrInst *gep, uint32_t n, IrType *wide) {
    IrValue *index = ir_op(gep, n);
    if (!is_small_int(index->type)) return NULL;
    if (index->type->bits < wide->bits) return operand_extended(s, gep, n, true, wide);
    return an_sc_resize(s, operand(s, gep, n), wide);
}

static const ScExpr *of_gep(AnScev *s, IrInst *gep) {
    if (!ir_ty_is_ptr(ir_op(gep, 0)->type)) return unknown(s, &gep->v);
    IrType *wide = ir_ty_int(s->m, gep->v.type->bits), *at = gep->aty;
    const ScExpr *sum = operand(s, gep, 0);
    for (uint32_t k = 1; k < gep->nops; k++) {
        if (k > 1 && at->kind == IR_TY_STRUCT) {
            uint64_t member = ir_uval((IrConst *)ir_op(gep, k));
            sum = an_sc_add(s, sum, an_sc_const(s, wide, at->offset[member]));
            at = at->sub[member];
            continue;
        }
        if (k > 1) at = at->elem;
        const ScExpr *index = of_index(s, gep, k, wide);
        if (!index || !at->sized || at->scalable) return unknown(s, &gep->v);
        sum = an_sc_add(s, sum, an_sc_mul(s, index, an_sc_const(s, wide, at->size)));
    }
    return sum;
}

static const ScExpr *of_call(AnScev *s, IrInst *i) {
    switch (ir_intrin_of(i)) {
    case IR_I_umin: return an_sc_minmax(s, SC_UMIN, operand(s, i, 0), operand(s, i, 1));
    case IR_I_umax: return an_sc_minmax(s, SC_UMAX, operand(s, i, 0), operand(s, i, 1));
    case IR_I_smin: return an_sc_minmax(s, SC_SMIN, operand(s, i, 0), operand(s, i, 1));
    case IR_I_smax: return an_sc_minmax(s, SC_SMAX, operand(s, i, 0), operand(s, i, 1));
    default: return unknown(s, &i->v);
    }
}

static const ScExpr *of_inst(AnScev *s, IrInst *i) {
    if (i->v.op == IR_PHI) return of_phi(s, i);
    if (i->v.op == IR_GEP) return of_gep(s, i);
    if (i->v.op == IR_CALL) return of_call(s, i);
    if (ir_ops[i->v.op].class == IRC_BINARY) return of_binary(s, i);
    if (ir_ops[i->v.op].class == IRC_CAST) return of_cast(s, i);
    return unknown(s, &i->v);
}

const ScExpr *an_scev(AnScev *s, IrValue *v) {
    if (!is_small_int(v->type) && !ir_ty_is_ptr(v->type)) return NULL;
    if (v->kind == IR_C_INT) return an_sc_const(s, v->type, ir_uval((IrConst *)v));
    if (v->kind == IR_C_EXPR && ir_ty_is_ptr(v->type)) { // a variable and a number of bytes
        int64_t off;
        IrValue *base = ir_strip_ptr(v, &off);
        if (base->type != v->type || base == v) return unknown(s, v);
        IrType *wide = ir_ty_int(s->m, v->type->bits);
        return an_sc_add(s, unknown(s, base), an_sc_const(s, wide, (uint64_t)off));
    }
    IrInst *i = ir_as_inst(v);
    if (!i) return unknown(s, v);
    const ScExpr *e = map_get(&s->of, (uintptr_t)v);
    if (e) return e;
    if (s->depth >= MAX_DEPTH) return unknown(s, v);
    s->depth++;
    e = of_inst(s, i);
    s->depth--;
    if (e->type != v->type || e->size > SC_MAX_SIZE) e = unknown(s, v);
    map_put(&s->of, (uintptr_t)v, (void *)e);
    return e;
}

// ---- extensions --------------------------------------------------------------------------------

// The header's phi extended, if its recurrence does not wrap on the way.
static const ScExpr *extend_phi(AnScev *s, IrInst *phi, bool is_signed, IrType *type) {
    const AnLoop *l;
    IrValue *start, *next;
    const ScExpr *rec = an_scev(s, &phi->v);
    if (!an_header_phi(s, phi, &l, &start, &next) || !an_scev_affine(s, rec, l)) return NULL;
    if (!an_rec_no_wrap(s, l, &phi->v, is_signed)) return NULL;

    // the step as the instruction adds it: a constant, or a value that can be extended itself
    const IrInst *add = ir_as_inst(next);
    const ScExpr *step = NULL;
    if (rec->op[1]->kind == SC_CONST) {
        step = an_sc_extend(s, rec->op[1], is_signed, type);
    } else if (add && add->v.op == IR_ADD) {
        uint32_t other = ir_op(add, 0) == &phi->v ? 1 : 0;
        if (ir_op(add, 1 - other) != &phi->v) return NULL;
        step = operand_extended(s, add, other, is_signed, type);
    }
    const ScExpr *first = an_scev_extend(s, start, is_signed, type);
    if (!step || !an_scev_invariant(s, step, l)) return NULL;
    if (!an_scev_invariant(s, first, l)) {
        first = an_sc_extend(s, unknown(s, start), is_signed, type);
    }
    return an_sc_rec(s, first, step, l);
}

static bool has_rec(const ScExpr *e) {
    if (e->kind == SC_REC) return true;
    for (uint32_t k = 0; k < e->n; k++) {
        if (has_rec(e->op[k])) return true;
    }
    return false;
}

// What no loop changes is better computed in its own width and extended once; but a constant that
// is added comes out, so that neighbours are seen.
static bool stays_narrow(AnScev *s, IrInst *i) {
    if (ir_as_cint(ir_op(i, 1)) && (i->v.op == IR_ADD || i->v.op == IR_OR)) return false;
    return !has_rec(an_scev(s, &i->v));
}

static const ScExpr *extend_binary(AnScev *s, IrInst *i, bool is_signed, IrType *type) {
    bool exact = (i->v.flags & (is_signed ? IR_NSW : IR_NUW)) != 0;
    const IrConst *c = ir_as_cint(ir_op(i, 1));
    if (i->v.op == IR_OR && is_sum_or(i)) { // no bit meets another: no carry, but for the sign
        bool sign = is_signed && !(c && ir_sval(c) >= 0);
        if (sign) return NULL;
        return an_sc_add(s, operand_extended(s, i, 0, is_signed, type),
                         operand_extended(s, i, 1, is_signed, type));
    }
    if (!exact) {
        // the next value of a recurrence that is known not to wrap
        const ScExpr *rec = i->v.op == IR_ADD && c ? an_scev(s, &i->v) : NULL;
        const AnLoop *l = rec && rec->kind == SC_REC ? rec->loop : NULL;
        if (!l || !an_rec_no_wrap(s, l, &i->v, is_signed)) return NULL;
    }
    if (i->v.op == IR_SHL) {
        if (!c || ir_uval(c) + 1 >= i->v.type->bits) return NULL;
        return an_sc_mul(s, operand_extended(s, i, 0, is_signed, type),
                         an_sc_const(s, type, 1ull << ir_uval(c)));
    }
    const ScExpr *x, *y;
    switch (i->v.op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
        x = operand_extended(s, i, 0, is_signed, type);
        y = operand_extended(s, i, 1, is_signed, type);
        break;
    default: return NULL;
    }
    if (i->v.op == IR_ADD) return an_sc_add(s, x, y);
    return i->v.op == IR_SUB ? an_sc_sub(s, x, y) : an_sc_mul(s, x, y);
}

static const ScExpr *extend_inst(AnScev *s, IrInst *i, bool is_signed, IrType *type) {
    if (i->v.op == IR_PHI) return extend_phi(s, i, is_signed, type);
    if (ir_ops[i->v.op].class == IRC_BINARY) {
        return stays_narrow(s, i) ? NULL : extend_binary(s, i, is_signed, type);
    }
    if (i->v.op == IR_ZEXT || (i->v.op == IR_SEXT && is_signed)) {
        if (is_small_int(ir_op(i, 0)->type)) {
            return operand_extended(s, i, 0, i->v.op == IR_SEXT, type);
        }
    }
    return NULL;
}

const ScExpr *an_scev_extend(AnScev *s, IrValue *v, bool is_signed, IrType *type) {
    if (type->bits <= v->type->bits) return an_sc_resize(s, an_scev(s, v), type);
    IrInst *i = ir_as_inst(v);
    if (!i || s->depth >= MAX_DEPTH) return an_sc_extend(s, an_scev(s, v), is_signed, type);
    Map *known = &s->extended[is_signed];
    uint64_t key = (uint64_t)i->v.id << 8 | type->bits;
    const ScExpr *e = map_get(known, key);
    if (e) return e;
    s->depth++;
    e = extend_inst(s, i, is_signed, type);
    if (!e || e->size > SC_MAX_SIZE) e = an_sc_extend(s, an_scev(s, v), is_signed, type);
    s->depth--;
    map_put(known, key, (void *)e);
    return e;
}
