// SPDX-License-Identifier: Apache-2.0
// Ranges of expressions, signed and unsigned side by side, and which recurrences do not wrap.
//
// A recurrence with a constant step and a known largest number of iterations lies between its first
// and its last value if those are computed without overflow. To a limited depth; what is deeper has
// the range of its type.
#include "analysis/scev.h"

typedef __int128 Wide;

enum { MAX_DEPTH = 8 };

static ScRange all_of(uint32_t bits) {
    uint64_t mask = an_sc_mask(bits);
    int64_t top = (int64_t)(mask >> 1);
    return (ScRange){0, mask, -top - 1, top};
}

// What one side says holds for the other where no sign changes in between.
static ScRange agree(ScRange range, uint32_t bits) {
    uint64_t mask = an_sc_mask(bits), sign = mask ^ (mask >> 1);
    if (range.uhi < sign || range.ulo >= sign) {
        uint64_t high = range.ulo >= sign ? ~mask : 0;
        int64_t lo = (int64_t)(range.ulo | high), hi = (int64_t)(range.uhi | high);
        range.slo = CU_MAX(range.slo, lo);
        range.shi = CU_MIN(range.shi, hi);
    }
    if (range.slo >= 0 || range.shi < 0) {
        range.ulo = CU_MAX(range.ulo, (uint64_t)range.slo & mask);
        range.uhi = CU_MIN(range.uhi, (uint64_t)range.shi & mask);
    }
    return range.ulo > range.uhi || range.slo > range.shi ? all_of(bits)
                                                          : range; // poison: anything
}

// The range with one side replaced, if that does not leave the type (then it wraps, and nothing is
// known).
static ScRange clip_unsigned(ScRange r, Wide lo, Wide hi, uint32_t bits) {
    if (lo < 0 || hi > (Wide)an_sc_mask(bits)) return r;
    r.ulo = (uint64_t)lo;
    r.uhi = (uint64_t)hi;
    return r;
}

static ScRange clip_signed(ScRange r, Wide lo, Wide hi, uint32_t bits) {
    ScRange all = all_of(bits);
    if (lo < all.slo || hi > all.shi) return r;
    r.slo = (int64_t)lo;
    r.shi = (int64_t)hi;
    return r;
}

// What known bits and equal sign bits say.
static ScRange of_value(IrValue *value, uint32_t bits) {
    ScRange r = all_of(bits);
    if (value->type->bits != bits || bits > 64) return r;
    AnBits known = an_known_bits(value);
    r.ulo = an_umin(known);
    r.uhi = an_umax(known, bits);
    uint32_t sign = ir_ty_is_int(value->type) ? an_sign_bits(value) : 1;
    r.shi >>= sign - 1;
    r.slo = -r.shi - 1;
    return agree(r, bits);
}

static ScRange of(AnScev *scev, const ScExpr *asked, int depth);

// What comes together behind branches is one of the values that come in; around a loop it could be
// anything that the loop makes.
static ScRange of_unknown(AnScev *scev, const ScExpr *unknown, int depth) {
    enum { MAX_WAYS = 4, MAX_JOINS = 3 }; // these behind each other would be all ways through them
    ScRange range = of_value(unknown->value, unknown->bits);
    IrInst *phi = depth > MAX_JOINS ? NULL : ir_as_op(unknown->value, IR_PHI);
    if (!phi || ir_phi_n(phi) > MAX_WAYS || !ir_ty_is_word(phi->v.type)) return range;
    const AnLoop *loop = an_loop_of(scev->loops, phi->block);
    bool goes_round = loop && loop->header == phi->block;
    if (goes_round || phi->v.type->bits != unknown->bits) return range;
    ScRange any = {UINT64_MAX, 0, INT64_MAX, INT64_MIN};
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        ScRange way = of(scev, an_scev(scev, ir_phi_value(phi, k)), depth + 1);
        any.ulo = CU_MIN(any.ulo, way.ulo);
        any.uhi = CU_MAX(any.uhi, way.uhi);
        any.slo = CU_MIN(any.slo, way.slo);
        any.shi = CU_MAX(any.shi, way.shi);
    }
    range.ulo = CU_MAX(range.ulo, any.ulo);
    range.uhi = CU_MIN(range.uhi, any.uhi);
    range.slo = CU_MAX(range.slo, any.slo);
    range.shi = CU_MIN(range.shi, any.shi);
    return range;
}

// The sums of the bounds, in 128 bits.
static ScRange of_sum(AnScev *scev, const ScExpr *sum, int depth) {
    Wide ulo = 0, uhi = 0, slo = 0, shi = 0;
    for (uint32_t k = 0; k < sum->n; k++) {
        ScRange x = of(scev, sum->op[k], depth);
        ulo += x.ulo;
        uhi += x.uhi;
        slo += x.slo;
        shi += x.shi;
    }
    ScRange r = clip_unsigned(all_of(sum->bits), ulo, uhi, sum->bits);
    return clip_signed(r, slo, shi, sum->bits);
}

// Of two factors; more of them, or wide ones, say nothing.
static ScRange of_product(AnScev *scev, const ScExpr *product, int depth) {
    ScRange r = all_of(product->bits), x = of(scev, product->op[0], depth),
            y = of(scev, product->op[1], depth);
    if (product->n != 2 || product->bits > 62) return r;
    r = clip_unsigned(r, (Wide)x.ulo * y.ulo, (Wide)x.uhi * y.uhi, product->bits);
    Wide a = (Wide)x.slo * y.slo, b = (Wide)x.slo * y.shi;
    Wide c = (Wide)x.shi * y.slo, d = (Wide)x.shi * y.shi;
    Wide lo = CU_MIN(CU_MIN(a, b), CU_MIN(c, d)), hi = CU_MAX(CU_MAX(a, b), CU_MAX(c, d));
    return clip_signed(r, lo, hi, product->bits);
}

// From the first value to the one after the most iterations that there can be.
static ScRange of_rec(AnScev *scev, const ScExpr *recurrence, int depth) {
    ScRange range = all_of(recurrence->bits);
    if (recurrence->op[1]->kind != SC_CONST) return range;
    uint64_t most = an_max_trip_count(scev, recurrence->loop);
    if (most == UINT64_MAX) return range;
    ScRange first = of(scev, recurrence->op[0], depth);
    Wide step = an_sc_sval(recurrence->op[1]);
    if ((most >> 62) || step > ((Wide)1 << 62) || step < -((Wide)1 << 62)) return range;
    Wide way = step * (Wide)most; // below 2^124
    Wide down = way < 0 ? way : 0, up = way > 0 ? way : 0;
    range = clip_unsigned(range, (Wide)first.ulo + down, (Wide)first.uhi + up, recurrence->bits);
    return clip_signed(range, (Wide)first.slo + down, (Wide)first.shi + up, recurrence->bits);
}

// Only the side whose order the operation is about.
static ScRange of_minmax(ScKind kind, ScRange left, ScRange right, uint32_t bits) {
    ScRange r = all_of(bits);
    switch (kind) {
    case SC_UMAX:
        r.ulo = CU_MAX(left.ulo, right.ulo);
        r.uhi = CU_MAX(left.uhi, right.uhi);
        break;
    case SC_UMIN:
        r.ulo = CU_MIN(left.ulo, right.ulo);
        r.uhi = CU_MIN(left.uhi, right.uhi);
        break;
    case SC_SMAX:
        r.slo = CU_MAX(left.slo, right.slo);
        r.shi = CU_MAX(left.shi, right.shi);
        break;
    default: r.slo = CU_MIN(left.slo, right.slo); r.shi = CU_MIN(left.shi, right.shi);
    }
    return r;
}

// An extension keeps the side that it extends by; a truncation what fits.
static ScRange of_cast(AnScev *scev, const ScExpr *cast, int depth) {
    ScRange range = all_of(cast->bits), from = of(scev, cast->op[0], depth);
    if (cast->kind == SC_ZEXT) {
        range.ulo = from.ulo;
        range.uhi = from.uhi;
    } else if (cast->kind == SC_SEXT) {
        range.slo = from.slo;
        range.shi = from.shi;
    } else {
        range = clip_unsigned(range, from.ulo, from.uhi, cast->bits);
        range = clip_signed(range, from.slo, from.shi, cast->bits);
    }
    return range;
}

// Sums of sums and the like, to a limited depth.
static ScRange of(AnScev *scev, const ScExpr *asked, int depth) {
    ScRange range = all_of(asked->bits);
    if (++depth > MAX_DEPTH) return range;
    switch (asked->kind) {
    case SC_CONST: return (ScRange){asked->c, asked->c, an_sc_sval(asked), an_sc_sval(asked)};
    case SC_UNKNOWN: range = of_unknown(scev, asked, depth); break;
    case SC_ADD: range = of_sum(scev, asked, depth); break;
    case SC_MUL: range = of_product(scev, asked, depth); break;
    case SC_UDIV:
        range = of(scev, asked->op[0], depth);
        range = (ScRange){range.ulo / asked->op[1]->c, range.uhi / asked->op[1]->c,
                          all_of(asked->bits).slo, all_of(asked->bits).shi};
        break;
    case SC_REC: range = of_rec(scev, asked, depth); break;
    case SC_UMAX:
    case SC_UMIN:
    case SC_SMAX:
    case SC_SMIN:
        range = of(scev, asked->op[1], depth);
        range = of_minmax((ScKind)asked->kind, of(scev, asked->op[0], depth), range, asked->bits);
        break;
    default: range = of_cast(scev, asked, depth);
    }
    return agree(range, asked->bits);
}

ScRange an_scev_range(AnScev *scev, const ScExpr *asked) {
    return of(scev, asked, 0);
}

// ---- recurrences that do not wrap --------------------------------------------------------------

// The loop's only way from iteration to iteration is `next < bound` for the step 1: then no value
// of the recurrence but the one behind the last can be the largest number, and that one is at most
// the bound.
static bool tested_each_time(AnScev *scev, const AnLoop *loop, const IrValue *next,
                             bool is_signed) {
    IrBlock *latch = an_latch(scev->loops, loop);
    IrInst *term = latch ? ir_term(latch) : NULL;
    if (!term || !ir_is_cond_br(term)) return false;
    IrInst *cmp = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!cmp) return false;
    bool stays_on = an_in_loop(scev->loops, loop, ir_succ(term, 0));
    if (stays_on == an_in_loop(scev->loops, loop, ir_succ(term, 1))) return false;
    IrPred pred = (IrPred)cmp->pred;
    IrValue *left = ir_op(cmp, 0), *right = ir_op(cmp, 1);
    if (right == next) {
        pred = ir_swapped_pred(pred);
        left = ir_op(cmp, 1);
    }
    if (!stays_on) pred = ir_inverse_pred(pred);
    return left == next && pred == (is_signed ? IR_SLT : IR_ULT);
}

// A pointer that advances within its object does not pass the end of the address space.
static bool stays_in_object(AnScev *scev, const AnLoop *loop, IrInst *advance) {
    const AnLoop *at;
    IrValue *start, *next;
    IrInst *phi = advance->v.op == IR_GEP ? ir_as_op(ir_op(advance, 0), IR_PHI)
                                          : ir_as_op(&advance->v, IR_PHI);
    if (!phi || !an_header_phi(scev, phi, &at, &start, &next) || at != loop) return false;
    IrInst *gep = ir_as_op(next, IR_GEP);
    bool own = gep && ir_op(gep, 0) == &phi->v && (advance == phi || advance == gep);
    return own && (gep->v.flags & (IR_INBOUNDS | IR_NUW));
}

// Signed or unsigned. By flags, by the test that the loop ends with, or by the number of
// iterations.
bool an_rec_no_wrap(AnScev *scev, const AnLoop *loop, IrValue *counter, bool is_signed) {
    IrInst *inst = ir_as_inst(counter);
    const AnLoop *at;
    IrValue *start, *next;
    if (inst && ir_ty_is_ptr(counter->type)) return !is_signed && stays_in_object(scev, loop, inst);
    IrInst *phi = inst && inst->v.op == IR_ADD ? ir_as_inst(ir_op(inst, 0)) : inst;
    if (inst && inst->v.op == IR_ADD && (!phi || phi->v.op != IR_PHI))
        phi = ir_as_inst(ir_op(inst, 1));
    if (!phi || phi->v.op != IR_PHI || !an_header_phi(scev, phi, &at, &start, &next)) return false;
    if (at != loop || !ir_ty_is_int(phi->v.type) || (inst != phi && counter != next)) return false;

    const IrInst *add = ir_as_op(next, IR_ADD);
    bool adds_to_phi = add && (ir_op(add, 0) == &phi->v || ir_op(add, 1) == &phi->v);
    if (adds_to_phi && (add->v.flags & (is_signed ? IR_NSW : IR_NUW))) return true;

    const ScExpr *rec = map_get(&scev->of, (uintptr_t)phi);
    if (!rec || !an_scev_affine(scev, rec, loop) || rec->op[1]->kind != SC_CONST) return false;
    ScRange first = of(scev, rec->op[0], 0);
    ScRange most = all_of(rec->bits);
    bool below_top = is_signed ? first.shi < most.shi : first.uhi < most.uhi;
    if (rec->op[1]->c == 1 && below_top && tested_each_time(scev, loop, next, is_signed))
        return true;

    // with the value behind the last iteration
    uint64_t trips = an_max_trip_count(scev, loop);
    if (trips >> 62) return false;
    Wide way = (Wide)an_sc_sval(rec->op[1]) * ((Wide)trips + 1);
    if (is_signed) return first.slo + way >= most.slo && first.shi + way <= most.shi;
    return (Wide)first.ulo + way >= 0 && (Wide)first.uhi + way <= (Wide)most.uhi && way >= 0;
}
