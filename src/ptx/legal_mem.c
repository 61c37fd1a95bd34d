// SPDX-License-Identifier: Apache-2.0
// Block copies and fills: of constant size wide loads and stores, else a loop.
#include "ptx/legal.h"

static uint32_t pointer_align(IrInst *i, int k) {
    return (uint32_t)CU_MAX(ir_attr_int(ir_attrs_get(&i->call->attrs, k), IR_ATTR_ALIGN, 1),
                            (uint64_t)1);
}

// A local variable that is filled or copied as a whole, or from its start, may lie as that likes.
static uint32_t align_variable(IrInst *i, uint32_t k, uint64_t size) {
    uint32_t align = pointer_align(i, (int)k);
    IrValue *v = ir_op(i, k);
    IrInst *cast = ir_as_op(v, IR_ADDRSPACECAST);
    IrInst *slot = ir_as_op(cast ? ir_op(cast, 0) : v, IR_ALLOCA);
    if (!slot || !ir_as_cint(ir_op(slot, 0))) return align;
    while (slot->align < 16 && slot->align < size) slot->align = CU_MAX(slot->align, 1u) * 2;
    return CU_MAX(align, CU_MIN(slot->align, 16u));
}

enum { UNROLL_MAX = 1024 }; // bytes moved without a loop

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
        uint32_t c = chunk_size(size - off, off, align);
        if (!wide[c] && c == 16) {
            IrType *word = l->m->ty_i32, *t = chunk_type(l, c);
            IrValue *x = ir_mul(b, ir_zext(b, byte, word), &ir_int(word, 0x01010101u)->v);
            wide[c] = &ir_poison(l->m, t)->v;
            for (uint32_t k = 0; k < 4; k++)
                wide[c] = ir_insertelement(b, wide[c], x, &ir_int(word, k)->v);
        } else if (!wide[c]) {
            IrType *t = ir_ty_int(l->m, c * 8);
            IrValue *x = ir_zext(b, byte, t);
            wide[c] = c == 1 ? byte : ir_mul(b, x, &ir_int(t, 0x0101010101010101ull)->v);
        }
        ir_store(b, wide[c], at_offset(b, ir_op(i, 0), off), c);
        off += c;
    }
}

// for (k = 0; k < n; k++) d[k] = s ? s[k] : v -- bytes, from the end when `down`.
static IrBlock *byte_loop(Legal *l, IrBlock *before, IrBlock *after, IrInst *i, bool copy,
                          bool down) {
    Ctx *ctx = l->m->ctx;
    IrBlock *head = ir_block_new(l->f, atom_cstr(ctx, "mem.loop")),
            *body = ir_block_new(l->f, atom_cstr(ctx, "mem.body"));
    IrBuilder b = ir_builder(l->f, head);
    IrValue *n = ir_op(i, 2);
    n = ir_int_resize(&b, n, l->m->ty_i64, false);
    IrInst *k = ir_phi(&b, l->m->ty_i64, 2);
    ir_phi_add(k, legal_i64(l, 0), before);
    ir_condbr(&b, ir_cmp(&b, IR_ULT, &k->v, n), body, after);
    ir_at_end(&b, body);
    IrValue *at = &k->v;
    if (down) at = ir_sub(&b, ir_sub(&b, n, legal_i64(l, 1)), at);
    IrValue *v =
        copy ? &ir_load(&b, l->m->ty_i8, ir_ptradd(&b, ir_op(i, 1), at, 0), 1)->v : ir_op(i, 1);
    ir_store(&b, v, ir_ptradd(&b, ir_op(i, 0), at, 0), 1);
    ir_phi_add(k, ir_add(&b, &k->v, legal_i64(l, 1)), body);
    ir_br(&b, head);
    return head;
}

// What says which of two pointers is above: addresses of different spaces are comparable as generic
// ones only (shared memory's start at 0).
static IrValue *address(Legal *l, IrBuilder *b, IrValue *p, bool same_space) {
    if (!same_space && p->type->as) p = ir_addrspacecast(b, p, l->m->ty_ptr);
    return ir_ptrtoint(b, p, l->m->ty_i64);
}

static void memory_loop(Legal *l, IrInst *i, uint32_t id) {
    bool copy = id != IR_I_memset && id != IR_I_memset_inline;
    IrBlock *before = i->block;
    IrBlock *after = ir_block_split(before, i, atom_cstr(l->m->ctx, "mem.end"));
    ir_erase(ir_term(before));
    IrBuilder b = ir_builder(l->f, before);
    if (id == IR_I_memmove) { // upwards unless the destination lies above the source
        bool same = ir_op(i, 0)->type == ir_op(i, 1)->type;
        IrValue *d = address(l, &b, ir_op(i, 0), same), *s = address(l, &b, ir_op(i, 1), same);
        IrValue *above = ir_cmp(&b, IR_UGT, d, s);
        IrBlock *up = byte_loop(l, before, after, i, true, false),
                *down = byte_loop(l, before, after, i, true, true);
        ir_condbr(&b, above, down, up);
    } else {
        ir_br(&b, byte_loop(l, before, after, i, copy, false));
    }
    ir_erase(i);
}

bool legal_memory(Legal *l, IrInst *i, uint32_t id) {
    bool set = id == IR_I_memset || id == IR_I_memset_inline;
    if (!set && id != IR_I_memcpy && id != IR_I_memcpy_inline && id != IR_I_memmove) return false;
    IrConst *n = ir_as_cint(ir_op(i, 2));
    uint64_t limit = id == IR_I_memmove ? GROUP : UNROLL_MAX;
    if (!n || ir_uval(n) > limit) {
        memory_loop(l, i, id);
        return true;
    }
    IrBuilder b = ir_builder_at(i);
    uint32_t align = align_variable(i, 0, ir_uval(n));
    if (set)
        set_unrolled(l, &b, i, ir_uval(n), align);
    else
        copy_unrolled(l, &b, i, ir_uval(n), CU_MIN(align, align_variable(i, 1, ir_uval(n))));
    ir_erase(i);
    return true;
}
