// SPDX-License-Identifier: Apache-2.0
// What loads and stores share: address.c checks where they are, memory.c has those of global,
// shared and parameter memory, local.c those of local memory, steps.c words in steps, atomic.c
// sums. Private to these.
#ifndef CUPRUM_JIT_MEMORY_H
#define CUPRUM_JIT_MEMORY_H

#include "jit/jit_int.h"

typedef struct {
    Emit *emit;
    const JitInst *in;
    uint32_t base;   // register: the host's pointer to the first place is `delta` more
    int32_t delta;   //
    uint32_t cache;  // its number
    uint32_t missed; // label
    uint32_t bytes;  // of all elements
    uint64_t window; // what addresses of local memory have more than its offsets
} Access;

static inline JitOperand *access_element(const Access *access, uint32_t i) {
    return &access->emit->fn->element.at[access->in->element + i];
}

// A field of a cache; they are the first of JitState.area.
static inline XOperand access_cache(uint32_t cache, size_t field) {
    return STATE(area[cache * sizeof(JitCache) + field]);
}

void access_address(const Access *access, int64_t more); // R_TMP: that of lane 0 plus `more`
XOp access_load(const JitInst *in);                      // of an element, to a general register

// Addresses that differ: how far the lanes' are from what is in all lanes of V_TMP3.
// Each is aligned and at most R_TMP2, or the access is the machine's. They go to JitState.offset, 0
// for lanes that do not run. Takes R_TMP.
void access_find_distances(const Access *access);
XOperand access_offset(uint32_t lane); // in JitState.offset

XOperand access_datum(uint32_t bytes); // that many into JitState.datum
// A piece's vector goes to memory, from where single words are read soon: the processor hands these
// on from a store of 32 bytes, but not all of them from one of 64.
void access_put_words(Emit *emit, uint32_t from, XOperand to);
// `to` has the numbers of the piece's lanes that run, and 0 for the others.
void access_keep_running(Emit *emit, uint32_t from, uint32_t to);

// The space is a generic address's of local memory, most likely: it is computed from one. (Atomic
// operations there are the machine's.)
bool access_is_local_window(const Emit *emit, const JitInst *in);
// The lanes' elements are words that lie side by side, `step` bytes from lane to lane.
bool access_is_in_row(const Emit *emit, const JitInst *in, int64_t step);
// Finds the host's pointer to lane 0's place: `base` and `delta`. By the first of its group, if it
// has one, else by a check of its own.
void access_locate(Access *access, uint32_t inst, JitPlaces places);

// The access is checked, or the machine's. R_TMP becomes the host's pointer: to the first place,
// lane 0's (a group's careful form has its group) ...
void access_check_own(Access *access, const AccessGroup *group);
// ... or to what the offsets of all lanes are counted from.
void access_check_each(const Access *access);

// Of one lane alone (serial.c): the number to memory. Takes R_TMP2.
void access_store_number(const Access *access, const JitOperand *from, XOperand place);
// The number at `from` in all lanes of a row, of a piece.
void access_load_equal(const Access *access, const JitOperand *to, XOperand from);

// element.c. A number of less than 64 bits has a row of 64, which it fills with its sign or zeros:
// then its vectors are those of numbers of 32 bits, one for a piece.
static inline bool access_is_extended(const Access *access, const JitOperand *operand) {
    return operand->size == 3 && access->in->bytes < 8;
}
static inline uint32_t access_halves(const Access *access, const JitOperand *operand) {
    return access_is_extended(access, operand) ? 1 : halves_of(operand->size);
}
// The register for what is loaded, V_TMP or the row's; and it is there. Takes V_TMP2.
uint32_t access_element_to(const Access *access, const JitOperand *operand, uint32_t half);
void access_element_done(const Access *access, const JitOperand *operand, uint32_t half,
                         uint32_t reg);
// What is stored. Takes V_TMP and V_TMP2.
uint32_t access_element_from(const Access *access, const JitOperand *operand, uint32_t half);

void emit_local_access(const Access *access);

// atomic.c. Those of one lane alone, and of all.
void access_atomic_of_one(Access *access);
void access_atomic(Access *access);
// All lanes add to one place, which is checked as one lane's.
bool access_sums_at_one(const Emit *emit, const JitInst *in);

// steps.c. Words of four or eight bytes, from each lane's place to the next `step` bytes.
void access_in_steps(const Access *access, int64_t step);

// watch.c. What a watched function does before lanes touch what the cache has: R_TMP is the host's
// pointer to the first place, before and after.
void access_watch(const Access *access, uint32_t cache, JitPlaces places);
// Whether JitState.quick can be asked for it.
bool access_is_quick(const JitInst *in);
// For all of a group, whose first access has made the pointer; what is not known to be right goes
// on in the careful form. Takes R_TMP.
void access_watch_group(const Access *access, uint32_t inst, JitPlaces places);

// ---- group.c -----------------------------------------------------------------------------------

struct AccessGroup {
    uint32_t leader;   // instruction: the first, which checks for all and makes the pointer
    uint32_t members;  // accesses
    uint32_t cache;    // the leader's, once it has one
    uint32_t aligned;  // the most that one of them asks for
    int64_t low, high; // bytes from the address on
};

// What the range's places are counted in where the leader checks it: what all are aligned to, if
// the first place is aligned when the leader's is; else 1.
uint32_t access_group_unit(const Emit *emit, const AccessGroup *group);

// The bytes that one range of addresses has, for lanes at one address or in a row; 0: the access is
// none of memory of the block or the grid, or goes elsewhere in each lane.
uint32_t access_span(const Emit *emit, const JitInst *in);

#endif
