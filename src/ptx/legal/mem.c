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
#include "ptx/legal/legal_int.h"
#include "ir/intrin_id.h"

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
static void align_variable(IrValue *value, uint64_t size) {
    IrInst *cast = ir_as_op(value, IR_ADDRSPACECAST);
    IrInst *slot = ir_as_op(cast ? ir_op(cast, 0) : value, IR_ALLOCA);
    if (!slot || !ir_as_cint(ir_op(slot, 0))) return;
    while (slot->align < 16 && slot->align < size) slot->align = CU_MAX(slot->align, 1u) * 2;
}

static uint32_t pointer_align(IrInst *inst, int k) {
    const IrConst *n = ir_as_cint(ir_op(inst, 2));
    if (n) align_variable(ir_op(inst, (uint32_t)k), ir_uval(n));
    uint64_t said = ir_attr_int(ir_attrs_get(&inst->call->attrs, k), IR_ATTR_ALIGN, 1);
    return (uint32_t)CU_MAX(said, (uint64_t)an_alignment(ir_op(inst, (uint32_t)k)));
}

static IrType *chunk_type(Legal *legal, uint32_t n) {
    return n == 16 ? ir_ty_vector(legal->m, legal->m->ty_i32, 4) : ir_ty_int(legal->m, n * 8);
}

static uint32_t chunk_size(uint64_t left, uint64_t off, uint32_t align) {
    uint32_t n = 16;
    while (n > left || n > align || off % n) n /= 2;
    return n;
}

static IrValue *at_offset(IrBuilder *builder, IrValue *base, uint64_t off) {
    return off ? ir_ptradd_c(builder, base, (int64_t)off, IR_INBOUNDS) : base;
}

// `n` bytes, each the byte of the fill.
static IrValue *pattern(Job *job, IrBuilder *builder, uint32_t n) {
    Legal *legal = job->l;
    if (n == 1) return job->byte;
    if (n == 16) {
        IrValue *word = pattern(job, builder, 4),
                *v = &ir_poison(legal->m, chunk_type(legal, 16))->v;
        for (uint32_t k = 0; k < 4; k++) {
            v = ir_insertelement(builder, v, word, &ir_int(legal->m->ty_i32, k)->v);
        }
        return v;
    }
    IrType *t = ir_ty_int(legal->m, n * 8);
    return ir_mul(builder, ir_zext(builder, job->byte, t), &ir_int(t, 0x0101010101010101ull)->v);
}

// ---- without a loop -----------------------------------------------------------------------------

// Bytes [from, to): all loads first, then all stores, in groups, good for the memory pipeline and
// right for memmove of up to a group.
static void straight(Job *job, IrBuilder *builder, uint64_t from, uint64_t to, uint32_t align) {
    IrValue *value[GROUP], *wide[17] = {0};
    uint64_t offs[GROUP];
    for (uint64_t off = from; off < to;) {
        uint32_t n = 0;
        uint64_t start = off;
        while (off < to && off - start < GROUP) {
            uint32_t c = chunk_size(to - off, off, align);
            if (!job->s && !wide[c]) wide[c] = pattern(job, builder, c);
            offs[n] = off;
            value[n++] = job->s ? &ir_load(builder, chunk_type(job->l, c),
                                           at_offset(builder, job->s, off), c)
                                       ->v
                                : wide[c];
            off += c;
        }
        for (uint32_t k = 0; k < n; k++) {
            ir_store(builder, value[k], at_offset(builder, job->d, offs[k]),
                     (uint32_t)value[k]->type->store_size);
        }
    }
}

// ---- loops --------------------------------------------------------------------------------------

// One iteration: `steps` units at `at` bytes from both addresses.
static void iteration(Job *job, IrBuilder *builder, IrValue *at, uint32_t unit, uint32_t steps) {
    IrValue *v[STEPS];
    IrValue *s = job->s ? ir_ptradd(builder, job->s, at, 0) : NULL,
            *d = ir_ptradd(builder, job->d, at, 0);
    IrValue *fill = job->s ? NULL : pattern(job, builder, unit);
    for (uint32_t k = 0; k < steps; k++) {
        uint64_t off = (uint64_t)k * unit;
        v[k] = s ? &ir_load(builder, chunk_type(job->l, unit), at_offset(builder, s, off), unit)->v
                 : fill;
    }
    for (uint32_t k = 0; k < steps; k++) {
        ir_store(builder, v[k], at_offset(builder, d, (uint64_t)k * unit), unit);
    }
}

// ptxas would unroll the loop once more.
static void not_unrolled(Legal *legal, IrInst *latch) {
    static const char text[] = "llvm.loop.unroll.disable";
    IrMd *word = ir_md_string(legal->m, text, sizeof text - 1);
    IrMd *op[2] = {NULL, ir_md_node(legal->m, 1, &word)};
    IrMd *md = ir_md_distinct(legal->m, 2, op);
    md->op[0] = md;
    ir_set_md(latch, atom_cstr(legal->m->ctx, "llvm.loop"), md);
}

// Adds a loop over bytes [from, to), a multiple of unit * steps; from now on `builder` stands
// behind it.
static void loop(Job *job, IrBuilder *builder, IrValue *from, IrValue *to, uint32_t unit,
                 uint32_t steps) {
    Legal *legal = job->l;
    if (ir_is_const(from) && from == to) return;
    IrBlock *before = builder->bb,
            *body = ir_block_new(legal->f, atom_cstr(legal->m->ctx, "mem.loop")),
            *end = ir_block_new(legal->f, atom_cstr(legal->m->ctx, "mem.next"));
    ir_block_move_after(body, before);
    ir_block_move_after(end, body);
    IrValue *step = legal_i64(legal, (uint64_t)unit * steps);
    ir_condbr(builder, ir_cmp(builder, IR_NE, from, to), body, end);

    ir_at_end(builder, body);
    IrInst *phi = ir_phi(builder, legal->m->ty_i64, 2);
    IrValue *at = &phi->v, *next;
    ir_phi_add(phi, job->down ? to : from, before);
    if (job->down) at = ir_sub(builder, at, step);
    iteration(job, builder, at, unit, steps);
    next = job->down ? at : ir_add(builder, at, step);
    ir_phi_add(phi, next, body);
    not_unrolled(
        legal, ir_condbr(builder, ir_cmp(builder, IR_NE, next, job->down ? from : to), body, end));
    ir_at_end(builder, end);
}

static bool is_multiple(const IrValue *value, uint32_t unit) { // unit: a power of two
    const IrConst *c = ir_as_cint(value);
    if (c) return ir_uval(c) % unit == 0;
    return (an_known_bits(value).zero & (unit - 1)) == unit - 1;
}

static IrValue *round_down(Job *job, IrBuilder *builder, IrValue *bytes, uint32_t unit) {
    return is_multiple(bytes, unit) ? bytes
                                    : ir_and(builder, bytes, legal_i64(job->l, 0 - (uint64_t)unit));
}

// The whole operation in units, what is left over at the end in smaller ones.
static void in_units(Job *job, IrBuilder *builder, IrValue *bytes, uint32_t unit) {
    IrConst *constant = ir_as_cint(bytes);
    IrValue *zero = legal_i64(job->l, 0), *main = round_down(job, builder, bytes, unit * STEPS);
    if (constant && !job->down) {
        loop(job, builder, zero, main, unit, STEPS);
        straight(job, builder, ir_uval(ir_as_cint(main)), ir_uval(constant), unit);
        return;
    }
    IrValue *rest = round_down(job, builder, bytes, unit);
    if (job->down) {
        if (rest != bytes) loop(job, builder, rest, bytes, 1, 1);
        if (main != rest) loop(job, builder, main, rest, unit, 1);
        loop(job, builder, zero, main, unit, STEPS);
    } else {
        loop(job, builder, zero, main, unit, STEPS);
        if (main != rest) loop(job, builder, main, rest, unit, 1);
        if (rest != bytes) loop(job, builder, rest, bytes, 1, 1);
    }
}

static IrBlock *new_block(Job *job, const char *name) {
    IrBlock *bb = ir_block_new(job->l->f, atom_cstr(job->l->m->ctx, name));
    ir_block_move_after(bb, job->after->prev);
    return bb;
}

static IrValue *low_bits(Job *job, IrBuilder *builder, IrValue *pointer) {
    return ir_int_resize(
        builder,
        ir_ptrtoint(builder, pointer,
                    pointer->type->bits == 32 ? job->l->m->ty_i32 : job->l->m->ty_i64),
        job->l->m->ty_i32, false);
}

// From builder's block to `after`. Addresses of unknown alignment are tested for words.
static void move_block(Job *job, IrBuilder *builder, IrValue *size, uint32_t align) {
    IrConst *constant = ir_as_cint(size);
    bool worth_a_test = align < 4 && !(constant && ir_uval(constant) < TEST_SIZE);
    if (worth_a_test) {
        IrBlock *words = new_block(job, "mem.words"), *bytes = new_block(job, "mem.bytes");
        IrValue *bits = low_bits(job, builder, job->d);
        if (job->s) bits = ir_or(builder, bits, low_bits(job, builder, job->s));
        bits = ir_and(builder, bits, &ir_int(job->l->m->ty_i32, 3)->v);
        ir_condbr(builder, ir_cmp(builder, IR_EQ, bits, &ir_int(job->l->m->ty_i32, 0)->v), words,
                  bytes);
        ir_at_end(builder, words);
        in_units(job, builder, size, 4);
        ir_br(builder, job->after);
        ir_at_end(builder, bytes);
    }
    in_units(job, builder, size, CU_MIN(align, 16u));
    ir_br(builder, job->after);
}

// What says which of two pointers is above: addresses of different spaces are comparable as generic
// ones only (shared memory's start at 0).
static IrValue *address(Legal *legal, IrBuilder *builder, IrValue *pointer, bool same_space) {
    if (!same_space && pointer->type->as)
        pointer = ir_addrspacecast(builder, pointer, legal->m->ty_ptr);
    return ir_ptrtoint(builder, pointer, legal->m->ty_i64);
}

static void with_loops(Job *job, bool may_overlap, uint32_t align) {
    Legal *legal = job->l;
    IrBlock *before = job->call->block;
    job->after = ir_block_split(before, job->call, atom_cstr(legal->m->ctx, "mem.end"));
    ir_erase(ir_term(before));
    IrBuilder builder = ir_builder(legal->f, before);
    builder.dbg = job->call->dbg;
    IrValue *value = ir_int_resize(&builder, ir_op(job->call, 2), legal->m->ty_i64, false);
    if (may_overlap) { // upwards unless the destination lies above the source
        bool same = job->d->type == job->s->type;
        IrValue *to = address(legal, &builder, job->d, same),
                *from = address(legal, &builder, job->s, same);
        IrBlock *up = new_block(job, "mem.up"), *down = new_block(job, "mem.down");
        ir_condbr(&builder, ir_cmp(&builder, IR_UGT, to, from), down, up);
        ir_at_end(&builder, down);
        job->down = true;
        move_block(job, &builder, value, align);
        ir_at_end(&builder, up);
        job->down = false;
    }
    move_block(job, &builder, value, align);
    ir_erase(job->call);
}

bool legal_memory(Legal *legal, IrInst *call, uint32_t id) {
    bool set = is_any_of(id, IR_I_memset, IR_I_memset_inline);
    bool move = id == IR_I_memmove;
    if (!set && !move && !is_any_of(id, IR_I_memcpy, IR_I_memcpy_inline)) return false;
    Job job = {.l = legal, .call = call, .d = ir_op(call, 0)};
    uint32_t align = pointer_align(call, 0);
    if (set) {
        job.byte = ir_op(call, 1);
    } else {
        job.s = ir_op(call, 1);
        align = CU_MIN(align, pointer_align(call, 1));
    }
    const IrConst *constant = ir_as_cint(ir_op(call, 2));
    uint64_t most = CU_MIN(align, 16u) * (uint64_t)MAX_STRAIGHT;
    if (move) most = GROUP;
    if (constant && ir_uval(constant) <= most) {
        IrBuilder b = ir_builder_at(call);
        straight(&job, &b, 0, ir_uval(constant), align);
        ir_erase(call);
    } else {
        with_loops(&job, move, align);
    }
    return true;
}
