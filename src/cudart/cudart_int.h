// SPDX-License-Identifier: Apache-2.0
// Private to src/cudart: the state, its objects, operations.
//
// Everything that a stream can be given is an `RtOp`. rt_issue runs it at once, or, when the stream
// is being captured, makes it a node of the graph; launching a graph runs its nodes' ops in the
// order of the graph. So each kind of work is written once.
#ifndef CUPRUM_CUDART_INT_H
#define CUPRUM_CUDART_INT_H

#include "base/target.h"
#include "cudart/abi.h"
#include "cudart/cudart.h"
#include "cudart/standin.h"
#include "vm/vm.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/types.h>

typedef struct Rt Rt;
enum { // error numbers
#define ERR(id, number, ...) RTE_##id = number,
#include "cudart/error.def"
#undef ERR
};

// Addresses. Device memory cannot be read by the host: its range is reserved so that nothing else
// lies there. Pinned and managed memory lies behind it, host address and device address in one.
#ifdef __SANITIZE_THREAD__ // takes most of the addresses for itself
#define RT_DEVICE_BASE 0x001000000000ull
#define RT_DEVICE_SIZE 0x001000000000ull
#define RT_HOST_BASE   0x002000000000ull
#else
#define RT_DEVICE_BASE 0x200000000000ull
#define RT_DEVICE_SIZE 0x010000000000ull
#define RT_HOST_BASE   0x220000000000ull
#endif

// ---- objects -----------------------------------------------------------------------------------
// Every handle of the API is a pointer to an object of ours (or one of the small numbers of the
// default streams); rt_is looks it up, so that any value may come in. Freed ones are used again.

typedef enum {
    OBJ_NONE,
    OBJ_STREAM,
    OBJ_EVENT,
    OBJ_LIBRARY,
    OBJ_KERNEL,
    OBJ_GRAPH,
    OBJ_NODE,
    OBJ_EXEC,
    OBJ_ARRAY,
    OBJ_MIPMAP,
    OBJ_POOL,
    OBJ_CONTEXT,
    OBJ_USER,
    OBJ_LINK,
    OBJ_CHUNK,
    OBJ_TEXTURE,
    OBJ_EVENT_SET,
    OBJ_COUNT
} RtKind;
typedef struct RtObj {
    uint32_t kind;
    uint32_t size;
    uint64_t id;
    struct RtObj *next; // free ones
} RtObj;

typedef struct RtGraph RtGraph;
typedef struct RtNode RtNode;
typedef struct RtLibrary RtLibrary;
typedef VEC(RtNode *) RtNodes;

typedef struct {
    RtObj o;
    uint32_t flags;
    int32_t priority;
    struct RtContext *context; // in which it was made
    // capture
    RtGraph *graph; // being built, or NULL
    bool own_graph; // made by the capture
    bool invalid, origin;
    uint64_t capture_id;
    RtNodes deps;      // the next node comes after these
    VEC(RtEdge) edges; // their data, for programs that ask: nothing special
    RtAttribute attr[RT_LA_COUNT];
    uint32_t line; // order.c: its number there
} RtStream;

typedef struct {
    RtObj o;
    uint32_t flags;
    bool recorded;
    double time; // of the modelled clock, seconds
    // recorded in a capture: what waits for it comes after these nodes
    RtGraph *graph;
    uint64_t capture_id;
    RtNodes deps;
    struct RtClock *clock; // order.c: what is done when it is; NULL: not recorded yet
} RtEvent;

typedef struct {
    RtObj o;
    RtLibrary *lib;
    const char *name;
    const void *host; // the stub that names it, or NULL
    VmFunc *fn;       // NULL until the library is loaded
    bool is_missing;  // and the user has been told
    bool is_prepared; // vm_prepare
    int32_t attr[RT_FA_COUNT];
    bool set[RT_FA_COUNT];
    // parameters by cuParamSet*
    uint8_t *old_params;
    RtDim old_block;
    uint32_t old_shared;
} RtKernel;

typedef struct {
    const void *host; // address of the host's shadow variable
    const char *name;
    size_t size;
    bool managed, constant;
    uint64_t addr; // on the device, when loaded
} RtVar;

struct RtLibrary {
    RtObj o;
    const void *image; // fat binary or text, NULL when `text` is set from the start
    const char *name;
    const char *text; // of PTX, NULL: there is none
    size_t ntext;
    const char *tile; // bytecode of Tile IR, NULL: there is none
    size_t ntile;
    bool ours;                 // the wrapper of a program: loaded at the first use
    const void *registered_by; // an address in its code
    const void *const *prelinked;
    VmModule *mod, *tile_mod; // of PTX, of Tile IR; NULL: there is none
    int error;                // of loading, when there is neither; -1: not tried
    VEC(RtKernel *) kernel;
    VEC(RtVar) var;
};

typedef struct {
    RtObj o;
    VmTexFormat format;
    uint32_t channels, texel; // bytes of a texel
    int32_t cu_format;        // RT_AD_*
    RtChannels desc;
    bool normalized; // a unorm or snorm format
    uint32_t w, h, d, flags;
    uint64_t addr, pitch, slice, size;
    bool part; // of a mip map, which owns the memory
} RtArray;
enum { RT_MAX_LEVELS = VM_TEX_LEVELS };
typedef struct {
    RtObj o;
    uint32_t n;
    RtArray *level[RT_MAX_LEVELS];
} RtMipmap;

typedef enum { POOL_DEVICE, POOL_HOST, POOL_MANAGED, POOL_KINDS } RtPoolKind;
enum { // attributes, cudaMemPoolAttr
    POOL_REUSE_FIRST = 1,
    POOL_REUSE_LAST = 3,
    POOL_THRESHOLD,
    POOL_RESERVED,
    POOL_RESERVED_HIGH,
    POOL_USED,
    POOL_USED_HIGH
};
typedef struct {
    RtObj o;
    RtPoolKind kind;
    RtPoolProps props;
    uint64_t attr[16];
    uint64_t used, high;
    int file; // ipc.c: where its memory is, for other processes; -1: it is this process's alone
    uint64_t file_id, file_end;
    bool is_imported; // the file is another process's
} RtPool;

typedef struct {
    RtObj o;
    void *ptr;
    RtHostFn *destroy;
    uint32_t refs;
    // of the handle of a condition: the word in the device's memory that holds its value, and what
    // is put there when the graph is launched
    uint64_t word;
    uint32_t value;
    bool assign;
    uint64_t memory; // of a node that allocates: its address, which ends with the last such graph
} RtUser;

typedef struct RtContext {
    RtObj o;
    uint32_t flags;
} RtContext;
typedef struct { // of addresses (cuMemAddressReserve)
    uint64_t base, size;
} RtRange;

// For VEC_FOREACH, whose type must be one word.
typedef RtNode *RtNodeP;
typedef RtStream *RtStreamP;
typedef RtKernel *RtKernelP;
typedef const char *RtNameP;

// ---- memory ------------------------------------------------------------------------------------

typedef enum {
    MEM_DEVICE = 1,
    MEM_PINNED,
    MEM_MANAGED,
    MEM_SHARED, // with other processes, by a file (ipc.c)
    MEM_REGISTERED,
    MEM_VARIABLE,
    MEM_VIRTUAL
} RtMemKind;
typedef struct RtMem {
    uint64_t addr, size; // size 0: freed
    RtMemKind kind;
    uint32_t flags;
    uint64_t map_size;   // of what mmap gave
    uint64_t map_offset; // MEM_VIRTUAL: in the memory whose handle map_size is
    RtPool *pool;
    struct RtContext *context;                  // in which it was allocated
    bool graph;                                 // made by a node: it stays
    bool graph_uses, graph_counts;              // is in use; is in Rt.graph_mem
    bool sync_copies;                           // CU_POINTER_ATTRIBUTE_SYNC_MEMOPS
    int32_t preferred, prefetched, read_mostly; // managed memory's advice
    uint32_t accessed_by;
    uint64_t file_offset; // ipc.c: in the pool's file
    void *shared_host;    // device memory with a file of its own; NULL: it has none
    int file;
    uint64_t id;
    void **made; // where leaks are looked for: the host's calls that made it
    uint32_t nmade;
    struct RtMem *next_free;
} RtMem;

// ---- operations --------------------------------------------------------------------------------

typedef struct {
    uint64_t addr; // of a pointer; 0 with an array
    RtArray *array;
    uint64_t pitch, rows; // bytes of a row, rows of a slice
    uint64_t x, y, z;     // x in bytes
} RtPlace;
typedef struct {
    RtPlace dst, src;
    uint64_t width, height, depth; // width in bytes
    int32_t kind;
} RtCopy;
typedef struct {
    RtKernel *kernel;
    RtDim grid, block, cluster;
    uint32_t shared;
    bool cooperative;
    uint8_t *params;
    int32_t priority;
} RtLaunch;
typedef void RtStreamCallback(void *stream, int status, void *data);

enum { // cudaGraphNodeType
    OP_KERNEL,
    OP_COPY,
    OP_SET,
    OP_HOST,
    OP_GRAPH,
    OP_EMPTY,
    OP_WAIT,
    OP_RECORD,
    OP_ALLOC = 10,
    OP_FREE = 11,
    OP_COND = 13,
};
typedef struct {
    int32_t kind;
    union {
        RtLaunch launch;
        RtCopy copy;
        struct {
            RtMemsetParams p;
            uint64_t depth, slice;
        } set;
        struct {
            RtHostFn *fn;
            RtStreamCallback *callback;
            void *data, *stream;
        } host;
        RtGraph *graph;
        struct { // graphs of which the value at `word` chooses
            uint64_t word;
            int32_t type;
            uint32_t n;
            RtGraph **graph;
        } cond;
        struct {
            RtEvent *event;
            uint32_t flags;
        } event;
        struct {
            uint64_t addr, size;
            RtAllocParams params;
        } mem;
    } u;
} RtOp;

struct RtNode {
    RtObj o;
    RtGraph *graph; // NULL: removed
    RtOp op;
    uint32_t index; // in the graph
    RtNodes deps;
    RtNode *origin; // of a clone
    bool disabled;
    uint32_t wait;  // dependencies not yet in the order
    uint32_t place; // order.c: in the order of the graph that is running
};
typedef struct { // a graph's hold on an object
    RtUser *user;
    uint32_t n;
} RtHold;
struct RtGraph {
    RtObj o;
    Arena arena;    // of lists and parameters; ends with the graph
    uint32_t level; // of a graph in a graph: how deep it is
    VEC(RtNode *) node;
    VEC(RtHold) hold;
    struct RtExec *sorted; // of a graph in a graph, once it has run
};
typedef struct RtExec {
    RtObj o;
    RtGraph *graph; // a clone
    uint64_t flags;
    VEC(RtNode *) order;
} RtExec;

// ---- the state ---------------------------------------------------------------------------------

typedef struct {
    uint16_t sm;
    const char *name;
    uint32_t memory_mib, clock_khz, memory_khz, bus_width, l2_kib, copy_engines, double_ratio;
    bool integrated;
} RtGpu;

typedef struct RtThread { // of a host thread
    int last;             // cudaGetLastError
    struct {
        RtDim grid, block;
        size_t shared;
        void *stream;
    } config[8]; // __cudaPushCallConfiguration
    uint32_t nconfig;
    RtContext *context[16]; // cuCtxPushCurrent
    uint32_t ncontext;
    int capture_mode;
    Rt *rt;
    struct RtThread *next; // of threads that have ended
} RtThread;

enum { // cudaGraphMemAttributeType
    RT_GRAPH_MEM_USED,
    RT_GRAPH_MEM_USED_HIGH,
    RT_GRAPH_MEM_RESERVED,
    RT_GRAPH_MEM_RESERVED_HIGH,
    RT_GRAPH_MEM_COUNT
};

struct Rt {
    Ctx ctx;
    Vm *vm;
    pthread_mutex_t lock; // recursive: callbacks may call
    pthread_key_t key;    // RtThread
    RtThread *free_thread;
    const RtGpu *gpu;
    const Target *target;
    bool gpu_is_settled; // it was named, or the program has asked of it
    bool memory_is_given;
    uint32_t sms;
    uint64_t total_memory, used_memory, pinned_memory;
    uint64_t host_memory; // what the host could give at first; 0: nobody asked
    bool trace, verify, fidelity, quiet, stats, json, profile;
    uint32_t checks;           // VM_CHECK_*
    const char *report, *page; // files for findings and profile, or NULL
    bool report_is_begun;      // the file has a part already
    bool has_line;             // a line of progress stands on the terminal
    uint64_t told;             // vm_findings_added of what has been shown
    char why[160];             // why the call that is being made fails; "" where nobody said
    struct {                   // interrupt.c
        sem_t wake;
        pid_t process;
        _Atomic int signal; // that ends the process
        _Atomic int64_t since;
    } interrupt;
    struct RtOrder *order; // order.c; NULL: races are not looked for
    void *launch[12];      // RT_HOST_FRAMES: where the host launches what runs
    uint32_t nlaunch;
    struct RtGuards *guards; // guard.c; NULL: races are not looked for
    void (*on_fault)(int signal, siginfo_t *info, void *context);
    uint32_t depth;  // of calls: host functions in streams call again
    bool waits;      // the call that is being made returns when its work is done
    double clock;    // modelled device time, seconds
    int pending;     // error of a kernel that nobody has seen
    int sticky;      // the same, seen: every call returns it until cudaDeviceReset
    int sticky_told; // it has a finding
    uint64_t next_id, next_host;
    Map object; // handle -> RtObj
    RtObj *free[OBJ_COUNT];
    Map mem; // address -> RtMem
    RtMem *free_mem;
    VEC(RtRange) range; // in the order of addresses
    Map granule;        // address -> RtMem that is mapped there
    Map kernel;         // host stub -> RtKernel
    Map var;            // host variable -> RtLibrary
    VEC(RtLibrary *) library;
    VEC(RtStream *) stream;
    RtStream *stream0;
    RtPool *default_pool[POOL_KINDS], *pool[POOL_KINDS]; // NULL: not used yet; the default one
    RtContext *context0;
    int cache_config;
    uint32_t primary_users; // who has retained it
    bool runtime_used;      // the run-time library has made it active
    uint64_t limit[16];
    uint64_t graph_mem[RT_GRAPH_MEM_COUNT];
    Buf out;                   // printf of kernels, until the next synchronisation
    const char *log;           // diagnostics of the last module that was loaded
    Map texture;               // handle -> Info of texture.c
    VEC(const char *) missing; // calls that are not there
    const void *caller;        // of the call that is being made: an address in its code
    bool static_runtime;       // NVIDIA's static run-time library has been met
    uint32_t device_flags;
    uint32_t nvml_users; // nvmlInit less nvmlShutdown
    bool reserved;
    _Alignas(16) uint8_t params[TARGET_PARAM_BYTES + 4]; // of the launch that is being made
};

// ---- state.c -----------------------------------------------------------------------------------

Rt *rt_create(const char *options); // NULL: no memory, or wrong options (reported on stderr)
void rt_destroy(Rt *rt);            // gives its memory back
// The host has written there by itself: for the checker of uninitialised memory.
void rt_wrote(Rt *rt, uint64_t addr, uint64_t n);
RtThread *rt_thread(Rt *rt);
void *rt_new(Rt *rt, RtKind kind, size_t size); // a zeroed object
void rt_delete(Rt *rt, void *object);
bool rt_is(const Rt *rt, const void *handle, RtKind kind);
RtContext *rt_current_context(Rt *rt); // of the thread; the primary one where it has none
// The context itself, the primary one where it is NULL or is there no longer.
RtContext *rt_owner(Rt *rt, RtContext *context);
void rt_message(Rt *rt, const char *fmt, ...) CU_PRINTF(2, 3);
void rt_missing(Rt *rt, const char *name); // a call that is not there: the first of a name says so
// The caller asks for NVIDIA's private tables, as its static run-time library does: tells the user
// how to link, once, and makes the program's exit status 1.
void rt_static_runtime(Rt *rt);
void rt_flush(Rt *rt); // gives printf's text to the program's stdout
int rt_sync(Rt *rt);   // flush; the error of kernels that have run
const char *rt_error_name(int error, bool driver);
const char *rt_error_text(int error);

// ---- report.c, interrupt.c ----------------------------------------------------------------------

bool rt_end(Rt *rt); // reports; true: the exit status is 1, whatever the program's
// Shows findings that have not been shown; takes no lock of Rt's.
void rt_show_news(Rt *rt);
void rt_show_differences(Rt *rt); // of native code and the interpreter, with --jit=verify
void rt_watch(void *rt, const VmProgress *progress); // VmOptions.watch
void rt_wipe(Rt *rt);                                // the line of progress
// A call returned an error: a finding, if it is the program's mistake. `found`: vm_findings_added
// before the call.
void rt_call_failed(Rt *rt, const char *name, const void *caller, int error, uint64_t found);
// The error, with its reason for that finding.
int rt_refuse(Rt *rt, int error, const char *fmt, ...) CU_PRINTF(3, 4);
// SIGINT, SIGTERM and SIGXCPU call the handler, which calls rt_interrupted, if there is something
// to report and the program leaves them alone.
void rt_await_signals(Rt *rt, void (*handler)(int));
void rt_interrupted(Rt *rt, int signal);
// Does not return when the process is about to end of a signal.
void rt_wait_if_interrupted(Rt *rt);

// ---- order.c -----------------------------------------------------------------------------------

// All of these do nothing without the race checker.
typedef struct RtOrder RtOrder;
void rt_order_start(Rt *rt);
void rt_order_stream(Rt *rt, RtStream *stream); // there is one more
void rt_order_stream_ends(Rt *rt, const RtStream *stream);
// The stream is about to do this; what is touched until the next of these is touched by it.
void rt_order_work(Rt *rt, RtStream *stream, const RtOp *op);
void rt_order_touch(Rt *rt, uint64_t addr, uint64_t size, bool write);
void rt_order_touched(void *rt, const VmTouched *range); // VmLaunch.touched
// Whether what work touches can be in conflict with anything: one stream alone orders all that it
// does, but for the host's own accesses to memory that it sees, and nodes of a graph.
bool rt_order_follows(const Rt *rt);
void rt_order_memory(Rt *rt, RtMemKind kind);               // there is memory of that kind
void rt_order_forget(Rt *rt, uint64_t addr, uint64_t size); // the memory is free
// The host waits for a stream (NULL: that of the work that is being done), for all of them, for an
// event.
void rt_order_host_waits(Rt *rt, const RtStream *stream);
// The work that has begun is a graph, whose nodes run in this order: then each of them by its
// place, and the end.
void rt_order_graph(Rt *rt, RtNode *const *nodes, uint32_t n);
void rt_order_node(Rt *rt, uint32_t place);
void rt_order_graph_ends(Rt *rt);
void rt_order_host_waits_all(Rt *rt);
void rt_order_host_waits_event(Rt *rt, const RtEvent *event);
void rt_order_record(Rt *rt, RtEvent *event, RtStream *stream);
void rt_order_wait(Rt *rt, RtStream *stream, const RtEvent *event);

// For each piece of work that the host has not waited for, and each range of memory of the host's
// that it touches, rt_guard_add. Ranges may have holes of so many bytes in them.
enum { RT_GUARD_HOLE = 16 };
void rt_order_guard(Rt *rt);
// Whether such work touches that byte, so that the host must not read (or write) it.
bool rt_order_touches(const Rt *rt, uint64_t addr, bool write);

// The host waits for all streams.
static inline int rt_sync_all(Rt *rt) {
    rt_order_host_waits_all(rt);
    return rt_sync(rt);
}
// The call will wait for its own work.
static inline int rt_sync_copy(Rt *rt) {
    rt->waits = true;
    return rt_sync(rt);
}

// The allocation that an address lies in, anywhere; NULL: none of ours. The machine's allocations
// are found by any address, the table's by the first.
static inline RtMem *rt_mem_at(Rt *rt, uint64_t addr) {
    VmRange r;
    return vm_range(rt->vm, addr, &r) ? map_get(&rt->mem, r.base) : NULL;
}

// ---- guard.c -----------------------------------------------------------------------------------

typedef struct RtGuards RtGuards;
void rt_guard_start(Rt *rt, void (*handler)(int, siginfo_t *, void *));
void rt_guard_open(Rt *rt);  // a call begins
void rt_guard_begin(Rt *rt); // it has ended: rt_guard_add for what is to be guarded, and
void rt_guard_close(Rt *rt);
void rt_guard_report(Rt *rt);
void rt_guard_add(Rt *rt, const VmSide *side, uint32_t line, const char *what, void *const *pc,
                  uint32_t npc);
// In the handler: true, the access can be tried again; else what was there before ours is called.
bool rt_guard_fault(Rt *rt, const void *address, const void *context);
// An access of the host to the device's memory is a finding.
void rt_guard_device(Rt *rt, const void *address, const void *context);
void rt_guard_chain(Rt *rt, int signal, void *info, void *context);

// ---- host_place.c ------------------------------------------------------------------------------

enum { RT_HOST_FRAMES = 12 };
// The addresses that this thread returns to, the innermost first, without this library's own.
uint32_t rt_host_stack(void **pc, uint32_t max);
// A line for each: its function, file and line, as far as they are known; NULL: nothing is.
const char *rt_host_text(Arena *arena, void *const *pc, uint32_t n);
const char *rt_demangle(Arena *arena,
                        const char *name); // as its source has it, if that can be told
const char *rt_host_here(Rt *rt);          // of the call that is being made; NULL without checkers

// ---- device.c ----------------------------------------------------------------------------------

const RtGpu *rt_gpu(uint32_t sm);
// The GPU that programs see from now on, and its memory unless an option gave that.
void rt_set_gpu(Rt *rt, const RtGpu *gpu);
// Takes a newer GPU where the image of a program has PTX for newer ones alone.
void rt_suit_gpu(Rt *rt, const void *image, uint64_t limit);
bool rt_attribute(const Rt *rt, int id, int *value);

// ---- host_memory.c -----------------------------------------------------------------------------

// Bytes that the host can still give; `root` stands before the system's files ("", but for tests).
uint64_t rt_host_memory(const char *root);
// The device's memory that is free, and all of it: no more than the host can give, so that a part
// of all that a program takes for itself is there.
uint64_t rt_free_memory(Rt *rt);
uint64_t rt_all_memory(Rt *rt);
// Whether so much more can be had, of the device's memory or of the host's alone.
bool rt_has_memory(Rt *rt, uint64_t size, bool pinned);

// ---- memory.c, copy.c --------------------------------------------------------------------------

int rt_mem_alloc(Rt *rt, RtMemKind kind, uint64_t size, uint32_t flags, uint64_t *addr);
int rt_mem_free(Rt *rt, uint64_t addr, bool host);
// n bytes more of a pool are in use.
void rt_pool_note(RtPool *pool, int64_t n);
// pool.c: the kind of memory of a type (RT_ALLOC_*) at a place, false: there is none; memory of a
// kind.
bool rt_pool_kind(const RtLocation *location, int type, RtPoolKind *kind);
int rt_pool_memory(Rt *rt, RtPoolKind kind, uint64_t n, uint64_t *addr);
RtPool *rt_pool_new(Rt *rt, RtPoolKind kind);
// ipc.c: a file for a pool's memory; memory in it.
bool rt_pool_share(RtPool *pool);
int rt_pool_shared_memory(Rt *rt, RtPool *pool, uint64_t size, RtMem **mem);
// memory.c: gives memory of such a file back.
void rt_shared_free(Rt *rt, RtMem *mem);
// At the next of our addresses: zeros, or a piece of a file. NULL: there is no room.
void *rt_map_host(Rt *rt, uint64_t size, int file, uint64_t offset);
RtMem *rt_mem_note(Rt *rt, uint64_t addr, uint64_t size, RtMemKind kind);
void rt_mem_forget(Rt *rt, RtMem *m);
// The bytes that a pointer of the program names: of the device, or its own. NULL: device memory
// that is not there.
void *rt_bytes(Rt *rt, uint64_t addr, uint64_t n);
bool rt_is_device(Rt *rt, uint64_t addr); // cannot be host memory
// standin.c: the host's view for the function of a stand-in library; an error: there is none.
int rt_standin_view(Rt *rt, const RtStandinView *view, void **at);
int rt_run_copy(Rt *rt, const RtCopy *copy);
int rt_check_copy(Rt *rt, const RtCopy *copy);
int rt_copy_1d(Rt *rt, uint64_t dst, uint64_t src, uint64_t n, int kind, void *stream);
int rt_copy_op(Rt *rt, const RtCopy *c, void *stream);
int rt_copy_of(Rt *rt, const RtMemcpy3D *memcpy3_d, RtCopy *copy);
int rt_cu_copy_of(Rt *rt, const RtCuMemcpy3D *cu_memcpy3_d, RtCopy *copy);
void rt_copy_to_3d(const RtCopy *copy, RtMemcpy3D *memcpy3_d);
void rt_copy_to_cu(Rt *rt, const RtCopy *copy, RtCuMemcpy3D *params);
int rt_set_op(Rt *rt, const RtMemsetParams *memset_params, uint64_t depth, uint64_t slice,
              void *stream);
int rt_run_set(Rt *rt, const RtMemsetParams *memset_params, uint64_t depth, uint64_t slice);

// ---- stream.c ----------------------------------------------------------------------------------

// cudaStreamLegacy, cudaStreamPerThread
#define RT_STREAM_LEGACY     ((void *)(uintptr_t)1)
#define RT_STREAM_PER_THREAD ((void *)(uintptr_t)2)
RtStream *rt_stream(Rt *rt, void *handle); // NULL: no such stream
int rt_issue(Rt *rt, void *stream, RtOp *op);
int rt_run_op(Rt *rt, const RtOp *op);

// ---- module.c, fatbin.c ------------------------------------------------------------------------

// The best PTX of a container for the target: 0 and text (in the arena), or an error.
// `part`: of a program that is linked; it may have none, which is not reported.
// Whether the container has PTX that the target runs, and any at all.
uint64_t rt_image_limit(const void *image); // bytes of a program's container
bool rt_fat_runs(const void *data, uint64_t limit, const Target *target, bool *has_ptx);
int rt_fat_ptx(Rt *rt, Arena *arena, const void *data, uint64_t limit, bool part, const char **text,
               size_t *n);
// The same of Tile IR, where there is some: NULL else.
int rt_fat_tile(Rt *rt, Arena *arena, const void *data, uint64_t limit, const char **bytes,
                size_t *n);
// Whether the image (a text with its NUL, or anything else) begins with the number's bytes.
bool rt_begins(const void *image, uint32_t magic);
bool rt_read_file(Rt *rt, const char *path,
                  Buf *out);                 // a NUL is behind; false: it cannot be opened
int rt_library_load(Rt *rt, RtLibrary *lib); // once
// grid_sync.c: adds the barrier of cooperative grids to a text that calls it without a definition.
void rt_add_grid_sync(Rt *rt, RtLibrary *lib);
int rt_link_parts(Rt *rt, RtLibrary *lib); // the text of a program with -rdc=true
RtLibrary *rt_library_new(Rt *rt, const void *image, const char *name);
int rt_library_from(Rt *rt, const void *code, RtLibrary **out); // PTX text or a container
RtKernel *rt_kernel(Rt *rt, const void *handle, int *error);    // stub or handle; loaded
RtKernel *rt_library_kernel(Rt *rt, RtLibrary *lib, const char *name);
RtVar *rt_symbol(Rt *rt, const void *host, int *error); // loaded
int rt_library_global(Rt *rt, RtLibrary *lib, const char *name, uint64_t *addr, size_t *size);

// ---- launch.c, occupancy.c ---------------------------------------------------------------------

int rt_launch(Rt *rt, RtLaunch *launch, void **params, void **extra, void *stream);
int rt_run_launch(Rt *rt, const RtLaunch *launch);
int rt_fill_params(Rt *rt, RtLaunch *launch, void **params, void **extra);
int rt_check_launch(Rt *rt, const RtLaunch *launch);
int rt_apply_attrs(RtLaunch *launch, const RtAttribute *attrs, uint32_t n);
int rt_func_attribute(Rt *rt, RtKernel *kernel, int id, int *value);
// The most dynamic shared memory of a launch; `fixed`: the kernel's own.
uint32_t rt_shared_limit(const Rt *rt, const RtKernel *k, uint32_t fixed);
int rt_set_func_attribute(Rt *rt, RtKernel *kernel, int id, int value);
int rt_blocks_per_sm(Rt *rt, RtKernel *kernel, int threads, size_t shared);

// ---- graph.c, graph_node.c ---------------------------------------------------------------------

// The graph or node of a handle, in entry points.
#define RT_NODE(h)                                                                                 \
    RtNode *x = h;                                                                                 \
    if (!rt_is(rt, x, OBJ_NODE)) return RTE_InvalidValue
#define RT_EXEC(h)                                                                                 \
    RtExec *x = h;                                                                                 \
    if (!rt_is(rt, x, OBJ_EXEC)) return RTE_InvalidValue

// What a node keeps of an operation: a launch's parameters are copied.
void rt_node_keep(RtNode *node, const RtOp *op);
RtNode *rt_node_of_clone(const RtGraph *g, const RtNode *original);
int rt_graph_check_add(Rt *rt, void **out, void *graph, void *const *deps, size_t n);
// At this level of graphs in graphs; NULL when there are too many.
RtGraph *rt_graph_clone(Rt *rt, const RtGraph *graph, uint32_t level);
void rt_graph_hold_as(Rt *rt, RtGraph *graph, const RtGraph *as); // user objects
RtNode *rt_graph_add(Rt *rt, RtGraph *graph, const RtOp *op, RtNode *const *deps, size_t n);
int rt_graph_run(Rt *rt, RtExec *x);
int rt_graph_run_in(Rt *rt, RtGraph *graph);
enum { RT_GRAPH_DEPTH = 32 }; // of graphs in graphs
// The memory of an allocation node is taken or given back by a run of the graph.
void rt_graph_memory(Rt *rt, RtMem *mem, bool taken);
// The graph, and its copies, keep the memory of a node.
void rt_graph_keep(Rt *rt, RtGraph *graph, uint64_t addr);
RtGraph *rt_graph_new(Rt *rt, uint32_t level);
// graph_cond.c: a conditional node, with empty graphs, which *p gets; running it; the handles of a
// graph that is launched get the values that they are to have then.
int rt_condition_op(Rt *rt, RtGraph *graph, RtConditionalParams *conditional_params, RtOp *op);
int rt_run_condition(Rt *rt, const RtOp *op);
void rt_graph_assign(Rt *rt, RtGraph *graph);

// entry.c: the function that the program calls, by name and version.
void *rt_entry(const char *name, int version, bool *too_old);

// ---- entry points: prototypes from the tables ---------------------------------------------------

#define RT_UNPAREN(...)                   __VA_ARGS__
#define RT_API(name, params, args)        int rt_##name(Rt *rt, RT_UNPAREN params);
#define RT_API0(name)                     int rt_##name(Rt *rt);
#define CU_API(name, since, params, args) RT_API(name, params, args)
#define CU_API0(name, since)              RT_API0(name)
#define CU_SAME(...)
#define CU_SAME0(...)
#include "cudart/driver.def" // the tables forget their macros
#include "cudart/runtime.def"
int rt_cudaGetDeviceProperties12(Rt *rt, RtDeviceProp12 *prop, int device);
int rt_cudaPointerGetAttributes12(Rt *rt, RtPointerAttributes12 *attributes, const void *p);
RtLocation rt_location12(int device); // of a device's number as CUDA 12 gives it
#define NVML(name, params, args) int rt_##name(Rt *rt, RT_UNPAREN params);
#define NVML0(name)              int rt_##name(Rt *rt);
#define NVML_NONE(name)
#define NVML_FIXED(name)
#include "cudart/nvml.def" // forgets them, too
// nvml.c: errors of NVML, which have numbers and names of their own; what nvml_state.c needs.
enum {
    NVML_SUCCESS,
    NVML_UNINITIALIZED,
    NVML_INVALID_ARGUMENT,
    NVML_NOT_SUPPORTED,
    NVML_NO_PERMISSION,
    NVML_NOT_FOUND = 6,
    NVML_INSUFFICIENT_SIZE,
    NVML_TIMEOUT = 10,
    NVML_UNKNOWN = 999,
};
// nvmlErrorString's text.
const char *rt_nvml_error(int error);
// Whether it is the handle of the one device.
bool rt_nvml_is_device(const Rt *rt, const void *device);
// Copies a text to where n bytes are; sets a number of a device. NVML's status.
int rt_nvml_text(char *to, unsigned n, const char *text);
int rt_nvml_number(const Rt *rt, const void *device, unsigned *to, unsigned value);

// Returned from the middle of an entry point.
#define RT_TRY(e)                                                                                  \
    do {                                                                                           \
        int e_ = (e);                                                                              \
        if (e_) return e_;                                                                         \
    } while (0)

#endif
