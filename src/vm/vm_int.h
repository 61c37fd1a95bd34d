// SPDX-License-Identifier: Apache-2.0
// Private to src/vm: decoded instructions, warps, blocks, memory windows.
//
// Registers of a function live in a frame, lane-contiguous: a row is 32 lanes of 2, 4, 8 or 16
// bytes; a predicate is one 32-bit mask. An operand is a 32-bit reference: two bits choose the
// base (frame, constants of the function, special registers of the warp), the rest is the byte
// offset. Immediates are rows of the constant area, so every instruction works on rows alone.
#ifndef CUPRUM_VM_INT_H
#define CUPRUM_VM_INT_H

#include "vm/vm.h"

#include <pthread.h>

#define VM_LANES 32
#define VM_SINK  256 // bytes of Warp.sink
#define VM_FULL  0xffffffffu

// Windows of the generic address space. Everything else is device memory (global and constant).
#define VM_LOCAL_BASE   0x0000000100000000ull
#define VM_SHARED_BASE  0x0000000200000000ull
#define VM_PARAM_BASE   0x0000000300000000ull
#define VM_FUNC_BASE    0x0000000400000000ull
#define VM_WINDOWS_END  0x0000000500000000ull
#define VM_HEAP_BASE    0x00007f0000000000ull
#define VM_WINDOW(a)    ((uint32_t)((a) >> 32))
#define VM_SHARED_OFF   1024u // shared addresses start here, as on sm_90: a null pointer is caught
#define VM_RESERVED_OFF 64u   // what the system reserves lies before them
#define VM_RESERVED_0   448u  // bytes of its first part
#define VM_LOCAL_OFF    256u
// The upper byte of a shared address: 0 or 1 the own block, from 2 on that of the rank two less. In
// functions that work in pairs of blocks (cta_group::2, VmFunc.pairs) own addresses have 1 there,
// and 0 is the block of the pair with the even rank: programs clear that bit to reach it.
#define VM_RANK_SHIFT 24
#define VM_RANK_OWN   1u
#define VM_RANK_FIRST 2u

typedef struct Warp Warp;
typedef struct Block Block;
typedef struct Grid Grid;
typedef struct VmInst VmInst;
typedef void VmFn(Warp *w, const VmInst *in, uint32_t mask);
// The bytes that a store of matrices puts at the address that lane `row` gives.
typedef void VmStored(Warp *warp, const VmInst *in, uint32_t row, uint8_t bytes[16]);

typedef enum { // how the scheduler treats an instruction
    CTL_PLAIN,
    CTL_JOIN, // place where splits may meet
    CTL_BRA,
    CTL_BRX,
    CTL_CALL,
    CTL_RET,
    CTL_EXIT,
    CTL_BAR,  // bar.sync / arrive / red
    CTL_SYNC, // warp-synchronous: gather, then finish when all named lanes are there
    CTL_CLUSTER,
    CTL_WHOLE, // plain, but of all lanes of the warp: they wait for each other
    CTL_GROUP, // of a warpgroup: done when its four warps are there
    CTL_YIELD, // plain, but lets other splits and warps run afterwards (waits, sleeps)
} VmCtl;

typedef enum { // address spaces as the memory instructions see them
    VSP_GENERIC,
    VSP_GLOBAL,
    VSP_SHARED,
    VSP_LOCAL,
    VSP_FRAME, // local memory relative to the frame of the function
    VSP_PARAM, // parameters of the kernel
} VmSpace;

typedef uint32_t VmRef;
#define REF_FRAME    0u
#define REF_CONST    1u
#define REF_SREG     2u
#define REF(base, o) ((base) << 30 | (o))
#define REF_NONE     0xffffffffu

enum { // VmInst.flags
    VF_GUARD_NOT = 1 << 0,
    VF_PRED_NOT = 1 << 1, // the predicate operand is negated
    VF_FTZ = 1 << 2,
    VF_SAT = 1 << 3,
    VF_NAN = 1 << 4,
    VF_CC = 1 << 5,
    VF_RELU = 1 << 6,
    VF_ADDR64 = 1 << 7, // the address register has 64 bits
    VF_HI = 1 << 8,
    VF_WRAP = 1 << 9,
    VF_XORSIGN = 1 << 10,
    VF_UNI = 1 << 11,
    VF_ACQUIRE = 1 << 12,
    VF_RELEASE = 1 << 13,
    VF_PAIR = 1 << 14, // has a second (predicate) destination in `e`
    VF_ABS = 1 << 15,
    VF_BLOCK_SCOPE = 1 << 23, // a fence or atomic of .cta scope
    VF_ALIGNED = 1 << 21,     // a barrier for whole warps
    VF_QUIET = 1 << 22,       // init checker: reads bits that it does not use
    VF_STRONG = 1 << 24,      // volatile, relaxed or stronger: does not race with its like
};

struct VmInst {
    VmFn *fn;
    VmFn *finish;     // CTL_SYNC: second phase
    VmStored *stored; // of a store of matrices, for the checker of races
    uint8_t ctl, cls;
    uint8_t type, type2, type3, type4; // PtxType
    uint8_t dsize, asize;              // log2 bytes of a lane of the destination and first source
    uint8_t space, n;                  // VmSpace; elements of a vector
    uint8_t rnd, mod;                  // PTX_RND_*; another modifier (comparison, operation, mode)
    uint32_t flags;
    VmRef guard;
    VmRef d, a, b, c, e; // loads: e has a bit for each byte that is used
    int64_t imm;         // address offset, branch target, ...
    uint32_t line;
    uint32_t extra; // index into VmFunc.list
    uint8_t own;    // VM_OWN_*: an instruction of the decoder's; else 0
    const VmFunc *callee;
    const PtxInst *source; // what it was decoded from; NULL: an instruction of the decoder's
};

enum { // rows of the decoder's own instructions, which no PTX instruction names
    VM_OWN_READS_A = 1,
    VM_OWN_WRITES_A = 2,
    VM_OWN_WRITES_D = 4,
    VM_OWN_FRAME = 8, // what it writes is the address of a place in the frame
};

typedef struct { // place of a variable of a function in its frame of local memory
    uint32_t off, size;
    uint64_t addr; // of .global and .const variables inside a function
} VmVar;

typedef struct {
    VmRef ref;
    uint8_t size; // log2 bytes of a lane
} VmSlot;

typedef struct VmNative VmNative; // native.h

// How many lanes' thread indices x follow each other, y and z being the same.
enum { VM_PARAM_MORE = 64 };

typedef enum {
    VM_ROWS_NONE,
    VM_ROWS_OF_8,
    VM_ROWS_OF_16,
    VM_ROWS_OF_32,
    VM_ROWS,
    VM_ROWS_WHOLE = VM_ROWS, // added: the block's own are as long
} VmRows;

// writes.c: where a kernel's stores may go.
typedef struct {
    bool anything, variables; // of the module
    bool exchanges;           // what it stores in global memory it may load without a wait between
    uint32_t n, parameter[];  // offsets of parameters with addresses that it writes from
} VmWrites;

struct VmFunc {
    VmModule *mod;
    PtxFunc *f;
    const char *name;
    VmInst *code;
    uint32_t ncode;
    uint32_t reg_size; // bytes of the register frame
    uint8_t *consts;   // constant rows
    uint32_t const_size;
    VEC(VmRef) list; // vectors, call arguments
    VEC(uint8_t) list_size;
    VmSlot *reg; // slot of each PTX register
    VmVar *var;  // local memory of each variable, or place in the parameter buffer
    uint32_t local_size, local_align;
    bool open; // the last parameter has no size (%VAParam[]): behind the frame, as the call says
    uint32_t param_size;
    uint32_t shared_begin, shared_end; // of static shared memory of its own
    uint32_t shared_size;
    uint32_t used_low, used_high; // offsets between which what it names lies
    uint64_t *shared_valid;       // mem checker: a bit for each byte below shared_end; NULL: all
    uint64_t addr;                // function address
    int builtin;                  // run-time function without a body: VM_BI_*, or -1
    bool decoded, is_broken;
    bool pairs;             // it has instructions of cta_group::2
    uint32_t site;          // number of its first instruction among all functions'
    VmRef *copy;            // init checker: row with the bits of a register that is only copied
    VEC(uint32_t) arg, ret; // indexes into var: parameters and results
    VmWrites *writes;       // NULL: nobody has asked
    struct VmTile *tile;    // tile.h: a kernel of Tile IR, whose code only gives findings places
    const VmNative *_Atomic native[2 * VM_ROWS]; // by VmRows; NULL: nobody has asked
};

typedef struct VmDebug VmDebug; // debug.h
struct VmModule {
    Vm *vm;
    PtxModule *m;
    VmModule *next;
    VmFunc *func;         // by index of PtxModule.func
    VEC(VmFunc *) entry;  // kernels in the order of their names
    VEC(VmFunc *) kernel; // those with a body
    uint64_t *sym_addr;   // by symbol: device address, shared offset or function address
    uint32_t dynamic_off; // shared address of dynamic shared memory, the same for all kernels
    uint64_t used_sregs;
    bool has_functions; // that are no kernels
    bool of_tiles; // compiled Tile IR: launches give blocks of one thread, kernels have their own
    bool (*prepare)(Vm *, VmFunc *); // vm_prepare, which launches call
    VmDebug *debug;                  // checkers: the program's debugging entries; NULL: it has none
    VEC(const char *) refused;       // instructions that cannot be executed
};

// shared_use.c: the static shared memory that a kernel needs (VmFunc.shared_size, used_low,
// used_high)
void vm_find_shared(const VmModule *mod, VmFunc *kernel);
bool vm_is_dynamic(const PtxVar *var);

// ---- device memory -----------------------------------------------------------------------------

typedef struct { // a thread at an instruction; kernel NULL: the host
    const VmFunc *kernel, *fn;
    const VmInst *in;
    uint64_t block; // index in the grid
    uint32_t id[3], thread[3];
} VmSite;

typedef enum { VM_ALLOC_HOST, VM_ALLOC_HEAP, VM_ALLOC_VARIABLE } VmAllocKind;

typedef struct { // when there are checkers: who made and who freed an allocation
    VmSite made, freed;
    const char *name; // NULL: none
    const char *host; // the host's calls that made it; NULL: not known
    uint64_t size;    // also when it is freed
    bool idle;        // nobody has it at present (a graph keeps it): no leak
} VmAllocInfo;

typedef struct VmCheck VmCheck;

typedef struct VmAlloc {
    uint64_t base;
    _Atomic uint64_t size; // 0: freed
    uint8_t *host;
    Arena arena;
    uint64_t mapped;    // bytes at `host` that vm_map_large gave; else 0
    uint8_t kind;       // VmAllocKind
    bool adopted;       // host memory that somebody else owns
    bool moved;         // the device's, whose bytes somebody else owns
    bool constant;      // a .const variable
    uint32_t align;     // of a variable, in bytes; else 0
    uint64_t *init;     // checkers: a bit for each byte; NULL: all are initialised
    _Atomic bool whole; // all of them are known to be (writes.c)
    VmAllocInfo *info;  // checkers; NULL: nothing known
    void *_Atomic race; // race.c: of launch `race_launch`
    uint32_t race_launch;
} VmAlloc;

#define VM_ALLOC_CHUNK  1024
#define VM_ALLOC_CHUNKS 8192
#define VM_SMALL        4096u
#define VM_TAIL         32u // host bytes behind an allocation, as many as a load is wide

// Special registers from this one on (ptx/sreg.def) read as 0, in every kernel.
enum { VM_FIRST_ZERO_SREG = PTXR_ENVREG3 };

enum { VM_MULTICAST = 16 };
typedef struct { // vm_multicast
    uint64_t base, size;
    uint32_t n;
    uint64_t member[VM_MULTICAST];
} VmMulticast;

typedef struct { // an allocation that a kernel has freed while its launch is verified
    VmAlloc *alloc;
    uint64_t size;
} VmDeferred;

struct Vm {
    Ctx *ctx;        // decoded modules, allocations
    void *small[16]; // free host blocks by size class
    VmOptions opt;
    bool has_avx2;   // vm_has_avx2's answer
    bool has_avx512; // vm_has_avx512's, unless the options leave it out
    bool native;     // functions run in native code
    pthread_mutex_t lock;
    VmModule *modules;
    uint64_t first_addr, next_addr;
    uint64_t used, heap_used;
    _Atomic uint32_t nalloc;
    VmAlloc *_Atomic chunk[VM_ALLOC_CHUNKS];
    VEC(VmAlloc *) adopted; // by address, live ones only; does not change while a kernel runs
    VEC(VmTexture *) texture;
    VEC(VmMulticast) multicast;
    VEC(uint32_t) free_texture; // places in it that are empty, and memory for what comes there
    VEC(VmTexture *) spare_texture;
    uint64_t workspace; // of cooperative launches, once there was one
    VmFunc **func_at;   // function addresses -> functions
    uint32_t nfunc, capfunc;
    uint32_t nsite;           // instructions decoded so far: VmFunc.site
    _Atomic uint32_t nnative; // functions in native code
    _Atomic uint32_t nserial; // their loops that each lane runs by itself
    VmCheck *check;           // NULL: no checkers
    struct VmProfile *profile;
    struct RacePool *race_pool; // NULL: no checker of races
    _Atomic bool interrupted;   // vm_interrupt
    // verify.c
    pthread_mutex_t verify_lock;
    bool verifying;
    VEC(VmDeferred) deferred;
    uint64_t verified, differences; // launches; what was told
    Buf difference_text;            // that nobody has printed yet
};

// The allocation that holds addr, or NULL. Freed ones have size 0.
VmAlloc *vm_find(Vm *vm, uint64_t addr);
// `by`: NULL for the host
uint64_t vm_alloc_kind(Vm *vm, uint64_t size, VmAllocKind kind, const VmSite *by);
// The same at a multiple of `align`; 0 if that is no power of two or too large.
uint64_t vm_alloc_aligned(Vm *vm, uint64_t size, uint64_t align, VmAllocKind kind,
                          const VmSite *by);
bool vm_dealloc_by(Vm *vm, uint64_t addr, const VmSite *by);

// Gives back the host's memory of an allocation of that size.
void vm_release_host(Vm *vm, VmAlloc *alloc, uint64_t size);

#define VM_LARGE (256ull << 20) // from here on memory is taken when it is written

// Host memory of *mapped bytes (made whole pages) for a large allocation: `filled` bytes of the
// pattern, zeros behind them. NULL: it is not large, or the system cannot do it.
uint8_t *vm_map_large(const Vm *vm, uint64_t filled, uint64_t *mapped);
void vm_unmap_large(void *at, uint64_t mapped);
// Memory of a power of two of bytes, in large pages where it is of one; for free(). NULL: there is
// none.
void *vm_large_chunk(size_t size);

VmAlloc *vm_alloc_at(const Vm *vm, uint32_t i); // i below nalloc

// ---- warps and blocks --------------------------------------------------------------------------

typedef struct Frame {
    VmFunc *fn;
    struct Frame *parent;
    uint8_t *reg;
    uint32_t retpc; // in the parent
    uint32_t live;  // lanes that have not returned
    uint32_t depth;
    bool kept; // native_block.c has it for as long as the block's memory lasts
    const VmInst *call;
    uint32_t lbase[VM_LANES]; // start of the frame in local memory
    uint32_t lend[VM_LANES];  // its end, raised by alloca
} Frame;

typedef enum {
    SPLIT_FREE,
    SPLIT_READY,
    SPLIT_BAR,
    SPLIT_SYNC,
    SPLIT_CLUSTER,
    SPLIT_WHOLE,
    SPLIT_GROUP
} SplitState;

typedef struct {
    uint32_t pc, mask;
    Frame *frame;
    uint8_t state;
    uint8_t bar;
    bool arrived;
    uint32_t syncmask;
    uint64_t last; // when it ran last, for fairness
} Split;

typedef struct { // values that lanes exchange in warp-synchronous instructions
    uint64_t a[VM_LANES];
    uint32_t p; // predicate values
} SyncBuf;

struct Warp {
    uint8_t *base[3]; // of the current frame, its constants, special registers
    Frame *frame;
    const VmFunc *fn;
    Block *block;
    Grid *grid;
    VmAlloc *al;        // last allocation hit
    VmAlloc *recent[4]; // allocations hit before
    uint32_t next_recent;
    uint32_t cc;   // carry bits of the lanes
    uint32_t pc;   // of the running split, for messages
    uint32_t live; // lanes not exited
    uint32_t all;  // lanes that exist
    uint32_t nsplit;
    uint32_t cur;
    uint32_t waited; // see vm_run_warp
    uint32_t id;
    uint64_t tick;
    uint64_t count[VM_CLS_COUNT];
    uint64_t executed;
    int64_t budget;
    bool yield;
    bool parted; // lanes have stood at different places: native.c
    SyncBuf sync;
    Split split[VM_LANES];
    uint8_t *sreg;
    uint8_t *local[VM_LANES];
    uint32_t local_cap[VM_LANES];
    uint64_t **local_init;    // init checker: bits of each lane's local memory, or NULL
    uint8_t *sink;            // mem checker: where wrong accesses go
    uint32_t *exited_at;      // sync checker: where each lane that is gone has exited
    uint64_t watch_time;      // and what the clock says then
    struct VmWatch *watch;    // sync checker: while it is being watched (wait.c)
    struct RaceWarp *race;    // race checker
    uint32_t sync_all;        // live members of the exchange that is being finished
    uint32_t cluster_arrived; // lanes that wait for the cluster's current phase
    uint32_t bar_mask[16];    // lanes arrived at each barrier
    Frame *free_frames;
    uint64_t frame_bytes;              // of all frames that were made
    uint64_t clock_seen, clock_waited; // %clock: when it was read last, what waiting for it added
    uint32_t clock_looks;              // how often it has been read with little else in between
};

typedef struct {
    bool active;
    bool all;          // counts every thread of the block
    uint32_t expected; // threads; with `all` recomputed at exits
    uint32_t popc;     // reduction
    bool vall, vany;
    VmSite first; // sync checker: who came first; `in` NULL: nobody
} Barrier;

typedef struct Worker Worker;
typedef struct Cluster Cluster;

typedef struct { // a launch by a kernel
    VmFunc *kernel;
    uint32_t grid[3], block[3], shared;
    uint64_t params; // device memory
    bool launched;
    uint64_t index; // of the block, the thread in it, the call: their order
    uint32_t owner, serial;
} VmNested;
typedef VEC(VmNested) VmNestedList;

struct Block {
    Grid *grid;
    Worker *worker;
    Arena arena; // lives as long as the worker: blocks are used again
    uint32_t id[3];
    uint64_t index;
    uint8_t *shared;
    uint64_t *init; // init checker: bits of `shared`, or NULL
    struct RaceBlock *race;
    uint64_t *mbarrier; // sync checker: a bit for each 8 bytes of `shared`, 1: initialised
    uint32_t nwarp;
    Warp **warp;
    Barrier bar[16];
    uint32_t bars;    // those that have been used, a bit each
    bool waits_whole; // some warp waits, or waited, for the lanes of one or of four
    Cluster *cluster; // of the block alone when the kernel has no clusters
    uint32_t rank;
    Buf out; // printf
    VmNestedList nested;
    bool filled;  // its static shared memory, once
    bool started; // its warps have splits
    bool in_step; // the last barrier that its threads passed was one instruction for all, or none
    bool done, progress;
    struct Together *together; // native_block.c, or NULL
    struct VmTensor *tensor;   // tensor_memory.h; NULL: nobody has asked
    int64_t slice_limit;       // of a warp, in instructions
    uint64_t random;           // with VmOptions.seed
    Block *next_free;
};

struct Cluster { // the blocks of a cluster run on one host thread
    uint32_t n, id[3];
    uint64_t index;
    Block *block[16];
    uint32_t arrived; // threads
    uint32_t phase;
    uint32_t slices;
    Cluster *next_free;
};

typedef struct {
    uint64_t block;
    const char *text;
    size_t n;
} VmOutput;

struct Grid {
    Vm *vm;
    VmFunc *kernel;
    const VmLaunch *l;
    VmResult *result;
    uint32_t checks; // VM_CHECK_*
    struct RaceGrid *race;
    uint32_t dim[3], bdim[3], cdim[3];
    bool clusters;
    uint32_t in_clusters[3], of_cluster; // `dim` counted in clusters; blocks of one
    uint64_t nblock, ncluster;
    uint64_t workspace;
    uint32_t depth; // launched by a kernel: one more than its grid's
    VmNestedList nested;
    uint8_t *params; // VM_PARAM_MORE bytes more than the kernel has
    // shared memory: [shared_begin, static_end), then dynamic; before VM_SHARED_OFF it is reserved
    uint32_t shared_begin, static_end, dynamic_off, dynamic_end;
    uint32_t warps_per_block, threads;
    // wait.c: the workers; when one of them last ran its blocks; nothing goes on any more
    Worker *worker;
    uint32_t nworker;
    _Atomic uint64_t busy_time;
    bool deadlocked;
    bool alone;    // one thread of the host runs it
    bool lockstep; // vm_is_lockstep
    // writes.c: the allocations that it may write, if that is known, and whether variables are
    const VmAlloc **written;
    uint32_t nwritten;
    bool writes_known, writes_variables;
    VmRows rows;
    _Atomic uint64_t next;     // next cluster to start
    uint64_t batch;            // clusters that a worker takes at a time
    _Atomic uint64_t fail;     // lowest failing block + 1, 0: none
    _Atomic uint64_t executed; // warp instructions, updated by slices
    _Atomic uint64_t ended;    // blocks
    // watch.c: when it began, when the next look is due (milliseconds of it), who looks
    double start;
    _Atomic uint64_t watch_due;
    pthread_mutex_t watch_lock;
    pthread_mutex_t lock; // result, outputs
    Arena arena;
    VEC(VmOutput) out;
};

typedef struct { // profile of an instruction
    uint64_t warps, lanes;
} VmCount;

struct Worker {
    Grid *grid;
    Ctx ctx;
    jmp_buf fault;
    bool faulting;
    pthread_t thread;
    Block *free_blocks;
    Cluster *free_clusters;
    Arena arena;
    VEC(Cluster *) active;
    VmResult result; // of a fault
    uint64_t fault_block;
    uint64_t count[VM_CLS_COUNT];
    uint64_t executed;
    uint64_t taken, taken_end; // block.c: clusters that the worker has taken and not started
    uint64_t placed;           // block.c: the last cluster that was started, and where it lies
    uint32_t place[3];
    struct RaceCells *spare_cells;   // race_line.c: for the blocks' memory
    struct RaceCells *spare_of_page; // the same for pages of the pool
    VmCount *profile;                // by site; NULL: not wanted
    VEC(struct JitState *) native;   // native.c: by VmNative.id
    uint64_t unwatched;              // instructions since the last look (watch.c)
    uint64_t passed[16]; // check_sync.c: pairs of a barrier and an exit that it has looked at
    uint32_t npassed;
    // wait.c: instructions since the last look, and how many make the next one due; how often its
    // blocks were seen to wait since the grid's busy_time was so; it has no blocks any more
    uint64_t unexamined, examine_after, quiet_time;
    uint32_t quiet, late; // late: with the clock far ahead
    bool ended;
};

typedef enum { WARP_DONE, WARP_BLOCKED, WARP_SLICE } WarpState;

// ---- wait.c -------------------------------------------------------------------------------------

// The worker has run its blocks, and none of those that are left has ended: looks now and then
// whether any of them ever will. Does not return where none does.
typedef WarpState VmRunWarp(Warp *warp, int64_t budget); // vm_run_warp
void vm_look_for_deadlock(Worker *worker, VmRunWarp *run);
void vm_busy(Worker *worker); // it is about to run its blocks

// ---- watch.c ------------------------------------------------------------------------------------

double vm_now(void); // seconds of a clock that only goes on
void vm_watch_begin(Grid *grid);
void vm_watch_end(Grid *grid);
// A warp has executed so many instructions: looks around now and then. Does not return where the
// grid was interrupted.
void vm_watch_slice(Warp *warp, uint64_t instructions);
bool vm_is_interrupted(const Grid *grid);
CU_NORETURN void vm_stop_interrupted(Warp *warp); // one with splits; as a fault does

static inline void *vm_row(const Warp *warp, VmRef r) {
    return warp->base[r >> 30] + (r & 0x3fffffff);
}

// Ends the block with an error. `lane` names the thread; UINT32_MAX for the first of the warp.
CU_NORETURN void vm_fault(Warp *warp, const VmInst *in, uint32_t lane, VmStatus st, uint64_t addr,
                          const char *fmt, ...) CU_PRINTF(6, 7);

typedef enum {
    VM_READ,
    VM_WRITE,
    VM_ATOMIC, // reads and writes
    VM_PEEK,   // by the run-time system (a format string): bounds alone are checked
} VmAccess;
// Host pointer for an access of n bytes by a lane, checked: every access of the program goes
// through this function, or through the fast paths in exec_mem.c.
uint8_t *vm_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                   VmSpace sp, VmAccess kind);
// The allocation at or below addr: one of the last that the warp touched, or found by search.
VmAlloc *vm_recent_alloc(Warp *warp, uint64_t addr);
// The same without the checkers, for loads and stores that have asked them before (vm_check_wrap).
uint8_t *vm_plain_access(Warp *warp, const VmInst *in, uint32_t lane, uint64_t addr, uint32_t n,
                         VmAccess kind);
// [off, off + n) lies in [begin, end); off is the program's, so that off + n may wrap around.
static inline bool vm_within(uint64_t off, uint32_t n, uint64_t begin, uint64_t end) {
    return off >= begin && off <= end && end - off >= n;
}

// Writes lanes of `mask` of a result row.
static inline void vm_blend32(uint32_t *d, const uint32_t *r, uint32_t mask) {
    if (CU_LIKELY(mask == VM_FULL)) {
        memcpy(d, r, 128);
    } else {
        for (int i = 0; i < VM_LANES; i++) {
            uint32_t m = -(mask >> i & 1);
            d[i] = (d[i] & ~m) | (r[i] & m);
        }
    }
}
static inline void vm_blend64(uint64_t *d, const uint64_t *r, uint32_t mask) {
    if (CU_LIKELY(mask == VM_FULL)) {
        memcpy(d, r, 256);
    } else {
        for (int i = 0; i < VM_LANES; i++) {
            uint64_t m = -(uint64_t)(mask >> i & 1);
            d[i] = (d[i] & ~m) | (r[i] & m);
        }
    }
}
static inline void vm_blend16(uint16_t *d, const uint16_t *r, uint32_t mask) {
    if (CU_LIKELY(mask == VM_FULL)) {
        memcpy(d, r, 64);
    } else {
        for (int i = 0; i < VM_LANES; i++) {
            uint16_t m = (uint16_t) - (mask >> i & 1);
            d[i] = (uint16_t)((d[i] & ~m) | (r[i] & m));
        }
    }
}
static inline void vm_set_pred(uint32_t *d, uint32_t r, uint32_t mask) {
    *d = (*d & ~mask) | (r & mask);
}
static inline uint32_t vm_get_pred(const Warp *warp, const VmInst *in, VmRef r) {
    uint32_t p = *(uint32_t *)vm_row(warp, r);
    return in->flags & VF_PRED_NOT ? ~p : p;
}
// Stores 64-bit temporaries into a row of any lane size (low bits).
void vm_store_row(Warp *warp, VmRef ref, uint32_t size, const uint64_t *r, uint32_t mask);
// Loads a row of any lane size, zero-extended.
void vm_load_row(const Warp *warp, VmRef ref, uint32_t size, uint64_t *r);

#define VM_EACH(i, mask)                                                                           \
    for (uint32_t m_##i = (mask), i; m_##i && (i = (uint32_t)__builtin_ctz(m_##i), 1);             \
         m_##i &= m_##i - 1)

// ---- operand.c, decode.c ------------------------------------------------------------------------

typedef struct {
    Vm *vm;
    VmModule *mod;
    VmFunc *fn;
    PtxFunc *f;
    Arena *arena;
    VEC(uint8_t) konst;
    Map konst_map;
    uint32_t *pc_of_label;
    VEC(VmInst) code;
    VEC(uint32_t) fix; // instructions whose imm is a label
    const PtxInst *cur;
    const char *why;     // what is not supported, when it is not the instruction itself
    uint32_t scratch;    // a row that nobody reads
    uint32_t used_bytes; // of the next load, by .pragma "used_bytes_mask"
    struct VmScan *scan; // checkers
} Decoder;

bool vm_decode(Vm *vm, VmFunc *fn);
// Fills inst's operands by the row's template (insn.def): d, e: destinations; a, b, c, e: sources.
bool vm_fill_operands(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
VmInst *vm_push(Decoder *decoder, const VmInst *inst);
uint32_t vm_log2_size(
    uint32_t bits); // of a lane in its row: 1 for 2 bytes to 4 for 16; 0: a predicate
uint32_t vm_size_of_type(uint8_t type);
VmSpace vm_space_of_mod(const Decoder *decoder, uint32_t space);
VmRef vm_temp_row(Decoder *decoder, uint32_t size); // a row of our own
// Elements of a vector operand (or one scalar) appended to fn->list; returns the index.
uint32_t vm_push_elements(Decoder *decoder, const PtxOpnd *opnd, uint32_t size, bool dest);
VmRef vm_const_row(Decoder *decoder, uint64_t value, uint32_t size);
// Is it the parameter without a size? Its address is a row that symbols give (vm_operand).
bool vm_is_open(const VmFunc *fn, uint32_t var);
uint32_t vm_open_off(const VmFunc *fn); // its place in the frame, when all is decoded
VmRef vm_operand(Decoder *decoder, const PtxOpnd *opnd, uint32_t size); // a row; size of constants
uint32_t vm_operand_size(Decoder *decoder, const PtxOpnd *o, uint32_t dflt);
// A register of our own with an f16 or bf16 operand as f32 (add.f32.f16 and its like).
VmRef vm_widened(Decoder *decoder, const PtxOpnd *o, uint32_t type);
// One per family; false when the combination is not implemented.
VmFn *vm_select_alu_base(const PtxInst *in, VmInst *v);
VmFn *vm_select_alu_avx2(const PtxInst *in, VmInst *inst);
VmFn *vm_select_alu_lanes(const PtxInst *in, VmInst *inst); // of eight lanes: row_lanes.h
VmFn *vm_select_fp_base(const PtxInst *in, VmInst *v);
VmFn *vm_select_fp_avx2(const PtxInst *in, VmInst *inst);
VmFn *vm_select_fp_lanes(const PtxInst *in, VmInst *inst);
VmFn *vm_select_round(const PtxInst *in, VmInst *inst);     // directed rounding
VmFn *vm_select_half(const PtxInst *in, VmInst *inst);      // f16, bf16
VmFn *vm_select_math_base(const PtxInst *in, VmInst *inst); // approximations
VmFn *vm_select_math_avx2(const PtxInst *in, VmInst *inst);
VmFn *vm_select_math_lanes(const PtxInst *in, VmInst *inst);
bool vm_has_avx2(void);
bool vm_has_avx512(void);
bool vm_decode_narrow(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
bool vm_decode_lanes(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
bool vm_decode_cvt(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
bool vm_decode_mem(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
bool vm_decode_sync(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
void vm_decode_wgmma_order(const PtxInst *in, const PtxOpnd *o, VmInst *inst);
// Likewise what closes groups of asynchronous copies and waits for them.
void vm_decode_copy_groups(const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
bool vm_decode_matrix(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
bool vm_decode_tex(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
bool vm_decode_bulk(Decoder *decoder, const PtxInst *in, const PtxOpnd *opnd, VmInst *inst);
// memory op= b (CAS: c where it is b) for an element of 2, 4 or 8 bytes; gives the old value.
uint64_t vm_atomic_at(uint8_t *p, uint32_t bytes, uint32_t op, uint32_t type, uint64_t b,
                      uint64_t c);
// The address operand: fills a, imm, space, flags.
bool vm_decode_address(Decoder *decoder, const PtxOpnd *opnd, uint32_t space, VmInst *inst);

// ---- block.c -----------------------------------------------------------------------------------

extern const VmAlloc vm_no_alloc; // the cache of a warp that has not touched memory
// Gives what it was. Other workers may count, too.
uint64_t vm_count_up(const Grid *grid, _Atomic uint64_t *number, uint64_t by);
// Takes the next cluster of the grid, whose warps have not been started; NULL when there is none,
// or a lower block has failed.
Cluster *vm_start_cluster(Worker *wk);
// Also what was only half made when memory ran out.
void vm_end_cluster(Worker *wk, Cluster *c);
// The next block of a grid without clusters takes the place of the cluster's, which has ended.
// False: there is none, or the block has left something that its end has to see to.
bool vm_follow_block(Worker *wk, Cluster *cluster);

// ---- warp.c, launch.c, builtin.c ---------------------------------------------------------------

WarpState vm_run_warp(Warp *warp, int64_t budget);
void vm_start_warp(Warp *warp, VmFunc *kernel);
void vm_reset_warp(Warp *warp); // as a block's start finds it, without splits
// A frame of the kernel that stays the warp's, whatever runs; vm_use_frame makes it the current
// one.
Frame *vm_keep_frame(Warp *warp, VmFunc *kernel);
void vm_renew_frame(Warp *warp, const Frame *frame); // its variables are undefined again
void vm_use_frame(Warp *warp, Frame *frame);
void vm_exit_lanes(Warp *warp, uint32_t mask);
bool vm_end_lanes(Warp *warp, uint32_t mask); // of the current split; false: it is gone
// split.c
uint32_t vm_split_off(Warp *warp, uint32_t mask, uint32_t pc); // moves lanes of the current split
void vm_free_split(Warp *warp, uint32_t i);
uint32_t vm_merge_splits(Warp *warp, uint32_t i); // those that stand where i does; its new number
uint32_t vm_pick_split(const Warp *warp, bool oldest); // the one to run; UINT32_MAX: none can
// sync.c: the current split (cur) executes a barrier or warp-synchronous instruction with `mask`
// of its lanes. True: done, go on at pc + 1; false: the split waits (or has been taken care of).
bool vm_exec_bar(Warp *warp, const VmInst *in, uint32_t mask);
// shuffle.c: where each of 32 lanes reads in a shuffle, by the operands b and c of each (PTX
// ISA 9.7.9.6); gives the lanes for which that is inside of their segment.
uint32_t vm_shuffle_sources(uint32_t mode, const uint32_t *b, const uint32_t *c, uint32_t *source);
bool vm_exec_sync(Warp *warp, const VmInst *in, uint32_t mask);
bool vm_exec_cluster(Warp *warp, const VmInst *in, uint32_t mask);
bool vm_exec_whole(Warp *warp, const VmInst *in, uint32_t mask);
bool vm_exec_group(Warp *warp, const VmInst *in, uint32_t mask);
void vm_group_exit(Warp *warp); // lanes have ended: nobody may wait for them
void vm_barrier_check(Block *block, uint32_t id);
void vm_cluster_check(Cluster *cluster);
void vm_sync_recheck(Warp *warp); // after lanes exited
void vm_local_reserve(Warp *warp, const VmInst *in, uint32_t lane, uint32_t bytes);
// Functions of the run-time system that write no memory but their caller's result; the numbers of
// nested.c's follow.
enum { BI_VPRINTF, BI_MALLOC, BI_ALIGNED_MALLOC, BI_FREE, BI_ASSERTFAIL, BI_COUNT };
int vm_builtin_id(const char *name);
// Argument k of a call of a run-time function: at most n bytes; its result.
void vm_argument(Warp *warp, const VmInst *in, uint32_t lane, uint32_t k, void *to, uint32_t n);
void vm_set_result(Warp *warp, const VmInst *in, uint32_t lane, uint64_t v);
// nested.c: launches from kernels
VmStatus vm_launch_at(Vm *vm, VmFunc *func, const VmLaunch *launch, uint32_t depth,
                      VmResult *result);
int vm_nested_id(const char *name);
void vm_nested_call(Warp *warp, const VmInst *in, uint32_t lane, uint32_t id);
void vm_nested_collect(Block *block);
void vm_nested_run(Vm *vm, VmNestedList *list, const VmLaunch *launch, uint32_t depth,
                   VmResult *sum);
void vm_builtin_call(Warp *warp, const VmInst *in, const VmFunc *callee, uint32_t mask);
// sregs.c: special registers, when a warp's memory is made and when its block starts
void vm_fill_sregs_once(Warp *warp);
void vm_fill_sregs(Warp *warp);
// native.c: runs the current split from where it stands in native code, if there is an entry.
// *left loses what it executed.
typedef enum {
    NATIVE_NOT,      // nothing has run
    NATIVE_TOGETHER, // the split goes on, at another place
    NATIVE_PARTED,   // its lanes stand at several places now, as splits, or have all ended
} NativeRun;
NativeRun vm_run_native(Warp *warp, int64_t *left);
// native_block.c: runs a block that has not started, or whose warps all stand at one place, in
// native code as long as they stay together. True: it has ended. *budget loses what it executed.
// A block that could not begin in native code has not started yet.
bool vm_run_together(Block *block, int64_t *budget);
void vm_leave_together(Block *block); // the block that had the memory has ended
// writes.c.
// Of a grid whose parameters are there; with the checker of races. Memory for a while is that of
// ctx.
void vm_find_written(Grid *grid, Ctx *ctx);
// settled.c: by pc, loads of shared memory that no thread of a block in step writes meanwhile, and
// atomic operations where all do nothing else there. Under the machine's lock.
bool *vm_find_settled(const VmFunc *fn, Arena *arena);
// By instruction: the variables of shared memory that its access may touch, a bit each; 0: any.
uint64_t *vm_find_touched(const VmFunc *fn, Arena *arena);
// next.c: puts the instructions that may come behind the one at `at` on a stack of n, two at most;
// gives how many are there then. Of branches by number nothing.
uint32_t vm_push_behind(const VmFunc *fn, uint32_t at, uint32_t *stack, uint32_t n);
// The same before the lanes of a warp wait for each other.
uint32_t vm_push_next(const VmFunc *fn, uint32_t at, uint32_t *stack, uint32_t n);
// Whether native code in which some lanes of a warp run ahead of others is not for the grid: a
// block is one warp, and its lanes may exchange values by global memory, as programs written for
// lockstep do.
bool vm_is_lockstep(Grid *grid, Ctx *ctx);
// No thread of the grid writes the allocation, and all its bytes have a value if somebody asks.
bool vm_is_only_read(const Grid *grid, VmAlloc *alloc);
// native_code.c
// Gives a frame's registers the pattern of what has no value: all, or those that native code may
// read before it writes them.
void vm_fill_registers(Warp *warp, Frame *frame);
void vm_free_native(Vm *vm);
bool vm_ends_native(const VmInst *inst); // native_build.c: native code may end before it
// tensor_memory.c
void vm_tensor_end(Block *block); // it ends
// profile.c
void vm_profile_start(Worker *wk);
void vm_profile_add(Vm *vm, const Worker *wk);

#endif
