// SPDX-License-Identifier: Apache-2.0
// Addresses whose indices differ by a constant inside a sum of variables get one base:
//
//     a[m + (i + 1)], a[m + (i + 2)]   (32-bit sums that do not wrap, extended to 64 bits)
//       =>  %p = gep %a, sext m;  %q = gep %p, sext i;  %q + 4, %q + 8
//
// An extended sum without wrapping is the sum of its extended parts, the rest of the sum alone may
// wrap: so each part is a step of its own, that of the outermost loop first, where licm takes it
// out. A constant factor under nsw (nuw) goes to each part.
//
// Refused: sums that may wrap, one address alone (32-bit arithmetic is cheaper), more than four
// parts, geps with several indices.
#include "opt/gpu_addr.h"

enum { SUM_MOVED = 1u << 31, SUM_DEPTH = 6 };

// Does the sum or product keep its value when its parts are extended one by one? What is not
// negative and stays below the sign wraps as little without a sign.
static bool extends(const IrInst *i, bool is_signed) {
    bool known = i->v.op == IR_ADD || i->v.op == IR_MUL || i->v.op == IR_SHL;
    if (!known) return false;
    if (i->v.flags & (is_signed ? IR_NSW : IR_NUW)) return true;
    bool nsw = (i->v.flags & IR_NSW) != 0;
    return nsw && !is_signed && an_is_nonneg(ir_op(i, 0)) && an_is_nonneg(ir_op(i, 1));
}

static bool add_term(AddrTerms *t, IrValue *v, uint64_t factor) {
    if (t->n == ADDR_TERMS) return false;
    t->at[t->n++] = (AddrTerm){v, factor};
    return true;
}

static bool collect(AddrTerms *t, IrValue *v, uint64_t factor, uint32_t depth) {
    IrConst *k = ir_as_cint(v);
    if (k) {
        t->c += (t->is_signed ? (uint64_t)ir_sval(k) : ir_uval(k)) * factor;
        return true;
    }
    IrInst *i = ir_as_inst(v);
    if (!i || depth == SUM_DEPTH || !extends(i, t->is_signed)) return add_term(t, v, factor);
    if (i->v.op == IR_ADD) {
        return collect(t, ir_op(i, 0), factor, depth + 1) &&
               collect(t, ir_op(i, 1), factor, depth + 1);
    }
    k = ir_as_cint(ir_op(i, 1));
    bool shift = i->v.op == IR_SHL && k && ir_uval(k) < 31;
    if (!shift && !(i->v.op == IR_MUL && k)) return add_term(t, v, factor);
    uint64_t by = shift ? 1ull << ir_uval(k) : t->is_signed ? (uint64_t)ir_sval(k) : ir_uval(k);
    return collect(t, ir_op(i, 0), factor * by, depth + 1);
}

// The index of 32 bits that is extended, and how.
static bool find_terms(const IrInst *g, AddrTerms *t) {
    IrValue *idx = ir_op(g, 1);
    IrInst *e = ir_as_inst(idx);
    *t = (AddrTerms){.is_signed = true};
    if (idx->type->kind == IR_TY_INT && idx->type->bits == 64 && e) {
        if (e->v.op != IR_SEXT && e->v.op != IR_ZEXT) return false;
        t->is_signed = e->v.op == IR_SEXT || (e->v.flags & IR_NNEG);
        idx = ir_op(e, 0);
    }
    return ir_ty_is_i(idx->type, 32) && collect(t, idx, 1, 0) && t->n > 1;
}

static uint64_t identity(const IrValue *v) {
    return ir_is_const(v) ? (uint64_t)v->name << 32 : v->id + 1;
}

// Terms in whatever order: their hashes are added.
static uint64_t key_of(const IrInst *g, const IrValue *base, const AddrTerms *t) {
    uint64_t sum = hash_u64(identity(base)) + hash_u64(g->aty->size * 2 + t->is_signed);
    for (uint32_t k = 0; k < t->n; k++)
        sum += hash_u64(hash_u64(identity(t->at[k].v)) ^ t->at[k].factor);
    return hash_u64(sum);
}

static bool is_simple(const IrInst *g) {
    return g->v.op == IR_GEP && g->nops == 2 && g->v.type->kind == IR_TY_PTR &&
           g->v.type->bits == 64 && ir_op(g, 0)->type->kind == IR_TY_PTR;
}

// What the address starts from once constants are out of the way.
static IrValue *base_of(const IrInst *g) {
    IrValue *p = ir_op(g, 0);
    IrInst *below = ir_as_op(p, IR_GEP);
    int64_t off;
    return below && ir_gep_const_offset(below, &off) ? ir_op(below, 0) : p;
}

void opt_addr_sums_init(AddrSums *s, PassCtx *pc, IrFunc *f) {
    *s = (AddrSums){.pc = pc, .loops = an_loops(pc->an)};
    map_init(&s->seen, pc->tmp);
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            AddrTerms t;
            if (!is_simple(i) || !find_terms(i, &t)) continue;
            void **n = map_slot(&s->seen, key_of(i, base_of(i), &t));
            uintptr_t moved = t.c ? SUM_MOVED : 0;
            *n = (void *)(((uintptr_t)*n + 1) | moved);
        }
    }
}

bool opt_addr_terms(const AddrSums *s, const IrInst *g, IrValue *base, AddrTerms *out) {
    if (!is_simple(g) || !find_terms(g, out)) return false;
    uintptr_t n = (uintptr_t)map_get(&s->seen, key_of(g, base, out));
    return (n & SUM_MOVED) && (n & ~(uintptr_t)SUM_MOVED) > 1;
}

static uint32_t depth_of(const AddrSums *s, const IrValue *v) {
    const IrInst *i = v->kind == IR_V_INST ? (const IrInst *)v : NULL;
    const AnLoop *l = i ? an_loop_of(s->loops, i->block) : NULL;
    return l ? l->depth : 0;
}

IrValue *opt_addr_chain(const AddrSums *s, IrBuilder *b, IrValue *base, IrType *t,
                        const AddrTerms *terms) {
    AddrTerm at[ADDR_TERMS];
    for (uint32_t k = 0; k < terms->n; k++) { // by depth, then as they were found
        uint32_t j = k;
        for (; j && depth_of(s, at[j - 1].v) > depth_of(s, terms->at[k].v); j--) at[j] = at[j - 1];
        at[j] = terms->at[k];
    }
    IrValue *p = base;
    for (uint32_t k = 0; k < terms->n; k++) {
        bool zero = !terms->is_signed || an_is_nonneg(at[k].v);
        uint16_t flags = zero && terms->is_signed ? IR_NNEG : 0;
        IrValue *x = ir_cast(b, zero ? IR_ZEXT : IR_SEXT, flags, at[k].v, b->m->ty_i64);
        uint64_t size = t->size * at[k].factor;
        bool plain = at[k].factor == 1;
        bool array = !plain && size < INT32_MAX && at[k].factor < INT32_MAX;
        if (!plain && !array) x = ir_bin(b, IR_MUL, 0, x, &ir_int(b->m->ty_i64, at[k].factor)->v);
        p = ir_gep1(b, array ? ir_ty_array(b->m, t, at[k].factor) : t, p, x, 0);
    }
    return p;
}
