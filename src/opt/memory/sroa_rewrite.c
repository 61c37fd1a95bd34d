// SPDX-License-Identifier: Apache-2.0
// A part of sroa: an access of the object becomes accesses of the parts that it touches.
//
// A part that is a value is loaded and stored whole: smaller accesses shift bits out or in, wider
// ones put several parts together. Block operations go part by part. Parts that stay memory are
// accessed at their new address; what touches only bytes that stay in place is left alone.
#include "opt/memory/sroa.h"

#include "ir/intrin_id.h"

uint32_t opt_sroa_align_at(uint32_t align, uint64_t off) {
    uint64_t low = off & (0 - off);
    return low && low < align ? (uint32_t)low : align;
}

static IrType *int_of(Sroa *sroa, uint64_t bytes) {
    return ir_ty_int(sroa->m, (uint32_t)bytes * 8);
}

// For a vector of pointers the vector of integers as wide, else the type: bits are not cast to
// pointers.
static IrType *without_pointers(Sroa *sroa, IrType *type) {
    if (type->kind != IR_TY_VECTOR || type->elem->kind != IR_TY_PTR) return type;
    return ir_ty_with_shape(sroa->m, int_of(sroa, type->elem->store_size), type);
}

// The same bytes as another type of equal store size.
static IrValue *convert(Sroa *sroa, IrBuilder *builder, IrValue *value, IrType *type) {
    IrType *of_type = value->type;
    if (of_type == type) return value;
    IrType *from_ints = without_pointers(sroa, of_type), *to_ints = without_pointers(sroa, type);
    if (from_ints != of_type)
        return convert(sroa, builder, ir_ptrtoint(builder, value, from_ints), type);
    if (to_ints != type) return ir_inttoptr(builder, convert(sroa, builder, value, to_ints), type);

    IrType *raw = int_of(sroa, type->store_size);
    if (of_type->kind == IR_TY_PTR) {
        value = ir_ptrtoint(builder, value, raw);
    } else {
        bool other = of_type->kind != IR_TY_INT,
             to_other = !is_any_of(type->kind, IR_TY_PTR, IR_TY_INT);
        if (other && to_other && ir_ty_bits(of_type) == ir_ty_bits(type))
            return ir_bitcast(builder, value, type);
        if (other)
            value = ir_bitcast(builder, value, ir_ty_int(sroa->m, (uint32_t)ir_ty_bits(of_type)));
        if (value->type->bits < raw->bits) value = ir_zext(builder, value, raw);
    }
    if (type->kind == IR_TY_PTR) return ir_inttoptr(builder, value, type);
    // a vector of i1 may have fewer bits than its bytes
    IrType *bits = ir_ty_int(sroa->m, (uint32_t)ir_ty_bits(type));
    if (bits->bits < raw->bits) value = ir_trunc(builder, value, bits);
    return type->kind == IR_TY_INT ? value : ir_bitcast(builder, value, type);
}

static bool whole_bits(const IrType *type) { // no bits of its bytes are padding
    return ir_ty_bits(type) == type->store_size * 8;
}

static IrValue *part_address(IrBuilder *builder, const SroaPart *p, uint64_t off) {
    return ir_ptradd_c(builder, &p->mem->v, (int64_t)(p->at + off), IR_INBOUNDS | IR_NUSW);
}

static IrValue *part_load(Sroa *sroa, IrBuilder *builder, const SroaPart *sroa_part, uint64_t off,
                          IrType *type) {
    if (!sroa_part->type) {
        return &ir_load(builder, type, part_address(builder, sroa_part, off),
                        opt_sroa_align_at(sroa_part->align, off))
                    ->v;
    }
    IrValue *v = &ir_load(builder, sroa_part->type, &sroa_part->mem->v, sroa_part->align)->v;
    if (off == 0 && type->store_size == sroa_part->end - sroa_part->begin)
        return convert(sroa, builder, v, type);
    v = convert(sroa, builder, v, int_of(sroa, sroa_part->end - sroa_part->begin));
    if (off) v = ir_lshr(builder, v, &ir_int(v->type, off * 8)->v);
    v = ir_trunc(builder, v, int_of(sroa, type->store_size));
    return convert(sroa, builder, v, type);
}

// All ones but for `n` bytes from `off` on. A part is as wide as its widest access: a vector may
// be of any number of words.
static IrValue *mask_beside(Sroa *sroa, IrType *raw, uint64_t off, uint64_t n) {
    uint32_t words = (raw->bits + 63) / 64;
    uint64_t *word = arena_array(sroa->a, uint64_t, words);
    memset(word, 0, words * sizeof *word);

    for (uint64_t k = 0; k < raw->bits / 8; k++)
        if (k < off || k >= off + n) word[k / 8] |= UINT64_C(0xff) << k % 8 * 8;
    return &ir_int_words(sroa->m, raw, words, word)->v;
}

static void part_store(Sroa *sroa, IrBuilder *builder, const SroaPart *sroa_part, uint64_t off,
                       IrValue *value) {
    IrType *type = value->type;
    if (!sroa_part->type) {
        ir_store(builder, value, part_address(builder, sroa_part, off),
                 opt_sroa_align_at(sroa_part->align, off));
        return;
    }
    if (off == 0 && type->store_size == sroa_part->end - sroa_part->begin) {
        ir_store(builder, convert(sroa, builder, value, sroa_part->type), &sroa_part->mem->v,
                 sroa_part->align);
        return;
    }
    IrType *raw = int_of(sroa, sroa_part->end - sroa_part->begin);
    IrValue *old = &ir_load(builder, sroa_part->type, &sroa_part->mem->v, sroa_part->align)->v;
    old = convert(sroa, builder, old, raw);
    old = ir_and(builder, old, mask_beside(sroa, raw, off, type->store_size));
    value = ir_zext(builder, convert(sroa, builder, value, int_of(sroa, type->store_size)), raw);
    if (off) value = ir_shl(builder, value, &ir_int(raw, off * 8)->v);
    value = ir_bin(builder, IR_OR, IR_DISJOINT, old, value);
    ir_store(builder, convert(sroa, builder, value, sroa_part->type), &sroa_part->mem->v,
             sroa_part->align);
}

// A byte repeated over a type's bytes.
static IrValue *repeat_byte(Sroa *sroa, IrBuilder *builder, IrValue *byte, IrType *type) {
    if (ir_is_zero(byte)) return &ir_null(sroa->m, type)->v;
    IrType *raw = int_of(sroa, type->store_size);
    uint64_t ones = 0x0101010101010101ull;
    IrValue *value;
    if (type->store_size <= 8) {
        value = ir_mul(builder, ir_zext(builder, byte, raw), &ir_int(raw, ones)->v);
    } else {
        IrType *vec = ir_ty_vector(sroa->m, sroa->m->ty_i8, type->store_size);
        value = &ir_poison(sroa->m, vec)->v;
        for (uint64_t k = 0; k < type->store_size; k++) {
            value = ir_insertelement(builder, value, byte, &ir_int(sroa->m->ty_i32, k)->v);
        }
        value = ir_bitcast(builder, value, raw);
    }
    return convert(sroa, builder, value, type);
}

static void copy_memory(Sroa *sroa, IrBuilder *builder, IrInst *call, IrValue *dst, uint32_t da,
                        IrValue *src, uint32_t sa, uint64_t n) {
    IrValue *arg[4] = {dst, src, &ir_int(ir_op(call, 2)->type, n)->v, &ir_false(sroa->m)->v};
    IrInst *c = ir_as_inst(ir_call_intrin(builder, ir_intrin_of(call), NULL, 4, arg));
    IrAttrList *l = &c->call->attrs;
    ir_attrs_set(sroa->m, l, 0, ir_attr_add_int(sroa->m, NULL, IR_ATTR_ALIGN, da));
    ir_attrs_set(sroa->m, l, 1, ir_attr_add_int(sroa->m, NULL, IR_ATTR_ALIGN, sa));
}

static void set_memory(Sroa *sroa, IrBuilder *builder, IrInst *call, const SroaPart *p,
                       uint64_t off, uint64_t n) {
    IrValue *arg[4] = {part_address(builder, p, off), ir_op(call, 1),
                       &ir_int(ir_op(call, 2)->type, n)->v, &ir_false(sroa->m)->v};
    IrInst *c = ir_as_inst(ir_call_intrin(builder, IR_I_memset, NULL, 4, arg));
    uint32_t al = opt_sroa_align_at(p->align, off);
    ir_attrs_set(sroa->m, &c->call->attrs, 0, ir_attr_add_int(sroa->m, NULL, IR_ATTR_ALIGN, al));
}

static uint32_t arg_align(const IrInst *inst, uint32_t k) {
    uint64_t al = ir_attr_int(ir_attrs_get(&inst->call->attrs, (int)k), IR_ATTR_ALIGN, 1);
    return (uint32_t)CU_MAX(al, an_alignment(ir_op(inst, k)));
}

// One piece of a block operation: bytes [off, off + n) of part p, `at` bytes into the operation.
static void rewrite_piece(Sroa *sroa, IrBuilder *builder, const SroaAccess *sroa_access,
                          const SroaPart *sroa_part, uint64_t off, uint64_t n, uint64_t at) {
    if (sroa_access->op == 0 && sroa_is_unread(sroa_part)) return;
    IrInst *inst = sroa_access->i;
    bool set = ir_intrin_of(inst) == IR_I_memset;
    bool whole = off == 0 && n == sroa_part->end - sroa_part->begin;
    bool value = sroa_part->type && (whole || is_any_of(n, 1, 2, 4, 8));
    IrType *type = whole && sroa_part->type ? sroa_part->type : int_of(sroa, n);
    if (set) {
        if (value && whole_bits(type)) {
            part_store(sroa, builder, sroa_part, off,
                       repeat_byte(sroa, builder, ir_op(inst, 1), type));
        } else {
            set_memory(sroa, builder, inst, sroa_part, off, n);
        }
        return;
    }
    uint32_t other_op = 1 - sroa_access->op;
    uint32_t oa = opt_sroa_align_at(arg_align(inst, other_op), at);
    IrValue *other =
        ir_ptradd_c(builder, ir_op(inst, other_op), (int64_t)at, IR_INBOUNDS | IR_NUSW);
    if (value) {
        if (sroa_access->op == 0) {
            part_store(sroa, builder, sroa_part, off, &ir_load(builder, type, other, oa)->v);
        } else {
            ir_store(builder, part_load(sroa, builder, sroa_part, off, type), other, oa);
        }
        return;
    }
    IrValue *mine = part_address(builder, sroa_part, off);
    uint32_t ma = opt_sroa_align_at(sroa_part->align, off);
    if (sroa_access->op == 0) {
        copy_memory(sroa, builder, inst, mine, ma, other, oa, n);
    } else {
        copy_memory(sroa, builder, inst, other, oa, mine, ma, n);
    }
}

// ---- loads and stores ----

static IrValue *shifted(Sroa *sroa, IrBuilder *builder, IrOp op, IrValue *value, uint64_t bytes) {
    return bytes ? ir_bin(builder, op, 0, value, &ir_int(value->type, bytes * 8)->v) : value;
}

// An access that is wider than its parts, which are values all.
static IrValue *wide_load(Sroa *sroa, IrBuilder *builder, const SroaAccess *sroa_access) {
    IrType *raw = int_of(sroa, sroa_access->end - sroa_access->begin);
    IrValue *v = NULL;
    for (const SroaPart *p = opt_sroa_part_of(sroa, sroa_access->begin);
         p->begin < sroa_access->end; p++) {
        IrValue *y = part_load(sroa, builder, p, 0, int_of(sroa, p->end - p->begin));
        y = shifted(sroa, builder, IR_SHL, ir_zext(builder, y, raw), p->begin - sroa_access->begin);
        v = v ? ir_bin(builder, IR_OR, IR_DISJOINT, v, y) : y;
        if (p->end >= sroa_access->end) break;
    }
    return convert(sroa, builder, v, sroa_access->i->v.type);
}

static void wide_store(Sroa *sroa, IrBuilder *builder, const SroaAccess *sroa_access) {
    IrValue *v = convert(sroa, builder, ir_op(sroa_access->i, 0),
                         int_of(sroa, sroa_access->end - sroa_access->begin));
    for (const SroaPart *p = opt_sroa_part_of(sroa, sroa_access->begin);
         p->begin < sroa_access->end; p++) {
        IrValue *y = shifted(sroa, builder, IR_LSHR, v, p->begin - sroa_access->begin);
        if (!sroa_is_unread(p))
            part_store(sroa, builder, p, 0, ir_trunc(builder, y, int_of(sroa, p->end - p->begin)));
        if (p->end >= sroa_access->end) break;
    }
}

static void rewrite_load(Sroa *sroa, const SroaAccess *x) {
    const SroaPart *p = opt_sroa_part_of(sroa, x->begin);
    IrBuilder b = ir_builder_at(x->i);
    IrValue *v = x->end > p->end ? wide_load(sroa, &b, x)
                                 : part_load(sroa, &b, p, x->begin - p->begin, x->i->v.type);
    ir_replace_erase(x->i, v);
}

static void rewrite_store(Sroa *sroa, const SroaAccess *sroa_access) {
    const SroaPart *p = opt_sroa_part_of(sroa, sroa_access->begin);
    IrBuilder b = ir_builder_at(sroa_access->i);
    if (sroa_access->end > p->end) {
        wide_store(sroa, &b, sroa_access);
    } else if (!sroa_is_unread(p)) {
        part_store(sroa, &b, p, sroa_access->begin - p->begin, ir_op(sroa_access->i, 0));
    }
    vec_push(sroa->a, &sroa->idle, ir_op(sroa_access->i, 0));
    ir_erase(sroa_access->i);
}

static void rewrite_block(Sroa *sroa, const SroaAccess *sroa_access) {
    const SroaPart *sroa_part = opt_sroa_part_of(sroa, sroa_access->begin);
    bool in_place = sroa_part->mem == sroa->al && sroa_access->end <= sroa_part->end &&
                    !sroa_is_unread(sroa_part);
    if (in_place) return;

    IrBuilder builder = ir_builder_at(sroa_access->i);
    for (uint64_t off = sroa_access->begin; off < sroa_access->end;) {
        while (off >= sroa_part->end) sroa_part++;
        uint64_t stop = CU_MIN(sroa_access->end, sroa_part->end), in = off - sroa_part->begin,
                 n = stop - off;
        bool whole = in == 0 && stop == sroa_part->end;
        if (sroa_part->type && !whole) { // powers of two
            while (n & (n - 1)) n &= n - 1;
            if (n > 8) n = 8;
        }
        rewrite_piece(sroa, &builder, sroa_access, sroa_part, in, n, off - sroa_access->begin);
        off += n;
    }
    ir_erase(sroa_access->i);
}

void opt_sroa_rewrite(Sroa *sroa, const SroaAccess *sroa_access) {
    if (sroa_access->flags & SROA_KEEP) return;
    if (sroa_access->flags & SROA_BLOCK) {
        rewrite_block(sroa, sroa_access);
        return;
    }
    const SroaPart *p = opt_sroa_part_of(sroa, sroa_access->begin);
    if (p->mem == sroa->al) return; // its bytes stay in place
    if (sroa_access->i->v.op == IR_LOAD) {
        rewrite_load(sroa, sroa_access);
    } else {
        rewrite_store(sroa, sroa_access);
    }
}
