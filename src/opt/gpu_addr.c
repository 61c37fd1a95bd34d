// SPDX-License-Identifier: Apache-2.0
// separate-const-offset: constants come out of index arithmetic and to the end of address
// computations, where they become the displacement of [register + constant], and where gvn finds
// that neighbouring addresses have the rest in common.
//
//     %j = add nsw i32 %i, 1
//     %x = sext i32 %j to i64                     %x = sext i32 %i to i64
//     %p = getelementptr float, ptr %a, i64 %x => %q = getelementptr float, ptr %a, i64 %x
//                                                 %p = getelementptr i8, ptr %q, i64 4
//
// A constant comes out of a 64-bit sum always (addresses are 64 bits wide and wrap alike); out of
// an extended 32-bit sum only when that does not wrap: nsw under sext, nuw under zext, or by known
// bits. Constant geps below a variable one change places with it. What is moved loses inbounds.
//
// Addresses of 32 bits (shared memory) wrap at 32, so their indices are computed in 32 bits and
// give up their constants without conditions:
//
//     %j = add i32 %i, 7
//     %x = zext i32 %j to i64
//     %p = getelementptr float, ptr addrspace(3) %a, i64 %x
//  => %q = getelementptr float, ptr addrspace(3) %a, i32 %i
//     %p = getelementptr i8, ptr addrspace(3) %q, i64 28
//
// Not touched: vectors of addresses; 64-bit sums under a 32-bit address that have other uses.
#include "opt/opt.h"

typedef struct {
    IrValue *rest; // NULL: nothing but the constant
    int64_t c;
} Split;

static uint64_t mask_of(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static IrConst *small_const(IrValue *v) {
    return v->kind == IR_C_INT && v->type->bits <= 64 ? (IrConst *)v : NULL;
}

// v is `rest + constant` at top level; or-s with no common bits are sums.
static bool is_sum(IrValue *v, IrInst **sum) {
    IrInst *i = ir_as_inst(v);
    if (!i || (i->v.op != IR_ADD && i->v.op != IR_OR) || !small_const(ir_op(i, 1))) return false;
    if (i->v.op == IR_OR && !(i->v.flags & IR_DISJOINT)) {
        uint64_t c = ir_uval((IrConst *)ir_op(i, 1));
        if (c & ~an_known_bits(ir_op(i, 0)).zero & mask_of(v->type->bits)) return false;
    }
    *sum = i;
    return true;
}

// Does rest + c keep its value when both are extended one by one?
static bool sum_extends(const IrInst *sum, bool is_signed) {
    if (sum->v.op == IR_OR) return true;
    if (sum->v.flags & (is_signed ? IR_NSW : IR_NUW)) return true;
    uint32_t n = sum->v.type->bits;
    uint64_t max = an_umax(an_known_bits(ir_op(sum, 0)), n);
    uint64_t c = ir_uval((IrConst *)ir_op(sum, 1));
    uint64_t top = is_signed ? mask_of(n) >> 1 : mask_of(n);
    if (max <= top && c <= top && max + c <= top) return true;
    // a negative constant on a small non-negative number
    return is_signed && max <= top && ir_sval((IrConst *)ir_op(sum, 1)) < 0;
}

static Split split(IrBuilder *b, IrValue *v, int depth) { // of a 64-bit (or pointer-wide) value
    IrInst *i = ir_as_inst(v), *sum;
    Split s = {v, 0};
    if (!i || depth > 4) return s;
    if (is_sum(v, &sum)) {
        s = split(b, ir_op(sum, 0), depth + 1);
        s.c = (int64_t)((uint64_t)s.c + (uint64_t)ir_sval((IrConst *)ir_op(sum, 1)));
        return s;
    }
    if ((i->v.op == IR_SEXT || i->v.op == IR_ZEXT) && is_sum(ir_op(i, 0), &sum)) {
        // a non-negative number is extended with zeros and with its sign alike
        bool nneg = i->v.op == IR_ZEXT && (i->v.flags & IR_NNEG);
        bool by_zeros = i->v.op == IR_ZEXT && (sum->v.flags & IR_NUW);
        bool is_signed = i->v.op == IR_SEXT || (nneg && !by_zeros && (sum->v.flags & IR_NSW));
        IrValue *x = ir_op(sum, 0);
        if (!sum_extends(sum, is_signed)) return s;
        bool zero = !is_signed || an_is_nonneg(x);
        const IrConst *k = (IrConst *)ir_op(sum, 1);
        // an or sets bits; its constant is unsigned unless it holds the sign
        if (sum->v.op == IR_OR && ir_sval(k) < 0) return s;
        IrValue *e = ir_cast(b, zero ? IR_ZEXT : IR_SEXT,
                             zero && (is_signed || (nneg && by_zeros)) ? IR_NNEG : 0, x, v->type);
        Split in = split(b, e, depth + 1);
        in.c = (int64_t)((uint64_t)in.c + (is_signed ? (uint64_t)ir_sval(k) : ir_uval(k)));
        return in;
    }
    if (i->v.op == IR_SHL || i->v.op == IR_MUL) { // (X + C) * k
        IrConst *k = small_const(ir_op(i, 1));
        if (!k || (i->v.op == IR_SHL && k->bits >= v->type->bits)) return s;
        Split in = split(b, ir_op(i, 0), depth + 1);
        if (!in.c) return s;
        s.rest = ir_bin(b, (IrOp)i->v.op, 0, in.rest, &k->v);
        s.c = (int64_t)((uint64_t)in.c * (i->v.op == IR_SHL ? 1ull << k->bits : k->bits));
    }
    return s;
}

static bool fits32(const IrValue *v) {
    return v->type->kind == IR_TY_INT && v->type->bits <= 32;
}

static IrValue *sum32(IrBuilder *b, IrValue *x, IrValue *y) {
    return !x ? y : !y ? x : ir_bin(b, IR_ADD, 0, x, y);
}

enum { NARROW_DEPTH = 6 };

// v in 32 bits, for an address of 32 bits: sums, products and shifts to the left need nothing of
// what is above, so constants come out of them whatever their flags say.
static Split split32(IrBuilder *b, IrValue *v, uint32_t depth) {
    IrInst *i = ir_as_inst(v), *sum;
    IrType *i32 = b->m->ty_i32;
    const IrConst *k = small_const(v);
    if (k) return (Split){NULL, ir_sval(k)};
    bool ext = i && (i->v.op == IR_SEXT || i->v.op == IR_ZEXT);
    if (ext && ir_ty_is_i(ir_op(i, 0)->type, 32)) return split32(b, ir_op(i, 0), depth);
    Split whole = {v, 0};
    if (ext && fits32(ir_op(i, 0)))
        whole.rest = ir_cast(b, (IrOp)i->v.op, 0, ir_op(i, 0), i32);
    else if (fits32(v))
        whole.rest = v->type->bits == 32 ? v : ir_sext(b, v, i32);
    else
        whole.rest = NULL;

    // what else needs the 64-bit value computes it anyway: one conversion is less than a copy
    bool here = i && !ext && depth < NARROW_DEPTH && v->type->bits >= 32 &&
                (v->type->bits == 32 || ir_one_use(v));
    if (here && (i->v.op == IR_ADD || is_sum(v, &sum))) {
        Split x = split32(b, ir_op(i, 0), depth + 1), y = split32(b, ir_op(i, 1), depth + 1);
        if (x.c || y.c || !whole.rest) {
            return (Split){sum32(b, x.rest, y.rest), (int64_t)((uint64_t)x.c + (uint64_t)y.c)};
        }
    }
    k = here && (i->v.op == IR_SHL || i->v.op == IR_MUL) ? small_const(ir_op(i, 1)) : NULL;
    if (k && i->v.op == IR_SHL && ir_uval(k) >= 32) k = NULL;
    if (k) {
        Split x = split32(b, ir_op(i, 0), depth + 1);
        uint64_t by = i->v.op == IR_SHL ? 1ull << ir_uval(k) : ir_uval(k);
        if (x.c || !whole.rest) {
            IrValue *factor = &ir_int(i32, by & UINT32_MAX)->v;
            IrValue *rest = x.rest ? ir_bin(b, IR_MUL, 0, x.rest, factor) : NULL;
            return (Split){rest, (int64_t)((uint64_t)x.c * by)};
        }
    }
    if (!whole.rest) whole.rest = ir_cast(b, IR_TRUNC, 0, v, i32);
    return whole;
}

static bool is_one_address(const IrInst *g) {
    return g->v.type->kind == IR_TY_PTR && ir_op(g, 0)->type->kind == IR_TY_PTR;
}

// 64 bits became 32; a mere truncation is what selection does anyway.
static bool is_narrowed(const IrValue *idx, IrValue *rest) {
    return idx->type->bits > 32 && !ir_as_op(rest, IR_TRUNC);
}

// A gep with a variable index: variable steps first, then one constant step.
static IrValue *separate(IrInst *g) {
    IrBuilder b = ir_builder_at(g);
    IrValue *p = ir_op(g, 0);
    IrType *t = g->aty;
    uint64_t off = 0;
    bool moved = false;
    IrInst *mark = g->prev;
    IrInst *base = ir_as_op(p, IR_GEP);
    int64_t below;
    if (base && is_one_address(base) && ir_gep_const_offset(base, &below) && below) {
        off = (uint64_t)below;
        p = ir_op(base, 0);
        moved = true;
    } else if (p->kind == IR_C_EXPR) {
        IrValue *object = ir_strip_ptr(p, &below);
        if (below && object->type == p->type) {
            off = (uint64_t)below;
            p = object;
            moved = true;
        }
    }
    for (uint32_t k = 1; k < g->nops; k++) {
        IrValue *idx = ir_op(g, k);
        IrConst *c = ir_as_cint(idx);
        if (k > 1 && t->kind == IR_TY_STRUCT) {
            uint64_t at = t->offset[ir_uval(c)];
            moved |= at != 0;
            off += at;
            t = t->sub[ir_uval(c)];
            continue;
        }
        if (k > 1) t = t->elem;
        if (c) {
            moved |= ir_uval(c) != 0;
            off += (uint64_t)ir_sval(c) * t->size;
            continue;
        }
        if (p->type->bits == 32 && idx->type->kind == IR_TY_INT && idx->type->bits <= 64) {
            Split s = split32(&b, idx, 0);
            moved |= s.c != 0 || (s.rest && is_narrowed(idx, s.rest));
            off += (uint64_t)s.c * t->size;
            if (s.rest) p = ir_gep1(&b, t, p, s.rest, 0);
            continue;
        }
        if (ir_ty_is_i(idx->type, 32) && p->type->bits == 64) idx = ir_sext(&b, idx, b.m->ty_i64);
        Split s = split(&b, idx, 0);
        moved |= s.c != 0;
        off += (uint64_t)s.c * t->size;
        p = ir_gep1(&b, t, p, s.c ? s.rest : idx, 0);
    }
    if (moved) return ir_ptradd_c(&b, p, (int64_t)off, 0);
    while (g->prev != mark) ir_erase(g->prev); // nothing was gained
    return NULL;
}

bool opt_separate_const_offset(PassCtx *pc, IrFunc *f) {
    const AnCfg *cfg = an_cfg(pc->an);
    bool changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST_SAFE(i, cfg->rpo[k]) {
            int64_t off;
            if (i->v.op != IR_GEP || !is_one_address(i) || ir_gep_const_offset(i, &off)) continue;
            IrValue *v = separate(i);
            if (!v) continue;
            ir_replace_erase(i, v);
            changed = true;
        }
    }
    return changed;
}
