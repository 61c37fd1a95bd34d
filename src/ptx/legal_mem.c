// SPDX-License-Identifier: Apache-2.0
// Block copies and fills: straight wide loads and stores where few will do, else loops in units of
// 16 bytes, 4 bytes and single bytes. A unit that the alignment is not known for stands behind a
// test at run time; one that the size and the alignment make superfluous is left out.
//
//     memcpy(d, s, n)   =>   k = 0
//                            if (((d | s) & 15) == 0) for (; k < (n & -16); k += 16) ...
//                            if (((d | s) & 3) == 0)  for (; k < (n & -4); k += 4) ...
//                            for (; k < n; k++) ...
#include "analysis/analysis.h"
#include "ptx/legal.h"

static uint32_t pointer_align(IrInst *i, int k) {
    return (uint32_t)CU_MAX(ir_attr_int(ir_attrs_get(&i->call->attrs, k), IR_ATTR_ALIGN, 1),
                            (uint64_t)1);
}

enum { STRAIGHT_MAX = 64 }; // loads, or stores, without a loop

static IrType *chunk_type(Legal *l, uint32_t n) {
    return n == 16 ? ir_ty_vector(l->m, l->m->ty_i32, 4) : ir_ty_int(l->m, n * 8);
}

static uint32_t chunk_size(uint64_t left, uint64_t off, uint32_t align) {
    uint32_t n = 16;
    while (n > left || n > align || off % n) n /= 2;
    return n;
}

static IrValue *at_offset(IrBuilder *b, IrValue *p, uint64_t off) {
    return off ? ir_ptradd_c(b, p, (int64_t)off, IR_INBOUNDS) : p;
}

// All loads first, then all stores, in groups: right for memmove of up to a group, and good for the
// memory pipeline. memmove beyond one group goes by a loop that minds the direction.
enum { GROUP = 128 };

static void copy_unrolled(Legal *l, IrBuilder *b, IrInst *i, uint64_t size, uint32_t align) {
    IrValue *d = ir_op(i, 0), *s = ir_op(i, 1);
    IrValue *v[GROUP];
    uint64_t offs[GROUP];
    for (uint64_t off = 0; off < size;) {
        uint32_t n = 0;
        uint64_t start = off;
        while (off < size && off - start < GROUP) {
            uint32_t c = chunk_size(size - off, off, align);
            IrInst *ld = ir_load(b, chunk_type(l, c), at_offset(b, s, off), c);
            offs[n] = off;
            v[n++] = &ld->v;
            off += c;
        }
        for (uint32_t k = 0; k < n; k++) {
            ir_store(b, v[k], at_offset(b, d, offs[k]), (uint32_t)v[k]->type->store_size);
        }
    }
}

static void set_unrolled(Legal *l, IrBuilder *b, IrInst *i, uint64_t size, uint32_t align) {
    IrValue *byte = ir_op(i, 1), *wide[17] = {0};
    for (uint64_t off = 0; off < size;) {
        uint32_t c = CU_MIN(chunk_size(size - off, off, align), 8u);
        if (!wide[c]) {
            IrType *t = ir_ty_int(l->m, c * 8);
            IrValue *x = ir_zext(b, byte, t);
            wide[c] = c == 1 ? byte : ir_mul(b, x, &ir_int(t, 0x0101010101010101ull)->v);
        }
        ir_store(b, wide[c], at_offset(b, ir_op(i, 0), off), c);
        off += c;
    }
}

// ---- loops --------------------------------------------------------------------------------------

typedef struct {
    Legal *l;
    IrInst *inst; // the intrinsic
    bool copy;
    uint32_t align;
    uint64_t bits; // that may be set in the size
    IrValue *size; // i64
    IrBuilder b;
} Mem;

static IrBlock *new_block(Mem *m, const char *name) {
    return ir_block_new(m->l->f, atom_cstr(m->l->m->ctx, name));
}

static IrValue *fill(Mem *m, uint32_t unit) { // the byte in all places
    IrBuilder *b = &m->b;
    IrType *t = ir_ty_int(m->l->m, unit == 16 ? 32 : unit * 8);
    IrValue *v = ir_op(m->inst, 1);
    if (unit > 1) v = ir_mul(b, ir_zext(b, v, t), legal_num(t, 0x0101010101010101ull));
    if (unit < 16) return v;
    IrType *vec = chunk_type(m->l, 16);
    IrValue *all = &ir_undef(m->l->m, vec)->v;
    for (uint32_t k = 0; k < 4; k++)
        all = ir_insertelement(b, all, v, legal_num(m->l->m->ty_i32, k));
    return all;
}

static void move_unit(Mem *m, IrValue *at, IrValue *filling, uint32_t unit) {
    IrBuilder *b = &m->b;
    IrInst *i = m->inst;
    IrValue *v = filling;
    if (m->copy) v = &ir_load(b, chunk_type(m->l, unit), ir_ptradd(b, ir_op(i, 1), at, 0), unit)->v;
    ir_store(b, v, ir_ptradd(b, ir_op(i, 0), at, 0), unit);
}

// for (k = from; k < to; k += unit) from m->b's block on, which goes on behind the loop.
static void loop_up(Mem *m, IrValue *from, IrValue *to, uint32_t unit) {
    IrBuilder *b = &m->b;
    IrBlock *body = new_block(m, "mem.loop"), *end = new_block(m, "mem.next"), *before = b->bb;
    IrValue *filling = m->copy ? NULL : fill(m, unit);
    ir_condbr(b, ir_cmp(b, IR_ULT, from, to), body, end);
    ir_at_end(b, body);
    IrInst *k = ir_phi(b, m->l->m->ty_i64, 2);
    ir_phi_add(k, from, before);
    move_unit(m, &k->v, filling, unit);
    IrValue *next = ir_add(b, &k->v, legal_i64(m->l, unit));
    ir_phi_add(k, next, body);
    ir_condbr(b, ir_cmp(b, IR_ULT, next, to), body, end);
    ir_at_end(b, end);
}

// for (k = size; k > 0;) k -= unit
static void loop_down(Mem *m, uint32_t unit) {
    IrBuilder *b = &m->b;
    IrBlock *body = new_block(m, "mem.loop"), *end = new_block(m, "mem.next"), *before = b->bb;
    IrValue *zero = legal_i64(m->l, 0);
    ir_condbr(b, ir_cmp(b, IR_NE, m->size, zero), body, end);
    ir_at_end(b, body);
    IrInst *k = ir_phi(b, m->l->m->ty_i64, 2);
    ir_phi_add(k, m->size, before);
    IrValue *next = ir_sub(b, &k->v, legal_i64(m->l, unit));
    move_unit(m, next, NULL, unit);
    ir_phi_add(k, next, body);
    ir_condbr(b, ir_cmp(b, IR_NE, next, zero), body, end);
    ir_at_end(b, end);
}

static IrValue *is_aligned(Mem *m, uint32_t unit) {
    IrBuilder *b = &m->b;
    IrType *t = m->l->m->ty_i64;
    IrValue *bits = ir_ptrtoint(b, ir_op(m->inst, 0), t);
    if (m->copy) bits = ir_or(b, bits, ir_ptrtoint(b, ir_op(m->inst, 1), t));
    return ir_cmp(b, IR_EQ, ir_and(b, bits, legal_i64(m->l, unit - 1)), legal_i64(m->l, 0));
}

// What of the size comes in whole units, from `from` on; what `from` is then. Where the alignment
// is not known it is tested, and without it nothing is moved.
static IrValue *whole_units(Mem *m, IrValue *from, uint32_t unit) {
    IrBuilder *b = &m->b;
    IrValue *to = m->size;
    if (m->bits & (unit - 1)) to = ir_and(b, to, legal_i64(m->l, 0 - (uint64_t)unit));
    if (m->align >= unit) {
        loop_up(m, from, to, unit);
        return to;
    }
    IrBlock *wide = new_block(m, "mem.wide"), *rest = new_block(m, "mem.rest"), *before = b->bb;
    ir_condbr(b, is_aligned(m, unit), wide, rest);
    ir_at_end(b, wide);
    loop_up(m, from, to, unit);
    ir_br(b, rest);
    IrBlock *last = b->bb;
    ir_at_end(b, rest);
    IrInst *done = ir_phi(b, m->l->m->ty_i64, 2);
    ir_phi_add(done, from, before);
    ir_phi_add(done, to, last);
    return &done->v;
}

// From wide units down to bytes, as far as alignment and size call for it. Right for overlapping
// memory too where the destination is below: both are aligned, so that they are a unit apart.
static void move_up(Mem *m) {
    IrValue *done = legal_i64(m->l, 0);
    for (uint32_t unit = 16; unit; unit /= 4) {
        uint32_t known = CU_MIN(m->align, 16u);
        // 8 is a step only where it is all that is known
        if (unit == 4 && known == 8) done = whole_units(m, done, 8);
        bool exact = unit < known && !(m->bits & (known - 1));
        if (!exact) done = whole_units(m, done, unit);
    }
}

// What says which of two pointers is above: addresses of different spaces are comparable as generic
// ones only (shared memory's start at 0).
static IrValue *address(Legal *l, IrBuilder *b, IrValue *p, bool same_space) {
    if (!same_space && p->type->as) p = ir_addrspacecast(b, p, l->m->ty_ptr);
    return ir_ptrtoint(b, p, l->m->ty_i64);
}

static void move_either_way(Mem *m) { // upwards unless the destination lies above the source
    IrBuilder *b = &m->b;
    IrBlock *up = new_block(m, "mem.up"), *down = new_block(m, "mem.down");
    IrBlock *end = new_block(m, "mem.both");
    bool same = ir_op(m->inst, 0)->type == ir_op(m->inst, 1)->type;
    IrValue *d = address(m->l, b, ir_op(m->inst, 0), same);
    IrValue *s = address(m->l, b, ir_op(m->inst, 1), same);
    ir_condbr(b, ir_cmp(b, IR_UGT, d, s), down, up);

    ir_at_end(b, up);
    move_up(m);
    ir_br(b, end);

    ir_at_end(b, down);
    uint32_t unit = CU_MIN(m->align, 16u);
    while (m->bits & (unit - 1)) unit /= 2;
    loop_down(m, unit);
    ir_br(b, end);
    ir_at_end(b, end);
}

// The bits of the size that may be set: more than one number has them where it is not constant.
static uint64_t possible_bits(const IrValue *size) {
    if (size->type->bits > 64) return ~0ull;
    return ~an_known_bits(size).zero;
}

static void memory_loop(Legal *l, IrInst *i, uint32_t id, uint32_t align) {
    IrBlock *before = i->block;
    IrBlock *after = ir_block_split(before, i, atom_cstr(l->m->ctx, "mem.end"));
    ir_erase(ir_term(before));
    Mem m = {.l = l, .inst = i, .align = align, .b = ir_builder(l->f, before)};
    m.copy = id != IR_I_memset && id != IR_I_memset_inline;
    m.bits = possible_bits(ir_op(i, 2));
    m.size = ir_int_resize(&m.b, ir_op(i, 2), l->m->ty_i64, false);
    if (id == IR_I_memmove)
        move_either_way(&m);
    else
        move_up(&m);
    ir_br(&m.b, after);
    ir_erase(i);
}

// How many accesses the straight code would take.
static uint64_t accesses(uint64_t size, uint32_t align) {
    uint64_t n = 0;
    uint32_t unit = CU_MIN(align, 16u);
    for (; size; unit /= 2) n += size / unit, size %= unit;
    return n;
}

bool legal_memory(Legal *l, IrInst *i, uint32_t id) {
    bool set = id == IR_I_memset || id == IR_I_memset_inline;
    if (!set && id != IR_I_memcpy && id != IR_I_memcpy_inline && id != IR_I_memmove) return false;
    uint32_t align = CU_MIN(pointer_align(i, 0), 16u);
    if (!set) align = CU_MIN(align, pointer_align(i, 1));
    IrConst *n = ir_as_cint(ir_op(i, 2));
    uint64_t most = id == IR_I_memmove ? GROUP : UINT64_MAX;
    if (!n || ir_uval(n) > most || accesses(ir_uval(n), align) > STRAIGHT_MAX) {
        memory_loop(l, i, id, align);
        return true;
    }
    IrBuilder b = ir_builder_at(i);
    if (set)
        set_unrolled(l, &b, i, ir_uval(n), align);
    else
        copy_unrolled(l, &b, i, ir_uval(n), align);
    ir_erase(i);
    return true;
}
