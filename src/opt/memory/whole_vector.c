// SPDX-License-Identifier: Apache-2.0
// Stores that change nothing but make a vector whole.
//
//     float4 v = *p; v.x = a; v.y = b; v.z = c; *p = v;
//
// The store of v.w writes what was read. Without it, the other three are two accesses of the
// machine, and with it one (of 16 bytes, aligned so); the load is whole as well.
#include "opt/memory/memory.h"

enum { VECTOR = 16, NEAR = 16, LEAST_CHANGED = 8 };

typedef struct {
    const IrValue *base;
    int64_t begin;
    uint32_t written, changed; // a bit for each byte
} Whole;

static IrValue *place_of(const IrInst *access, int64_t *off) {
    return ir_strip_ptr(ir_op(access, access->v.op == IR_STORE ? 1 : 0), off);
}

// It writes what it reads.
static bool copies_itself(const IrInst *store) {
    const IrInst *load = ir_as_op(ir_op(store, 0), IR_LOAD);
    int64_t to, from;
    return load && place_of(load, &from) == place_of(store, &to) && from == to;
}

static void look_at(Whole *whole, const IrInst *inst) {
    int64_t off;
    bool plain = inst->v.op == IR_STORE && ir_is_plain(inst);
    if (!plain || place_of(inst, &off) != whole->base) return;
    uint64_t size = ir_op(inst, 0)->type->store_size;
    bool inside =
        off >= whole->begin && size <= VECTOR && off - whole->begin + (int64_t)size <= VECTOR;
    if (!inside) return;
    uint32_t bytes = ((1u << size) - 1) << (off - whole->begin);
    whole->written |= bytes;
    if (!copies_itself(inst)) whole->changed |= bytes;
}

// Something beside loads and stores: vectors do not reach over it.
static bool ends(const IrInst *inst) {
    return !inst || (!ir_is_load_or_store(inst) && ir_has_effect(inst));
}

// An access near by is aligned as a vector is, so many bytes from the store or a multiple.
static bool find_begin(const IrInst *store, int64_t off, Whole *whole) {
    for (int way = 0; way < 2; way++) {
        const IrInst *at = store;
        for (uint32_t k = 0; k < NEAR && !ends(at); k++, at = way ? at->next : at->prev) {
            int64_t there;
            bool near = ir_is_load_or_store(at) && place_of(at, &there) == whole->base;
            if (!near || at->align < VECTOR) continue;
            int64_t behind = ((off - there) % VECTOR + VECTOR) % VECTOR;
            whole->begin = off - behind;
            return true;
        }
    }
    return false;
}

bool opt_makes_vector_whole(const IrInst *store) {
    int64_t off;
    Whole whole = {.base = place_of(store, &off)};
    if (!ir_is_plain(store) || !find_begin(store, off, &whole)) return false;
    // both ways from the store, which is seen twice: it sets the same bits
    for (int way = 0; way < 2; way++) {
        const IrInst *at = store;
        for (uint32_t k = 0; k < NEAR && !ends(at); k++, at = way ? at->next : at->prev)
            look_at(&whole, at);
    }
    return whole.written == (1u << VECTOR) - 1 &&
           __builtin_popcount(whole.changed) >= LEAST_CHANGED;
}
