// SPDX-License-Identifier: Apache-2.0
// Private header of the program `nvcc` (doc/nvcc.md): options become a plan, a list of steps, which
// is printed, run, or both.
//   nvcc.c      the command
//   options.c   words to options            arch.c   architectures
//   help.c      --help
//   places.c    nvcc.profile, tools, folders
//   host.c      the host's compiler: what it is, what it defines, what it is told
//   plan.c      the steps                    link.c   those of linking
//   lto.c       link-time optimization
//   unit.c      the steps that run in this process: device code, the host's half
//   depend.c    rules for make
//   cudafe.c    --host-pass=cudafe
//   cache.c     what is kept of compilations  cache_files.c  the files of that
//   run.c       running and printing        trace.c  -fdevice-time-trace
#ifndef CUPRUM_DRIVER_NVCC_NVCC_H
#define CUPRUM_DRIVER_NVCC_NVCC_H

#include "base/digest.h"
#include "base/opt.h"
#include "base/target.h"
#include "driver/driver.h"
#include "driver/temporary.h"
#include "driver/places.h"

#include <stdio.h>

enum {
    N_NONE,
#define OPT(id, ...) N_##id,
#include "driver/nvcc/option.def"
#undef OPT
};

typedef VEC(const char *) NvccWords;

// ---- messages -----------------------------------------------------------------------------------

typedef enum {
#define MESSAGE(id, kind, text) NM_##id,
#include "driver/nvcc/message.def"
#undef MESSAGE
} NvccMessage;
// Prints it. False, for `return`.
bool nvcc_say(NvccMessage id, ...);

typedef struct Nvcc Nvcc;

// ---- architectures ------------------------------------------------------------------------------

typedef struct NvccArch { // a virtual architecture and what is made of it
    const Target *target;
    VEC(const Target *) real;
    VEC(const Target *) lto; // LTO IR is kept for these
    bool ptx;                // is kept
} NvccArch;
typedef VEC(NvccArch) NvccArchs;

// ---- the cache ----------------------------------------------------------------------------------

typedef struct NvccCache {
    const char *folder; // NULL: there is none
    const char *build;  // this program's identity
    uint64_t limit;     // bytes
    bool broken;        // it was found that nothing can be kept
    bool silent;        // and that is not said
} NvccCache;

enum { CACHE_PARTS = 4, CACHE_KEY_TEXT = 2 * DIGEST_BYTES + 1 };

typedef struct NvccEntry { // what is kept together
    struct {
        const char *at;
        size_t n;
    } part[CACHE_PARTS];
} NvccEntry;

// ---- the plan -----------------------------------------------------------------------------------

typedef struct NvccRule { // for make: what a source file reads
    Nvcc *n;
    Map seen;
    NvccWords files;
} NvccRule;

typedef struct NvccUnit { // a .cu file
    const char *input, *stem;
    const char *module_id;
    const char **ptx, **lto;  // files, by architecture
    const char *fatbin;       // the file that the host's half takes in
    const char *host;         // the file of the host's half
    const char **device_text; // preprocessed by the host's compiler, by architecture; or NULL
    const char *host_text;
    CudaRegistration registration; // made with the device code of the last architecture
    Buf captures;                  // the host table of the first architecture
    const char *table;             // the file of the host table (driver/seam)
    bool want_host, cudafe;        // by NVIDIA's cudafe++
    NvccRule *rule;                // or NULL
    const char *rule_file;
} NvccUnit;

typedef enum {
    STEP_PROGRAM, // words
    STEP_DEVICE,  // of the unit: PTX of all architectures
    STEP_HOST,    // of the unit: the host's half
    STEP_JOIN,    // of the unit: its object, output, is compared with the device code and completed
    STEP_FATBIN,  // of the unit: a fat binary of PTX and LTO IR, by ourselves
    STEP_LTO,     // links the LTO IR of the program's objects to a fat binary of PTX: output
    STEP_DEPEND,  // a rule for make: input, output
    STEP_RUN      // the program made
} NvccStepKind;

typedef struct NvccStep {
    uint8_t kind;
    bool beside;          // may run beside the step before it
    const Target *target; // of ptxas, whose words end with PTX -o CUBIN; or NULL
    NvccWords words;
    NvccUnit *unit;
    const char *input, *output;
    const char *key;     // what ptxas makes is kept by it, or NULL
    FILE *said, *errors; // then: its output
} NvccStep;

typedef enum {
    PHASE_LINK,
    PHASE_COMPILE,
    PHASE_DEVICE_LINK,
    PHASE_LIB,
    PHASE_PTX,
    PHASE_LTOIR,
    PHASE_CUBIN,
    PHASE_FATBIN,
    PHASE_CUDA,
    PHASE_PREPROCESS,
    PHASE_DEPEND,
    PHASE_RUN
} NvccPhase;

typedef struct NvccVariable {
    const char *name, *value;
} NvccVariable;

struct Nvcc {
    Ctx *ctx;
    NvccWords program, command; // how it was called: the program; its words
    OptResult all;              // every option and input, in order
    NvccWords inputs;
    NvccWords for_compiler, for_linker; // unknown options, passed on
    NvccPhase phase;
    bool rdc, dlto, verbose, dryrun, keep;
    // this program by that name, where each step is one that reads and writes files, or NULL
    const char *cicc;
    NvccArchs archs; // ascending
    // places
    VEC(NvccVariable) variables;                    // as the profile made them, in order
    const char *here, *top;                         // this program's folder; the toolkit's, or NULL
    NvccWords includes, system_includes, libraries; // words of options
    bool own_headers;                               // there is no toolkit
    CudaVersion version;                            // of the toolkit whose place this takes
    const char *ptxas, *fatbinary, *nvlink;         // or NULL
    const char *header_folder; // of our headers as files, where they are needed
    const char *own_library;   // folder of our run-time library
    // the host's compiler
    const char *cc, *cxx;
    bool queried, is_clang, own_pass;
    int std;                    // of C++, as the option or the compiler itself has it
    const char *version_number; // as cudafe++ is told
    const char *macros;         // of every file, as #define lines
    VEC(LexDir) dirs;
    // files
    const char *folder;      // of intermediate files
    DriverFolder *temporary; // the same where it goes at the end, else NULL
    VEC(NvccStep) steps;
    NvccWords objects; // what is linked
    NvccCache cache;
    Buf trace; // events of -fdevice-time-trace
};

// ---- options.c ----
// All words as they stand, and then, when the toolkit is known (nvcc_find_places), what of them is
// an input, unknown, or not supported. False after a message.
bool nvcc_read_options(Nvcc *nvcc, uint32_t argc, const char *const *argv);
bool nvcc_judge_options(Nvcc *nvcc);
// Whether nvcc has the option in the toolkit whose headers are read.
bool nvcc_is_in_toolkit(const Nvcc *nvcc, const OptRow *option);
// --help, of the rows that it reads.
void nvcc_print_help(Nvcc *nvcc);
static inline bool nvcc_has(const Nvcc *nvcc, uint16_t id) {
    return opt_has(&nvcc->all, id);
}
static inline const char *nvcc_value(const Nvcc *nvcc, uint16_t id, const char *absent) {
    return opt_value(&nvcc->all, id, absent);
}
// Whether the option stands there and is not false.
bool nvcc_on(const Nvcc *nvcc, uint16_t id, bool absent);
// Appends `before` and each value of a list option; with split, its words as a shell would.
void nvcc_each(Nvcc *nvcc, NvccWords *command, uint16_t id, const char *before, bool split);

// Appends words, up to NULL.
void nvcc_words(Nvcc *nvcc, NvccWords *w, const char *first, ...) __attribute__((sentinel));

// ---- help.c ----
// Prints the rows with the values that they take.
void nvcc_help(Nvcc *nvcc, const OptTable *table);

// ---- arch.c ----
// The phase must be known.
bool nvcc_read_archs(Nvcc *nvcc);
void nvcc_list_archs(Nvcc *nvcc);
uint32_t nvcc_cuda(Nvcc *nvcc);         // whose targets there are, as CUDART_VERSION
const char *nvcc_arch_list(Nvcc *nvcc); // of __CUDA_ARCH_LIST__
const char *nvcc_virtual_name(Nvcc *nvcc, const Target *t);

// ---- places.c ----
bool nvcc_find_places(Nvcc *nvcc, const char *argv0);
// This program by the name cicc, as a shell finds it with the variables that -dryrun prints, or
// NULL.
const char *nvcc_own_cicc(Nvcc *nvcc);
// Without a toolkit: CUDA's headers as files, for files that the host's compiler reads itself.
bool nvcc_write_headers(Nvcc *nvcc);
// The folder of our headers as files, or NULL after a diagnostic.
const char *nvcc_header_folder(Nvcc *nvcc);
// The file of a program on the PATH, or NULL.
const char *nvcc_on_path(Nvcc *nvcc, const char *name);

// ---- host_answer.c ----
typedef struct NvccAnswer { // of the host's compiler
    const char *macros;     // #define lines
    const char *said;       // with -v
} NvccAnswer;
typedef struct NvccKept {
    NvccCache cache;
    NvccWords plain; // with which it is asked: no macros and folders
    const char *key;
} NvccKept;
// Whether the answer to the words may be kept, which are the compiler's options, and where it is.
bool nvcc_may_keep_answer(Nvcc *nvcc, const NvccWords *told, NvccKept *place);
// The answer kept, if it is still true.
bool nvcc_kept_answer(Nvcc *nvcc, NvccKept *place, NvccAnswer *got);
void nvcc_keep_answer(Nvcc *nvcc, NvccKept *place, const NvccAnswer *got);
// Adds the macros and folders of the words to the compiler's own.
void nvcc_complete_answer(Nvcc *nvcc, const NvccWords *told);

// ---- host.c ----
bool nvcc_find_host(Nvcc *nvcc);
// Whether it compiles C++, where it is a gcc. False after a message.
bool nvcc_has_cxx(Nvcc *nvcc);
// Asks the compiler for its macros and folders, once.
bool nvcc_ask_host(Nvcc *nvcc);
// What the host's compiler is told to read a file; cuda: a .cu file.
void nvcc_reading_words(Nvcc *nvcc, NvccWords *w, bool cuda);
// The same for making code.
void nvcc_code_words(Nvcc *nvcc, NvccWords *w);
void nvcc_folder_words(Nvcc *nvcc, NvccWords *w); // of headers
// Whether the host's half has what libraries declare and nobody names, too (CudaHostOptions.whole).
bool nvcc_host_is_whole(Nvcc *nvcc);
// Those of CUDA's macros that only device code sees.
void nvcc_device_macros(Nvcc *nvcc, const Target *target, NvccWords *command);
// Those that only the host's half sees.
void nvcc_host_macros(Nvcc *nvcc, NvccWords *w);

// ---- plan.c, link.c ----
// Where the command line says to stop.
void nvcc_find_phase(Nvcc *nvcc);
bool nvcc_make_plan(Nvcc *nvcc);
NvccStep *nvcc_step(Nvcc *nvcc, NvccStepKind kind);
bool nvcc_ends_with(const char *s, const char *tail);
// The file's name without folder and extension; a file of that stem between the steps.
const char *nvcc_stem(Nvcc *nvcc, const char *path);
const char *nvcc_between(Nvcc *nvcc, const char *stem, const char *tail);
// An output of that stem where outputs go (-odir); the same, or what -o says.
const char *nvcc_in_output_folder(Nvcc *nvcc, const char *stem, const char *tail);
const char *nvcc_result(Nvcc *nvcc, const char *stem, const char *tail);
bool nvcc_plan_device_link(Nvcc *nvcc, const char *stem, const char *object);
bool nvcc_plan_link(Nvcc *nvcc, const char *output);
// A library in the folders of -L and of the toolkit; NULL: it is not there.
const char *nvcc_library_file(Nvcc *nvcc, const char *name);
// The options of the device's compiler that end up in fat binaries (--cicc-cmdline), and of ptxas.
const char *nvcc_cicc_options(Nvcc *nvcc);
const char *nvcc_ptxas_words(Nvcc *nvcc, NvccWords *w);

// ---- lto.c ----
// Whether code for an architecture is compiled to machine code, and to PTX, before linking.
bool nvcc_is_assembled(const Nvcc *nvcc, const NvccArch *arch);
bool nvcc_needs_ptx(const Nvcc *nvcc, const NvccArch *arch);
// What the options of link-time optimization ask for fits the others. False after a message.
bool nvcc_check_lto(Nvcc *nvcc);
// What is found in the objects and libraries that are linked.
typedef struct NvccLtoScan {
    bool lto;     // LTO IR
    bool other;   // relocatable device code without
    bool foreign; // LTO IR of NVIDIA's compiler
} NvccLtoScan;
NvccLtoScan nvcc_scan_lto(Nvcc *nvcc);
// The folder of the libnvvm that nvlink shall use. NULL after a message.
const char *nvcc_lto_library(Nvcc *nvcc, const NvccLtoScan *found);
// Without a toolkit: the steps to an object with the program's linked PTX, if there is LTO IR.
bool nvcc_plan_own_lto(Nvcc *nvcc, const char *stem, const char **object);
int nvcc_lto_step(Nvcc *nvcc, const NvccStep *linking);

// ---- cudafe.c ----
// The step of cudafe++, of the host's preprocessed text; words of cicc for it; the host's compiler.
bool nvcc_plan_cudafe(Nvcc *nvcc, NvccUnit *planned, const char *text);
void nvcc_cudafe_cicc_words(Nvcc *nvcc, NvccWords *w, const NvccUnit *u, uint32_t arch);
void nvcc_plan_cudafe_object(Nvcc *nvcc, const NvccUnit *planned, const char *object);

// ---- unit.c ----
// Whether the host's compiler made the object, or it is not needed. False after a message.
bool nvcc_made(Nvcc *nvcc, const char *object);
// What both halves' front ends are told.
void nvcc_language_words(Nvcc *nvcc, NvccWords *w, const NvccUnit *compiled);
// cicc's words for a unit and an architecture.
NvccWords nvcc_cicc_words(Nvcc *nvcc, NvccUnit *compiled, uint32_t arch);
int nvcc_device_step(Nvcc *nvcc, NvccUnit *compiled);
int nvcc_host_step(Nvcc *nvcc, NvccUnit *compiled);
int nvcc_fatbin_step(Nvcc *nvcc, NvccUnit *packed);
int nvcc_join_step(Nvcc *nvcc, const NvccStep *joining);
// Calls `file` for each file that a view of a source file reads.
void nvcc_read_view(Nvcc *nvcc, Ctx *ctx, const char *input, bool device,
                    void (*file)(void *data, const char *path, bool system), void *data);

// ---- depend.c ----
NvccRule *nvcc_rule_new(Nvcc *nvcc, const char *input);
void nvcc_rule_add(void *rule, const char *path, bool system);
int nvcc_rule_write(const NvccRule *rule, const char *input, const char *output);
// Reads a source file for its rule alone.
int nvcc_depend_step(Nvcc *nvcc, const NvccStep *s);
// The same by the host's compiler, for a file that is not CUDA's: words of an option, or a step.
void nvcc_rule_words(Nvcc *nvcc, NvccWords *w, const char *input, const char *file);

// ---- trace.c ----
void nvcc_trace_words(Nvcc *nvcc, NvccWords *w, const char *ptx, uint32_t arch);
// A step that has ended, in a row of the trace that was free; seconds since the driver began. That
// one begins now.
void nvcc_trace_step(Nvcc *nvcc, const char *name, const char *input, uint32_t row, double began,
                     double ended);
void nvcc_trace_begin(Nvcc *nvcc, double since);
void nvcc_write_trace(Nvcc *nvcc);

// ---- progress.c ----
// With -v on a terminal: a line for a step that has ended, the how many-th of all.
void nvcc_show_progress(const Nvcc *nvcc, const NvccStep *shown, uint32_t ended, double seconds);

// ---- cache.c ----
// Finds the cache that the options or the environment name.
void nvcc_open_cache(Nvcc *nvcc);
// What the keys of a unit's device code are made of, when it is preprocessed.
typedef struct NvccUnitKey {
    const NvccWords *words; // cicc's
    const char *module_id;  // only where places are told
    const char *unnamed;    // a file between the steps, or NULL: its name tells nothing
    bool registration, by_name;
    Digest begun; // what both keys have
} NvccUnitKey;
// Fills `begun` and `unnamed` from the rest, the options and the tokens.
void nvcc_begin_unit_key(const NvccCache *cache, Ctx *ctx, NvccUnitKey *unit,
                         const CompileOptions *options, const TokenArray *tokens);
// With `places` the key also depends on all that messages and line tables show.
const char *nvcc_unit_key(Ctx *ctx, const NvccUnitKey *unit, bool places);
// Whether device code of these tokens may tell where they stand.
bool nvcc_tells_places(Ctx *ctx, const CompileOptions *options, const TokenArray *tokens);
// Takes the machine code of a step of ptxas from the cache; else prepares to keep it, if anything.
bool nvcc_cubin_found(Nvcc *nvcc, NvccStep *assembly);
// In the process that becomes ptxas.
void nvcc_cubin_capture(const NvccStep *step);
// ptxas has ended: shows what it said, keeps what it made.
void nvcc_cubin_made(Nvcc *nvcc, NvccStep *assembly, int code);

// Begins and ends a key, in hexadecimal, of what is kept in the cache.
void nvcc_begin_key(Digest *digest, const NvccCache *cache, const char *kind);
const char *nvcc_end_key(Digest *digest, Ctx *ctx);

// ---- cache_files.c ----
// The entry of a key, in memory of ctx. False: there is none, or it is damaged.
bool nvcc_cache_read(const NvccCache *cache, Ctx *ctx, const char *key, NvccEntry *found);
// Keeps an entry, and removes those not used for longest where there are too many. One warning if
// that is not possible.
void nvcc_cache_write(Nvcc *nvcc, NvccCache *cache, const char *key, const NvccEntry *kept);
// Counts that something ("ptx", "cubin") was found or not, and says so with -v.
void nvcc_cache_count(Nvcc *nvcc, const char *what, bool found, const char *input,
                      const char *target);
// --cache-stats. False after a message.
bool nvcc_cache_stats(Nvcc *nvcc);

// ---- run.c ----
void nvcc_print_variables(Nvcc *nvcc);
int nvcc_run(Nvcc *nvcc);
// One of the steps that this program does itself, with the host's half of its unit (--own-step).
int nvcc_run_own(Nvcc *nvcc, uint32_t step);

#endif
