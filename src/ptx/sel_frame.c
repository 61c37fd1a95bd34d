// SPDX-License-Identifier: Apache-2.0
// The frame: places of local variables that stay memory, in __local_depot. Variables that are never
// alive together share bytes.
//
// A variable is alive from the first access that may come before to the last that may come after:
// at an instruction, if an access reaches it and it reaches an access. Both ways are solved over
// blocks (bit sets, until nothing changes); inside a block an interval from the first to the last
// access is enough. A variable whose address goes anywhere but to accesses is alive everywhere. The
// places are given in the order of the variables: the lowest one that is free of all that are alive
// with it.
#include "ptx/sel.h"

#include <stdlib.h>

enum {
    MAX_SHARED = 1 << 12,
    MAX_BITS = 1 << 20
}; // variables, times blocks; else nothing is shared

typedef struct {
    IrInst *al;
    uint64_t size, at; // at: its place
    uint32_t align;
    bool everywhere; // its address goes where we do not see it
} Slot;

typedef struct {
    uint32_t block, slot, first, last; // positions of accesses in the block
} Touch;

typedef struct {
    Sel *s;
    Arena *a;
    VEC(Slot) slot;
    uint32_t *number_of; // by value id: position in its block + 1
    IrBlock **block;     // by block id
    uint32_t nblocks;    // ids
    VEC(Touch) touch;    // by block
    BitSet *touched, *before, *after, *clash;
} Frame;

// ---- accesses ----

static void touch(Frame *f, uint32_t slot, const IrInst *i, Map *place) {
    uint32_t at = f->number_of[i->v.id], bb = i->block->v.id;
    uint32_t k = (uint32_t)(uintptr_t)map_get(place, bb);
    if (!k) {
        vec_push(f->a, &f->touch, ((Touch){bb, slot, at, at}));
        map_put(place, bb, (void *)(uintptr_t)f->touch.n);
        bitset_add(&f->touched[bb], slot);
        return;
    }
    Touch *t = &f->touch.at[k - 1];
    t->first = CU_MIN(t->first, at);
    t->last = CU_MAX(t->last, at);
}

static bool is_access(const IrUse *u) {
    const IrInst *i = u->user;
    switch (i->v.op) {
    case IR_LOAD: return true;
    case IR_STORE: return u == &i->op[1];
    case IR_ATOMICRMW:
    case IR_CMPXCHG: return u == &i->op[0];
    case IR_ICMP: return true;
    case IR_CALL: {
        uint32_t k = ir_use_index(u), id = ir_intrin_of(i);
        if (id == IR_I_memcpy || id == IR_I_memmove || id == IR_I_memset) return true;
        return k < ir_call_nargs(i) && ir_call_has(i, (int)k, IR_ATTR_BYVAL);
    }
    default: return false;
    }
}

static bool is_address(const IrUse *u) {
    const IrInst *i = u->user;
    switch (i->v.op) {
    case IR_GEP: return u == &i->op[0];
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_FREEZE:
    case IR_PHI:
    case IR_SELECT: return i->v.type->kind == IR_TY_PTR;
    default: return false;
    }
}

static void find_touches(Frame *f, uint32_t slot) {
    VEC(IrValue *) work = {0};
    Map seen, place;
    map_init(&seen, f->a);
    map_init(&place, f->a);
    vec_push(f->a, &work, &f->slot.at[slot].al->v);
    for (uint32_t k = 0; k < work.n; k++) {
        IR_FOREACH_USE(u, work.at[k]) {
            uint32_t id = ir_intrin_of(u->user);
            bool marker = id == IR_I_lifetime_start || id == IR_I_lifetime_end;
            if (marker) continue;
            if (is_access(u)) {
                touch(f, slot, u->user, &place);
            } else if (is_address(u)) {
                void **at = map_slot(&seen, u->user->v.id);
                if (!*at) vec_push(f->a, &work, &u->user->v);
                *at = u->user;
            } else {
                f->slot.at[slot].everywhere = true;
                return;
            }
        }
    }
}

// ---- what is alive where ----

static void solve(Frame *f) {
    for (bool again = true; again;) { // forwards: an access may come before
        again = false;
        IR_FOREACH_BLOCK(bb, f->s->fn) {
            IR_FOREACH_PRED(u, bb) {
                uint32_t p = u->user->block->v.id;
                again |= bitset_or(&f->before[bb->v.id], &f->before[p]);
                again |= bitset_or(&f->before[bb->v.id], &f->touched[p]);
            }
        }
    }
    for (bool again = true; again;) { // backwards: one may come after
        again = false;
        for (IrBlock *bb = f->s->fn->last; bb; bb = bb->prev) {
            IrInst *t = ir_term(bb);
            for (uint32_t k = 0; k < ir_nsucc(t); k++) {
                uint32_t to = ir_succ(t, k)->v.id;
                again |= bitset_or(&f->after[bb->v.id], &f->after[to]);
                again |= bitset_or(&f->after[bb->v.id], &f->touched[to]);
            }
        }
    }
}

static void clash(Frame *f, uint32_t a, uint32_t b) {
    bitset_add(&f->clash[a], b);
    bitset_add(&f->clash[b], a);
}

// Intervals of one block: `inside` are its touches, `through` is alive in it from end to end.
static void block_clashes(Frame *f, uint32_t bb, uint32_t ninside, Touch *inside) {
    BitSet through;
    bitset_init(&through, f->a, f->slot.n);
    bitset_copy(&through, &f->before[bb]);
    bitset_and(&through, &f->after[bb]);
    for (uint32_t k = 0; k < ninside; k++) {
        Touch *t = &inside[k];
        if (bitset_has(&f->before[bb], t->slot)) t->first = 0;
        if (bitset_has(&f->after[bb], t->slot)) t->last = UINT32_MAX;
        bitset_del(&through, t->slot);
    }
    BITSET_FOREACH (a, &through) {
        bitset_or(&f->clash[a], &through);
        for (uint32_t k = 0; k < ninside; k++) clash(f, a, inside[k].slot);
    }
    for (uint32_t j = 0; j < ninside; j++) {
        for (uint32_t k = j + 1; k < ninside; k++) {
            bool apart = inside[j].last < inside[k].first || inside[k].last < inside[j].first;
            if (!apart) clash(f, inside[j].slot, inside[k].slot);
        }
    }
}

static int by_block(const void *x, const void *y) {
    const Touch *a = x, *b = y;
    if (a->block != b->block) return a->block < b->block ? -1 : 1;
    return a->slot < b->slot ? -1 : a->slot > b->slot;
}

static BitSet *bit_sets(Frame *f, uint32_t n) {
    BitSet *v = arena_array(f->a, BitSet, n);
    for (uint32_t k = 0; k < n; k++) bitset_init(&v[k], f->a, f->slot.n);
    return v;
}

static void find_clashes(Frame *f) {
    f->nblocks = f->s->fn->nblockids;
    f->touched = bit_sets(f, f->nblocks);
    f->before = bit_sets(f, f->nblocks);
    f->after = bit_sets(f, f->nblocks);
    f->clash = bit_sets(f, f->slot.n);
    f->number_of = arena_array(f->a, uint32_t, f->s->fn->nvalues);
    IR_FOREACH_BLOCK(bb, f->s->fn) {
        uint32_t n = 0;
        IR_FOREACH_INST(i, bb) f->number_of[i->v.id] = ++n;
    }
    for (uint32_t k = 0; k < f->slot.n; k++) find_touches(f, k);
    solve(f);
    if (f->touch.n) qsort(f->touch.at, f->touch.n, sizeof *f->touch.at, by_block);
    uint32_t k = 0;
    IR_FOREACH_BLOCK(bb, f->s->fn) f->block[bb->v.id] = bb;
    for (uint32_t id = 0; id < f->nblocks; id++) {
        uint32_t first = k;
        while (k < f->touch.n && f->touch.at[k].block == id) k++;
        if (f->block[id]) block_clashes(f, id, k - first, f->touch.at + first);
    }
}

// ---- places ----

static bool are_apart(const Frame *f, uint32_t a, uint32_t b) {
    if (f->slot.at[a].everywhere || f->slot.at[b].everywhere) return false;
    return f->clash && !bitset_has(&f->clash[a], b);
}

// The lowest place for variable k that no earlier one has which is alive with it.
static void place(Frame *f, uint32_t k) {
    Slot *x = &f->slot.at[k];
    x->at = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t j = 0; j < k; j++) {
            const Slot *y = &f->slot.at[j];
            bool overlap = x->at < y->at + y->size && y->at < x->at + x->size;
            if (!overlap || are_apart(f, j, k)) continue;
            x->at = CU_ALIGN(y->at + y->size, (uint64_t)x->align);
            moved = true;
        }
    }
}

static void reserve(Sel *s, IrValue *v, uint64_t at, uint64_t size, uint32_t align) {
    map_put(&s->frame, (uintptr_t)v, (void *)(uintptr_t)(at + 1));
    s->frame_size = CU_MAX(s->frame_size, at + size);
    s->frame_align = CU_MAX(s->frame_align, align);
}

static void place_allocas(Sel *s) {
    Frame f = {.s = s, .a = s->a};
    IR_FOREACH_BLOCK(bb, s->fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_ALLOCA) continue;
            IrConst *n = ir_as_cint(ir_op(i, 0));
            if (!n) continue;
            // an object of no bytes has an address, too
            uint64_t size = CU_MAX(i->aty->size * ir_uval(n), 1ull);
            vec_push(s->a, &f.slot, ((Slot){i, size, 0, CU_MAX(i->align, 1), false}));
        }
    }
    bool affordable = f.slot.n <= MAX_SHARED && (uint64_t)f.slot.n * s->fn->nblockids <= MAX_BITS;
    bool sharing = f.slot.n > 1 && affordable && s->g->o->opt_level && !s->g->o->debug;
    f.block = arena_array(s->a, IrBlock *, s->fn->nblockids);
    if (sharing) find_clashes(&f);
    for (uint32_t k = 0; k < f.slot.n; k++) {
        Slot *x = &f.slot.at[k];
        if (sharing) {
            place(&f, k);
        } else {
            x->at = CU_ALIGN(s->frame_size, (uint64_t)x->align);
        }
        reserve(s, &x->al->v, x->at, x->size, x->align);
    }
}

static bool only_read(Sel *s, IrValue *v) { // a byval parameter that can stay in .param space
    IR_FOREACH_USE(u, v) {
        IrInst *i = u->user;
        int64_t d;
        if (i->v.op == IR_LOAD) continue;
        if (i->v.op == IR_GEP && ir_gep_const_offset(i, &d) && only_read(s, &i->v)) continue;
        return false;
    }
    return true;
}

// Static allocas get places; so do by-value parameters of device functions whose address is taken.
void sel_frame(Sel *s) {
    IrFunc *f = s->fn;
    place_allocas(s);
    for (uint32_t k = 0; k < f->nargs; k++) {
        const IrAttrSet *at = ir_attrs_get(&f->attrs, (int)k);
        if (!ir_attr_has(at, IR_ATTR_BYVAL) || s->f->entry || only_read(s, &f->arg[k]->v)) continue;
        IrType *t = ir_attr_type(at, IR_ATTR_BYVAL);
        uint32_t align = (uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, t->align);
        reserve(s, &f->arg[k]->v, CU_ALIGN(s->frame_size, (uint64_t)align), t->size, align);
    }
    s->later->depot = UINT32_MAX;
    if (!s->frame_size) return;
    PtxVar v = {.space = PTXS_LOCAL,
                .type = PTX_B8,
                .is_array = true,
                .ndim = 1,
                .count = CU_ALIGN(s->frame_size, (uint64_t)s->frame_align),
                .align = s->frame_align};
    s->later->depot = ptx_newvar(s->f, &v);
    SEL_EMIT(s, declvar, NOTYPE, NOTYPE, 0, ptx_o_local(s->later->depot, 0));
    s->spl = ptx_newreg_named(s->f, PTX_B64, atom_cstr(s->ctx, "%SPL"));
    s->sp = ptx_newreg_named(s->f, PTX_B64, atom_cstr(s->ctx, "%SP"));
    SEL_EMIT(s, mov, U64, NOTYPE, 0, sel_o(s->spl), ptx_o_local(s->later->depot, 0));
    SEL_EMIT(s, cvta, U64, NOTYPE, ptx_mods(SPACE, LOCAL), sel_o(s->sp), sel_o(s->spl));
}
