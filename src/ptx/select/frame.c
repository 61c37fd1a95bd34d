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
#include "analysis/analysis.h"
#include "ptx/select/select.h"
#include "ir/intrin_id.h"

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

// ---- accesses -----------------------------------------------------------------------------------

// Notes an access: the interval of its block becomes longer.
static void touch(Frame *frame, uint32_t slot, const IrInst *access, Map *place) {
    uint32_t at = frame->number_of[access->v.id], bb = access->block->v.id;
    uint32_t k = (uint32_t)(uintptr_t)map_get(place, bb);
    if (!k) {
        vec_push(frame->a, &frame->touch, ((Touch){bb, slot, at, at}));
        map_put(place, bb, (void *)(uintptr_t)frame->touch.n);
        bitset_add(&frame->touched[bb], slot);
        return;
    }
    Touch *t = &frame->touch.at[k - 1];
    t->first = CU_MIN(t->first, at);
    t->last = CU_MAX(t->last, at);
}

// Uses that read or write where the address points, and keep it nowhere. A store's value is no
// access.
static bool is_access(const IrUse *use) {
    const IrInst *inst = use->user;
    switch (inst->v.op) {
    case IR_LOAD: return true;
    case IR_STORE: return use == &inst->op[1];
    case IR_ATOMICRMW:
    case IR_CMPXCHG: return use == &inst->op[0];
    case IR_ICMP: return true;
    case IR_CALL: {
        uint32_t k = ir_use_index(use), id = ir_intrin_of(inst);
        if (is_any_of(id, IR_I_memcpy, IR_I_memmove, IR_I_memset)) return true;
        return k < ir_call_nargs(inst) && ir_call_has(inst, (int)k, IR_ATTR_BYVAL);
    }
    default: return false;
    }
}

// Uses that give another address into the same variable.
static bool is_address(const IrUse *use) {
    const IrInst *i = use->user;
    switch (i->v.op) {
    case IR_GEP: return use == &i->op[0];
    case IR_BITCAST:
    case IR_ADDRSPACECAST:
    case IR_FREEZE:
    case IR_PHI:
    case IR_SELECT: return i->v.type->kind == IR_TY_PTR;
    default: return false;
    }
}

// All accesses through all addresses. Markers of lifetimes are hints that others may have moved
// away.
static void find_touches(Frame *frame, uint32_t slot) {
    VEC(IrValue *) work = {0};
    Map seen, place;
    map_init(&seen, frame->a);
    map_init(&place, frame->a);
    vec_push(frame->a, &work, &frame->slot.at[slot].al->v);
    for (uint32_t k = 0; k < work.n; k++) {
        IR_FOREACH_USE(u, work.at[k]) {
            uint32_t id = ir_intrin_of(u->user);
            bool marker = is_any_of(id, IR_I_lifetime_start, IR_I_lifetime_end);
            if (marker) continue;
            if (is_access(u)) {
                touch(frame, slot, u->user, &place);
            } else if (is_address(u)) {
                void **at = map_slot(&seen, u->user->v.id);
                if (!*at) vec_push(frame->a, &work, &u->user->v);
                *at = u->user;
            } else {
                // Stored, passed or returned: anybody may use it.
                frame->slot.at[slot].everywhere = true;
                return;
            }
        }
    }
}

// ---- what is alive where ------------------------------------------------------------------------

static void solve(Frame *frame) {
    for (bool again = true; again;) { // forwards: an access may come before
        again = false;
        IR_FOREACH_BLOCK(bb, frame->s->fn) {
            IR_FOREACH_PRED(u, bb) {
                uint32_t p = u->user->block->v.id;
                again |= bitset_or(&frame->before[bb->v.id], &frame->before[p]);
                again |= bitset_or(&frame->before[bb->v.id], &frame->touched[p]);
            }
        }
    }
    for (bool again = true; again;) { // backwards: one may come after
        again = false;
        for (IrBlock *bb = frame->s->fn->last; bb; bb = bb->prev) {
            IrInst *t = ir_term(bb);
            for (uint32_t k = 0; k < ir_nsucc(t); k++) {
                uint32_t to = ir_succ(t, k)->v.id;
                again |= bitset_or(&frame->after[bb->v.id], &frame->after[to]);
                again |= bitset_or(&frame->after[bb->v.id], &frame->touched[to]);
            }
        }
    }
}

// Both must have bytes of their own.
static void clash(Frame *frame, uint32_t a, uint32_t b) {
    bitset_add(&frame->clash[a], b);
    bitset_add(&frame->clash[b], a);
}

// Intervals of one block: `inside` are its touches, `through` is alive in it from end to end.
static void block_clashes(Frame *frame, uint32_t bb, uint32_t ninside, Touch *inside) {
    BitSet through;
    bitset_init(&through, frame->a, frame->slot.n);
    bitset_copy(&through, &frame->before[bb]);
    bitset_and(&through, &frame->after[bb]);
    for (uint32_t k = 0; k < ninside; k++) {
        Touch *t = &inside[k];
        // What was accessed before the block lives from its start, and what will be lives to its
        // end.
        if (bitset_has(&frame->before[bb], t->slot)) t->first = 0;
        if (bitset_has(&frame->after[bb], t->slot)) t->last = UINT32_MAX;
        bitset_del(&through, t->slot);
    }
    // What is alive through the whole block clashes with all that is touched there.
    BITSET_FOREACH (a, &through) {
        bitset_or(&frame->clash[a], &through);
        for (uint32_t k = 0; k < ninside; k++) clash(frame, a, inside[k].slot);
    }
    for (uint32_t j = 0; j < ninside; j++) {
        for (uint32_t k = j + 1; k < ninside; k++) {
            bool apart = inside[j].last < inside[k].first || inside[k].last < inside[j].first;
            if (!apart) clash(frame, inside[j].slot, inside[k].slot);
        }
    }
}

static int by_block(const void *x, const void *y) {
    const Touch *a = x, *b = y;
    if (a->block != b->block) return cu_order(a->block, b->block);
    return cu_order(a->slot, b->slot);
}

static BitSet *bit_sets(Frame *frame, uint32_t n) {
    BitSet *v = arena_array(frame->a, BitSet, n);
    for (uint32_t k = 0; k < n; k++) bitset_init(&v[k], frame->a, frame->slot.n);
    return v;
}

static void find_clashes(Frame *frame) {
    frame->nblocks = frame->s->fn->nblockids;
    frame->touched = bit_sets(frame, frame->nblocks);
    frame->before = bit_sets(frame, frame->nblocks);
    frame->after = bit_sets(frame, frame->nblocks);
    frame->clash = bit_sets(frame, frame->slot.n);
    frame->number_of = arena_array(frame->a, uint32_t, frame->s->fn->nvalues);
    IR_FOREACH_BLOCK(bb, frame->s->fn) {
        uint32_t n = 0;
        IR_FOREACH_INST(i, bb) frame->number_of[i->v.id] = ++n;
    }
    for (uint32_t k = 0; k < frame->slot.n; k++) find_touches(frame, k);
    solve(frame);
    if (frame->touch.n) qsort(frame->touch.at, frame->touch.n, sizeof *frame->touch.at, by_block);
    uint32_t k = 0;
    IR_FOREACH_BLOCK(bb, frame->s->fn) frame->block[bb->v.id] = bb;
    for (uint32_t id = 0; id < frame->nblocks; id++) {
        uint32_t first = k;
        while (k < frame->touch.n && frame->touch.at[k].block == id) k++;
        if (frame->block[id]) block_clashes(frame, id, k - first, frame->touch.at + first);
    }
}

// ---- places -------------------------------------------------------------------------------------

static bool are_apart(const Frame *frame, uint32_t a, uint32_t b) {
    if (frame->slot.at[a].everywhere || frame->slot.at[b].everywhere) return false;
    return frame->clash && !bitset_has(&frame->clash[a], b);
}

// The lowest place for variable k that no earlier one has which is alive with it.
static void place(Frame *frame, uint32_t k) {
    Slot *slot = &frame->slot.at[k];
    slot->at = 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t j = 0; j < k; j++) {
            const Slot *y = &frame->slot.at[j];
            bool overlap = slot->at < y->at + y->size && y->at < slot->at + slot->size;
            if (!overlap || are_apart(frame, j, k)) continue;
            slot->at = CU_ALIGN(y->at + y->size, (uint64_t)slot->align);
            moved = true;
        }
    }
}

static void reserve(Sel *sel, IrValue *held, uint64_t at, uint64_t size, uint32_t align) {
    map_put(&sel->frame, (uintptr_t)held, (void *)(uintptr_t)(at + 1));
    sel->frame_size = CU_MAX(sel->frame_size, at + size);
    sel->frame_align = CU_MAX(sel->frame_align, align);
}

static void place_allocas(Sel *sel) {
    Frame frame = {.s = sel, .a = sel->a};
    IR_FOREACH_BLOCK(bb, sel->fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_ALLOCA) continue;
            IrConst *n = ir_as_cint(ir_op(i, 0));
            if (!n) continue;
            // an object of no bytes has an address, too
            uint64_t size = CU_MAX(i->aty->size * ir_uval(n), 1ull);
            vec_push(sel->a, &frame.slot, ((Slot){i, size, 0, CU_MAX(i->align, 1), false}));
        }
    }
    bool affordable =
        frame.slot.n <= MAX_SHARED && (uint64_t)frame.slot.n * sel->fn->nblockids <= MAX_BITS;
    bool sharing = frame.slot.n > 1 && affordable && sel->g->o->opt_level && !sel->g->o->debug;
    frame.block = arena_array(sel->a, IrBlock *, sel->fn->nblockids);
    if (sharing) find_clashes(&frame);
    for (uint32_t k = 0; k < frame.slot.n; k++) {
        Slot *x = &frame.slot.at[k];
        if (sharing) {
            place(&frame, k);
        } else {
            x->at = CU_ALIGN(sel->frame_size, (uint64_t)x->align);
        }
        reserve(sel, &x->al->v, x->at, x->size, x->align);
    }
}

static bool only_read(Sel *sel,
                      IrValue *parameter) { // a byval parameter that can stay in .param space
    IR_FOREACH_USE(u, parameter) {
        IrInst *i = u->user;
        int64_t d;
        if (i->v.op == IR_LOAD) continue;
        if (i->v.op == IR_GEP && ir_gep_const_offset(i, &d) && only_read(sel, &i->v)) continue;
        return false;
    }
    return true;
}

// Static allocas get places; so do by-value parameters of device functions whose address is taken,
// and a kernel's that it changes.
void sel_frame(Sel *sel) {
    IrFunc *fn = sel->fn;
    place_allocas(sel);
    for (uint32_t k = 0; k < fn->nargs; k++) {
        const IrAttrSet *at = ir_attrs_get(&fn->attrs, (int)k);
        if (!ir_attr_has(at, IR_ATTR_BYVAL)) continue;
        IrArg *arg = fn->arg[k];
        bool copied = sel->f->entry ? an_writes_parameter(sel->a, arg) : !only_read(sel, &arg->v);
        if (!copied) continue;
        IrType *t = ir_attr_type(at, IR_ATTR_BYVAL);
        uint32_t align = (uint32_t)ir_attr_int(at, IR_ATTR_ALIGN, t->align);
        reserve(sel, &fn->arg[k]->v, CU_ALIGN(sel->frame_size, (uint64_t)align), t->size, align);
    }
    sel->later->depot = UINT32_MAX;
    if (!sel->frame_size) return;
    sel->frame_held = sel_frame_is_held(sel);
    PtxVar var = {.space = PTXS_LOCAL,
                  .type = PTX_B8,
                  .is_array = true,
                  .ndim = 1,
                  .count = CU_ALIGN(sel->frame_size, (uint64_t)sel->frame_align),
                  .align = sel->frame_align};
    sel->later->depot = ptx_newvar(sel->f, &var);
    SEL_EMIT(sel, declvar, NOTYPE, NOTYPE, 0, ptx_o_local(sel->later->depot, 0));
    sel->spl = ptx_newreg_named(sel->f, PTX_B64, atom_cstr(sel->ctx, "%SPL"));
    sel->sp = ptx_newreg_named(sel->f, PTX_B64, atom_cstr(sel->ctx, "%SP"));
    SEL_EMIT(sel, mov, U64, NOTYPE, 0, sel_o(sel->spl), ptx_o_local(sel->later->depot, 0));
    SEL_EMIT(sel, cvta, U64, NOTYPE, ptx_mods(SPACE, LOCAL), sel_o(sel->sp), sel_o(sel->spl));
}
