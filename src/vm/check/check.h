// SPDX-License-Identifier: Apache-2.0
// Private to src/vm: what the checkers share. check/finding.c keeps findings, check/show.c prints
// them, state/place.c names instructions, state/shadow.c knows which bytes are initialised,
// check/access.c looks at loads and stores, check/race.c and check/race_sync.c order threads,
// check/sync.c watches barriers.
#ifndef CUPRUM_VM_CHECK_CHECK_H
#define CUPRUM_VM_CHECK_CHECK_H

#include "vm/code/code.h"
#include "vm/debug/debug.h"

enum { VM_VARIABLES_TEXT = 1600 };

// ---- findings -----------------------------------------------------------------------------------

typedef struct { // before it is made readable
    uint32_t checker;
    const char *kind; // a literal: compared by address
    VmSite at, other;
    bool has_other, has_address, freed;
    const char *other_access;
    uint64_t address;
    uint32_t size;
    const char *space, *access;
    const VmAlloc *alloc;
    const char *variable; // a shared one, instead of an allocation
    uint64_t base, length;
    uint64_t count, shown;         // times; of which were shown (0: none yet)
    const char *host, *other_host; // the host's calls, where a side is its; NULL: not known
    uint32_t launch;               // number of the launch that it was found in
    Warp *warp;                    // while it is added: whose variables are shown; NULL: nobody's
    uint32_t lane;
    char text[320];
    char variables[VM_VARIABLES_TEXT];
} VmEvent;

struct VmCheck {
    pthread_mutex_t lock;
    uint32_t max, n, rendered, launch;
    uint64_t dropped, added; // added: times that anything was found
    VmEvent *event;
    VmFinding *finding;       // the first `rendered` ones
    struct VmHostText *texts; // where kernels were launched: not in the arena, which has one thread
};

// Makes room for the findings of a machine, if it checks anything.
void vm_check_init(Vm *vm);
void vm_check_launch(Vm *vm); // a launch begins
void vm_check_free(Vm *vm);
void vm_check_unused(Vm *vm, VmAlloc *alloc); // it ends, or the program does
// Keeps a finding, or counts it when it is known. From any thread; takes no memory.
void vm_check_add(Vm *vm, VmEvent *event, const char *fmt, ...) CU_PRINTF(3, 4);

// The order in which they are shown: negative, 0 or positive.
int vm_event_order(const VmEvent *first, const VmEvent *second);

// A fault is a finding as well, with the same text.
void vm_check_fault(Warp *warp, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr,
                    const char *text);

extern const char *const vm_access_name[];

// ---- check/fault.c ------------------------------------------------------------------------------

// Ends the block with an error. `lane` names the thread; UINT32_MAX for the first of the warp.
CU_NORETURN void vm_fault(Warp *warp, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr,
                          const char *fmt, ...) CU_PRINTF(6, 7);

// ---- accesses -----------------------------------------------------------------------------------

// A finding for a wrong access, and where it may go instead.
uint8_t *vm_check_bad_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                             VmSpace sp, VmAccess kind);
// A finding for an access of global memory outside of all allocations, or not aligned: what is
// probably meant, by the allocation that the event names. False: it says nothing.
bool vm_check_bad_global(Vm *vm, VmEvent *wrong);
// The event says which allocation its address is in or above.
void vm_event_allocation(VmEvent *event, const VmAlloc *holder);
// A right access: what initialisation and order say about it. `value`: what is written, or NULL.
void vm_check_good_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                          VmAccess kind, const VmTarget *place);
// Decoding: puts the checks before a load or store.
void vm_check_wrap(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands, VmInst *decoded,
                   bool load);
// Looks over a function before it is decoded (check/scan.c).
void vm_check_scan(Decoder *decoder);
VmFn vm_checked_load, vm_checked_store;
// Does a store write what is there already, or (`other` below 32) what another lane writes?
bool vm_check_same_value(Warp *warp, const VmInst *in, uint32_t lane, const uint8_t *host,
                         uint32_t other);
// The event of an access, without text.
VmEvent vm_access_event(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                        VmSpace sp, VmAccess kind, uint32_t checker, const char *what);

// ---- check/sync.c -------------------------------------------------------------------------------

// Arrivals at barriers: different counts and numbers, threads that never come.
void vm_sync_arrive(Warp *warp, const VmInst *in, uint32_t lane, uint32_t id, bool all,
                    uint32_t count);
void vm_sync_barrier(Block *block, uint32_t id); // it opens
void vm_sync_deadlock(Block *block);
// Lanes that a split at a warp-synchronous instruction waited for have exited.
void vm_sync_mark(VmFunc *fn, Arena *scratch); // of decoded functions: what is to be noted
// Lanes are about to do what is marked so.
static inline void vm_sync_behind(Warp *warp, const VmInst *in, uint32_t mask) {
    uint32_t at = (uint32_t)(in - warp->fn->code);
    VM_EACH(lane, mask) warp->behind_at[lane] = at;
}
void vm_sync_passed(Warp *warp, const Split *passing, uint32_t lanes);
void vm_sync_shuffle(Warp *warp, const VmInst *in, uint32_t lane, uint32_t source);
void vm_sync_mbarrier(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, bool init,
                      bool invalidate);

// ---- check/watched.c, execute/async.c
// ----------------------------------------------------------------------

enum { VM_WATCHED_STORES = 256 };

typedef struct { // memory before an access that may write
    uint8_t *at;
    uint32_t n;
    uint8_t old[16];
} VmBefore;

typedef struct { // what a split asked for last
    const VmInst *in;
    const VmFunc *fn;
    uint32_t mask;
    uint64_t addr;
    VmTarget target;
} VmAsked;

typedef struct VmWatch {
    VmBefore before[VM_WATCHED_STORES];
    uint32_t n;
    bool changed;            // memory has other contents
    VmAsked asked[VM_LANES]; // by the lowest lane of the split
} VmWatch;

// A right access of a warp that is being watched, before it is made.
void vm_watch_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                     VmAccess kind, const VmTarget *place);
#endif
