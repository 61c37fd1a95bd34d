// SPDX-License-Identifier: Apache-2.0
// Private to src/vm: what the checkers share. check.c keeps findings, check_show.c prints them,
// place.c names instructions, shadow.c knows which bytes are initialised, check_access.c looks at
// loads and stores, race.c and race_sync.c order threads, check_sync.c watches barriers.
#ifndef CUPRUM_VM_CHECK_H
#define CUPRUM_VM_CHECK_H

#include "vm/vm_int.h"

enum { VM_VARIABLES_TEXT = 1600 };

// ---- findings ----------------------------------------------------------------------------------

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

// ---- places ------------------------------------------------------------------------------------

// Where a thread is: function, instruction, block and thread. `in` may be NULL.
VmSite vm_site(const Warp *warp, const VmInst *in, uint32_t lane);
// The site of an instruction by its number (VmFunc.site + pc), for a thread of a block.
VmSite vm_site_by_number(const Grid *grid, uint32_t site, uint64_t block, uint32_t thread);
void vm_source_of(const VmFunc *fn, uint32_t line, VmPlace *place); // file, line, inlined
void vm_source_of_loc(const PtxFunc *fn, const PtxInst *loc, VmPlace *place);
void vm_place_text(Buf *out, const VmPlace *place);
const char *vm_one_line(Buf *out); // an instruction as the printer lays it out, in one line
const char *vm_space_name(VmSpace sp, uint64_t addr);
extern const char *const vm_access_name[];

// ---- accesses ----------------------------------------------------------------------------------

typedef struct {    // memory that an address lies in
    VmSpace space;  // GLOBAL, SHARED, LOCAL or PARAM
    VmAlloc *alloc; // GLOBAL
    Block *block;   // SHARED: the one that owns it
    uint64_t off;   // in the allocation, in shared memory, in the lane's local memory
    uint8_t *host;
} VmTarget;

// False: the access is wrong.
bool vm_locate(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp, VmTarget *target);
// A load of n bytes that begins inside a variable or the parameters and ends in the padding that
// their alignment leaves behind them (compilers widen loads so): the bytes inside. 0: it is wrong.
uint32_t vm_padded_load(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp,
                        VmTarget *target);
// A finding for a wrong access, and where it may go instead.
uint8_t *vm_check_bad_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                             VmSpace sp, VmAccess kind);
// A finding for an access of global memory outside of all allocations, or not aligned: what is
// probably meant, by the allocation that the event names. False: it says nothing.
bool vm_check_bad_global(Vm *vm, VmEvent *event);
// The event says which allocation its address is in or above.
void vm_event_allocation(VmEvent *event, const VmAlloc *alloc);
// A right access: what initialisation and order say about it. `value`: what is written, or NULL.
void vm_check_good_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                          VmAccess kind, const VmTarget *target);
// Decoding: puts the checks before a load or store.
void vm_check_wrap(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst,
                   bool load);
// Looks over a function before it is decoded (check_decode.c).
void vm_check_scan(Decoder *decoder);
VmFn vm_checked_load, vm_checked_store;
// Does a store write what is there already, or (`other` below 32) what another lane writes?
bool vm_check_same_value(Warp *warp, const VmInst *in, uint32_t lane, const uint8_t *host,
                         uint32_t other);
// The event of an access, without text.
VmEvent vm_access_event(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                        VmSpace sp, VmAccess kind, uint32_t checker, const char *what);

// ---- check_sync.c ------------------------------------------------------------------------------

// Arrivals at barriers: different counts and numbers, threads that never come.
void vm_sync_arrive(Warp *warp, const VmInst *in, uint32_t lane, uint32_t id, bool all,
                    uint32_t count);
void vm_sync_barrier(Block *block, uint32_t id); // it opens
void vm_sync_deadlock(Block *block);
// Lanes that a split at a warp-synchronous instruction waited for have exited.
void vm_sync_passed(Warp *warp, const Split *split, uint32_t lanes);
void vm_sync_shuffle(Warp *warp, const VmInst *in, uint32_t lane, uint32_t source);
void vm_sync_mbarrier(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, bool init,
                      bool invalidate);

typedef struct {
    uint32_t off, size, align;
    const char *name;
    uint32_t sym, func, var; // where to go on
} VmSharedVar;
// The next static shared variable that a kernel may use, from a cleared one on; false at the end.
bool vm_shared_next(const VmFunc *kernel, VmSharedVar *it);

// ---- watched.c, exec_async.c
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
                     VmAccess kind, const VmTarget *target);
// What a wait at an mbarrier needs, as words behind "lanes ... of warp ..."; false: it is none.
bool vm_mbarrier_wait(const VmInst *in, const uint8_t *host, char *to, size_t n);

// ---- shadow.c: a bit for each byte, 1: initialised ---------------------------------------------

// Words that hold n bits from any bit on, and one to spare.
#define VM_BIT_WORDS(n) (((n) + 63) / 64 + 1)
void vm_bits_set(uint64_t *bits, uint64_t off, uint64_t n, bool shared); // shared: atomically
void vm_bits_clear(uint64_t *bits, uint64_t off, uint64_t n);
bool vm_bits_all(const uint64_t *bits, uint64_t off, uint64_t n);
uint64_t vm_bits_get(const uint64_t *bits, uint64_t off, uint32_t n); // n at most 64
void vm_bits_put(uint64_t *bits, uint64_t off, uint32_t n, uint64_t v, bool shared);
// The bits of a target, NULL: everything there is initialised.
uint64_t *vm_bits_of(const Warp *warp, uint32_t lane, const VmTarget *t);
// Local memory: a frame begins, arguments are copied, a block begins.
void vm_shadow_frame(Warp *warp, uint32_t lane, uint32_t begin, uint32_t end);
void vm_shadow_copy(Warp *warp, uint32_t lane, uint32_t to, uint32_t from, uint32_t n);
void vm_shadow_block(Block *block);

#endif
