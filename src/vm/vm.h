// SPDX-License-Identifier: Apache-2.0
// vm: executes PTX kernels on the host, and has those of Tile IR evaluated. A CUDA run-time library
// stands on this header.
//
// Contract of the module:
//  - A Vm is one device: a 64-bit generic address space with disjoint windows, device memory,
//    loaded modules. Device addresses are the machine's own, the same in every run; they are host
//    pointers only for what vm_adopt was given. Memory is reached by vm_read/vm_write/vm_host.
//  - A kernel runs warps of 32 lanes in lockstep, divergent lanes as separate splits that join
//    again where their program counters meet; splits make progress independently, as on sm_70 and
//    later. Blocks run on `jobs` host threads; a block runs on one thread at a time.
//  - Every memory access of the program is checked for bounds, liveness and alignment. The first
//    fault (of the lowest block) stops the grid and is described in VmResult.error.
//  - printf output is collected per block and delivered in block order.
//  - Results of race-free programs do not depend on `jobs`. Races of the simulated program on
//    global memory are single relaxed host accesses, never undefined behaviour of ours.
//  - Functions may be called from several host threads at once, vm_load and vm_free excepted.
#ifndef CUPRUM_VM_H
#define CUPRUM_VM_H

#include "ptx/ptx.h"

typedef struct Vm Vm;
typedef struct VmModule VmModule;
typedef struct VmFunc VmFunc;

typedef struct { // of a launch that runs
    const char *kernel;
    uint64_t done, blocks; // blocks that have ended, of all
    double seconds;        // since it began
} VmProgress;

typedef struct {
    uint32_t jobs;             // host threads; 0: number of processors
    bool late;                 // but the first they begin when much of a launch is left
    uint32_t sms;              // what %nsmid says; 0: 1
    uint64_t max_instructions; // warp instructions of a launch; 0: no limit
    uint64_t stack_limit;      // bytes of local memory per thread; 0: 512 KiB
    uint64_t heap_limit;       // bytes of device malloc; 0: 64 MiB
    uint64_t memory_limit;     // bytes of device memory; 0: no limit
    uint64_t memory_base;      // first address of device memory; 0: 0x7f00'00000000
    uint8_t fill;              // pattern of uninitialised memory
    uint32_t checks;           // VM_CHECK_*: what the machine watches; 0: faults alone
    uint32_t max_findings;     // different findings that are kept; 0: 100
    uint64_t seed;             // another order of warps, blocks and splits; 0: the plain one
    bool profile;              // count by instruction: vm_print_profile
    // Functions run in native code, unless vm_why_not_native says a reason; counts of instructions
    // are estimates then, and no memory may be freed by the host while a kernel runs.
    bool native;
    bool no_avx512; // native code is that of processors without it
    bool verify;    // with `native`: each launch by the interpreter, too, and compared
    // Called every quarter of a second of a launch, by any of its threads, never by two at once.
    void (*watch)(void *data, const VmProgress *progress); // NULL: nobody wants to know
    void *watch_data;
    // The name of a function as its source has it; NULL: names stay as they are.
    const char *(*demangle)(Arena *arena, const char *name);
} VmOptions;

enum {                  // checkers
    VM_CHECK_MEM = 1,   // bounds, alignment, spaces, lifetime, frees
    VM_CHECK_INIT = 2,  // reads of uninitialised memory
    VM_CHECK_RACE = 4,  // data races between threads
    VM_CHECK_SYNC = 8,  // barriers, masks, mbarriers
    VM_CHECK_LEAK = 16, // memory that nobody freed
    VM_CHECK_API = 32,  // calls of the host's that return an error
    VM_CHECK_ALL = 63,
    VM_CHECK_UNUSED = 64, // memory that was never written; only by its name, and with VM_CHECK_INIT
    VM_CHECK_DEFAULT = VM_CHECK_ALL & ~VM_CHECK_LEAK, // as compute-sanitizer's tools
};

// What keeps a machine with these options from native code ("checkers"), or NULL.
const char *vm_why_not_native(const VmOptions *options);

// ---- device ------------------------------------------------------------------------------------

// The device lives in ctx's memory; vm_free gives large allocations back, the rest goes with ctx.
Vm *vm_new(Ctx *ctx, const VmOptions *options);
void vm_free(Vm *vm);
void vm_limit_instructions(Vm *vm, uint64_t max);            // changes VmOptions.max_instructions
void vm_raise_limits(Vm *vm, uint64_t stack, uint64_t heap); // at least so much; 0: as it is

// Device memory. vm_alloc gives 0 when out of memory; addresses are multiples of 512.
uint64_t vm_alloc(Vm *vm, uint64_t size);
uint64_t vm_alloc_at_multiple(Vm *vm, uint64_t size, uint64_t of); // a power of two, at most 2^30
bool vm_dealloc(Vm *vm, uint64_t addr); // false: not the start of a live allocation
bool vm_write(Vm *vm, uint64_t addr, const void *src, uint64_t n);
bool vm_read(Vm *vm, uint64_t addr, void *dst, uint64_t n);
// Host view of [addr, addr+n), or NULL when it is not inside one live allocation.
void *vm_host(Vm *vm, uint64_t addr, uint64_t n);
// A host range becomes an allocation whose device address is the host address (pinned, mapped and
// managed memory). False: it lies in one of the machine's windows, or meets another allocation.
// Neither function may be called while a kernel runs.
bool vm_adopt(Vm *vm, void *host, uint64_t size);
bool vm_disown(Vm *vm, void *host); // false: not the start of an adopted range
// The bytes of an allocation of the device's are copied to `host`, and are there until it is freed.
void vm_move(Vm *vm, uint64_t addr, void *host);
// [addr, addr + size) is a multicast object: multimem instructions reach there the same places from
// each of the n (1 to 16) addresses on. n 0: what began there is none any more. Other accesses are
// those of the memory at addr. Not while a kernel runs. False: there are too many.
bool vm_multicast(Vm *vm, uint64_t addr, uint64_t size, uint32_t n, const uint64_t *members);
// The live allocation that holds addr. `owned`: by vm_alloc, not by vm_adopt.
typedef struct {
    uint64_t base, size;
    bool owned;
} VmRange;
bool vm_range(Vm *vm, uint64_t addr, VmRange *out);

// ---- textures and surfaces ---------------------------------------------------------------------
// What a texture or surface object says; `tex`, `tld4`, `suld`, `sust`, `txq` ... go by it. A
// handle (the 64-bit value that kernels pass) is an index of the device's table. vm_texture_new and
// vm_texture_free may not be called while a kernel runs.

typedef enum { // a channel's type
    VM_TEX_U8,
    VM_TEX_U16,
    VM_TEX_U32,
    VM_TEX_S8,
    VM_TEX_S16,
    VM_TEX_S32,
    VM_TEX_F16,
    VM_TEX_F32,
} VmTexFormat;
typedef enum { VM_TEX_WRAP, VM_TEX_CLAMP, VM_TEX_MIRROR, VM_TEX_BORDER } VmTexAddress;
enum { VM_TEX_LEVELS = 16 };

typedef struct {
    uint64_t base;  // device address of the level's first texel
    uint64_t pitch; // bytes between rows
    uint64_t slice; // bytes between depth slices, layers or faces
} VmTexLevel;

typedef struct {
    bool surface;       // a surface object: no sampler
    bool linear;        // 1-D over linear memory: no addressing mode, reads outside of it give 0
    bool layered, cube; // cube: six square faces, in layers' place (6 * layer + face)
    uint8_t dims;       // 1, 2, 3: coordinates without the layer
    uint8_t format;     // VmTexFormat
    uint8_t channels;   // 1, 2, 4; those that are missing read as 0, 0, 1
    uint32_t extent[3]; // texels of level 0; 1 where there is no such dimension
    uint32_t layers;    // of a layered or cube texture (6 a cube); else 1
    uint32_t levels;    // at least 1; extent of level l: max(1, extent >> l)
    VmTexLevel level[VM_TEX_LEVELS];
    // sampler
    uint8_t address[3];     // VmTexAddress; wrap and mirror only with normalized coordinates
    bool linear_filter;     // between texels
    bool linear_mip;        // between levels
    bool normalized_coords; // coordinates in [0, 1)
    bool normalized_read;   // 8- and 16-bit integers read as float in [0, 1] or [-1, 1]
    bool srgb, seamless;    // sRGB to linear at reading; filtering across a cube's faces
    uint32_t anisotropy;
    float bias, min_lod, max_lod; // of mip maps
    float border[4];
} VmTexture;

uint64_t vm_texture_new(Vm *vm, const VmTexture *described); // copies it; the handle, never 0
bool vm_texture_free(Vm *vm, uint64_t handle);               // false: no such object
const VmTexture *vm_texture(Vm *vm, uint64_t handle);        // NULL: no such object

// ---- tensor maps -------------------------------------------------------------------------------
// What cuTensorMapEncodeTiled and cuTensorMapEncodeIm2col say; vm_tensor_map_encode writes the 128
// bytes that kernels take as CUtensorMap. The types' numbers are those of tensormap.replace (PTX
// ISA 9.7.9.28.1), not of the driver's CUtensorMapDataType.

typedef enum {
    VM_TENSOR_U8,
    VM_TENSOR_U16,
    VM_TENSOR_U32,
    VM_TENSOR_S32,
    VM_TENSOR_U64,
    VM_TENSOR_S64,
    VM_TENSOR_F16,
    VM_TENSOR_F32,
    VM_TENSOR_F32_FTZ,
    VM_TENSOR_F64,
    VM_TENSOR_BF16,
    VM_TENSOR_TF32,
    VM_TENSOR_TF32_FTZ,
    VM_TENSOR_B4,     // 16U4_ALIGN8B
    VM_TENSOR_B4_P64, // 16U4_ALIGN16B: 16 elements and 8 bytes of nothing in shared memory
    VM_TENSOR_B6_P32, // 16U6_ALIGN16B
    VM_TENSOR_TYPES
} VmTensorType;
enum { VM_TENSOR_INTERLEAVE_NONE, VM_TENSOR_INTERLEAVE_16B, VM_TENSOR_INTERLEAVE_32B };
enum {
    VM_TENSOR_SWIZZLE_NONE,
    VM_TENSOR_SWIZZLE_32B,
    VM_TENSOR_SWIZZLE_64B,
    VM_TENSOR_SWIZZLE_128B,
    VM_TENSOR_SWIZZLE_128B_ATOM_32B, // pieces of 32 bytes change places
    VM_TENSOR_SWIZZLE_128B_FLIP,     // and halves of 16 bytes: refused
    VM_TENSOR_SWIZZLE_128B_ATOM_64B
};

typedef struct {
    VmTensorType type;
    uint32_t rank; // 1 to 5
    uint64_t address;
    uint64_t dim[5];    // elements; the first is the innermost
    uint64_t stride[4]; // bytes, of dimensions 1 to 4
    uint32_t box[5];    // tiles
    uint32_t step[5];   // element strides
    uint32_t interleave, swizzle;
    bool fill_nan; // what lies outside reads as NaN, not as 0
    bool im2col;   // dimensions are channels, then width, height, depth, then images
    int32_t lower[3], upper[3];
    uint32_t channels, pixels;
} VmTensorMap;

// NULL, or what is wrong with it (then nothing is written).
const char *vm_tensor_map_encode(void *map, const VmTensorMap *described);
// Another address for the tensor. False: the bytes are no map, or the address is not aligned.
bool vm_tensor_map_move(void *map, uint64_t address);

// ---- modules -----------------------------------------------------------------------------------

// Decodes a module and places its variables. Returns NULL after diagnostics when, for
// instance, an external variable has no definition. An instruction that the machine does not have
// is an error (VM_ERR_UNSUPPORTED, by name) when it is executed. The PtxModule must outlive the Vm.
VmModule *vm_load(Vm *vm, PtxModule *source);
VmModule *vm_load_text(Vm *vm, const char *name, const char *text, size_t n);
// The same, but kernels are read and decoded by vm_prepare, each when it is first used. It is for
// text that a compiler made: what is wrong in a kernel is found late. With checkers or a profile
// all is done at once.
VmModule *vm_load_lazily(Vm *vm, const char *name, const char *text, size_t n);
// Tile IR, as bytecode or text: each entry is a kernel, each global a variable. Launches evaluate
// it tile block by tile block (src/tile/eval); the size of blocks and shared memory mean nothing.
VmModule *vm_load_tile(Vm *vm, const char *name, const char *bytes, size_t n);
// Before anything else is asked of a kernel, or it is launched: once, like vm_load. False after
// diagnostics.
bool vm_prepare(Vm *vm, VmFunc *kernel);
VmFunc *vm_kernel(VmModule *mod, const char *name); // an .entry, or NULL
uint32_t vm_native_functions(Vm *vm);               // that have been translated to native code
uint32_t vm_native_whole_warps(Vm *vm);   // of these that run a warp's lanes all at a time
uint32_t vm_native_serial_loops(Vm *vm);  // their loops that each lane runs by itself
uint32_t vm_refused(const VmModule *mod); // number of instructions that cannot be executed
const char *vm_refused_text(const VmModule *mod, uint32_t i); // says which, and why
uint32_t vm_kernel_count(const VmModule *mod);
VmFunc *vm_kernel_at(VmModule *mod, uint32_t i);
const char *vm_kernel_name(const VmFunc *func);
// Address and size of a .global or .const variable.
bool vm_symbol(VmModule *mod, const char *name, uint64_t *addr, uint64_t *size);

typedef struct {
    uint32_t count;       // parameters
    uint32_t size;        // of the parameter buffer
    uint32_t shared_size; // static
    uint32_t local_size;
    uint32_t max_threads; // by .maxntid/.reqntid; 1024 when not given
    uint32_t reqntid[3];  // 0: none
    uint32_t cluster[3];  // by .reqnctapercluster; 0: none
    uint32_t sm;          // of the module's .target: 80 is sm_80
    bool must_cluster;    // .explicitcluster: a launch must have a cluster size
    bool counts_clusters; // .blocksareclusters: the grid of a launch is counted in clusters
    bool own_block;       // a launch with blocks of one thread gets those of .reqntid
} VmKernelInfo;
VmKernelInfo vm_kernel_info(const VmFunc *func);
// Place of parameter i in the buffer.
bool vm_kernel_param(const VmFunc *func, uint32_t i, uint32_t *offset, uint32_t *size);

// ---- launches ----------------------------------------------------------------------------------

typedef enum { // classes of instructions in statistics
    VM_CLS_INT,
    VM_CLS_FP,
    VM_CLS_MOVE,
    VM_CLS_CONTROL,
    VM_CLS_GLOBAL,
    VM_CLS_SHARED,
    VM_CLS_LOCAL,
    VM_CLS_PARAM,
    VM_CLS_ATOMIC,
    VM_CLS_SYNC,
    VM_CLS_MATRIX,
    VM_CLS_COUNT
} VmClass;
extern const char *const vm_class_name[VM_CLS_COUNT];

typedef enum {
    VM_OK,
    VM_ERR_LAUNCH,  // bad configuration
    VM_ERR_ADDRESS, // out of bounds, freed
    VM_ERR_MISALIGNED,
    VM_ERR_ASSERT,
    VM_ERR_TRAP,
    VM_ERR_DEADLOCK,
    VM_ERR_LIMIT, // max_instructions
    VM_ERR_STACK,
    VM_ERR_UNSUPPORTED, // reached an instruction that is not implemented
    VM_ERR_ILLEGAL,     // wrong use of an instruction
    VM_ERR_MEMORY,      // the host is out of memory
    VM_ERR_INTERRUPTED, // vm_interrupt
} VmStatus;

typedef struct {
    VmStatus status;
    char error[768]; // text: kernel, block, thread, PTX line, address
    uint64_t addr;   // of an access fault
    uint32_t block[3], thread[3], line;
    uint64_t count[VM_CLS_COUNT]; // executed thread instructions
    uint64_t warp_instructions;
    double seconds;
} VmResult;

typedef struct VmTouched {
    uint64_t begin, end;
    bool write;
    uint32_t site; // by which instruction, of which thread: for vm_order_finding
    uint64_t block;
    uint32_t thread;
} VmTouched;

typedef struct {
    uint32_t grid[3]; // blocks; clusters if the kernel counts them (then a block of 1 is .reqntid)
    uint32_t block[3];
    uint32_t cluster[3]; // 0: by the kernel's directive, or none
    uint32_t shared;     // dynamic shared memory
    bool cooperative;    // all blocks must be able to wait for each other
    const void *params;  // parameter buffer of info.size bytes
    void (*output)(void *data, const char *text, size_t n); // printf; NULL: dropped
    void *data;
    // With the race checker: a range that the grid has read or written, when it has ended; NULL:
    // nobody asks. Ranges of one kind of an allocation follow each other.
    void (*touched)(void *data, const struct VmTouched *range);
} VmLaunch;

// Runs a grid to its end on `opt.jobs` threads; the result says how many instructions it took, or
// what the first fault was (of the lowest block, whatever the threads did). Grids that it launched
// run after it.
VmStatus vm_launch(Vm *vm, VmFunc *func, const VmLaunch *launch, VmResult *out);

// With VmOptions.verify: how often native code and the interpreter have differed so far; the text
// of differences that have not been shown (false: there are none); a line that ends the text.
uint64_t vm_differences(const Vm *vm);
bool vm_print_new_differences(Vm *vm, Buf *out);
void vm_print_verified(const Vm *vm, Buf *out);

// From any thread, and from the handler of a signal: what runs ends with VM_ERR_INTERRUPTED within
// milliseconds, and so does all that is launched later.
void vm_interrupt(Vm *vm);
// One line without its end: kernel, blocks, rate, and how long it will take.
void vm_progress_text(const VmProgress *progress, char *to, size_t n);

// ---- checkers ----------------------------------------------------------------------------------
// With VmOptions.checks the machine goes on after a wrong access (a read gives the fill pattern, a
// write is dropped) and keeps findings; equal ones (same checker, kind and instructions) are one,
// with a count. vm_launch then gives VM_OK unless the grid could not go on; what stopped it is a
// finding too, if it is one of a checker that is on. doc/vm.md has the model of each checker.

enum { VM_PLACE_CALLS = 4 };
typedef struct {          // an instruction as a thread executed it
    const char *kernel;   // NULL: the host
    const char *host;     // the host's calls, a line each, the innermost first; NULL: not known
    const char *function; // that holds the instruction; NULL: the kernel itself
    uint32_t block[3], thread[3];
    uint32_t ptx_line;        // 0: none
    const char *file;         // source, by .loc; NULL: not known
    uint32_t line;            // in file
    const char *inlined_file; // where the call stands, for inlined code; NULL: not inlined
    uint32_t inlined_line;    //
    const char
        *outer_file;     // the call that all of it stands in, where more calls were inlined; NULL
    uint32_t outer_line; //
    struct { // the calls between these two, the innermost first, as many as there is room for
        const char *file;
        uint32_t line;
    } between[VM_PLACE_CALLS];
    uint32_t nbetween;
    const char *instruction; // text of PTX, or of an operation of Tile IR; NULL: none
    bool tile;               // Tile IR: there are no threads and no line of PTX
} VmPlace;

typedef struct {
    uint32_t checker; // one VM_CHECK_*
    const char *kind; // "out-of-bounds", ...: the list is in doc/vm.md
    const char *text; // one sentence
    VmPlace at;
    uint64_t count; // times found; may depend on VmOptions.jobs, nothing else does
    bool has_address;
    uint64_t address;
    uint32_t size;      // bytes of the access
    const char *space;  // "global", "shared", "local", "param", "generic"
    const char *access; // "read", "write", "atomic"
    bool has_allocation, freed;
    uint64_t base, length; // of the allocation that holds, held or is nearest to the address
    const char *made_by;   // "host", "malloc in kernel k, ...", "variable 'v'"
    bool has_other;        // races, double frees, barriers: the other side
    VmPlace other;
    const char *other_access;
    const char *variables; // in scope there, "name = value (type)" a line; NULL: not known
} VmFinding;

// Findings of all launches so far, in the order of launches; inside a launch by block, thread,
// line.
uint32_t vm_finding_count(Vm *vm); // after launches have ended
const VmFinding *vm_finding(Vm *vm, uint32_t i);
uint64_t vm_findings_dropped(const Vm *vm);    // beyond max_findings
const char *vm_checker_name(uint32_t checker); // "mem", ...
// Times that anything was found so far, repetitions too.
uint64_t vm_findings_added(Vm *vm);
// Adds the checkers of a list: "mem,race"; "all"; "": VM_CHECK_DEFAULT; "leak": those and leaks.
// False: unknown name.
bool vm_parse_checks(const char *list, uint32_t *checks);
// The program is at its end: leaks become findings.
void vm_check_leaks(Vm *vm);
// Says who made an allocation ("cudaMalloc at a.c:7"); the text is copied. For leaks and bounds.
void vm_name_allocation(Vm *vm, uint64_t addr, const char *text);
// Memory that is kept for later uses (by a graph) is idle between them: no leak.
void vm_idle_allocation(Vm *vm, uint64_t addr, bool idle);
// The host wrote [addr, addr+n) by itself, through vm_host or vm_adopt: it counts as initialised.
// vm_write does this by itself.
void vm_initialised(Vm *vm, uint64_t addr, uint64_t n);
// The host did something wrong with addr (a free of no allocation): a finding of VM_CHECK_MEM.
// Whether there are findings that have not been shown; and where the host launched the kernels of
// these (copied).
bool vm_has_news(Vm *vm);
void vm_name_launch(Vm *vm, const char *host);
// What the machine copies from `from` to `to` has the values there that it had: for the checker of
// initialisation. And whether nothing was ever written to n bytes of the device.
void vm_copied(Vm *vm, uint64_t to, uint64_t from, uint64_t n);
bool vm_never_written(Vm *vm, uint64_t addr, uint64_t n);
void vm_copy_finding(Vm *vm, uint64_t addr, uint64_t n, const char *host);
// Who made what is never freed, and has no name of a function: a line for each function.
void vm_name_leak(Vm *vm, uint64_t addr, const char *host);
bool vm_was_freed(Vm *vm, uint64_t addr); // an allocation of the machine's that began here
// `host`: where the host is, for all of these: a line for each function, the innermost first; or
// NULL.
void vm_host_finding(Vm *vm, const char *kind, uint64_t addr, const char *host, const char *text);
typedef struct {          // one side of two that nothing orders
    const VmFunc *kernel; // NULL: the host, or a copy
    uint32_t grid[3], block[3];
    VmTouched touched;
    const char *host;
} VmSide;
void vm_order_finding(Vm *vm, const char *kind, const VmSide *now, const VmSide *before,
                      const char *text);
// A call of the host's returned an error: a finding of VM_CHECK_API. The same text from the same
// caller (an address in its code) is the same finding.
void vm_api_finding(Vm *vm, const void *caller, const char *host, const char *text);
// The text of findings that have not been shown yet; false: there are none. Also while a kernel
// runs (VmOptions.watch), where the memory of `out` must not be the machine's.
bool vm_print_new_findings(Vm *vm, Buf *out);
// The line that ends the text.
void vm_print_finding_count(Vm *vm, Buf *out);
// What is left of both as text, or all as one JSON document.
void vm_print_findings(Vm *vm, bool json, Buf *out);

// With VmOptions.profile: what ran, by source and PTX line; text, or one HTML page that has the
// source files beside it (read now).
void vm_print_profile(Vm *vm, bool html, Buf *out);

// How far what the loaded kernels' instructions give is what a GPU gives: how many are exact, which
// are not and why, which cannot be executed. Of kernels that have not been read (vm_load_lazily)
// nothing is said.
void vm_print_fidelity(Vm *vm, Buf *out);

extern const DiagRow *const vm_diag_rows[]; // NULL ends them
#define VM_DIAG(vm, id, ...) diag((vm)->ctx, DIAG_OF(vm, id), 0, ##__VA_ARGS__)

#endif
