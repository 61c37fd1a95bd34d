// SPDX-License-Identifier: Apache-2.0
// driver: the command lines and the pipeline they share with the library API.
//
// Contract: nothing here keeps state between compilations. compile_run does one compilation in one
// Ctx and returns text; only the programs (main.c, cmd_*.c) touch files, stdout and exit codes.
#ifndef CUPRUM_DRIVER_H
#define CUPRUM_DRIVER_H

#include "base/base.h"
#include "base/opt.h"
#include "base/target.h"
#include "cuda/cuda.h"
#include "lex/lex.h"
#include "opt/opt.h"

struct IrModule;

#define CUPRUM_VERSION "0.1.0"

typedef enum {
    EMIT_TOKENS,
    EMIT_PP,
    EMIT_AST,
    EMIT_NAMES, // symbols of kernels, by the device's and the host's compilers
    EMIT_IR,
    EMIT_BC,
    EMIT_TILE,   // the text of the Tile IR of kernels of tiles
    EMIT_TILEBC, // its bytecode
    EMIT_MIR,
    EMIT_PTX,
    EMIT_LTO,     // a container of LTO IR
    EMIT_CHECKED, // the unit is checked, the PTX has its head only
    EMIT_NOTHING
} EmitKind;
// INPUT_HOST: C++ for the host, which CUDA's words and headers mean nothing to. INPUT_TILE: Tile
// IR, bytecode or text.
typedef enum { INPUT_CUDA, INPUT_HOST, INPUT_PREPROCESSED, INPUT_IR, INPUT_TILE } InputKind;

typedef enum {
    LIBRARY_AUTO,   // the toolkit's where one is found, else our own
    LIBRARY_NVIDIA, // the toolkit's
    LIBRARY_CUPRUM, // our own (lib/device)
    LIBRARY_NONE // none is linked, and what asks how it is compiled stays open: to make a library
} LibraryKind;

typedef struct DriverCache DriverCache;

typedef struct CompileOptions {
    const char *path;        // name of the input, for messages
    const char *source_name; // what it was made of by others; NULL: nothing
    const char *text;        // its contents, or NULL: read the file
    size_t len;
    const char *predefined; // INPUT_CUDA: the host compiler's macros; NULL: those we know
    bool padded;            // the text is driver_read_file's: the lexer need not copy it
    uint8_t input;          // InputKind
    uint8_t emit;           // EmitKind
    const Target *target;
    CxxOptions language; // `target` and `module_id` are filled in
    FloatOptions fp;     // in all stages
    OptOptions
        optimizer;    // target, floating point and log are filled in; `jobs` of the back end too
    bool show_source; // source lines as comments
    bool verbose_asm; // where instructions come from, as comments
    uint16_t ptx_version;      // times ten; 0: the newest; PTX_LEAST (ptx/codegen/codegen.h)
    uint32_t table_density;    // percent of cases from which a switch jumps by a table; 0: default
    bool line_info;            // .loc lines; of IR input, what its debug information has
    bool debug;                // .target ..., debug
    const char *directory;     // for names of files in them that are relative; NULL: they stay so
    bool only_marked_contract; // with fmad: operations of IR that are not marked do not contract
    bool no_device_library;    // only link what the input brings
    bool plain_names;          // IR: sinf, __fadd_rn, __nv_sinf are names as any other
    bool runtime_header;       // pre-include the built-in CUDA header
    bool toolkit_header;       // pre-include the toolkit's cuda_runtime.h
    bool find_toolkit;         // look for one where the text may include its headers (headers.c)
    bool no_std_inc;           // the system's headers are of no use
    void (*dep)(void *data, const char *path, bool system); // called for each file read, or NULL
    void *dep_data;
    bool params_restrict;                // kernels' pointer parameters are __restrict__
    Buf *stub;                           // gets the host stub, if not NULL
    const char *stub_name, *stub_fatbin; // its file's name, what it includes
    Buf *tile_bytecode;                  // gets that of kernels of tiles, if not NULL
    Buf *lto;                            // gets the container of LTO IR beside the PTX, if not NULL
    bool lto_optimized;                  // the IR in a container is optimized already
    CudaRegistration *registration; // gets what the host's half needs of the device code; or NULL
    const char *cuda_path;
    uint8_t library;            // LibraryKind: which device library
    const char *libdevice;      // its file; NULL: as `library` says
    bool verbose;               // name it in the log
    const char *const *reflect; // "NAME=INT" for __nvvm_reflect
    uint32_t nreflect;
    const LexDir *dirs;
    uint32_t ndirs;
    const LexCmd *cmds;
    uint32_t ncmds;
    const LexVirtualFile *files;
    uint32_t nfiles;
    const DriverCache *cache; // or NULL
    bool
        no_own_folder; // language.jit: a header's name in quotes is not looked for beside the input
    struct DriverTimes *times; // gets how long it took; or NULL
    bool minimal;              // language.jit: without textures and the run-time library's types
    const char **lowered;      // gets the symbols of language.names, as many; or NULL
    const char *head;          // comment lines that PTX begins with; NULL: the back end's own
} CompileOptions;

// Nanoseconds.
typedef struct DriverTimes {
    uint64_t front, back;
} DriverTimes;

// Results of compilations that were kept. `find` is asked when the unit is preprocessed without
// errors; true: it has appended what a compilation would append to `out` and to the options'
// `registration`. `made` is called when a compilation has succeeded; the texts live as long as ctx.
struct DriverCache {
    bool (*find)(void *data, Ctx *ctx, const CompileOptions *options, const TokenArray *tokens,
                 Buf *out);
    void (*made)(void *data, const Buf *out, const CudaRegistration *registration);
    void *data;
};

// -O3, sm_75, C++17, IEEE arithmetic with contraction.
void compile_options_init(CompileOptions *options);
// Which device library --device-library=VALUE means (NULL: as it is).
void driver_device_library(CompileOptions *options, const char *value);

// Compiles and appends the chosen form to `out`; dumps asked for go to `log`. False if there were
// errors (in ctx's diagnostics), also when a limit or an internal error stopped it. Sets and
// restores ctx->unwind; ctx stays usable for diag_render.
bool compile_run(Ctx *ctx, const CompileOptions *options, Buf *out, Buf *log);

// The options with the headers that the unit gets (headers.c). Appends what -v says of them to log.
CompileOptions driver_choose_headers(Ctx *ctx, const CompileOptions *o, Buf *log);

// ---- knob.c ----

// Names of NVIDIA's optimizer: "-NAME=V", or "--Xopt=-NAME=V". What is the name of an option of the
// compiler sets it in `options`, the rest stands in its `optimizer.knobs` afterwards.
void driver_set_knobs(Ctx *ctx, CompileOptions *options, const char *const *texts, uint32_t n);
// Whether an option is such a name that is known here (with one or two dashes).
bool driver_is_knob(const char *option);

// ---- ptx_version.c ----
// The value of --ptx-version, "8.4" or "min", for CompileOptions.ptx_version; 0: there is no such
// version. The second takes NULL for none, and is false after a message.
uint16_t driver_ptx_version(const char *word);
bool driver_set_ptx_version(Ctx *ctx, CompileOptions *changed, const char *word);
// The version to write, for PtxOptions: asked for, or what the target's last compilers wrote; 0.
uint16_t driver_written_version(const CompileOptions *options);
// The PTX from `begin` on: whether the target has all of it, and whether the version that was asked
// for has all of it, or else, where the lowest was, that is written into it. False after a message.
bool driver_settle_ptx_version(Ctx *ctx, const CompileOptions *options, Buf *out, size_t begin);
// The built-in headers as files, for the host's compiler: the folder of those that are installed
// beside the program (in folder `program`), else of a copy in folder `temporary`. NULL after a
// diagnostic.
const char *driver_own_headers(Ctx *ctx, const char *program, const char *temporary);
// Which package brings a header that is not there; NULL: it is none that we know of (hints.c).
const char *driver_header_hint(Ctx *ctx, const char *header);
#define DRIVER_STD_DIR "<cuprum>/std" // the virtual folder of lib/include/std

// The second half of it: from a module to the chosen form (compile_ir.c). The module is used up.
// False after diagnostics; may unwind.
bool compile_ir(Ctx *ctx, const CompileOptions *options, struct IrModule *compiled, Buf *out,
                Buf *log);

// The file of the device math library that a module may be linked with; NULL: a part of this
// program, or none (compile_ir.c).
const char *driver_library_file(Ctx *ctx, const CompileOptions *options);

// The embedded headers of lib/include (generated at build time), in folders that NVRTC's sources
// find last: ours for CUDA, and those for C's and C++'s.
#define DRIVER_JIT_DIR "<cuprum>/cuda"
extern const LexLibrary driver_headers;
// The same for other sources, to which CUDA's have names without that folder.
LexVirtualFile driver_header(uint32_t i);

// The programs; argv[0] is the program's name. Results are exit codes: 0, 1 errors in the input,
// 2 wrong use, 3 internal error.
int cmd_compile(int argc, char **argv);
int cmd_cicc(int argc, char **argv);     // cicc.c
int cmd_nvcc(int argc, char **argv);     // nvcc/nvcc.c
int cmd_ptxas(int argc, char **argv);    // ptxas/ptxas.c
int cmd_toolkit(int argc, char **argv);  // toolkit.c
int cmd_run(int argc, char **argv);      // vmrun.c
int cmd_exec(int argc, char **argv);     // exec.c
int cmd_build(int argc, char **argv);    // build.c
int cmd_ir(int argc, char **argv);       // as, dis, link, opt
int cmd_tile(int argc, char **argv);     // cmd_tile.c
int cmd_tileiras(int argc, char **argv); // tileiras.c
int cmd_complete(int argc, char **argv); // complete.c

// What `cicc` does, for a program that has not preprocessed the unit (nvcc/unit.c): the words are
// cicc's, the input is a source file. NULL as `source`: it is preprocessed. False after diagnostics
// in ctx; fatal errors unwind.
typedef struct CiccSource {
    const char *predefined; // the host compiler's macros and the command line's
    const LexDir *dirs;
    uint32_t ndirs;
    const LexCmd *cmds;
    uint32_t ncmds;
    bool runtime_header; // there is no toolkit: CUDA's headers are the built-in ones
    bool preprocessed;   // the input is, by the host's compiler: no more than `registration` counts
    bool host_rules;     // host code is judged, too: nobody else does it (no cudafe++)
    const char *module_id;
    CudaRegistration *registration; // gets it if not NULL, in memory that outlives ctx
    void (*dep)(void *data, const char *path, bool system); // called for each file read, or NULL
    void *dep_data;
    const DriverCache *cache; // or NULL; not asked where there are remarks
} CiccSource;
bool driver_cicc(Ctx *ctx, uint32_t n, const char *const *args, const CiccSource *input);

// The commands by their first word, the last without a name (version.c); as lines for the help.
typedef struct DriverCommand {
    const char *name, *usage, *doc;
    int (*run)(int argc, char **argv);
    const OptTable *options; // NULL: it has none
} DriverCommand;
extern const OptTable driver_options, driver_run_options, driver_build_options, driver_exec_options,
    driver_ir_options, driver_tile_options, driver_tileiras_options, nvcc_table, ptxas_table;
extern const DriverCommand driver_commands[];
void driver_commands_text(Buf *out);
// What --version prints: version, date of the source, build, targets, PTX versions.
void driver_version_text(Ctx *ctx, Buf *out);
// Differs between different builds of the program: a hash of it.
const char *driver_build_id(Ctx *ctx);

// The optimizer's remarks as the options ask for them; each command has its ids for them
// (remarks.c).
typedef struct {
    uint16_t passed, missed, analysis;    // regular expressions
    uint16_t record, record_file, passes; // -fsave-optimization-record and its kin
    uint16_t inlined;                     // NVIDIA's option for those of inline, or 0
} DriverRemarkIds;
// NULL: none are asked for. Reports what is no regular expression.
struct OptRemarkOptions *driver_remarks(Ctx *ctx, const OptResult *given,
                                        const DriverRemarkIds *ids);
// Writes the record, if there is one: to the file that is asked for, or beside `output` ("-": the
// input), as clang names it.
void driver_write_record(Ctx *ctx, const OptResult *given, const DriverRemarkIds *ids,
                         const struct OptRemarkOptions *remark_options, const char *output,
                         const char *input);

// The working directory, or NULL.
const char *driver_directory(Ctx *ctx);
// The file of this program, as this system names it to itself (doc/ports.md).
#define DRIVER_SELF "/proc/self/exe"
// The same file once more, in the folder of libraries, by the name that ccache knows an nvcc by: it
// follows the links that lead to a compiler.
#define DRIVER_AS_NVCC "driver/nvcc"
// The path of this program, links followed; NULL: the system does not say.
const char *driver_own_path(Ctx *ctx);
// Where the libraries and programs beside this one are (DIR/lib/cuprum for DIR/bin/cuprum), or
// NULL.
const char *driver_library_folder(Ctx *ctx);
// _<hash>_<length>_<file name>_<hash>: what is internal to a unit is named by it, so it differs
// from unit to unit: one hash is of the path (or the seed given for it), one of the contents.
const char *driver_module_id(Ctx *ctx, const char *path, const char *name, uint64_t contents);
char *driver_only_words(char *id); // becomes part of names: other characters become `_`, in place
// Reads a whole file ("-" is stdin) into the context; NULL after a diagnostic.
char *driver_read_file(Ctx *ctx, const char *path, size_t *len);
// The same for a file that nobody changes while the program runs, such as nvcc's: mapped into
// memory where that leaves room for the padding, which saves a tenth of the front end's time.
char *driver_map_text(Ctx *ctx, const char *path, size_t *len);
// Reads a module, text or bitcode by its first bytes, from a file ("-" is stdin) or from `text`;
// verifies it if asked to. NULL after diagnostics.
struct IrModule *driver_read_module(Ctx *ctx, const char *path, bool verify);
struct IrModule *driver_parse_module(Ctx *ctx, const char *path, const char *text, size_t n,
                                     bool verify);
// Source lines by number (source_lines.c); the function is for PtxSourceText.
typedef struct DriverSource DriverSource;
DriverSource *driver_source_new(Ctx *ctx);
const char *driver_source_line(void *source, Atom path, uint32_t line, uint32_t *n);
// Whether two names are of one regular file, through whatever links.
bool driver_is_same_file(const char *one, const char *other);
// False after reporting that the output is one of the inputs.
bool driver_check_output(Ctx *ctx, const char *output, const char *const *input, uint32_t n);
// Writes files whole, and all or none (temporary files and renaming); "-" is stdout.
typedef struct DriverFile {
    const char *path, *data;
    size_t n;
} DriverFile;
bool driver_write_files(Ctx *ctx, const DriverFile *files, uint32_t n);
bool driver_write_file(Ctx *ctx, const char *path, const char *data, size_t n);
// Prints the diagnostics to stderr and gives the exit code for them.
int driver_finish(Ctx *ctx);
// The number of threads that -split-compile's value stands for, 0: processors. NULL: one. What is
// no number counts as 0, as NVIDIA's library takes it; driver_jobs_given reports it.
uint32_t driver_jobs(const char *value);
uint32_t driver_jobs_given(Ctx *ctx, const OptResult *given, uint16_t id);
// The value of an option that is a limit, or what it is without the option.
uint32_t driver_limit(Ctx *ctx, OptResult *r, uint16_t id, uint32_t absent);

// Makes the rows of all modules known, for options that name diagnostics.
void driver_register_diags(Ctx *ctx);
// Whether messages go to a terminal that shows colours, and nobody asked for none.
bool driver_colour_terminal(void);
extern const DiagRow *const driver_diag_rows[]; // NULL ends them
#define DRIVER_DIAG(ctx, id, ...) diag((ctx), DIAG_OF(driver, id), 0, ##__VA_ARGS__)
#endif
