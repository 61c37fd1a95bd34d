// SPDX-License-Identifier: Apache-2.0
// state.h: the lowest floor: decoded instructions, functions, modules, memory, warps, blocks and
// grids as data; rows of registers; where an address lies; places for messages.
//
// Registers of a function live in a frame, lane-contiguous: a row is 32 lanes of 2, 4, 8 or 16
// bytes; a predicate is one 32-bit mask. An operand is a 32-bit reference: two bits choose the
// base (frame, constants of the function, special registers of the warp), the rest is the byte
// offset. Immediates are rows of the constant area, so every instruction works on rows alone.
#ifndef CUPRUM_VM_STATE_STATE_H
#define CUPRUM_VM_STATE_STATE_H

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
    VF_BEHIND = 1 << 25,      // sync checker: stands behind a wait (code/behind.c)
    VF_STRONG = 1 << 24,      // volatile, relaxed or stronger: does not race with its like
};

// What one family of instructions has beside its operands: the views of VmInst's union. Those of an
// address begin with its offset, which vm_decode_address fills for all of them.
typedef struct { // ld, st, atom, red, mbarriers, places in the frame
    int64_t offset;
    uint32_t used;   // a load's bytes that are used, a bit each; 0: all
    uint32_t copies; // where the list has rows for its elements' bits of definedness; 0: nowhere
} VmAddressed;
typedef struct { // ldmatrix, stmatrix, wmma.load, wmma.store
    int64_t offset;
    uint8_t shape, matrix; // PTX_SHAPE_*, PTX_MATRIX_*
} VmMatrixMem;
typedef struct { // cp.async, whose address is the destination's
    int64_t offset;
    int32_t of_source; // offset
    bool sized;        // `c` says how many bytes; else whether the source is ignored
} VmCopy;
typedef struct {              // mma, wmma.mma
    uint8_t shape;            // PTX_SHAPE_*
    uint8_t of_a, of_b, of_c; // registers, as `n` is of D
    uint8_t selector, bitop;  // of sparse metadata; PTX_BITOP_*
    uint32_t modes;           // execute/mma.c
} VmProduct;
typedef struct { // wgmma
    uint16_t n, k;
    uint8_t of_a, selector, modes; // registers; of sparse metadata; execute/wgmma.c
} VmGroup;
typedef struct {       // bulk copies, tensor copies
    uint32_t how;      // execute/bulk.c, execute/tensor.c
    uint8_t operation; // PTX_AOP_*
    uint8_t offsets;   // of im2col
} VmBulk;
typedef struct { // clusterlaunchcontrol
    bool multicast;
    uint8_t word; // the first of those asked for
} VmCancel;
typedef struct { // tensormap.replace
    uint8_t field, ordinal;
} VmMap;
typedef struct {  // textures, surfaces
    uint32_t how; // execute/tex.c, execute/surf.c
    uint8_t geometry, coordinates, places;
    uint8_t component, operation; // of tld4; PTX_AOP_*
    bool texels;                  // x counts texels (.p), not bytes
} VmTextured;
typedef struct {      // waiting for groups of copies, closing one
    uint32_t pending; // groups that may be left
    bool bulk, reads; // reads: their reads are enough
} VmWait;
typedef struct {    // cvt
    bool finite;    // overflow gives the largest finite value
    uint8_t narrow; // compute/narrow.c
} VmConvert;
typedef struct {       // packed integers
    uint8_t operation; // compute/packed.c
    bool saturates;
} VmPacked;
typedef struct {         // vadd2, vadd4, ...
    uint8_t on;          // parts that are computed, a bit each
    uint16_t of_a, of_b; // a digit of 3 bits for each part: which
} VmSimd;
typedef struct {              // vadd, vmad, ...
    uint8_t of_a, of_b, of_d; // parts of a register; 0: all of it
    uint8_t negated;          // vmad: compute/video.c
} VmScalar;

struct VmInst {
    VmFn *fn;
    VmFn *finish;     // CTL_SYNC: second phase; the plain function of a checked access
    VmStored *stored; // of a store of matrices, for the checker of races
    uint8_t ctl, cls;
    uint8_t type, type2, type3, type4; // PtxType
    uint8_t dsize, asize;              // log2 bytes of a lane of the destination and first source
    uint8_t space, n;                  // VmSpace; how many elements, parts, registers or sources
    uint8_t rnd, mod; // PTX_RND_* or what selects alike; PTX_SEM_* or another modifier that selects
    uint32_t flags;
    VmRef guard;
    VmRef d, a, b, c, e;
    uint32_t list; // index into VmFunc.list, where operands begin for which there is no row above
    union {
        struct {
            int64_t imm; // an operand that is a number
            VmRef f;     // a fifth source
        };
        VmAddressed access;
        VmMatrixMem tile;
        VmCopy copy;
        VmProduct product;
        VmGroup group;
        VmBulk bulk;
        VmCancel cancel;
        VmMap map;
        VmTextured texture;
        VmWait wait;
        VmConvert convert;
        VmPacked packed;
        VmSimd simd;
        VmScalar scalar;
        uint32_t target;  // CTL_BRA: pc
        uint32_t targets; // CTL_BRX: how many the list has
        struct {
            bool arrives; // and does not wait
        } barrier;
        struct {
            bool waits;
        } cluster;
        struct {
            uint8_t level; // 0 orders nothing between threads, 1 in the block, 2 further
            bool proxy;
        } fence;
        VmRef second;        // warp-synchronous: the predicate of a pair of destinations
        int64_t window;      // cvta: what is added; isspacep: what is asked for
        uint32_t part_bits;  // mov of parts: bits of each
        const void *form;    // tcgen05, multimem: what decoding has found
        const char *refused; // what was put in the place of it: why
    };
    uint32_t line;
    uint8_t own; // VM_OWN_*: an instruction of the decoder's; else 0
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

typedef struct VmNative VmNative; // native/native.h

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
static const uint8_t vm_row_lanes[] = {
    [VM_ROWS_OF_8] = 8, [VM_ROWS_OF_16] = 16, [VM_ROWS_OF_32] = 32};

// code/writes.c: where a kernel's stores may go.
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
    uint32_t param_size;   // a kernel's parameters as launches give them
    uint32_t *param_from;  // by parameter: where it lies there; its VmVar says where in the grid's
    uint32_t param_end;    // of the grid's
    uint64_t *param_valid; // mem checker: a bit for each byte of the grid's; NULL: all
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
    struct VmTile
        *tile; // module/tile.h: a kernel of Tile IR, whose code only gives findings places
    const VmNative *_Atomic native[2 * VM_ROWS]; // by VmRows; NULL: nobody has asked
};

typedef struct VmDebug VmDebug; // debug/debug.h
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

// state/shared_use.c: the static shared memory that a kernel needs (VmFunc.shared_size, used_low,
// used_high)
void vm_find_shared(const VmModule *mod, VmFunc *kernel);
bool vm_is_dynamic(const PtxVar *var);

// ---- device memory ------------------------------------------------------------------------------

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
    _Atomic bool whole; // all of them are known to be (code/writes.c)
    VmAllocInfo *info;  // checkers; NULL: nothing known
    void *_Atomic race; // check/race.c: of launch `race_launch`
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
    _Atomic uint32_t nwhole;  // those that run all lanes of a warp at a time
    _Atomic uint32_t nserial; // their loops that each lane runs by itself
    VmCheck *check;           // NULL: no checkers
    struct VmProfile *profile;
    struct RacePool *race_pool; // NULL: no checker of races
    _Atomic bool interrupted;   // vm_interrupt
    // module/verify.c
    pthread_mutex_t verify_lock;
    bool verifying;
    VEC(VmDeferred) deferred;
    uint64_t verified, differences; // launches; what was told
    Buf difference_text;            // that nobody has printed yet
};

// The allocation that holds addr, or NULL. Freed ones have size 0.
VmAlloc *vm_find(Vm *vm, uint64_t addr);
VmAlloc *vm_alloc_at(const Vm *vm, uint32_t i); // i below nalloc
// The number of adopted ranges that begin at or before the address.
uint32_t vm_adopted_before(const Vm *vm, uint64_t addr);

#define VM_LARGE (256ull << 20) // from here on memory is taken when it is written

// Host memory of *mapped bytes (made whole pages) for a large allocation: `filled` bytes of the
// pattern, zeros behind them. NULL: it is not large, or the system cannot do it.
uint8_t *vm_map_large(const Vm *vm, uint64_t filled, uint64_t *mapped);
void vm_unmap_large(void *at, uint64_t mapped);
// Memory of a power of two of bytes, in large pages where it is of one; for free(). NULL: there is
// none.
void *vm_large_chunk(size_t size);

// ---- warps and blocks ---------------------------------------------------------------------------

typedef struct Frame {
    VmFunc *fn;
    struct Frame *parent;
    uint8_t *reg;
    uint32_t retpc; // in the parent
    uint32_t live;  // lanes that have not returned
    uint32_t depth;
    bool kept; // schedule/together.c has it for as long as the block's memory lasts
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
    bool parted; // lanes have stood at different places: native/run.c
    SyncBuf sync;
    Split split[VM_LANES];
    uint8_t *sreg;
    uint8_t *local[VM_LANES];
    uint32_t local_cap[VM_LANES];
    uint64_t **local_init;    // init checker: bits of each lane's local memory, or NULL
    uint8_t *sink;            // mem checker: where wrong accesses go
    uint32_t *exited_at;      // sync checker: where each lane that is gone has exited
    uint32_t *behind_at;      // and where it last did something behind a wait; 0: nowhere
    uint64_t watch_time;      // and what the clock says then
    struct VmWatch *watch;    // sync checker: while it is being watched (schedule/wait.c)
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
    struct Together *together; // schedule/together.c, or NULL
    struct VmTensor *tensor;   // memory/tensor.h; NULL: nobody has asked
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
    // schedule/wait.c: the workers; when one of them last ran its blocks; nothing goes on any more
    Worker *worker;
    uint32_t nworker;
    // schedule/launch.c: only the first has begun; when to ask whether the others should, in
    // instructions; the threads that have been started
    bool held;
    uint64_t ask_at;
    uint32_t started;
    _Atomic uint64_t busy_time;
    bool deadlocked;
    bool alone;    // one thread of the host runs it
    bool lockstep; // vm_is_lockstep
    // code/writes.c: the allocations that it may write, if that is known, and whether variables are
    const VmAlloc **written;
    uint32_t nwritten;
    bool writes_known, writes_variables;
    VmRows rows;
    _Atomic uint64_t next;     // next cluster to start
    uint64_t batch;            // clusters that a worker takes at a time
    _Atomic uint64_t fail;     // lowest failing block + 1, 0: none
    _Atomic uint64_t executed; // warp instructions, updated by slices
    _Atomic uint64_t ended;    // blocks
    // schedule/watch.c: when it began, when the next look is due (milliseconds of it), who looks
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
    uint64_t taken,
        taken_end;   // schedule/block.c: clusters that the worker has taken and not started
    uint64_t placed; // schedule/block.c: the last cluster that was started, and where it lies
    uint32_t place[3];
    struct RaceCells *spare_cells;   // check/race_line.c: for the blocks' memory
    struct RaceCells *spare_of_page; // the same for pages of the pool
    VmCount *profile;                // by site; NULL: not wanted
    VEC(struct JitState *) native;   // native/run.c: by VmNative.id
    uint64_t unwatched;              // instructions since the last look (schedule/watch.c)
    uint64_t passed[16]; // check/sync.c: pairs of a barrier and an exit that it has looked at
    uint32_t npassed;
    // schedule/wait.c: instructions since the last look, and how many make the next one due; how
    // often its blocks were seen to wait since the grid's busy_time was so; it has no blocks any
    // more
    uint64_t unexamined, examine_after, quiet_time;
    uint32_t quiet, late; // late: with the clock far ahead
    bool ended;
    bool gives_way; // check/race_sync.c: the other blocks come first
};

typedef enum { WARP_DONE, WARP_BLOCKED, WARP_SLICE } WarpState;

// The row that a reference means in the current frame.
static inline void *vm_row(const Warp *warp, VmRef r) {
    return warp->base[r >> 30] + (r & 0x3fffffff);
}

typedef enum {
    VM_READ,
    VM_WRITE,
    VM_ATOMIC, // reads and writes
    VM_PEEK,   // by the run-time system (a format string): bounds alone are checked
} VmAccess;
// The allocation at or below addr: one of the last that the warp touched, or found by search.
VmAlloc *vm_recent_alloc(Warp *warp, uint64_t addr);
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

// ---- state/cpu.c --------------------------------------------------------------------------------

// What the processor can do.
bool vm_has_avx2(void);
bool vm_has_avx512(void);

// ---- state/split.c, state/shuffle.c, state/sregs.c ----------------------------------------------

uint32_t vm_split_off(Warp *warp, uint32_t mask, uint32_t pc); // moves lanes of the current split
void vm_free_split(Warp *warp, uint32_t i);
uint32_t vm_merge_splits(Warp *warp, uint32_t i); // those that stand where i does; its new number
uint32_t vm_pick_split(const Warp *warp, bool oldest); // the one to run; UINT32_MAX: none can
// state/shuffle.c: where each of 32 lanes reads in a shuffle, by the operands b and c of each (PTX
// ISA 9.7.9.6); gives the lanes for which that is inside of their segment.
uint32_t vm_shuffle_sources(uint32_t mode, const uint32_t *b, const uint32_t *c, uint32_t *source);
// Special registers, when a warp's memory is made and when its block starts.
void vm_fill_sregs_once(Warp *warp);
void vm_fill_sregs(Warp *warp);

// ---- places -------------------------------------------------------------------------------------

// Where a thread is: function, instruction, block and thread. `in` may be NULL.
VmSite vm_site(const Warp *warp, const VmInst *in, uint32_t lane);
// The site of an instruction by its number (VmFunc.site + pc), for a thread of a block.
VmSite vm_site_by_number(const Grid *grid, uint32_t site, uint64_t block, uint32_t thread);
void vm_source_of(const VmFunc *fn, uint32_t line, VmPlace *out); // file, line, inlined
void vm_source_of_loc(const PtxFunc *fn, const PtxInst *loc, VmPlace *out);
void vm_place_text(Buf *out, const VmPlace *shown);
const char *vm_one_line(Buf *out); // an instruction as the printer lays it out, in one line
const char *vm_space_name(VmSpace sp, uint64_t addr);

// ---- where an address lies ----------------------------------------------------------------------

typedef struct {    // memory that an address lies in
    VmSpace space;  // GLOBAL, SHARED, LOCAL or PARAM
    VmAlloc *alloc; // GLOBAL
    Block *block;   // SHARED: the one that owns it
    uint64_t off;   // in the allocation, in shared memory, in the lane's local memory
    uint8_t *host;
} VmTarget;

// False: the access is wrong.
bool vm_locate(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp, VmTarget *place);
// A load of n bytes that begins inside a variable or the parameters and ends in the padding that
// their alignment leaves behind them (compilers widen loads so): the bytes inside. 0: it is wrong.
uint32_t vm_padded_load(Warp *warp, uint32_t lane, uint64_t addr, uint32_t n, VmSpace sp,
                        VmTarget *place);

typedef struct {
    uint32_t off, size, align;
    const char *name;
    uint32_t sym, func, var; // where to go on
} VmSharedVar;
// The next static shared variable that a kernel may use, from a cleared one on; false at the end.
bool vm_shared_next(const VmFunc *kernel, VmSharedVar *it);

// ---- state/shadow.c: a bit for each byte, 1: initialised ----------------------------------------

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
