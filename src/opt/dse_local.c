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
#include "opt/dse.h"

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

static void add_access(Local *s, IrInst *i, uint8_t role) {
    if (s->role[i->v.id] == ROLE_NONE) vec_push(s->a, &s->accesses, i);
    // copied onto itself: read
    if (s->role[i->v.id] != ROLE_READ) s->role[i->v.id] = role;
}

static bool add_call(Local *s, IrInst *i, uint32_t operand) {
    switch (ir_intrin_of(i)) {
    case IR_I_lifetime_start:
    case IR_I_lifetime_end: add_access(s, i, ROLE_MARKER); return true;
    case IR_I_memset:
    case IR_I_memcpy:
    case IR_I_memmove: {
        bool writes = operand == 0 && ir_is_zero(ir_op(i, 3)); // not volatile
        add_access(s, i, writes ? ROLE_STORE : ROLE_READ);
        return true;
    }
    default: break;
    }
    if (operand >= ir_call_nargs(i)) return false;
    bool keeps = !ir_call_has(i, (int)operand, IR_ATTR_NOCAPTURE) &&
                 !ir_call_has(i, (int)operand, IR_ATTR_BYVAL);
    add_access(s, i, ROLE_READ);
    return !keeps;
}

// One use of an address; false: it gets out of sight.
static bool add_use(Local *s, const IrUse *u) {
    IrInst *i = u->user;
    uint32_t operand = ir_use_index(u);
    switch (i->v.op) {
    case IR_LOAD: add_access(s, i, ROLE_READ); return true;
    case IR_STORE: add_access(s, i, ir_is_plain(i) ? ROLE_STORE : ROLE_READ); return operand == 1;
    case IR_CMPXCHG:
    case IR_ATOMICRMW: add_access(s, i, ROLE_READ); return operand == 0;
    case IR_CALL: return add_call(s, i, operand);
    case IR_GEP:
    case IR_BITCAST:
    case IR_ADDRSPACECAST: vec_push(s->a, &s->addresses, &i->v); return operand == 0;
    default: return false;
    }
}

static bool collect(Local *s, IrInst *variable) {
    s->accesses.n = s->addresses.n = 0;
    vec_push(s->a, &s->addresses, &variable->v);
    for (uint32_t k = 0; k < s->addresses.n; k++) {
        IR_FOREACH_USE(u, s->addresses.at[k]) {
            if (!add_use(s, u)) return false;
        }
    }
    return true;
}

// ---- where it may be read later ----------------------------------------------------------------

static void mark_preds(Local *s, IrBlock *bb) {
    IR_FOREACH_PRED(u, bb) {
        IrBlock *pred = u->user->block;
        if (s->read_behind[pred->v.id] == s->number) continue;
        s->read_behind[pred->v.id] = s->number;
        vec_push(s->a, &s->work, pred);
    }
}

// Backwards through a block with accesses: whether the variable may be read from its beginning on.
// With `find`, stores that nobody reads are noted.
static bool scan(Local *s, const IrBlock *bb, bool find) {
    bool read = s->read_behind[bb->v.id] == s->number;
    for (IrInst *i = bb->last; i; i = i->prev) {
        uint8_t role = s->role[i->v.id];
        if (role == ROLE_READ) read = true;
        if (role == ROLE_MARKER) read = false;
        if (role == ROLE_STORE && find && !read) vec_push(s->a, &s->dead, i);
    }
    return read;
}

static void find_reads(Local *s) {
    for (uint32_t k = 0; k < s->accesses.n; k++) {
        IrBlock *bb = s->accesses.at[k]->block;
        if (s->scanned[bb->v.id] == s->number) continue;
        s->scanned[bb->v.id] = s->number;
        if (scan(s, bb, false)) mark_preds(s, bb);
    }
    while (s->work.n) {
        IrBlock *bb = vec_pop(&s->work);
        bool has_accesses = s->scanned[bb->v.id] == s->number;
        if (!has_accesses || scan(s, bb, false)) mark_preds(s, bb);
    }
}

static void find_dead(Local *s) {
    for (uint32_t k = 0; k < s->accesses.n; k++) {
        IrBlock *bb = s->accesses.at[k]->block;
        if (s->scanned[bb->v.id] != s->number) continue;
        s->scanned[bb->v.id] = 0; // once
        scan(s, bb, true);
    }
}

// ---- the pass ----------------------------------------------------------------------------------

static bool has_role(const Local *s, uint8_t role) {
    for (uint32_t k = 0; k < s->accesses.n; k++) {
        if (s->role[s->accesses.at[k]->v.id] == role) return true;
    }
    return false;
}

// Nobody reads it: its markers go with its stores, so that nothing holds it.
static void drop_markers(Local *s) {
    for (uint32_t k = 0; k < s->accesses.n; k++) {
        IrInst *i = s->accesses.at[k];
        if (s->role[i->v.id] == ROLE_MARKER) vec_push(s->a, &s->dead, i);
    }
}

static void look_at(Local *s, IrInst *variable) {
    s->number++;
    if (collect(s, variable) && has_role(s, ROLE_STORE)) {
        find_reads(s);
        find_dead(s);
        if (!has_role(s, ROLE_READ)) drop_markers(s);
    }
    for (uint32_t k = 0; k < s->accesses.n; k++) s->role[s->accesses.at[k]->v.id] = ROLE_NONE;
}

bool opt_dse_local(PassCtx *pc, IrFunc *f) {
    Local s = {.a = pc->tmp};
    s.role = arena_array(s.a, uint8_t, f->nvalues);
    s.read_behind = arena_array(s.a, uint32_t, f->nblockids);
    s.scanned = arena_array(s.a, uint32_t, f->nblockids);
    IR_FOREACH_INST(i, f->first) {
        if (i->v.op == IR_ALLOCA) look_at(&s, i);
    }
    // no store is in the list twice: an address belongs to one variable
    for (uint32_t k = 0; k < s.dead.n; k++) ir_erase(s.dead.at[k]);
    return s.dead.n > 0;
}
