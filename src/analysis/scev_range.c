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
static ScRange agree(ScRange r, uint32_t bits) {
    uint64_t mask = an_sc_mask(bits), sign = mask ^ (mask >> 1);
    if (r.uhi < sign || r.ulo >= sign) {
        uint64_t high = r.ulo >= sign ? ~mask : 0;
        int64_t lo = (int64_t)(r.ulo | high), hi = (int64_t)(r.uhi | high);
        r.slo = CU_MAX(r.slo, lo);
        r.shi = CU_MIN(r.shi, hi);
    }
    if (r.slo >= 0 || r.shi < 0) {
        r.ulo = CU_MAX(r.ulo, (uint64_t)r.slo & mask);
        r.uhi = CU_MIN(r.uhi, (uint64_t)r.shi & mask);
    }
    return r.ulo > r.uhi || r.slo > r.shi ? all_of(bits) : r; // poison: anything
}

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

static ScRange of_value(IrValue *v, uint32_t bits) {
    ScRange r = all_of(bits);
    if (v->type->bits != bits || bits > 64) return r;
    AnBits known = an_known_bits(v);
    r.ulo = an_umin(known);
    r.uhi = an_umax(known, bits);
    uint32_t sign = ir_ty_is_int(v->type) ? an_sign_bits(v) : 1;
    r.shi >>= sign - 1;
    r.slo = -r.shi - 1;
    return agree(r, bits);
}

static ScRange of(AnScev *s, const ScExpr *e, int depth);

static ScRange of_sum(AnScev *s, const ScExpr *e, int depth) {
    Wide ulo = 0, uhi = 0, slo = 0, shi = 0;
    for (uint32_t k = 0; k < e->n; k++) {
        ScRange x = of(s, e->op[k], depth);
        ulo += x.ulo;
        uhi += x.uhi;
        slo += x.slo;
        shi += x.shi;
    }
    ScRange r = clip_unsigned(all_of(e->bits), ulo, uhi, e->bits);
    return clip_signed(r, slo, shi, e->bits);
}

static ScRange of_product(AnScev *s, const ScExpr *e, int depth) {
    ScRange r = all_of(e->bits), x = of(s, e->op[0], depth), y = of(s, e->op[1], depth);
    if (e->n != 2 || e->bits > 62) return r;
    r = clip_unsigned(r, (Wide)x.ulo * y.ulo, (Wide)x.uhi * y.uhi, e->bits);
    Wide a = (Wide)x.slo * y.slo, b = (Wide)x.slo * y.shi;
    Wide c = (Wide)x.shi * y.slo, d = (Wide)x.shi * y.shi;
    Wide lo = CU_MIN(CU_MIN(a, b), CU_MIN(c, d)), hi = CU_MAX(CU_MAX(a, b), CU_MAX(c, d));
    return clip_signed(r, lo, hi, e->bits);
}

static ScRange of_rec(AnScev *s, const ScExpr *e, int depth) {
    ScRange r = all_of(e->bits);
    if (e->op[1]->kind != SC_CONST) return r;
    uint64_t most = an_max_trip_count(s, e->loop);
    if (most == UINT64_MAX) return r;
    ScRange first = of(s, e->op[0], depth);
    Wide step = an_sc_sval(e->op[1]);
    if ((most >> 62) || step > ((Wide)1 << 62) || step < -((Wide)1 << 62)) return r;
    Wide way = step * (Wide)most; // below 2^124
    Wide down = way < 0 ? way : 0, up = way > 0 ? way : 0;
    r = clip_unsigned(r, (Wide)first.ulo + down, (Wide)first.uhi + up, e->bits);
    return clip_signed(r, (Wide)first.slo + down, (Wide)first.shi + up, e->bits);
}

static ScRange of_minmax(ScKind kind, ScRange x, ScRange y, uint32_t bits) {
    ScRange r = all_of(bits);
    if (kind == SC_UMAX || kind == SC_UMIN) {
        bool max = kind == SC_UMAX;
        r.ulo = max ? CU_MAX(x.ulo, y.ulo) : CU_MIN(x.ulo, y.ulo);
        r.uhi = max ? CU_MAX(x.uhi, y.uhi) : CU_MIN(x.uhi, y.uhi);
    } else {
        bool max = kind == SC_SMAX;
        r.slo = max ? CU_MAX(x.slo, y.slo) : CU_MIN(x.slo, y.slo);
        r.shi = max ? CU_MAX(x.shi, y.shi) : CU_MIN(x.shi, y.shi);
    }
    return r;
}

static ScRange of_cast(AnScev *s, const ScExpr *e, int depth) {
    ScRange r = all_of(e->bits), x = of(s, e->op[0], depth);
    if (e->kind == SC_ZEXT) {
        r.ulo = x.ulo;
        r.uhi = x.uhi;
    } else if (e->kind == SC_SEXT) {
        r.slo = x.slo;
        r.shi = x.shi;
    } else {
        r = clip_unsigned(r, x.ulo, x.uhi, e->bits);
        r = clip_signed(r, x.slo, x.shi, e->bits);
    }
    return r;
}

static ScRange of(AnScev *s, const ScExpr *e, int depth) {
    ScRange r = all_of(e->bits);
    if (++depth > MAX_DEPTH) return r;
    switch (e->kind) {
    case SC_CONST: return (ScRange){e->c, e->c, an_sc_sval(e), an_sc_sval(e)};
    case SC_UNKNOWN: return of_value(e->value, e->bits);
    case SC_ADD: r = of_sum(s, e, depth); break;
    case SC_MUL: r = of_product(s, e, depth); break;
    case SC_UDIV:
        r = of(s, e->op[0], depth);
        r = (ScRange){r.ulo / e->op[1]->c, r.uhi / e->op[1]->c, all_of(e->bits).slo,
                      all_of(e->bits).shi};
        break;
    case SC_REC: r = of_rec(s, e, depth); break;
    case SC_UMAX:
    case SC_UMIN:
    case SC_SMAX:
    case SC_SMIN:
        r = of_minmax((ScKind)e->kind, of(s, e->op[0], depth), of(s, e->op[1], depth), e->bits);
        break;
    default: r = of_cast(s, e, depth);
    }
    return agree(r, e->bits);
}

ScRange an_scev_range(AnScev *s, const ScExpr *e) {
    return of(s, e, 0);
}

// ---- recurrences that do not wrap --------------------------------------------------------------

// The loop's only way from iteration to iteration is `next < bound` for the step 1: then no value
// of the recurrence but the one behind the last can be the largest number, and that one is at most
// the bound.
static bool tested_each_time(AnScev *s, const AnLoop *l, const IrValue *next, bool is_signed) {
    IrBlock *latch = an_latch(s->loops, l);
    IrInst *term = latch ? ir_term(latch) : NULL;
    if (!term || term->v.op != IR_BR || term->nops != 3) return false;
    IrInst *cmp = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!cmp) return false;
    bool stays_on = an_in_loop(s->loops, l, ir_succ(term, 0));
    if (stays_on == an_in_loop(s->loops, l, ir_succ(term, 1))) return false;
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
static bool stays_in_object(AnScev *s, const AnLoop *l, IrInst *i) {
    const AnLoop *at;
    IrValue *start, *next;
    IrInst *phi = i->v.op == IR_GEP ? ir_as_op(ir_op(i, 0), IR_PHI) : ir_as_op(&i->v, IR_PHI);
    if (!phi || !an_header_phi(s, phi, &at, &start, &next) || at != l) return false;
    IrInst *gep = ir_as_op(next, IR_GEP);
    bool own = gep && ir_op(gep, 0) == &phi->v && (i == phi || i == gep);
    return own && (gep->v.flags & (IR_INBOUNDS | IR_NUW));
}

bool an_rec_no_wrap(AnScev *s, const AnLoop *l, IrValue *v, bool is_signed) {
    IrInst *i = ir_as_inst(v);
    const AnLoop *at;
    IrValue *start, *next;
    if (i && ir_ty_is_ptr(v->type)) return !is_signed && stays_in_object(s, l, i);
    IrInst *phi = i && i->v.op == IR_ADD ? ir_as_inst(ir_op(i, 0)) : i;
    if (i && i->v.op == IR_ADD && (!phi || phi->v.op != IR_PHI)) phi = ir_as_inst(ir_op(i, 1));
    if (!phi || phi->v.op != IR_PHI || !an_header_phi(s, phi, &at, &start, &next)) return false;
    if (at != l || !ir_ty_is_int(phi->v.type) || (i != phi && v != next)) return false;

    const IrInst *add = ir_as_op(next, IR_ADD);
    bool adds_to_phi = add && (ir_op(add, 0) == &phi->v || ir_op(add, 1) == &phi->v);
    if (adds_to_phi && (add->v.flags & (is_signed ? IR_NSW : IR_NUW))) return true;

    const ScExpr *rec = map_get(&s->of, (uintptr_t)phi);
    if (!rec || !an_scev_affine(s, rec, l) || rec->op[1]->kind != SC_CONST) return false;
    ScRange first = of(s, rec->op[0], 0);
    ScRange most = all_of(rec->bits);
    bool below_top = is_signed ? first.shi < most.shi : first.uhi < most.uhi;
    if (rec->op[1]->c == 1 && below_top && tested_each_time(s, l, next, is_signed)) return true;

    // with the value behind the last iteration
    uint64_t trips = an_max_trip_count(s, l);
    if (trips >> 62) return false;
    Wide way = (Wide)an_sc_sval(rec->op[1]) * ((Wide)trips + 1);
    if (is_signed) return first.slo + way >= most.slo && first.shi + way <= most.shi;
    return (Wide)first.ulo + way >= 0 && (Wide)first.uhi + way <= (Wide)most.uhi && way >= 0;
}
