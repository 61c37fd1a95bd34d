// SPDX-License-Identifier: Apache-2.0
// Block copies and fills. Of small constant size: wide loads and stores. Else loops that are tested
// at the bottom, over the widest units that the alignment allows; where it is not known, both forms
// and a test:
//
//     llvm.memcpy(d, s, n), align 4        for (at = 0; at < (n & -16); at += 16) four words
//                                     =>   for (; at < (n & -4); at += 4) a word
//                                          for (; at < n; at++) a byte     (if n may be odd)
//
// llvm.memmove goes downwards where the destination lies above the source.
#include "analysis/analysis.h"
#include "ptx/legal.h"

enum {
    MAX_STRAIGHT = 64, // stores without a loop
    GROUP = 128,       // bytes that are loaded before any of them is stored
    STEPS = 4,         // units of an iteration
    TEST_SIZE = 32,    // bytes from which it pays to test the alignment
};

typedef struct {
    Legal *l;
    IrInst *call;
    IrValue *d, *s, *byte; // s NULL: a fill with `byte`
    IrBlock *after;        // what comes behind the call
    bool down;             // from the end
} Job;

// A local variable whose start is filled or copied is made to lie as that likes.
static void align_variable(IrValue *v, uint64_t size) {
    IrInst *cast = ir_as_op(v, IR_ADDRSPACECAST);
    IrInst *slot = ir_as_op(cast ? ir_op(cast, 0) : v, IR_ALLOCA);
    if (!slot || !ir_as_cint(ir_op(slot, 0))) return;
    while (slot->align < 16 && slot->align < size) slot->align = CU_MAX(slot->align, 1u) * 2;
}

static uint32_t pointer_align(IrInst *i, int k) {
    const IrConst *n = ir_as_cint(ir_op(i, 2));
    if (n) align_variable(ir_op(i, (uint32_t)k), ir_uval(n));
    uint64_t said = ir_attr_int(ir_attrs_get(&i->call->attrs, k), IR_ATTR_ALIGN, 1);
    return (uint32_t)CU_MAX(said, (uint64_t)an_alignment(ir_op(i, (uint32_t)k)));
}

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

// `n` bytes, each the byte of the fill.
static IrValue *pattern(Job *j, IrBuilder *b, uint32_t n) {
    Legal *l = j->l;
    if (n == 1) return j->byte;
    if (n == 16) {
        IrValue *word = pattern(j, b, 4), *v = &ir_poison(l->m, chunk_type(l, 16))->v;
        for (uint32_t k = 0; k < 4; k++) {
            v = ir_insertelement(b, v, word, &ir_int(l->m->ty_i32, k)->v);
        }
        return v;
    }
    IrType *t = ir_ty_int(l->m, n * 8);
    return ir_mul(b, ir_zext(b, j->byte, t), &ir_int(t, 0x0101010101010101ull)->v);
}

// ---- without a loop ----

// Bytes [from, to): all loads first, then all stores, in groups, good for the memory pipeline and
// right for memmove of up to a group.
static void straight(Job *j, IrBuilder *b, uint64_t from, uint64_t to, uint32_t align) {
    IrValue *v[GROUP], *wide[17] = {0};
    uint64_t offs[GROUP];
    for (uint64_t off = from; off < to;) {
        uint32_t n = 0;
        uint64_t start = off;
        while (off < to && off - start < GROUP) {
            uint32_t c = chunk_size(to - off, off, align);
            if (!j->s && !wide[c]) wide[c] = pattern(j, b, c);
            offs[n] = off;
            v[n++] =
                j->s ? &ir_load(b, chunk_type(j->l, c), at_offset(b, j->s, off), c)->v : wide[c];
            off += c;
        }
        for (uint32_t k = 0; k < n; k++) {
            ir_store(b, v[k], at_offset(b, j->d, offs[k]), (uint32_t)v[k]->type->store_size);
        }
    }
}

// ---- loops ----

// One iteration: `steps` units at `at` bytes from both addresses.
static void iteration(Job *j, IrBuilder *b, IrValue *at, uint32_t unit, uint32_t steps) {
    IrValue *v[STEPS];
    IrValue *s = j->s ? ir_ptradd(b, j->s, at, 0) : NULL, *d = ir_ptradd(b, j->d, at, 0);
    IrValue *fill = j->s ? NULL : pattern(j, b, unit);
    for (uint32_t k = 0; k < steps; k++) {
        uint64_t off = (uint64_t)k * unit;
        v[k] = s ? &ir_load(b, chunk_type(j->l, unit), at_offset(b, s, off), unit)->v : fill;
    }
    for (uint32_t k = 0; k < steps; k++) {
        ir_store(b, v[k], at_offset(b, d, (uint64_t)k * unit), unit);
    }
}

// Adds a loop over bytes [from, to), a multiple of unit * steps; from now on `b` stands behind it.
static void loop(Job *j, IrBuilder *b, IrValue *from, IrValue *to, uint32_t unit, uint32_t steps) {
    Legal *l = j->l;
    if (ir_is_const(from) && from == to) return;
    IrBlock *before = b->bb, *body = ir_block_new(l->f, atom_cstr(l->m->ctx, "mem.loop")),
            *end = ir_block_new(l->f, atom_cstr(l->m->ctx, "mem.next"));
    ir_block_move_after(body, before);
    ir_block_move_after(end, body);
    IrValue *step = legal_i64(l, (uint64_t)unit * steps);
    ir_condbr(b, ir_cmp(b, IR_NE, from, to), body, end);

    ir_at_end(b, body);
    IrInst *phi = ir_phi(b, l->m->ty_i64, 2);
    IrValue *at = &phi->v, *next;
    ir_phi_add(phi, j->down ? to : from, before);
    if (j->down) at = ir_sub(b, at, step);
    iteration(j, b, at, unit, steps);
    next = j->down ? at : ir_add(b, at, step);
    ir_phi_add(phi, next, body);
    ir_condbr(b, ir_cmp(b, IR_NE, next, j->down ? from : to), body, end);
    ir_at_end(b, end);
}

static bool is_multiple(const IrValue *n, uint32_t unit) { // unit: a power of two
    const IrConst *c = ir_as_cint(n);
    if (c) return ir_uval(c) % unit == 0;
    return (an_known_bits(n).zero & (unit - 1)) == unit - 1;
}

static IrValue *round_down(Job *j, IrBuilder *b, IrValue *n, uint32_t unit) {
    return is_multiple(n, unit) ? n : ir_and(b, n, legal_i64(j->l, 0 - (uint64_t)unit));
}

// The whole operation in units, what is left over at the end in smaller ones.
static void in_units(Job *j, IrBuilder *b, IrValue *n, uint32_t unit) {
    IrConst *c = ir_as_cint(n);
    IrValue *zero = legal_i64(j->l, 0), *main = round_down(j, b, n, unit * STEPS);
    if (c && !j->down) {
        loop(j, b, zero, main, unit, STEPS);
        straight(j, b, ir_uval(ir_as_cint(main)), ir_uval(c), unit);
        return;
    }
    IrValue *rest = round_down(j, b, n, unit);
    if (j->down) {
        if (rest != n) loop(j, b, rest, n, 1, 1);
        if (main != rest) loop(j, b, main, rest, unit, 1);
        loop(j, b, zero, main, unit, STEPS);
    } else {
        loop(j, b, zero, main, unit, STEPS);
        if (main != rest) loop(j, b, main, rest, unit, 1);
        if (rest != n) loop(j, b, rest, n, 1, 1);
    }
}

static IrBlock *new_block(Job *j, const char *name) {
    IrBlock *bb = ir_block_new(j->l->f, atom_cstr(j->l->m->ctx, name));
    ir_block_move_after(bb, j->after->prev);
    return bb;
}

static IrValue *low_bits(Job *j, IrBuilder *b, IrValue *p) {
    return ir_int_resize(b,
                         ir_ptrtoint(b, p, p->type->bits == 32 ? j->l->m->ty_i32 : j->l->m->ty_i64),
                         j->l->m->ty_i32, false);
}

// From b's block to `after`. Addresses of unknown alignment are tested for words.
static void move_block(Job *j, IrBuilder *b, IrValue *n, uint32_t align) {
    IrConst *c = ir_as_cint(n);
    bool worth_a_test = align < 4 && !(c && ir_uval(c) < TEST_SIZE);
    if (worth_a_test) {
        IrBlock *words = new_block(j, "mem.words"), *bytes = new_block(j, "mem.bytes");
        IrValue *bits = low_bits(j, b, j->d);
        if (j->s) bits = ir_or(b, bits, low_bits(j, b, j->s));
        bits = ir_and(b, bits, &ir_int(j->l->m->ty_i32, 3)->v);
        ir_condbr(b, ir_cmp(b, IR_EQ, bits, &ir_int(j->l->m->ty_i32, 0)->v), words, bytes);
        ir_at_end(b, words);
        in_units(j, b, n, 4);
        ir_br(b, j->after);
        ir_at_end(b, bytes);
    }
    in_units(j, b, n, CU_MIN(align, 16u));
    ir_br(b, j->after);
}

// What says which of two pointers is above: addresses of different spaces are comparable as generic
// ones only (shared memory's start at 0).
static IrValue *address(Legal *l, IrBuilder *b, IrValue *p, bool same_space) {
    if (!same_space && p->type->as) p = ir_addrspacecast(b, p, l->m->ty_ptr);
    return ir_ptrtoint(b, p, l->m->ty_i64);
}

static void with_loops(Job *j, bool may_overlap, uint32_t align) {
    Legal *l = j->l;
    IrBlock *before = j->call->block;
    j->after = ir_block_split(before, j->call, atom_cstr(l->m->ctx, "mem.end"));
    ir_erase(ir_term(before));
    IrBuilder b = ir_builder(l->f, before);
    b.dbg = j->call->dbg;
    IrValue *n = ir_int_resize(&b, ir_op(j->call, 2), l->m->ty_i64, false);
    if (may_overlap) { // upwards unless the destination lies above the source
        bool same = j->d->type == j->s->type;
        IrValue *to = address(l, &b, j->d, same), *from = address(l, &b, j->s, same);
        IrBlock *up = new_block(j, "mem.up"), *down = new_block(j, "mem.down");
        ir_condbr(&b, ir_cmp(&b, IR_UGT, to, from), down, up);
        ir_at_end(&b, down);
        j->down = true;
        move_block(j, &b, n, align);
        ir_at_end(&b, up);
        j->down = false;
    }
    move_block(j, &b, n, align);
    ir_erase(j->call);
}

bool legal_memory(Legal *l, IrInst *i, uint32_t id) {
    bool set = id == IR_I_memset || id == IR_I_memset_inline;
    bool move = id == IR_I_memmove;
    if (!set && !move && id != IR_I_memcpy && id != IR_I_memcpy_inline) return false;
    Job j = {.l = l, .call = i, .d = ir_op(i, 0)};
    uint32_t align = pointer_align(i, 0);
    if (set) {
        j.byte = ir_op(i, 1);
    } else {
        j.s = ir_op(i, 1);
        align = CU_MIN(align, pointer_align(i, 1));
    }
    const IrConst *n = ir_as_cint(ir_op(i, 2));
    uint64_t most = CU_MIN(align, 16u) * (uint64_t)MAX_STRAIGHT;
    if (move) most = GROUP;
    if (n && ir_uval(n) <= most) {
        IrBuilder b = ir_builder_at(i);
        straight(&j, &b, 0, ir_uval(n), align);
        ir_erase(i);
    } else {
        with_loops(&j, move, align);
    }
    return true;
}
