// SPDX-License-Identifier: Apache-2.0
// A part of sroa: an access of the object becomes accesses of the parts that it touches.
//
// A part that is a value is loaded and stored whole: smaller accesses shift bits out or in, wider
// ones put several parts together. Block operations go part by part. Parts that stay memory are
// accessed at their new address; what touches only bytes that stay in place is left alone.
#include "opt/sroa.h"

uint32_t opt_sroa_align_at(uint32_t align, uint64_t off) {
    uint64_t low = off & (0 - off);
    return low && low < align ? (uint32_t)low : align;
}

static IrType *int_of(Sroa *s, uint64_t bytes) {
    return ir_ty_int(s->m, (uint32_t)bytes * 8);
}

// For a vector of pointers the vector of integers as wide, else the type: bits are not cast to
// pointers.
static IrType *without_pointers(Sroa *s, IrType *t) {
    if (t->kind != IR_TY_VECTOR || t->elem->kind != IR_TY_PTR) return t;
    return ir_ty_with_shape(s->m, int_of(s, t->elem->store_size), t);
}

// The same bytes as another type of equal store size.
static IrValue *convert(Sroa *s, IrBuilder *b, IrValue *v, IrType *t) {
    IrType *f = v->type;
    if (f == t) return v;
    IrType *from_ints = without_pointers(s, f), *to_ints = without_pointers(s, t);
    if (from_ints != f) return convert(s, b, ir_ptrtoint(b, v, from_ints), t);
    if (to_ints != t) return ir_inttoptr(b, convert(s, b, v, to_ints), t);

    IrType *raw = int_of(s, t->store_size);
    if (f->kind == IR_TY_PTR) {
        v = ir_ptrtoint(b, v, raw);
    } else {
        bool other = f->kind != IR_TY_INT, to_other = t->kind != IR_TY_PTR && t->kind != IR_TY_INT;
        if (other && to_other && ir_ty_bits(f) == ir_ty_bits(t)) return ir_bitcast(b, v, t);
        if (other) v = ir_bitcast(b, v, ir_ty_int(s->m, (uint32_t)ir_ty_bits(f)));
        if (v->type->bits < raw->bits) v = ir_zext(b, v, raw);
    }
    if (t->kind == IR_TY_PTR) return ir_inttoptr(b, v, t);
    // a vector of i1 may have fewer bits than its bytes
    IrType *bits = ir_ty_int(s->m, (uint32_t)ir_ty_bits(t));
    if (bits->bits < raw->bits) v = ir_trunc(b, v, bits);
    return t->kind == IR_TY_INT ? v : ir_bitcast(b, v, t);
}

static bool whole_bits(const IrType *t) { // no bits of its bytes are padding
    return ir_ty_bits(t) == t->store_size * 8;
}

static IrValue *part_address(IrBuilder *b, const SroaPart *p, uint64_t off) {
    return ir_ptradd_c(b, &p->mem->v, (int64_t)(p->at + off), IR_INBOUNDS | IR_NUSW);
}

static IrValue *part_load(Sroa *s, IrBuilder *b, const SroaPart *p, uint64_t off, IrType *t) {
    if (!p->type) {
        return &ir_load(b, t, part_address(b, p, off), opt_sroa_align_at(p->align, off))->v;
    }
    IrValue *v = &ir_load(b, p->type, &p->mem->v, p->align)->v;
    if (off == 0 && t->store_size == p->end - p->begin) return convert(s, b, v, t);
    v = convert(s, b, v, int_of(s, p->end - p->begin));
    if (off) v = ir_lshr(b, v, &ir_int(v->type, off * 8)->v);
    v = ir_trunc(b, v, int_of(s, t->store_size));
    return convert(s, b, v, t);
}

// All ones but for `n` bytes from `off` on. A part is as wide as its widest access: a vector may
// be of any number of words.
static IrValue *mask_beside(Sroa *s, IrType *raw, uint64_t off, uint64_t n) {
    uint32_t words = (raw->bits + 63) / 64;
    uint64_t *word = arena_array(s->a, uint64_t, words);
    memset(word, 0, words * sizeof *word);

    for (uint64_t k = 0; k < raw->bits / 8; k++)
        if (k < off || k >= off + n) word[k / 8] |= UINT64_C(0xff) << k % 8 * 8;
    return &ir_int_words(s->m, raw, words, word)->v;
}

static void part_store(Sroa *s, IrBuilder *b, const SroaPart *p, uint64_t off, IrValue *v) {
    IrType *t = v->type;
    if (!p->type) {
        ir_store(b, v, part_address(b, p, off), opt_sroa_align_at(p->align, off));
        return;
    }
    if (off == 0 && t->store_size == p->end - p->begin) {
        ir_store(b, convert(s, b, v, p->type), &p->mem->v, p->align);
        return;
    }
    IrType *raw = int_of(s, p->end - p->begin);
    IrValue *old = &ir_load(b, p->type, &p->mem->v, p->align)->v;
    old = convert(s, b, old, raw);
    old = ir_and(b, old, mask_beside(s, raw, off, t->store_size));
    v = ir_zext(b, convert(s, b, v, int_of(s, t->store_size)), raw);
    if (off) v = ir_shl(b, v, &ir_int(raw, off * 8)->v);
    v = ir_bin(b, IR_OR, IR_DISJOINT, old, v);
    ir_store(b, convert(s, b, v, p->type), &p->mem->v, p->align);
}

// A byte repeated over a type's bytes.
static IrValue *repeat_byte(Sroa *s, IrBuilder *b, IrValue *byte, IrType *t) {
    if (ir_is_zero(byte)) return &ir_null(s->m, t)->v;
    IrType *raw = int_of(s, t->store_size);
    uint64_t ones = 0x0101010101010101ull;
    IrValue *v;
    if (t->store_size <= 8) {
        v = ir_mul(b, ir_zext(b, byte, raw), &ir_int(raw, ones)->v);
    } else {
        IrType *vec = ir_ty_vector(s->m, s->m->ty_i8, t->store_size);
        v = &ir_poison(s->m, vec)->v;
        for (uint64_t k = 0; k < t->store_size; k++) {
            v = ir_insertelement(b, v, byte, &ir_int(s->m->ty_i32, k)->v);
        }
        v = ir_bitcast(b, v, raw);
    }
    return convert(s, b, v, t);
}

static void copy_memory(Sroa *s, IrBuilder *b, IrInst *call, IrValue *dst, uint32_t da,
                        IrValue *src, uint32_t sa, uint64_t n) {
    IrValue *arg[4] = {dst, src, &ir_int(ir_op(call, 2)->type, n)->v, &ir_false(s->m)->v};
    IrInst *c = ir_as_inst(ir_call_intrin(b, ir_intrin_of(call), NULL, 4, arg));
    IrAttrList *l = &c->call->attrs;
    ir_attrs_set(s->m, l, 0, ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, da));
    ir_attrs_set(s->m, l, 1, ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, sa));
}

static void set_memory(Sroa *s, IrBuilder *b, IrInst *call, const SroaPart *p, uint64_t off,
                       uint64_t n) {
    IrValue *arg[4] = {part_address(b, p, off), ir_op(call, 1), &ir_int(ir_op(call, 2)->type, n)->v,
                       &ir_false(s->m)->v};
    IrInst *c = ir_as_inst(ir_call_intrin(b, IR_I_memset, NULL, 4, arg));
    uint32_t al = opt_sroa_align_at(p->align, off);
    ir_attrs_set(s->m, &c->call->attrs, 0, ir_attr_add_int(s->m, NULL, IR_ATTR_ALIGN, al));
}

static uint32_t arg_align(const IrInst *c, uint32_t k) {
    uint64_t al = ir_attr_int(ir_attrs_get(&c->call->attrs, (int)k), IR_ATTR_ALIGN, 1);
    return (uint32_t)CU_MAX(al, an_alignment(ir_op(c, k)));
}

// One piece of a block operation: bytes [off, off + n) of part p, `at` bytes into the operation.
static void rewrite_piece(Sroa *s, IrBuilder *b, const SroaAccess *x, const SroaPart *p,
                          uint64_t off, uint64_t n, uint64_t at) {
    if (x->op == 0 && sroa_is_unread(p)) return;
    IrInst *c = x->i;
    bool set = ir_intrin_of(c) == IR_I_memset;
    bool whole = off == 0 && n == p->end - p->begin;
    bool value = p->type && (whole || n == 1 || n == 2 || n == 4 || n == 8);
    IrType *t = whole && p->type ? p->type : int_of(s, n);
    if (set) {
        if (value && whole_bits(t)) {
            part_store(s, b, p, off, repeat_byte(s, b, ir_op(c, 1), t));
        } else {
            set_memory(s, b, c, p, off, n);
        }
        return;
    }
    uint32_t other_op = 1 - x->op;
    uint32_t oa = opt_sroa_align_at(arg_align(c, other_op), at);
    IrValue *other = ir_ptradd_c(b, ir_op(c, other_op), (int64_t)at, IR_INBOUNDS | IR_NUSW);
    if (value) {
        if (x->op == 0) {
            part_store(s, b, p, off, &ir_load(b, t, other, oa)->v);
        } else {
            ir_store(b, part_load(s, b, p, off, t), other, oa);
        }
        return;
    }
    IrValue *mine = part_address(b, p, off);
    uint32_t ma = opt_sroa_align_at(p->align, off);
    if (x->op == 0) {
        copy_memory(s, b, c, mine, ma, other, oa, n);
    } else {
        copy_memory(s, b, c, other, oa, mine, ma, n);
    }
}

// ---- loads and stores ----

static IrValue *shifted(Sroa *s, IrBuilder *b, IrOp op, IrValue *v, uint64_t bytes) {
    return bytes ? ir_bin(b, op, 0, v, &ir_int(v->type, bytes * 8)->v) : v;
}

// An access that is wider than its parts, which are values all.
static IrValue *wide_load(Sroa *s, IrBuilder *b, const SroaAccess *x) {
    IrType *raw = int_of(s, x->end - x->begin);
    IrValue *v = NULL;
    for (const SroaPart *p = opt_sroa_part_of(s, x->begin); p->begin < x->end; p++) {
        IrValue *y = part_load(s, b, p, 0, int_of(s, p->end - p->begin));
        y = shifted(s, b, IR_SHL, ir_zext(b, y, raw), p->begin - x->begin);
        v = v ? ir_bin(b, IR_OR, IR_DISJOINT, v, y) : y;
        if (p->end >= x->end) break;
    }
    return convert(s, b, v, x->i->v.type);
}

static void wide_store(Sroa *s, IrBuilder *b, const SroaAccess *x) {
    IrValue *v = convert(s, b, ir_op(x->i, 0), int_of(s, x->end - x->begin));
    for (const SroaPart *p = opt_sroa_part_of(s, x->begin); p->begin < x->end; p++) {
        IrValue *y = shifted(s, b, IR_LSHR, v, p->begin - x->begin);
        if (!sroa_is_unread(p))
            part_store(s, b, p, 0, ir_trunc(b, y, int_of(s, p->end - p->begin)));
        if (p->end >= x->end) break;
    }
}

static void rewrite_load(Sroa *s, const SroaAccess *x) {
    const SroaPart *p = opt_sroa_part_of(s, x->begin);
    IrBuilder b = ir_builder_at(x->i);
    IrValue *v = x->end > p->end ? wide_load(s, &b, x)
                                 : part_load(s, &b, p, x->begin - p->begin, x->i->v.type);
    ir_replace_erase(x->i, v);
}

static void rewrite_store(Sroa *s, const SroaAccess *x) {
    const SroaPart *p = opt_sroa_part_of(s, x->begin);
    IrBuilder b = ir_builder_at(x->i);
    if (x->end > p->end) {
        wide_store(s, &b, x);
    } else if (!sroa_is_unread(p)) {
        part_store(s, &b, p, x->begin - p->begin, ir_op(x->i, 0));
    }
    vec_push(s->a, &s->idle, ir_op(x->i, 0));
    ir_erase(x->i);
}

static void rewrite_block(Sroa *s, const SroaAccess *x) {
    const SroaPart *p = opt_sroa_part_of(s, x->begin);
    bool in_place = p->mem == s->al && x->end <= p->end && !sroa_is_unread(p);
    if (in_place) return;

    IrBuilder b = ir_builder_at(x->i);
    for (uint64_t off = x->begin; off < x->end;) {
        while (off >= p->end) p++;
        uint64_t stop = CU_MIN(x->end, p->end), in = off - p->begin, n = stop - off;
        bool whole = in == 0 && stop == p->end;
        if (p->type && !whole) { // powers of two
            while (n & (n - 1)) n &= n - 1;
            if (n > 8) n = 8;
        }
        rewrite_piece(s, &b, x, p, in, n, off - x->begin);
        off += n;
    }
    ir_erase(x->i);
}

void opt_sroa_rewrite(Sroa *s, const SroaAccess *x) {
    if (x->flags & SROA_KEEP) return;
    if (x->flags & SROA_BLOCK) {
        rewrite_block(s, x);
        return;
    }
    const SroaPart *p = opt_sroa_part_of(s, x->begin);
    if (p->mem == s->al) return; // its bytes stay in place
    if (x->i->v.op == IR_LOAD) {
        rewrite_load(s, x);
    } else {
        rewrite_store(s, x);
    }
}
