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
static IrValue *convert(Sroa *sroa, IrBuilder *builder, IrValue *from, IrType *to) {
    IrType *of_type = from->type;
    if (of_type == to) return from;
    IrType *from_ints = without_pointers(sroa, of_type), *to_ints = without_pointers(sroa, to);
    if (from_ints != of_type)
        return convert(sroa, builder, ir_ptrtoint(builder, from, from_ints), to);
    if (to_ints != to) return ir_inttoptr(builder, convert(sroa, builder, from, to_ints), to);

    IrType *raw = int_of(sroa, to->store_size);
    if (of_type->kind == IR_TY_PTR) {
        from = ir_ptrtoint(builder, from, raw);
    } else {
        bool other = of_type->kind != IR_TY_INT,
             to_other = !is_any_of(to->kind, IR_TY_PTR, IR_TY_INT);
        if (other && to_other && ir_ty_bits(of_type) == ir_ty_bits(to))
            return ir_bitcast(builder, from, to);
        if (other)
            from = ir_bitcast(builder, from, ir_ty_int(sroa->m, (uint32_t)ir_ty_bits(of_type)));
        if (from->type->bits < raw->bits) from = ir_zext(builder, from, raw);
    }
    if (to->kind == IR_TY_PTR) return ir_inttoptr(builder, from, to);
    // a vector of i1 may have fewer bits than its bytes
    IrType *bits = ir_ty_int(sroa->m, (uint32_t)ir_ty_bits(to));
    if (bits->bits < raw->bits) from = ir_trunc(builder, from, bits);
    return to->kind == IR_TY_INT ? from : ir_bitcast(builder, from, to);
}

static bool whole_bits(const IrType *type) { // no bits of its bytes are padding
    return ir_ty_bits(type) == type->store_size * 8;
}

static IrValue *part_address(IrBuilder *builder, const SroaPart *p, uint64_t off) {
    return ir_ptradd_c(builder, &p->mem->v, (int64_t)(p->at + off), IR_INBOUNDS | IR_NUSW);
}

static IrValue *part_load(Sroa *sroa, IrBuilder *builder, const SroaPart *from, uint64_t off,
                          IrType *wanted) {
    if (!from->type) {
        return &ir_load(builder, wanted, part_address(builder, from, off),
                        opt_sroa_align_at(from->align, off))
                    ->v;
    }
    IrValue *v = &ir_load(builder, from->type, &from->mem->v, from->align)->v;
    if (off == 0 && wanted->store_size == from->end - from->begin)
        return convert(sroa, builder, v, wanted);
    v = convert(sroa, builder, v, int_of(sroa, from->end - from->begin));
    if (off) v = ir_lshr(builder, v, &ir_int(v->type, off * 8)->v);
    v = ir_trunc(builder, v, int_of(sroa, wanted->store_size));
    return convert(sroa, builder, v, wanted);
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

static void part_store(Sroa *sroa, IrBuilder *builder, const SroaPart *to, uint64_t off,
                       IrValue *stored) {
    IrType *type = stored->type;
    if (!to->type) {
        ir_store(builder, stored, part_address(builder, to, off),
                 opt_sroa_align_at(to->align, off));
        return;
    }
    if (off == 0 && type->store_size == to->end - to->begin) {
        ir_store(builder, convert(sroa, builder, stored, to->type), &to->mem->v, to->align);
        return;
    }
    IrType *raw = int_of(sroa, to->end - to->begin);
    IrValue *old = &ir_load(builder, to->type, &to->mem->v, to->align)->v;
    old = convert(sroa, builder, old, raw);
    old = ir_and(builder, old, mask_beside(sroa, raw, off, type->store_size));
    stored = ir_zext(builder, convert(sroa, builder, stored, int_of(sroa, type->store_size)), raw);
    if (off) stored = ir_shl(builder, stored, &ir_int(raw, off * 8)->v);
    stored = ir_bin(builder, IR_OR, IR_DISJOINT, old, stored);
    ir_store(builder, convert(sroa, builder, stored, to->type), &to->mem->v, to->align);
}

// A byte repeated over a type's bytes.
static IrValue *repeat_byte(Sroa *sroa, IrBuilder *builder, IrValue *byte, IrType *filled) {
    if (ir_is_zero(byte)) return &ir_null(sroa->m, filled)->v;
    IrType *raw = int_of(sroa, filled->store_size);
    uint64_t ones = 0x0101010101010101ull;
    IrValue *value;
    if (filled->store_size <= 8) {
        value = ir_mul(builder, ir_zext(builder, byte, raw), &ir_int(raw, ones)->v);
    } else {
        IrType *vec = ir_ty_vector(sroa->m, sroa->m->ty_i8, filled->store_size);
        value = &ir_poison(sroa->m, vec)->v;
        for (uint64_t k = 0; k < filled->store_size; k++) {
            value = ir_insertelement(builder, value, byte, &ir_int(sroa->m->ty_i32, k)->v);
        }
        value = ir_bitcast(builder, value, raw);
    }
    return convert(sroa, builder, value, filled);
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
static void rewrite_piece(Sroa *sroa, IrBuilder *builder, const SroaAccess *operation,
                          const SroaPart *piece, uint64_t off, uint64_t n, uint64_t at) {
    if (operation->op == 0 && sroa_is_unread(piece)) return;
    IrInst *inst = operation->i;
    bool set = ir_intrin_of(inst) == IR_I_memset;
    bool whole = off == 0 && n == piece->end - piece->begin;
    bool value = piece->type && (whole || is_any_of(n, 1, 2, 4, 8));
    IrType *type = whole && piece->type ? piece->type : int_of(sroa, n);
    if (set) {
        if (value && whole_bits(type)) {
            part_store(sroa, builder, piece, off, repeat_byte(sroa, builder, ir_op(inst, 1), type));
        } else {
            set_memory(sroa, builder, inst, piece, off, n);
        }
        return;
    }
    uint32_t other_op = 1 - operation->op;
    uint32_t oa = opt_sroa_align_at(arg_align(inst, other_op), at);
    IrValue *other =
        ir_ptradd_c(builder, ir_op(inst, other_op), (int64_t)at, IR_INBOUNDS | IR_NUSW);
    if (value) {
        if (operation->op == 0) {
            part_store(sroa, builder, piece, off, &ir_load(builder, type, other, oa)->v);
        } else {
            ir_store(builder, part_load(sroa, builder, piece, off, type), other, oa);
        }
        return;
    }
    IrValue *mine = part_address(builder, piece, off);
    uint32_t ma = opt_sroa_align_at(piece->align, off);
    if (operation->op == 0) {
        copy_memory(sroa, builder, inst, mine, ma, other, oa, n);
    } else {
        copy_memory(sroa, builder, inst, other, oa, mine, ma, n);
    }
}

// ---- loads and stores ----

static IrValue *shifted(Sroa *sroa, IrBuilder *builder, IrOp op, IrValue *moved, uint64_t bytes) {
    return bytes ? ir_bin(builder, op, 0, moved, &ir_int(moved->type, bytes * 8)->v) : moved;
}

// An access that is wider than its parts, which are values all.
static IrValue *wide_load(Sroa *sroa, IrBuilder *builder, const SroaAccess *old) {
    IrType *raw = int_of(sroa, old->end - old->begin);
    IrValue *v = NULL;
    for (const SroaPart *p = opt_sroa_part_of(sroa, old->begin); p->begin < old->end; p++) {
        IrValue *y = part_load(sroa, builder, p, 0, int_of(sroa, p->end - p->begin));
        y = shifted(sroa, builder, IR_SHL, ir_zext(builder, y, raw), p->begin - old->begin);
        v = v ? ir_bin(builder, IR_OR, IR_DISJOINT, v, y) : y;
        if (p->end >= old->end) break;
    }
    return convert(sroa, builder, v, old->i->v.type);
}

static void wide_store(Sroa *sroa, IrBuilder *builder, const SroaAccess *old) {
    IrValue *v = convert(sroa, builder, ir_op(old->i, 0), int_of(sroa, old->end - old->begin));
    for (const SroaPart *p = opt_sroa_part_of(sroa, old->begin); p->begin < old->end; p++) {
        IrValue *y = shifted(sroa, builder, IR_LSHR, v, p->begin - old->begin);
        if (!sroa_is_unread(p))
            part_store(sroa, builder, p, 0, ir_trunc(builder, y, int_of(sroa, p->end - p->begin)));
        if (p->end >= old->end) break;
    }
}

static void rewrite_load(Sroa *sroa, const SroaAccess *old) {
    const SroaPart *p = opt_sroa_part_of(sroa, old->begin);
    IrBuilder b = ir_builder_at(old->i);
    IrValue *v = old->end > p->end ? wide_load(sroa, &b, old)
                                   : part_load(sroa, &b, p, old->begin - p->begin, old->i->v.type);
    ir_replace_erase(old->i, v);
}

static void rewrite_store(Sroa *sroa, const SroaAccess *old) {
    const SroaPart *p = opt_sroa_part_of(sroa, old->begin);
    IrBuilder b = ir_builder_at(old->i);
    if (old->end > p->end) {
        wide_store(sroa, &b, old);
    } else if (!sroa_is_unread(p)) {
        part_store(sroa, &b, p, old->begin - p->begin, ir_op(old->i, 0));
    }
    vec_push(sroa->a, &sroa->idle, ir_op(old->i, 0));
    ir_erase(old->i);
}

static void rewrite_block(Sroa *sroa, const SroaAccess *old) {
    const SroaPart *part = opt_sroa_part_of(sroa, old->begin);
    bool in_place = part->mem == sroa->al && old->end <= part->end && !sroa_is_unread(part);
    if (in_place) return;

    IrBuilder builder = ir_builder_at(old->i);
    for (uint64_t off = old->begin; off < old->end;) {
        while (off >= part->end) part++;
        uint64_t stop = CU_MIN(old->end, part->end), in = off - part->begin, n = stop - off;
        bool whole = in == 0 && stop == part->end;
        if (part->type && !whole) { // powers of two
            while (n & (n - 1)) n &= n - 1;
            if (n > 8) n = 8;
        }
        rewrite_piece(sroa, &builder, old, part, in, n, off - old->begin);
        off += n;
    }
    ir_erase(old->i);
}

void opt_sroa_rewrite(Sroa *sroa, const SroaAccess *old) {
    if (old->flags & SROA_KEEP) return;
    if (old->flags & SROA_BLOCK) {
        rewrite_block(sroa, old);
        return;
    }
    const SroaPart *p = opt_sroa_part_of(sroa, old->begin);
    if (p->mem == sroa->al) return; // its bytes stay in place
    if (old->i->v.op == IR_LOAD) {
        rewrite_load(sroa, old);
    } else {
        rewrite_store(sroa, old);
    }
}
