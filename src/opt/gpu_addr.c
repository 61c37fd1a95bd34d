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
// Sums of variables that several addresses share are taken apart (gpu_addr_sums.c).
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
#include "opt/gpu_addr.h"

typedef struct {
    IrValue *rest; // NULL: nothing but the constant
    int64_t c;
} Split;

static uint64_t mask_of(uint32_t bits) {
    return bits >= 64 ? ~0ull : (1ull << bits) - 1;
}

static IrConst *small_const(IrValue *value) {
    return value->kind == IR_C_INT && value->type->bits <= 64 ? (IrConst *)value : NULL;
}

// v is `rest + constant` at top level; or-s with no common bits are sums.
static bool is_sum(IrValue *value, IrInst **sum) {
    IrInst *i = ir_as_inst(value);
    if (!i || (i->v.op != IR_ADD && i->v.op != IR_OR) || !small_const(ir_op(i, 1))) return false;
    if (i->v.op == IR_OR && !(i->v.flags & IR_DISJOINT)) {
        uint64_t c = ir_uval((IrConst *)ir_op(i, 1));
        if (c & ~an_known_bits(ir_op(i, 0)).zero & mask_of(value->type->bits)) return false;
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

static Split split(IrBuilder *builder, IrValue *value,
                   int depth) { // of a 64-bit (or pointer-wide) value
    IrInst *inst = ir_as_inst(value), *sum;
    Split s = {value, 0};
    if (!inst || depth > 4) return s;
    if (is_sum(value, &sum)) {
        s = split(builder, ir_op(sum, 0), depth + 1);
        s.c = (int64_t)((uint64_t)s.c + (uint64_t)ir_sval((IrConst *)ir_op(sum, 1)));
        return s;
    }
    if ((inst->v.op == IR_SEXT || inst->v.op == IR_ZEXT) && is_sum(ir_op(inst, 0), &sum)) {
        // a non-negative number is extended with zeros and with its sign alike
        bool nneg = inst->v.op == IR_ZEXT && (inst->v.flags & IR_NNEG);
        bool by_zeros = inst->v.op == IR_ZEXT && (sum->v.flags & IR_NUW);
        bool is_signed = inst->v.op == IR_SEXT || (nneg && !by_zeros && (sum->v.flags & IR_NSW));
        IrValue *x = ir_op(sum, 0);
        if (!sum_extends(sum, is_signed)) return s;
        bool zero = !is_signed || an_is_nonneg(x);
        const IrConst *k = (IrConst *)ir_op(sum, 1);
        // an or sets bits; its constant is unsigned unless it holds the sign
        if (sum->v.op == IR_OR && ir_sval(k) < 0) return s;
        IrValue *e =
            ir_cast(builder, zero ? IR_ZEXT : IR_SEXT,
                    zero && (is_signed || (nneg && by_zeros)) ? IR_NNEG : 0, x, value->type);
        Split in = split(builder, e, depth + 1);
        in.c = (int64_t)((uint64_t)in.c + (is_signed ? (uint64_t)ir_sval(k) : ir_uval(k)));
        return in;
    }
    if (inst->v.op == IR_SHL || inst->v.op == IR_MUL) { // (X + C) * k
        IrConst *k = small_const(ir_op(inst, 1));
        if (!k || (inst->v.op == IR_SHL && k->bits >= value->type->bits)) return s;
        Split in = split(builder, ir_op(inst, 0), depth + 1);
        if (!in.c) return s;
        s.rest = ir_bin(builder, (IrOp)inst->v.op, 0, in.rest, &k->v);
        s.c = (int64_t)((uint64_t)in.c * (inst->v.op == IR_SHL ? 1ull << k->bits : k->bits));
    }
    return s;
}

static bool fits32(const IrValue *value) {
    return value->type->kind == IR_TY_INT && value->type->bits <= 32;
}

static IrValue *sum32(IrBuilder *builder, IrValue *value, IrValue *y) {
    return !value ? y : !y ? value : ir_bin(builder, IR_ADD, 0, value, y);
}

enum { NARROW_DEPTH = 6 };

// v in 32 bits, for an address of 32 bits: sums, products and shifts to the left need nothing of
// what is above, so constants come out of them whatever their flags say.
static Split split32(IrBuilder *builder, IrValue *value, uint32_t depth) {
    IrInst *inst = ir_as_inst(value), *sum;
    IrType *i32 = builder->m->ty_i32;
    const IrConst *constant = small_const(value);
    if (constant) return (Split){NULL, ir_sval(constant)};
    bool ext = inst && (inst->v.op == IR_SEXT || inst->v.op == IR_ZEXT);
    if (ext && ir_ty_is_i(ir_op(inst, 0)->type, 32)) return split32(builder, ir_op(inst, 0), depth);
    Split whole = {value, 0};
    if (ext && fits32(ir_op(inst, 0)))
        whole.rest = ir_cast(builder, (IrOp)inst->v.op, 0, ir_op(inst, 0), i32);
    else if (fits32(value))
        whole.rest = value->type->bits == 32 ? value : ir_sext(builder, value, i32);
    else
        whole.rest = NULL;

    // what else needs the 64-bit value computes it anyway: one conversion is less than a copy
    bool here = inst && !ext && depth < NARROW_DEPTH && value->type->bits >= 32 &&
                (value->type->bits == 32 || ir_one_use(value));
    if (here && (inst->v.op == IR_ADD || is_sum(value, &sum))) {
        Split x = split32(builder, ir_op(inst, 0), depth + 1),
              y = split32(builder, ir_op(inst, 1), depth + 1);
        if (x.c || y.c || !whole.rest) {
            return (Split){sum32(builder, x.rest, y.rest),
                           (int64_t)((uint64_t)x.c + (uint64_t)y.c)};
        }
    }
    constant =
        here && (inst->v.op == IR_SHL || inst->v.op == IR_MUL) ? small_const(ir_op(inst, 1)) : NULL;
    if (constant && inst->v.op == IR_SHL && ir_uval(constant) >= 32) constant = NULL;
    if (constant) {
        Split x = split32(builder, ir_op(inst, 0), depth + 1);
        uint64_t by = inst->v.op == IR_SHL ? 1ull << ir_uval(constant) : ir_uval(constant);
        if (x.c || !whole.rest) {
            IrValue *factor = &ir_int(i32, by & UINT32_MAX)->v;
            IrValue *rest = x.rest ? ir_bin(builder, IR_MUL, 0, x.rest, factor) : NULL;
            return (Split){rest, (int64_t)((uint64_t)x.c * by)};
        }
    }
    if (!whole.rest) whole.rest = ir_cast(builder, IR_TRUNC, 0, value, i32);
    return whole;
}

static bool is_one_address(const IrInst *inst) {
    return inst->v.type->kind == IR_TY_PTR && ir_op(inst, 0)->type->kind == IR_TY_PTR;
}

// 64 bits became 32; a mere truncation is what selection does anyway.
static bool is_narrowed(const IrValue *idx, IrValue *rest) {
    return idx->type->bits > 32 && !ir_as_op(rest, IR_TRUNC);
}

// A gep with a variable index: variable steps first, then one constant step.
static IrValue *separate(const AddrSums *sums, IrInst *inst) {
    IrBuilder builder = ir_builder_at(inst);
    IrValue *value = ir_op(inst, 0);
    IrType *type = inst->aty;
    uint64_t off = 0;
    bool moved = false;
    IrInst *mark = inst->prev;
    IrInst *base = ir_as_op(value, IR_GEP);
    int64_t below;
    if (base && is_one_address(base) && ir_gep_const_offset(base, &below) && below) {
        off = (uint64_t)below;
        value = ir_op(base, 0);
        moved = true;
    } else if (value->kind == IR_C_EXPR) {
        IrValue *object = ir_strip_ptr(value, &below);
        if (below && object->type == value->type) {
            off = (uint64_t)below;
            value = object;
            moved = true;
        }
    }
    AddrTerms terms;
    if (opt_addr_terms(sums, inst, value, &terms)) {
        value = opt_addr_chain(sums, &builder, value, type, &terms);
        return ir_ptradd_c(&builder, value, (int64_t)(off + terms.c * type->size), 0);
    }
    for (uint32_t k = 1; k < inst->nops; k++) {
        IrValue *idx = ir_op(inst, k);
        IrConst *constant = ir_as_cint(idx);
        if (k > 1 && type->kind == IR_TY_STRUCT) {
            uint64_t at = type->offset[ir_uval(constant)];
            moved |= at != 0;
            off += at;
            type = type->sub[ir_uval(constant)];
            continue;
        }
        if (k > 1) type = type->elem;
        if (constant) {
            moved |= ir_uval(constant) != 0;
            off += (uint64_t)ir_sval(constant) * type->size;
            continue;
        }
        if (value->type->bits == 32 && ir_ty_is_word(idx->type)) {
            Split s = split32(&builder, idx, 0);
            moved |= s.c != 0 || (s.rest && is_narrowed(idx, s.rest));
            off += (uint64_t)s.c * type->size;
            if (s.rest) value = ir_gep1(&builder, type, value, s.rest, 0);
            continue;
        }
        if (ir_ty_is_i(idx->type, 32) && value->type->bits == 64)
            idx = ir_sext(&builder, idx, builder.m->ty_i64);
        Split s = split(&builder, idx, 0);
        moved |= s.c != 0;
        off += (uint64_t)s.c * type->size;
        value = ir_gep1(&builder, type, value, s.c ? s.rest : idx, 0);
    }
    if (moved) return ir_ptradd_c(&builder, value, (int64_t)off, 0);
    while (inst->prev != mark) ir_erase(inst->prev); // nothing was gained
    return NULL;
}

bool opt_separate_const_offset(PassCtx *pc, IrFunc *fn) {
    const AnCfg *cfg = an_cfg(pc->an);
    AddrSums sums;
    opt_addr_sums_init(&sums, pc, fn);
    bool changed = false;
    for (uint32_t k = 0; k < cfg->n; k++) {
        IR_FOREACH_INST_SAFE(i, cfg->rpo[k]) {
            int64_t off;
            if (i->v.op != IR_GEP || !is_one_address(i) || ir_gep_const_offset(i, &off)) continue;
            IrValue *v = separate(&sums, i);
            if (!v) continue;
            ir_replace_erase(i, v);
            changed = true;
        }
    }
    return changed;
}
