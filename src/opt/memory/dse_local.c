// SPDX-License-Identifier: Apache-2.0
// The part of dse for local variables, over blocks: what no path to the function's end reads again
// need not be stored.
//
//     store i32 %x, ptr %slot                   =>   ret void
//     ret void
//
// A variable is looked at as a whole: a store to any byte stays while any byte of it can be read
// later. At a lifetime marker its bytes are lost. What is never read at all goes altogether, with
// its markers. The time for a variable is that of the blocks with its accesses.
//
// Refused: variables whose address gets out of sight (stored, handed to a call that may keep it,
// made a number, compared, chosen by a phi or select), variables made outside of the entry block,
// volatile and atomic accesses.
#include "opt/memory/dse.h"

#include "ir/intrin_id.h"

enum { ROLE_NONE, ROLE_READ, ROLE_STORE, ROLE_MARKER };
typedef VEC(IrInst *) Insts;
typedef struct {
    Arena *a;
    uint8_t *role;         // by value id, of the variable at hand
    uint32_t *read_behind; // by block id: number of the last variable that may be read behind it
    uint32_t *scanned;     // by block id, likewise
    uint32_t number;       // of the variable at hand, from 1
    Insts accesses, dead;
    VEC(IrValue *) addresses;
    AnBlockVec work;
} Local;

// ---- what is done to a variable ----------------------------------------------------------------

static void add_access(Local *local, IrInst *access, uint8_t role) {
    if (local->role[access->v.id] == ROLE_NONE) vec_push(local->a, &local->accesses, access);
    // copied onto itself: read
    if (local->role[access->v.id] != ROLE_READ) local->role[access->v.id] = role;
}

static bool add_call(Local *local, IrInst *call, uint32_t operand) {
    uint32_t id = ir_intrin_of(call);
    if (ir_is_lifetime(id)) {
        add_access(local, call, ROLE_MARKER);
        return true;
    }
    if (ir_is_block_write(id)) {
        bool writes = operand == 0 && ir_is_zero(ir_op(call, 3)); // not volatile
        add_access(local, call, writes ? ROLE_STORE : ROLE_READ);
        return true;
    }
    if (operand >= ir_call_nargs(call)) return false;
    bool keeps = !ir_call_has(call, (int)operand, IR_ATTR_NOCAPTURE) &&
                 !ir_call_has(call, (int)operand, IR_ATTR_BYVAL);
    add_access(local, call, ROLE_READ);
    return !keeps;
}

// One use of an address; false: it gets out of sight.
static bool add_use(Local *local, const IrUse *use) {
    IrInst *inst = use->user;
    uint32_t operand = ir_use_index(use);
    IrOp op = inst->v.op;
    if (op == IR_CALL) return add_call(local, inst, operand);
    if (is_any_of(op, IR_GEP, IR_BITCAST, IR_ADDRSPACECAST)) {
        vec_push(local->a, &local->addresses, &inst->v);
        return operand == 0;
    }
    if (!is_any_of(op, IR_LOAD, IR_STORE, IR_CMPXCHG, IR_ATOMICRMW)) return false;
    bool stores = op == IR_STORE;
    add_access(local, inst, stores && ir_is_plain(inst) ? ROLE_STORE : ROLE_READ);
    return operand == (stores ? 1 : 0);
}

static bool collect(Local *local, IrInst *variable) {
    local->accesses.n = local->addresses.n = 0;
    vec_push(local->a, &local->addresses, &variable->v);
    for (uint32_t k = 0; k < local->addresses.n; k++) {
        IR_FOREACH_USE(u, local->addresses.at[k]) {
            if (!add_use(local, u)) return false;
        }
    }
    return true;
}

// ---- where it may be read later ----------------------------------------------------------------

static void mark_preds(Local *local, IrBlock *bb) {
    IR_FOREACH_PRED(u, bb) {
        IrBlock *pred = u->user->block;
        if (local->read_behind[pred->v.id] == local->number) continue;
        local->read_behind[pred->v.id] = local->number;
        vec_push(local->a, &local->work, pred);
    }
}

// Backwards through a block with accesses: whether the variable may be read from its beginning on.
// With `find`, stores that nobody reads are noted.
static bool scan(Local *local, const IrBlock *bb, bool find) {
    bool read = local->read_behind[bb->v.id] == local->number;
    for (IrInst *i = bb->last; i; i = i->prev) {
        uint8_t role = local->role[i->v.id];
        if (role == ROLE_READ) read = true;
        if (role == ROLE_MARKER) read = false;
        if (role == ROLE_STORE && find && !read) vec_push(local->a, &local->dead, i);
    }
    return read;
}

static void find_reads(Local *local) {
    for (uint32_t k = 0; k < local->accesses.n; k++) {
        IrBlock *bb = local->accesses.at[k]->block;
        if (local->scanned[bb->v.id] == local->number) continue;
        local->scanned[bb->v.id] = local->number;
        if (scan(local, bb, false)) mark_preds(local, bb);
    }
    while (local->work.n) {
        IrBlock *bb = vec_pop(&local->work);
        bool has_accesses = local->scanned[bb->v.id] == local->number;
        if (!has_accesses || scan(local, bb, false)) mark_preds(local, bb);
    }
}

static void find_dead(Local *local) {
    for (uint32_t k = 0; k < local->accesses.n; k++) {
        IrBlock *bb = local->accesses.at[k]->block;
        if (local->scanned[bb->v.id] != local->number) continue;
        local->scanned[bb->v.id] = 0; // once
        scan(local, bb, true);
    }
}

// ---- the pass ----------------------------------------------------------------------------------

static bool has_role(const Local *local, uint8_t role) {
    for (uint32_t k = 0; k < local->accesses.n; k++) {
        if (local->role[local->accesses.at[k]->v.id] == role) return true;
    }
    return false;
}

// Nobody reads it: its markers go with its stores, so that nothing holds it.
static void drop_markers(Local *local) {
    for (uint32_t k = 0; k < local->accesses.n; k++) {
        IrInst *i = local->accesses.at[k];
        if (local->role[i->v.id] == ROLE_MARKER) vec_push(local->a, &local->dead, i);
    }
}

static void look_at(Local *local, IrInst *variable) {
    local->number++;
    if (collect(local, variable) && has_role(local, ROLE_STORE)) {
        find_reads(local);
        find_dead(local);
        if (!has_role(local, ROLE_READ)) drop_markers(local);
    }
    for (uint32_t k = 0; k < local->accesses.n; k++)
        local->role[local->accesses.at[k]->v.id] = ROLE_NONE;
}

bool opt_dse_local(PassCtx *pc, IrFunc *fn) {
    Local s = {.a = pc->tmp};
    s.role = arena_array(s.a, uint8_t, fn->nvalues);
    s.read_behind = arena_array(s.a, uint32_t, fn->nblockids);
    s.scanned = arena_array(s.a, uint32_t, fn->nblockids);
    IR_FOREACH_INST(i, fn->first) {
        if (i->v.op == IR_ALLOCA) look_at(&s, i);
    }
    // no store is in the list twice: an address belongs to one variable
    for (uint32_t k = 0; k < s.dead.n; k++) ir_erase(s.dead.at[k]);
    return s.dead.n > 0;
}
