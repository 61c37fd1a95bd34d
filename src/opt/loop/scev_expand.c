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
// loop, if b is a multiple f of d: a + f * (variable - c). A pointer that advances by b itself is
// such a variable too, if a lies in the object that it points into: a - c holds no pointer.
#include "opt/loop/scev_expand.h"

#include "ir/intrin_id.h"

OptExpand opt_expand_at(AnScev *scev, const AnLoop *loop, IrInst *before, Arena *tmp) {
    OptExpand x = {.scev = scev, .loop = loop, .b = ir_builder_at(before)};
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

// The constant factor of a product, or NULL.
static const ScExpr *factor_of(const ScExpr *expr) {
    return expr->kind == SC_MUL && expr->op[0]->kind == SC_CONST ? expr->op[0] : NULL;
}

// dividend / divisor as an expression, or NULL.
static const ScExpr *quotient(AnScev *scev, const ScExpr *dividend, const ScExpr *divisor) {
    if (dividend == divisor) return an_sc_const(scev, dividend->type, 1);
    if (divisor->kind == SC_CONST && divisor->c == 1) return dividend;
    if (dividend->kind == SC_CONST && divisor->kind == SC_CONST) {
        int64_t x = an_sc_sval(dividend), y = an_sc_sval(divisor);
        return y && y != -1 && x % y == 0 ? an_sc_const(scev, dividend->type, (uint64_t)(x / y))
                                          : NULL;
    }
    const ScExpr *c = factor_of(dividend);
    if (!c) return NULL;
    const ScExpr *one = an_sc_const(scev, dividend->type, 1);
    if (an_sc_mul(scev, c, divisor) == dividend) return c;
    const ScExpr *all = divisor->kind == SC_CONST ? quotient(scev, c, divisor) : NULL;
    if (!all || c == one) return NULL;
    for (uint32_t k = 1; k < dividend->n; k++) all = an_sc_mul(scev, all, dividend->op[k]);
    return all;
}

// A pointer of the loop around that stays at the same distance.
static bool pointer_of(AnScev *scev, const ScExpr *wanted, Source *out) {
    IR_FOREACH_PHI(phi, wanted->loop->header) {
        if (phi->v.type != wanted->type) continue;
        const ScExpr *rec = an_scev(scev, &phi->v);
        if (!an_scev_affine(scev, rec, wanted->loop) || rec->op[1] != wanted->op[1]) continue;
        const ScExpr *distance = an_sc_sub(scev, wanted->op[0], rec->op[0]);
        if (ir_ty_is_ptr(distance->type)) continue;
        IrType *type = ir_ty_int(scev->m, wanted->bits);
        *out = (Source){phi, false, rec, an_sc_const(scev, type, 1)};
        return true;
    }
    return false;
}

static bool source_of(OptExpand *expand, const ScExpr *wanted, Source *out) {
    AnScev *scev = expand->scev;
    const AnLoop *loop = wanted->loop;
    IrType *type = ir_ty_int(scev->m, wanted->bits);
    if (!an_scev_invariant(scev, wanted, expand->loop) || !an_scev_affine(scev, wanted, loop))
        return false;
    if (ir_ty_is_ptr(wanted->type) && pointer_of(scev, wanted, out)) return true;
    IR_FOREACH_PHI(phi, loop->header) {
        if (!ir_ty_is_int(phi->v.type) || phi->v.type->bits > wanted->bits) continue;
        bool narrow = phi->v.type->bits < wanted->bits;
        for (int sign = 1; sign >= (narrow ? 0 : 1); sign--) {
            const ScExpr *rec = an_scev_extend(scev, &phi->v, sign, type);
            if (!an_scev_affine(scev, rec, loop)) continue;
            const ScExpr *multiple = quotient(scev, wanted->op[1], rec->op[1]);
            if (!multiple) continue;
            *out = (Source){phi, sign, rec, multiple};
            return true;
        }
    }
    return false;
}

// a - f * c, to which f * variable is added.
static const ScExpr *rest_of(OptExpand *expand, const ScExpr *recurrence, const Source *from) {
    AnScev *s = expand->scev;
    return an_sc_sub(s, recurrence->op[0], an_sc_mul(s, from->rec->op[0], from->multiple));
}

// ---- whether it can be made --------------------------------------------------------------------

static bool can_expand(OptExpand *expand, const ScExpr *wanted, uint32_t *cost, int depth) {
    enum { MAX_DEPTH = 32 };
    if (depth > MAX_DEPTH) return false;
    if (map_get(&expand->done, (uintptr_t)wanted) || wanted->kind == SC_CONST) return true;
    if (wanted->kind == SC_UNKNOWN) {
        bool has_bits = ir_ty_is_int(wanted->type) || ir_ty_is_ptr(wanted->type);
        return has_bits && an_loop_invariant(expand->scev->loops, expand->loop, wanted->value);
    }
    if (wanted->kind == SC_REC) {
        Source from;
        if (!source_of(expand, wanted, &from)) return false;
        *cost += 3;
        return can_expand(expand, rest_of(expand, wanted, &from), cost, depth + 1) &&
               can_expand(expand, from.multiple, cost, depth + 1);
    }
    bool slow = wanted->kind == SC_UDIV && (wanted->op[1]->c & (wanted->op[1]->c - 1));
    *cost += slow ? 8 : CU_MAX(wanted->n, 2u) - 1;
    for (uint32_t k = 0; k < wanted->n; k++) {
        if (!can_expand(expand, wanted->op[k], cost, depth + 1)) return false;
    }
    return true;
}

bool opt_can_expand(OptExpand *expand, const ScExpr *wanted, uint32_t *cost) {
    return can_expand(expand, wanted, cost, 0);
}

// ---- making it ---------------------------------------------------------------------------------

static IrValue *as_int(OptExpand *expand, IrValue *address) {
    if (!ir_ty_is_ptr(address->type)) return address;
    return ir_ptrtoint(&expand->b, address, ir_ty_int(expand->scev->m, address->type->bits));
}

static IrValue *times(OptExpand *expand, IrValue *multiplicand, const ScExpr *factor) {
    if (!(factor->c & (factor->c - 1))) {
        IrConst *by = ir_int(multiplicand->type, (uint64_t)__builtin_ctzll(factor->c));
        return ir_bin(&expand->b, IR_SHL, 0, multiplicand, &by->v);
    }
    return ir_bin(&expand->b, IR_MUL, 0, multiplicand, &ir_int(multiplicand->type, factor->c)->v);
}

static IrValue *expand_int(OptExpand *expand, const ScExpr *wanted) {
    return as_int(expand, opt_expand(expand, wanted));
}

// -1 * y of a sum is a difference. But -4 times an extended value stays: the machine adds that by
// one instruction, and ptxas does so only if all that reads the product are sums.
static const ScExpr *negated(OptExpand *expand, const ScExpr *term) {
    const ScExpr *factor = factor_of(term);
    uint64_t smallest = an_sc_mask(term->bits) ^ (an_sc_mask(term->bits) >> 1);
    bool minus = factor && an_sc_sval(factor) < 0 && factor->c != smallest;
    bool fuses = minus && an_sc_sval(factor) >= INT32_MIN && factor->c != an_sc_mask(term->bits) &&
                 (term->n == 2 ? term->op[1]->kind == SC_SEXT : opt_expands_narrow(expand, term));
    if (!minus || fuses) return NULL;
    return an_sc_mul(expand->scev, term, an_sc_const(expand->scev, term->type, ~0ull));
}

static IrValue *add_term(OptExpand *expand, IrValue *sum, const ScExpr *term) {
    const ScExpr *minus = negated(expand, term);
    IrValue *v = as_int(expand, opt_expand(expand, minus ? minus : term));
    if (!sum) return minus ? ir_neg(&expand->b, v) : v;
    return ir_bin(&expand->b, minus ? IR_SUB : IR_ADD, 0, sum, v);
}

// Terms with the same constant factor from the k-th on become one product: 4a + 4b is 4(a + b).
// NULL: it is the only one, or an earlier one took it in.
static const ScExpr *common_factor(OptExpand *expand, const ScExpr *terms, uint32_t k,
                                   bool *taken) {
    const ScExpr *c = factor_of(terms->op[k]), *sum = NULL;
    *taken = false;
    for (uint32_t j = 0; c && j < terms->n; j++) {
        if (factor_of(terms->op[j]) != c) continue;
        if (j < k) *taken = true;
        const ScExpr *rest =
            an_sc_mul(expand->scev, an_sc_const(expand->scev, terms->type, 1), terms->op[j]->op[1]);
        for (uint32_t f = 2; f < terms->op[j]->n; f++) {
            rest = an_sc_mul(expand->scev, rest, terms->op[j]->op[f]);
        }
        sum = sum ? an_sc_add(expand->scev, sum, rest) : rest;
    }
    return *taken || !c || sum->kind != SC_ADD ? NULL : sum;
}

static IrValue *expand_sum(OptExpand *expand, const ScExpr *terms) {
    const ScExpr *pointer = NULL, *constant = terms->op[0]->kind == SC_CONST ? terms->op[0] : NULL;
    for (uint32_t k = 0; k < terms->n && ir_ty_is_ptr(terms->type); k++) {
        if (terms->op[k]->type == terms->type) pointer = terms->op[k];
    }

    // what is positive first: then a difference needs no negation
    IrValue *sum = NULL;
    for (int minus = 0; minus < 2; minus++) {
        for (uint32_t k = 0; k < terms->n; k++) {
            const ScExpr *t = terms->op[k];
            if (t == constant || t == pointer || (negated(expand, t) != NULL) != minus) continue;
            bool taken = false;
            const ScExpr *rests = minus ? NULL : common_factor(expand, terms, k, &taken);
            if (taken) continue;
            if (rests) {
                IrValue *v = times(expand, as_int(expand, opt_expand(expand, rests)), t->op[0]);
                sum = sum ? ir_bin(&expand->b, IR_ADD, 0, sum, v) : v;
            } else {
                sum = add_term(expand, sum, t);
            }
        }
    }
    if (pointer) { // the constant last: it becomes a displacement
        IrValue *p = opt_expand(expand, pointer);
        if (sum) p = ir_ptradd(&expand->b, p, sum, 0);
        return constant ? ir_ptradd_c(&expand->b, p, an_sc_sval(constant), 0) : p;
    }
    if (!constant) return sum;
    return ir_bin(&expand->b, IR_ADD, 0, sum, &ir_int(sum->type, constant->c)->v);
}

// The loop's first block reads or writes memory at an address that the value is part of: if it had
// wrapped where it must not, the program would mean nothing. (A call may not come back.)
static bool is_address_part(const AnLoop *loop, const IrValue *value, int depth) {
    enum { MAX_DEPTH = 5, MOST_USES = 32 };
    uint32_t left = MOST_USES;
    IR_FOREACH_USE(use, value) {
        const IrInst *user = use->user;
        if (depth > MAX_DEPTH || !left--) return false;
        if (user->block != loop->header) continue;
        bool access = (user->v.op == IR_LOAD && ir_use_index(use) == 0) ||
                      (user->v.op == IR_STORE && ir_use_index(use) == 1);
        bool passes =
            is_any_of(user->v.op, IR_ADD, IR_SUB, IR_MUL, IR_SHL, IR_SEXT, IR_ZEXT, IR_GEP);
        if (access || (passes && is_address_part(loop, &user->v, depth + 1))) return true;
    }
    return false;
}

static bool calls(const IrBlock *bb) {
    IR_FOREACH_INST(inst, bb) {
        if (inst->v.op == IR_CALL && ir_has_effect(inst)) return true;
    }
    return false;
}

// The value whose extension this is, or NULL. (What is never negative is extended by zeros.)
static IrValue *extended(const OptExpand *expand, const ScExpr *expr, bool is_signed) {
    bool fits = is_any_of(expr->kind, SC_SEXT, SC_ZEXT) && expr->op[0]->kind == SC_UNKNOWN;
    if (!fits || an_sc_extend(expand->scev, expr->op[0], is_signed, expr->type) != expr)
        return NULL;
    return ir_is_const(expr->op[0]->value) ? NULL : expr->op[0]->value;
}

// In front of the loop: one times what extends to `by`.
static IrInst *product_of(const OptExpand *expand, IrValue *one, const ScExpr *by, bool is_signed) {
    enum { MOST_USES = 32 };
    uint32_t exact = is_signed ? IR_NSW : IR_NUW;
    AnScev *scev = expand->scev;
    uint32_t uses = MOST_USES;
    IR_FOREACH_USE(use, one) {
        IrInst *inst = use->user;
        if (!uses--) return NULL;
        if (inst->v.op != IR_MUL || !(inst->v.flags & exact)) continue;
        if (!an_loop_invariant(scev->loops, expand->loop, &inst->v)) continue;
        if (!an_dominates(scev->dom, inst->block, expand->b.bb)) continue;
        IrValue *other = ir_op(inst, 1 - ir_use_index(use));
        if (an_scev_extend(scev, other, is_signed, by->type) != by) continue;
        if (is_address_part(expand->loop, &inst->v, 0) && !calls(expand->loop->header)) return inst;
    }
    return NULL;
}

// A product of two that are extended, where the function has it in their own width and it does not
// wrap: extended once, it goes into an address by one multiplication that adds. NULL: it has not.
static IrInst *narrow_product(const OptExpand *expand, const ScExpr *wanted, bool *is_signed) {
    uint32_t first = wanted->kind == SC_MUL && wanted->op[0]->kind == SC_CONST ? 1 : 0;
    if (wanted->kind != SC_MUL || wanted->n != first + 2) return NULL;
    for (uint32_t k = 0; k < 4; k++) { // each factor, signed and not
        *is_signed = k < 2;
        const ScExpr *factor = wanted->op[first + k % 2], *by = wanted->op[first + 1 - k % 2];
        IrValue *one = extended(expand, factor, *is_signed);
        IrInst *product = one ? product_of(expand, one, by, *is_signed) : NULL;
        if (product) return product;
    }
    return NULL;
}

bool opt_expands_narrow(const OptExpand *expand, const ScExpr *wanted) {
    bool is_signed;
    return narrow_product(expand, wanted, &is_signed) != NULL;
}

static IrValue *expand_product(OptExpand *expand, const ScExpr *wanted) {
    const ScExpr *constant = wanted->op[0]->kind == SC_CONST ? wanted->op[0] : NULL;
    uint32_t first = constant ? 1 : 0;
    bool is_signed;
    IrInst *narrow = narrow_product(expand, wanted, &is_signed);
    IrType *type = ir_ty_int(expand->scev->m, wanted->bits);
    IrValue *product =
        narrow ? ir_cast(&expand->b, is_signed ? IR_SEXT : IR_ZEXT, 0, &narrow->v, type) : NULL;
    for (uint32_t k = narrow ? wanted->n : first; k < wanted->n; k++) {
        IrValue *v = as_int(expand, opt_expand(expand, wanted->op[k]));
        product = product ? ir_bin(&expand->b, IR_MUL, 0, product, v) : v;
    }
    return constant ? times(expand, product, constant) : product;
}

// `at` and a distance; the constant last: it becomes a displacement.
static IrValue *beyond(OptExpand *expand, IrValue *at, const ScExpr *distance) {
    int64_t c;
    distance = an_scev_split(expand->scev, distance, &c);
    bool only_constant = distance->kind == SC_CONST && !distance->c;
    if (!only_constant) at = ir_ptradd(&expand->b, at, expand_int(expand, distance), 0);
    return c ? ir_ptradd_c(&expand->b, at, c, 0) : at;
}

static IrValue *expand_rec(OptExpand *expand, const ScExpr *recurrence) {
    Source from = {0};
    source_of(expand, recurrence, &from);
    if (ir_ty_is_ptr(from.phi->v.type))
        return beyond(expand, &from.phi->v, rest_of(expand, recurrence, &from));
    IrType *type = ir_ty_int(expand->scev->m, recurrence->bits);
    IrValue *at = &from.phi->v;
    if (at->type != type) {
        at = ir_cast(&expand->b, from.is_signed ? IR_SEXT : IR_ZEXT, 0, at, type);
    }
    IrValue *way;
    if (from.multiple->kind == SC_CONST) {
        way = from.multiple->c == 1 ? at : times(expand, at, from.multiple);
    } else {
        way = ir_bin(&expand->b, IR_MUL, 0, at, as_int(expand, opt_expand(expand, from.multiple)));
    }
    const ScExpr *rest = rest_of(expand, recurrence, &from);
    int64_t c = 0;
    if (ir_ty_is_ptr(recurrence->type)) { // the constant last: it becomes a displacement
        rest = an_scev_split(expand->scev, rest, &c);
        IrValue *p = ir_ptradd(&expand->b, opt_expand(expand, rest), way, 0);
        return c ? ir_ptradd_c(&expand->b, p, c, 0) : p;
    }
    if (rest->kind == SC_CONST && !rest->c) return way;
    return ir_bin(&expand->b, IR_ADD, 0, as_int(expand, opt_expand(expand, rest)), way);
}

static IrValue *expand_minmax(OptExpand *expand, const ScExpr *choice) {
    static const IrIntrin of[] = {
        [SC_UMAX] = IR_I_umax, [SC_UMIN] = IR_I_umin, [SC_SMAX] = IR_I_smax, [SC_SMIN] = IR_I_smin};
    IrValue *arg[2] = {as_int(expand, opt_expand(expand, choice->op[0])),
                       as_int(expand, opt_expand(expand, choice->op[1]))};
    return ir_call_intrin(&expand->b, of[choice->kind], NULL, 2, arg);
}

static IrValue *expand_quotient(OptExpand *expand, const ScExpr *division) {
    IrValue *v = expand_int(expand, division->op[0]);
    uint64_t by = division->op[1]->c;
    bool shift = !(by & (by - 1));
    IrConst *c = ir_int(division->type, shift ? (uint64_t)__builtin_ctzll(by) : by);
    return ir_bin(&expand->b, shift ? IR_LSHR : IR_UDIV, 0, v, &c->v);
}

static IrValue *make(OptExpand *expand, const ScExpr *wanted) {
    IrType *type = wanted->type;
    switch (wanted->kind) {
    case SC_CONST: return &ir_int(type, wanted->c)->v;
    case SC_UNKNOWN: return ir_ty_is_ptr(type) ? wanted->value : as_int(expand, wanted->value);
    case SC_ADD: return expand_sum(expand, wanted);
    case SC_MUL: return expand_product(expand, wanted);
    case SC_UDIV: return expand_quotient(expand, wanted);
    case SC_ZEXT: return ir_zext(&expand->b, expand_int(expand, wanted->op[0]), type);
    case SC_SEXT: return ir_sext(&expand->b, expand_int(expand, wanted->op[0]), type);
    case SC_TRUNC: return ir_trunc(&expand->b, expand_int(expand, wanted->op[0]), type);
    case SC_REC: return expand_rec(expand, wanted);
    default: return expand_minmax(expand, wanted);
    }
}

IrValue *opt_expand(OptExpand *expand, const ScExpr *wanted) {
    IrValue *v = map_get(&expand->done, (uintptr_t)wanted);
    if (v) return v;
    v = make(expand, wanted);
    map_put(&expand->done, (uintptr_t)wanted, v);
    return v;
}
