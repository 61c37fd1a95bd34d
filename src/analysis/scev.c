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

#include "ir/intrin_id.h"

enum { MAX_DEPTH = 400 }; // of values in one another; deeper ones are unknown

// Empty: expressions are made when asked for, in `owner`.
AnScev *an_scev_make(IrFunc *fn, const AnLoops *loops, const AnDom *dom, Arena *owner) {
    AnScev *s = arena_new(owner, AnScev);
    *s = (AnScev){.fn = fn, .m = fn->g.m, .loops = loops, .dom = dom, .a = owner};
    cons_init(&s->set, owner);
    map_init(&s->of, owner);
    map_init(&s->extended[0], owner);
    map_init(&s->extended[1], owner);
    map_init(&s->max_trips, owner);
    return s;
}

static bool is_small_int(const IrType *type) {
    return ir_ty_is_word(type);
}

static const ScExpr *unknown(AnScev *scev, IrValue *opaque) {
    return an_sc_unknown(scev, opaque);
}

// An operand as its user sees it: not through the end of a loop.
static const ScExpr *operand(AnScev *scev, const IrInst *user, uint32_t n) {
    IrValue *v = ir_op(user, n);
    const IrInst *def = ir_as_inst(v);
    const AnLoop *l = def ? an_loop_of(scev->loops, def->block) : NULL;
    if (l && !an_in_loop(scev->loops, l, user->block)) return unknown(scev, v);
    return an_scev(scev, v);
}

// As operand(), extended to the type.
static const ScExpr *operand_extended(AnScev *scev, const IrInst *user, uint32_t n, bool is_signed,
                                      IrType *wide) {
    IrValue *v = ir_op(user, n);
    const IrInst *def = ir_as_inst(v);
    const AnLoop *l = def ? an_loop_of(scev->loops, def->block) : NULL;
    if (l && !an_in_loop(scev->loops, l, user->block)) {
        return an_sc_extend(scev, unknown(scev, v), is_signed, wide);
    }
    return an_scev_extend(scev, v, is_signed, wide);
}

// ---- recurrences -------------------------------------------------------------------------------

// One way in from outside and one from the back edge, in either order.
bool an_header_phi(const AnScev *scev, const IrInst *phi, const AnLoop **l, IrValue **start,
                   IrValue **next) {
    *l = an_loop_of(scev->loops, phi->block);
    if (!*l || (*l)->header != phi->block || ir_phi_n(phi) != 2) return false;
    bool first_inside = an_in_loop(scev->loops, *l, ir_phi_block(phi, 0));
    if (first_inside == an_in_loop(scev->loops, *l, ir_phi_block(phi, 1))) return false;
    *start = ir_phi_value(phi, first_inside ? 1 : 0);
    *next = ir_phi_value(phi, first_inside ? 0 : 1);
    return true;
}

// What of the sum is left when `self` is taken out; NULL: it does not hold it once, at top level.
static const ScExpr *without(AnScev *scev, const ScExpr *sum, const ScExpr *self) {
    if (sum == self) return an_sc_const(scev, ir_ty_int(scev->m, self->bits), 0);
    if (sum->kind != SC_ADD) return NULL;
    const ScExpr *rest = NULL;
    bool found = false;
    for (uint32_t k = 0; k < sum->n; k++) {
        if (sum->op[k] == self) {
            found = true;
        } else {
            rest = rest ? an_sc_add(scev, rest, sum->op[k]) : sum->op[k];
        }
    }
    return found ? rest : NULL;
}

// Whether the expression contains the other one, however deep (its size is bounded).
static bool holds(const ScExpr *expr, const ScExpr *what) {
    if (expr == what) return true;
    for (uint32_t k = 0; k < expr->n; k++) {
        if (holds(expr->op[k], what)) return true;
    }
    return false;
}

// Forgets what was found since the table had n entries and holds the expression.
static void forget(Map *map, uint32_t n, const ScExpr *what) {
    for (uint32_t k = n; k < map->n; k++) {
        const ScExpr *e = map->entry[k].val;
        if (e && holds(e, what)) map->entry[k].val = NULL;
    }
}

static bool is_step(const AnScev *scev, const ScExpr *added, const AnLoop *loop) {
    return an_scev_invariant(scev, added, loop) || an_scev_affine(scev, added, loop);
}

// The phi counts as unknown while what the back edge brings is taken apart; then what was left is
// the step.
static const ScExpr *of_phi(AnScev *scev, IrInst *phi) {
    const ScExpr *self = unknown(scev, &phi->v);
    const AnLoop *loop;
    IrValue *start, *next;
    if (!an_header_phi(scev, phi, &loop, &start, &next)) return self;

    uint32_t known = scev->of.n, zero = scev->extended[0].n, sign = scev->extended[1].n;
    map_put(&scev->of, (uintptr_t)phi, (void *)self);
    const ScExpr *step = without(scev, an_scev(scev, next), self);
    bool good = step && !holds(step, self) && is_step(scev, step, loop);
    if (!good) return self;
    // these were found with the phi as an unknown
    forget(&scev->of, known, self);
    forget(&scev->extended[0], zero, self);
    forget(&scev->extended[1], sign, self);
    const ScExpr *first = an_scev(scev, start);
    if (!an_scev_invariant(scev, first, loop)) first = unknown(scev, start);
    return an_sc_rec(scev, first, step, loop);
}

// ---- instructions ------------------------------------------------------------------------------

// A shift by a constant within the width: what is shifted and by how much; NULL else.
static const ScExpr *shift_by(AnScev *scev, const IrInst *shift, uint64_t *count) {
    const IrConst *k = ir_as_cint(ir_op(shift, 1));
    if (!k || ir_uval(k) >= shift->v.type->bits) return NULL;
    *count = ir_uval(k);
    return operand(scev, shift, 0);
}

static bool is_sum_or(const IrInst *inst) {
    if (inst->v.flags & IR_DISJOINT) return true;
    const IrConst *c = ir_as_cint(ir_op(inst, 1));
    return c && !(ir_uval(c) & ~an_known_bits(ir_op(inst, 0)).zero);
}

// A sum, difference or product. Sums keep their terms in the order in which they were made: the
// second operand's come first.
static const ScExpr *of_two(AnScev *scev, const IrInst *definition, IrOp op) {
    const ScExpr *right = operand(scev, definition, 1);
    const ScExpr *left = operand(scev, definition, 0);
    if (op == IR_ADD) return an_sc_add(scev, left, right);
    return op == IR_SUB ? an_sc_sub(scev, left, right) : an_sc_mul(scev, left, right);
}

// The operations that sums, products and divisions by constants are; the rest stays unknown.
static const ScExpr *of_binary(AnScev *scev, IrInst *definition) {
    uint64_t count;
    const ScExpr *expr;
    const IrConst *constant = ir_as_cint(ir_op(definition, 1));
    switch (definition->v.op) {
    case IR_ADD:
    case IR_SUB:
    case IR_MUL: return of_two(scev, definition, (IrOp)definition->v.op);
    case IR_OR:
        if (is_sum_or(definition)) return of_two(scev, definition, IR_ADD);
        break;
    case IR_XOR: // not
        if (constant && ir_is_all_ones(&constant->v)) {
            expr = operand(scev, definition, 0);
            return an_sc_sub(scev, an_sc_const(scev, definition->v.type, ~0ull), expr);
        }
        break;
    case IR_SHL:
        expr = shift_by(scev, definition, &count);
        if (expr)
            return an_sc_mul(scev, expr, an_sc_const(scev, definition->v.type, 1ull << count));
        break;
    case IR_LSHR:
        expr = shift_by(scev, definition, &count);
        if (expr) return an_sc_udiv(scev, expr, 1ull << count);
        break;
    case IR_UDIV:
        if (constant && ir_uval(constant))
            return an_sc_udiv(scev, operand(scev, definition, 0), ir_uval(constant));
        break;
    default: break;
    }
    return unknown(scev, &definition->v);
}

// Casts of integers, and of pointers that keep their width.
static const ScExpr *of_cast(AnScev *scev, IrInst *definition) {
    IrType *from = ir_op(definition, 0)->type;
    switch (definition->v.op) {
    case IR_TRUNC:
        if (is_small_int(from))
            return an_sc_resize(scev, operand(scev, definition, 0), definition->v.type);
        break;
    case IR_ZEXT:
    case IR_SEXT: {
        if (!is_small_int(from)) break;
        // a number that is known to be positive is extended in either way: the one that gets
        // further
        bool nneg = definition->v.op == IR_SEXT ? false : (definition->v.flags & IR_NNEG) != 0;
        bool is_signed = definition->v.op == IR_SEXT || nneg;
        const ScExpr *e = operand_extended(scev, definition, 0, is_signed, definition->v.type);
        bool other = is_any_of(e->kind, SC_SEXT, SC_ZEXT);
        if (!other || !(nneg || an_is_nonneg(ir_op(definition, 0)))) return e;
        const ScExpr *second =
            operand_extended(scev, definition, 0, !is_signed, definition->v.type);
        return is_any_of(second->kind, SC_SEXT, SC_ZEXT) ? e : second;
    }
    case IR_BITCAST:
        if (ir_ty_is_ptr(from) && ir_ty_is_ptr(definition->v.type))
            return operand(scev, definition, 0);
        break;
    case IR_PTRTOINT:
        if (ir_ty_is_ptr(from) && from->bits == definition->v.type->bits) {
            return an_sc_as_int(scev, operand(scev, definition, 0));
        }
        break;
    default: break;
    }
    return unknown(scev, &definition->v);
}

// The index as a number of the pointer's width.
static const ScExpr *of_index(AnScev *scev, IrInst *gep, uint32_t n, IrType *wide) {
    IrValue *index = ir_op(gep, n);
    if (!is_small_int(index->type)) return NULL;
    if (index->type->bits < wide->bits) return operand_extended(scev, gep, n, true, wide);
    return an_sc_resize(scev, operand(scev, gep, n), wide);
}

// The base plus each index times the size that it steps over.
static const ScExpr *of_gep(AnScev *scev, IrInst *gep) {
    if (!ir_ty_is_ptr(ir_op(gep, 0)->type)) return unknown(scev, &gep->v);
    IrType *wide = ir_ty_int(scev->m, gep->v.type->bits), *at = gep->aty;
    const ScExpr *sum = operand(scev, gep, 0);
    for (uint32_t k = 1; k < gep->nops; k++) {
        if (k > 1 && at->kind == IR_TY_STRUCT) {
            uint64_t member = ir_uval((IrConst *)ir_op(gep, k));
            sum = an_sc_add(scev, sum, an_sc_const(scev, wide, at->offset[member]));
            at = at->sub[member];
            continue;
        }
        if (k > 1) at = at->elem;
        const ScExpr *index = of_index(scev, gep, k, wide);
        if (!index || !at->sized || at->scalable) return unknown(scev, &gep->v);
        sum = an_sc_add(scev, sum, an_sc_mul(scev, index, an_sc_const(scev, wide, at->size)));
    }
    return sum;
}

// The intrinsics that are minima and maxima.
static const ScExpr *of_call(AnScev *scev, IrInst *definition) {
    static const struct {
        uint32_t intrinsic;
        ScKind kind;
    } rows[] = {
        {IR_I_umin, SC_UMIN}, {IR_I_umax, SC_UMAX}, {IR_I_smin, SC_SMIN}, {IR_I_smax, SC_SMAX}};
    uint32_t id = ir_intrin_of(definition);
    for (uint32_t k = 0; k < CU_COUNT(rows); k++) {
        if (rows[k].intrinsic != id) continue;
        const ScExpr *left = operand(scev, definition, 0), *right = operand(scev, definition, 1);
        return an_sc_minmax(scev, rows[k].kind, left, right);
    }
    return unknown(scev, &definition->v);
}

// By the operation; what is none of these is a value as it is.
static const ScExpr *of_inst(AnScev *scev, IrInst *definition) {
    if (definition->v.op == IR_PHI) return of_phi(scev, definition);
    if (definition->v.op == IR_GEP) return of_gep(scev, definition);
    if (definition->v.op == IR_CALL) return of_call(scev, definition);
    if (ir_ops[definition->v.op].class == IRC_BINARY) return of_binary(scev, definition);
    if (ir_ops[definition->v.op].class == IRC_CAST) return of_cast(scev, definition);
    return unknown(scev, &definition->v);
}

// Kept once found; too deep or too large a value is an unknown, for good.
const ScExpr *an_scev(AnScev *scev, IrValue *asked) {
    if (!is_small_int(asked->type) && !ir_ty_is_ptr(asked->type)) return NULL;
    if (asked->kind == IR_C_INT) return an_sc_const(scev, asked->type, ir_uval((IrConst *)asked));
    if (asked->kind == IR_C_EXPR && ir_ty_is_ptr(asked->type)) { // a variable and a number of bytes
        int64_t off;
        IrValue *base = ir_strip_ptr(asked, &off);
        if (base->type != asked->type || base == asked) return unknown(scev, asked);
        IrType *wide = ir_ty_int(scev->m, asked->type->bits);
        const ScExpr *distance = an_sc_const(scev, wide, (uint64_t)off);
        return an_sc_add(scev, unknown(scev, base), distance);
    }
    IrInst *inst = ir_as_inst(asked);
    if (!inst) return unknown(scev, asked);
    const ScExpr *e = map_get(&scev->of, (uintptr_t)asked);
    if (e) return e;
    if (scev->depth >= MAX_DEPTH) return unknown(scev, asked);
    scev->depth++;
    e = of_inst(scev, inst);
    scev->depth--;
    if (e->type != asked->type || e->size > SC_MAX_SIZE) e = unknown(scev, asked);
    map_put(&scev->of, (uintptr_t)asked, (void *)e);
    return e;
}

// ---- extensions --------------------------------------------------------------------------------

// The header's phi extended, if its recurrence does not wrap on the way.
static const ScExpr *extend_phi(AnScev *scev, IrInst *phi, bool is_signed, IrType *wide) {
    const AnLoop *loop;
    IrValue *start, *next;
    const ScExpr *rec = an_scev(scev, &phi->v);
    if (!an_header_phi(scev, phi, &loop, &start, &next) || !an_scev_affine(scev, rec, loop))
        return NULL;
    if (!an_rec_no_wrap(scev, loop, &phi->v, is_signed)) return NULL;

    // the step as the instruction adds it: a constant, or a value that can be extended itself
    const IrInst *add = ir_as_inst(next);
    const ScExpr *step = NULL;
    if (rec->op[1]->kind == SC_CONST) {
        step = an_sc_extend(scev, rec->op[1], is_signed, wide);
    } else if (add && add->v.op == IR_ADD) {
        uint32_t other = ir_op(add, 0) == &phi->v ? 1 : 0;
        if (ir_op(add, 1 - other) != &phi->v) return NULL;
        step = operand_extended(scev, add, other, is_signed, wide);
    }
    const ScExpr *first = an_scev_extend(scev, start, is_signed, wide);
    if (!step || !an_scev_invariant(scev, step, loop)) return NULL;
    if (!an_scev_invariant(scev, first, loop)) {
        first = an_sc_extend(scev, unknown(scev, start), is_signed, wide);
    }
    return an_sc_rec(scev, first, step, loop);
}

// Whether the expression depends on the iteration of a loop.
static bool has_rec(const ScExpr *expr) {
    if (expr->kind == SC_REC) return true;
    for (uint32_t k = 0; k < expr->n; k++) {
        if (has_rec(expr->op[k])) return true;
    }
    return false;
}

// What no loop changes is better computed in its own width and extended once; but a constant that
// is added comes out, so that neighbours are seen, and so does a product of two, which costs the
// same in the wide type: a row times a pitch is part of what addresses advance by, too.
static bool stays_narrow(AnScev *scev, IrInst *definition) {
    if (ir_as_cint(ir_op(definition, 1)) && is_any_of(definition->v.op, IR_ADD, IR_OR))
        return false;
    if (definition->v.op == IR_MUL && !ir_as_op(ir_op(definition, 0), IR_MUL) &&
        !ir_as_op(ir_op(definition, 1), IR_MUL))
        return false;
    return !has_rec(an_scev(scev, &definition->v));
}

// The operands' extensions combined: only where the operation does not wrap. NULL: not so.
static const ScExpr *extend_binary(AnScev *scev, IrInst *definition, bool is_signed, IrType *wide) {
    bool exact = (definition->v.flags & (is_signed ? IR_NSW : IR_NUW)) != 0;
    const IrConst *constant = ir_as_cint(ir_op(definition, 1));
    // no bit meets another: no carry, but for the sign
    if (definition->v.op == IR_OR && is_sum_or(definition)) {
        bool sign = is_signed && !(constant && ir_sval(constant) >= 0);
        if (sign) return NULL;
        const ScExpr *right = operand_extended(scev, definition, 1, is_signed, wide);
        return an_sc_add(scev, operand_extended(scev, definition, 0, is_signed, wide), right);
    }
    if (!exact) {
        // the next value of a recurrence that is known not to wrap
        const ScExpr *rec =
            definition->v.op == IR_ADD && constant ? an_scev(scev, &definition->v) : NULL;
        const AnLoop *l = rec && rec->kind == SC_REC ? rec->loop : NULL;
        if (!l || !an_rec_no_wrap(scev, l, &definition->v, is_signed)) return NULL;
    }
    if (definition->v.op == IR_SHL) {
        if (!constant || ir_uval(constant) + 1 >= definition->v.type->bits) return NULL;
        const ScExpr *power = an_sc_const(scev, wide, 1ull << ir_uval(constant));
        return an_sc_mul(scev, operand_extended(scev, definition, 0, is_signed, wide), power);
    }
    typedef const ScExpr *Combine(AnScev *, const ScExpr *, const ScExpr *);
    static Combine *const combines[IR_NOPS] = {
        [IR_ADD] = an_sc_add, [IR_SUB] = an_sc_sub, [IR_MUL] = an_sc_mul};
    Combine *combine = combines[definition->v.op];
    if (!combine) return NULL;
    const ScExpr *left = operand_extended(scev, definition, 0, is_signed, wide);
    const ScExpr *right = operand_extended(scev, definition, 1, is_signed, wide);
    return combine(scev, left, right);
}

// NULL: only the expression as a whole can be extended.
static const ScExpr *extend_inst(AnScev *scev, IrInst *definition, bool is_signed, IrType *wide) {
    if (definition->v.op == IR_PHI) return extend_phi(scev, definition, is_signed, wide);
    if (ir_ops[definition->v.op].class == IRC_BINARY) {
        return stays_narrow(scev, definition) ? NULL
                                              : extend_binary(scev, definition, is_signed, wide);
    }
    if (definition->v.op == IR_ZEXT || (definition->v.op == IR_SEXT && is_signed)) {
        if (is_small_int(ir_op(definition, 0)->type)) {
            return operand_extended(scev, definition, 0, definition->v.op == IR_SEXT, wide);
        }
    }
    return NULL;
}

// Kept by instruction and width, like expressions.
const ScExpr *an_scev_extend(AnScev *scev, IrValue *narrow, bool is_signed, IrType *wide) {
    if (wide->bits <= narrow->type->bits) return an_sc_resize(scev, an_scev(scev, narrow), wide);
    IrInst *inst = ir_as_inst(narrow);
    if (!inst || scev->depth >= MAX_DEPTH)
        return an_sc_extend(scev, an_scev(scev, narrow), is_signed, wide);
    Map *known = &scev->extended[is_signed];
    uint64_t key = (uint64_t)inst->v.id << 8 | wide->bits;
    const ScExpr *e = map_get(known, key);
    if (e) return e;
    scev->depth++;
    e = extend_inst(scev, inst, is_signed, wide);
    if (!e || e->size > SC_MAX_SIZE) e = an_sc_extend(scev, an_scev(scev, narrow), is_signed, wide);
    scev->depth--;
    map_put(known, key, (void *)e);
    return e;
}
