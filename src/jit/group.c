// SPDX-License-Identifier: Apache-2.0
// Accesses of a block that are checked together: their addresses are one number plus what each
// adds, so the first of them can check the range of all, and makes a pointer for all (and asks for
// all who watches them). Where that is
// not inside what it may touch the rest of the block runs in a form apart in which each checks its
// own.
#include "jit/serial.h"

enum {
    MAX_RANGE = 1 << 16,  // bytes; a wide one is often not inside
    WATCHED_RANGE = 4096, // and has records in several places
    MAX_OPEN = 16,        // groups that an access may join
    MAX_POINTERS = 64,
};

typedef struct {
    Emit *emit;
    AccessGroup *open[MAX_OPEN];
    uint32_t next; // place in it
} Find;

// From one number, and aligned if the first is aligned.
static bool same_address(const JitInst *in, const AccessGroup *group, const Emit *emit) {
    const JitInst *leader = &emit->fn->inst.at[group->leader];
    int64_t apart = in->displacement - leader->displacement;
    bool alike = in->bytes == leader->bytes && in->nelement == leader->nelement;
    if (emit->fn->watched && !alike) return false;
    if (apart % (in->bytes * in->nelement)) return false;
    return leader->space == in->space && leader->a.kind == in->a.kind && leader->a.at == in->a.at &&
           leader->a.value == in->a.value && leader->a.size == in->a.size;
}

// Takes the access into the group; false: the range would be too wide.
static bool widen(AccessGroup *group, int64_t low, int64_t high, bool watched) {
    low = CU_MIN(low, group->low);
    high = CU_MAX(high, group->high);
    if (high - low > (watched ? WATCHED_RANGE : MAX_RANGE)) return false;
    group->low = low;
    group->high = high;
    return true;
}

static void add_access(Find *find, uint32_t inst) {
    Emit *emit = find->emit;
    const JitInst *in = &emit->fn->inst.at[inst];
    uint32_t bytes = in->bytes * in->nelement;
    int64_t low = in->displacement;
    int64_t high = low + (int64_t)access_span(emit, in);
    for (uint32_t slot = 0; slot < MAX_OPEN; slot++) {
        AccessGroup *group = find->open[slot];
        if (!group || !same_address(in, group, emit)) continue;
        if (!widen(group, low, high, emit->fn->watched)) continue;
        group->members++;
        group->aligned = CU_MAX(group->aligned, bytes);
        emit->group[inst] = group;
        return;
    }
    AccessGroup *group = arena_new(emit->x.arena, AccessGroup);
    *group =
        (AccessGroup){.leader = inst, .members = 1, .low = low, .high = high, .aligned = bytes};
    find->open[find->next++ % MAX_OPEN] = group;
    emit->group[inst] = group;
}

uint32_t access_group_unit(const Emit *emit, const AccessGroup *group) {
    int64_t leaders = emit->fn->inst.at[group->leader].displacement;
    return (group->low - leaders) % group->aligned ? 1 : group->aligned;
}

static void close_row(void *data, uint32_t row) {
    Find *find = data;
    for (uint32_t slot = 0; slot < MAX_OPEN; slot++) {
        AccessGroup *group = find->open[slot];
        if (!group) continue;
        const JitOperand *address = &find->emit->fn->inst.at[group->leader].a;
        if (address->kind == JIT_IS_ROW && address->at == row) find->open[slot] = NULL;
    }
}

// A row of the group's own. False: there are too many.
static bool give_pointer(Emit *emit, const AccessGroup *group, uint32_t inst) {
    JitInst *in = &emit->fn->inst.at[inst];
    in->leads = group->leader == inst;
    if (in->leads && emit->npointer < MAX_POINTERS)
        in->pointer = emit->first_pointer + ++emit->npointer;
    else
        in->pointer = emit->fn->inst.at[group->leader].pointer;
    return in->pointer != 0;
}

void access_add_pointers(JitFunc *fn, Arena *arena) {
    JitRow row = {0, 3};
    for (uint32_t i = 0; i < MAX_POINTERS; i++) vec_push(arena, &fn->row, row);
}

// Of a watched function only loads, which are asked for together, but none whose registers are only
// copied: each of those has the state of its own registers to set.
static bool may_join(const Emit *emit, const JitInst *in) {
    if (!access_span(emit, in)) return false;
    return !emit->fn->watched || (in->op == JIT_LOAD && access_is_quick(in) && !in->copies);
}

void access_find_groups(Emit *emit) {
    const JitFunc *fn = emit->fn;
    emit->group = arena_array(emit->x.arena, AccessGroup *, fn->inst.n + 1);
    emit->first_pointer = fn->row.n - MAX_POINTERS;
    for (uint32_t b = 0; b < emit->flow->n; b++) {
        const Block *block = &emit->flow->block[b];
        Find find = {.emit = emit};
        form_use(emit, emit->serial_of[b]);
        for (uint32_t i = 0; i < MAX_POINTERS; i++)
            emit->shapes->held[emit->first_pointer + i] = HELD_SCALAR;
        for (uint32_t i = block->first; i < block->end; i++) {
            if (may_join(emit, &fn->inst.at[i])) add_access(&find, i);
            flow_writes(fn, &fn->inst.at[i], close_row, &find);
        }
        form_use(emit, NULL);
    }
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        AccessGroup *group = emit->group[i];
        if (!group) continue;
        if (group->members == 1 || !give_pointer(emit, group, i)) emit->group[i] = NULL;
    }
}
