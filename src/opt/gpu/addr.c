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
// Sums of variables that several addresses share are taken apart (gpu/addr_sums.c), and steps that
// loops do not change come first (gpu/addr_order.c).
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
#include "opt/gpu/addr.h"

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
    if (!i || !is_any_of(i->v.op, IR_ADD, IR_OR) || !small_const(ir_op(i, 1))) return false;
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

static Split split(IrBuilder *builder, IrValue *index, int depth);

static bool is_extension(const IrInst *inst) {
    return is_any_of(inst->v.op, IR_SEXT, IR_ZEXT);
}

static Split plus(Split s, uint64_t c) {
    s.c = (int64_t)((uint64_t)s.c + c);
    return s;
}

// The extended sum as its extended parts.
static Split split_extension(IrBuilder *builder, IrInst *extension, const IrInst *sum, int depth) {
    Split whole = {&extension->v, 0};
    // a non-negative number is extended with zeros and with its sign alike
    bool nneg = extension->v.op == IR_ZEXT && (extension->v.flags & IR_NNEG);
    bool by_zeros = extension->v.op == IR_ZEXT && (sum->v.flags & IR_NUW);
    bool as_signed = nneg && !by_zeros && (sum->v.flags & IR_NSW);
    bool is_signed = extension->v.op == IR_SEXT || as_signed;
    if (!sum_extends(sum, is_signed)) return whole;
    IrValue *x = ir_op(sum, 0);
    bool zero = !is_signed || an_is_nonneg(x);
    const IrConst *k = (IrConst *)ir_op(sum, 1);
    // an or sets bits; its constant is unsigned unless it holds the sign
    if (sum->v.op == IR_OR && ir_sval(k) < 0) return whole;
    bool known_nneg = is_signed || (nneg && by_zeros);
    uint16_t flags = zero && known_nneg ? IR_NNEG : 0;
    IrValue *e = ir_cast(builder, zero ? IR_ZEXT : IR_SEXT, flags, x, extension->v.type);
    return plus(split(builder, e, depth + 1), is_signed ? (uint64_t)ir_sval(k) : ir_uval(k));
}

// What a product or shift multiplies by, in the low `bits`; 0: no constant, or too far a shift.
static uint64_t factor_of(const IrInst *inst, uint32_t bits) {
    bool shift = inst->v.op == IR_SHL;
    const IrConst *k = shift || inst->v.op == IR_MUL ? small_const(ir_op(inst, 1)) : NULL;
    if (!k || (shift && ir_uval(k) >= bits)) return 0;
    return shift ? 1ull << ir_uval(k) : ir_uval(k);
}

// ext((X + C) * k) = ext(X) * k + C * k, where the product is exact; no k that could be a sign.
static Split split_product(IrBuilder *builder, IrInst *extension) {
    Split whole = {&extension->v, 0};
    const IrInst *product = ir_as_inst(ir_op(extension, 0));
    if (!product) return whole;
    uint32_t bits = product->v.type->bits - 1;
    uint64_t by = factor_of(product, bits);
    IrInst *sum;
    bool exact = product->v.flags & (extension->v.op == IR_SEXT ? IR_NSW : IR_NUW);
    if (!by || by >> bits || !exact || !is_sum(ir_op(product, 0), &sum)) return whole;

    IrType *wide = extension->v.type;
    IrValue *factor = ir_cast(builder, (IrOp)extension->v.op, 0, ir_op(product, 0), wide);
    Split in = split(builder, factor, 0);
    if (!in.c) return whole;
    IrValue *rest = ir_bin(builder, IR_MUL, 0, in.rest, &ir_int(wide, by)->v);
    return (Split){rest, (int64_t)((uint64_t)in.c * by)};
}

// Of a 64-bit (or pointer-wide) value.
static Split split(IrBuilder *builder, IrValue *index, int depth) {
    IrInst *inst = ir_as_inst(index), *sum;
    Split whole = {index, 0};
    if (!inst || depth > 4) return whole;
    if (is_sum(index, &sum)) {
        uint64_t c = (uint64_t)ir_sval((IrConst *)ir_op(sum, 1));
        return plus(split(builder, ir_op(sum, 0), depth + 1), c);
    }
    if (is_extension(inst)) {
        return is_sum(ir_op(inst, 0), &sum) ? split_extension(builder, inst, sum, depth)
                                            : split_product(builder, inst);
    }
    uint64_t by = factor_of(inst, index->type->bits);
    if (!by) return whole;
    Split in = split(builder, ir_op(inst, 0), depth + 1); // (X + C) * k
    if (!in.c) return whole;
    IrValue *rest = ir_bin(builder, (IrOp)inst->v.op, 0, in.rest, ir_op(inst, 1));
    return (Split){rest, (int64_t)((uint64_t)in.c * by)};
}

static bool fits32(const IrValue *value) {
    return value->type->kind == IR_TY_INT && value->type->bits <= 32;
}

static IrValue *sum32(IrBuilder *builder, IrValue *left, IrValue *right) {
    return !left ? right : !right ? left : ir_bin(builder, IR_ADD, 0, left, right);
}

enum { NARROW_DEPTH = 6 };

// The value in 32 bits if that takes an extension at most; else NULL.
static IrValue *whole32(IrBuilder *builder, IrValue *index) {
    const IrInst *inst = ir_as_inst(index);
    IrType *i32 = builder->m->ty_i32;
    bool short_ext = inst && is_extension(inst) && fits32(ir_op(inst, 0));
    if (short_ext) return ir_cast(builder, (IrOp)inst->v.op, 0, ir_op(inst, 0), i32);
    if (!fits32(index)) return NULL;
    return index->type->bits == 32 ? index : ir_sext(builder, index, i32);
}

// An index in 32 bits, for an address of 32 bits: sums, products and shifts to the left need
// nothing of what is above, so constants come out of them whatever their flags say.
static Split split32(IrBuilder *builder, IrValue *index, uint32_t depth) {
    IrInst *inst = ir_as_inst(index), *sum;
    const IrConst *constant = small_const(index);
    if (constant) return (Split){NULL, ir_sval(constant)};
    bool ext = inst && is_extension(inst);
    if (ext && ir_ty_is_i(ir_op(inst, 0)->type, 32)) return split32(builder, ir_op(inst, 0), depth);
    Split whole = {whole32(builder, index), 0};

    // what else needs the 64-bit value computes it anyway: one conversion is less than a copy
    bool own = index->type->bits == 32 || (index->type->bits > 32 && ir_one_use(index));
    bool here = inst && !ext && own && depth < NARROW_DEPTH;
    if (here && (inst->v.op == IR_ADD || is_sum(index, &sum))) {
        Split x = split32(builder, ir_op(inst, 0), depth + 1),
              y = split32(builder, ir_op(inst, 1), depth + 1);
        if (x.c || y.c || !whole.rest)
            return plus((Split){sum32(builder, x.rest, y.rest), x.c}, (uint64_t)y.c);
    }
    uint64_t by = here ? factor_of(inst, 32) : 0;
    if (by) {
        Split x = split32(builder, ir_op(inst, 0), depth + 1);
        if (x.c || !whole.rest) {
            IrValue *factor = &ir_int(builder->m->ty_i32, by & UINT32_MAX)->v;
            IrValue *rest = x.rest ? ir_bin(builder, IR_MUL, 0, x.rest, factor) : NULL;
            return (Split){rest, (int64_t)((uint64_t)x.c * by)};
        }
    }
    if (!whole.rest) whole.rest = ir_cast(builder, IR_TRUNC, 0, index, builder->m->ty_i32);
    return whole;
}

static bool is_one_address(const IrInst *inst) {
    return inst->v.type->kind == IR_TY_PTR && ir_op(inst, 0)->type->kind == IR_TY_PTR;
}

// 64 bits became 32; a mere truncation is what selection does anyway.
static bool is_narrowed(const IrValue *idx, IrValue *rest) {
    return idx->type->bits > 32 && !ir_as_op(rest, IR_TRUNC);
}

typedef struct {
    IrValue *rest; // the variable part, in what the address needs of it; NULL: there is none
    uint64_t c;
    bool moved; // the index is simpler without its constant
} Index;

// A variable index of an address of the type.
static Index split_index(IrBuilder *builder, const IrType *pointer, IrValue *idx) {
    if (pointer->bits == 32 && ir_ty_is_word(idx->type)) {
        Split s = split32(builder, idx, 0);
        bool narrowed = s.rest && is_narrowed(idx, s.rest);
        return (Index){s.rest, (uint64_t)s.c, s.c != 0 || narrowed};
    }
    if (ir_ty_is_i(idx->type, 32) && pointer->bits == 64)
        idx = ir_sext(builder, idx, builder->m->ty_i64);
    Split s = split(builder, idx, 0);
    return (Index){s.c ? s.rest : idx, (uint64_t)s.c, s.c != 0};
}

// A gep with a variable index: variable steps first, then one constant step.
static IrValue *separate(const AddrSums *sums, IrInst *address) {
    IrBuilder builder = ir_builder_at(address);
    IrValue *value = ir_op(address, 0);
    IrType *type = address->aty;
    uint64_t off = 0;
    bool moved = false;
    IrInst *mark = address->prev;
    IrInst *base = ir_as_op(value, IR_GEP);
    int64_t below = 0;
    IrValue *object = value;
    if (base && is_one_address(base) && ir_gep_const_offset(base, &below))
        object = ir_op(base, 0);
    else if (value->kind == IR_C_EXPR)
        object = ir_strip_ptr(value, &below);
    if (object != value && below && object->type == value->type) {
        off = (uint64_t)below;
        value = object;
        moved = true;
    }
    AddrTerms terms;
    if (opt_addr_terms(sums, address, value, &terms)) {
        value = opt_addr_chain(sums, &builder, value, type, &terms);
        return ir_ptradd_c(&builder, value, (int64_t)(off + terms.c * type->size), 0);
    }
    for (uint32_t k = 1; k < address->nops; k++) {
        IrValue *idx = ir_op(address, k);
        const IrConst *constant = ir_as_cint(idx);
        bool member = k > 1 && type->kind == IR_TY_STRUCT;
        uint64_t stride, steps;
        if (member) {
            stride = type->offset[ir_uval(constant)];
            type = type->sub[ir_uval(constant)];
            steps = 1;
        } else {
            if (k > 1) type = type->elem;
            stride = type->size;
            steps = constant ? (uint64_t)ir_sval(constant) : 0;
        }
        if (constant) {
            moved |= member ? stride != 0 : ir_uval(constant) != 0;
            off += steps * stride;
            continue;
        }
        Index index = split_index(&builder, value->type, idx);
        moved |= index.moved;
        off += index.c * stride;
        if (index.rest) value = ir_gep1(&builder, type, value, index.rest, 0);
    }
    if (moved) return ir_ptradd_c(&builder, value, (int64_t)off, 0);
    while (address->prev != mark) ir_erase(address->prev); // nothing was gained
    return NULL;
}

// The last gep of a chain first: it takes the others with it.
static bool order_steps(PassCtx *pc, IrFunc *fn) {
    AddrSums sums = {.pc = pc, .loops = an_loops(pc->an)};
    bool changed = false;
    for (IrBlock *bb = fn->last; bb; bb = bb->prev) {
        for (IrInst *inst = bb->last, *before; inst; inst = before) {
            before = inst->prev;
            if (inst->v.op != IR_GEP || !inst->v.uses) continue;
            IrBuilder builder = ir_builder_at(inst);
            IrValue *value = opt_addr_ordered(&sums, &builder, inst);
            if (!value) continue;
            ir_replace_erase(inst, value);
            changed = true;
        }
    }
    return changed;
}

OPT_FUNC_PASS(separate_const_offset);
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
    return order_steps(pc, fn) || changed;
}
