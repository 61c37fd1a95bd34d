// SPDX-License-Identifier: Apache-2.0
// cuda: CUDA over C++: builtin functions as a table, execution and memory spaces, launches.
//
// Contract: the module plugs into the front end through CxxHooks (cuda_hooks) and keeps no state
// but what hangs off Cxx. Builtin functions are FuncDecls made on demand from rows of builtin.def;
// FuncDecl.builtin is the row's number plus one.
#ifndef CUPRUM_CUDA_H
#define CUPRUM_CUDA_H

#include "cxx/cxx.h"

typedef enum { BI_INTR, BI_LIBD, BI_RUN, BI_ATOM, BI_CAS, BI_FN, BI_TYPED } CudaLowering;
// (Texts stand in the row: a table of pointers would be written to when the library is loaded.)
typedef struct CudaBuiltin {
    char name[44], sig[12];
    uint8_t lowering; // CudaLowering
    char detail[41];
    uint16_t min_sm;
} CudaBuiltin;
extern const CudaBuiltin cuda_builtins[];
extern const uint32_t cuda_nbuiltins;
extern const DiagRow *const cuda_diag_rows[]; // NULL ends them
// The row of that name, or NULL.
const CudaBuiltin *cuda_builtin_find(const char *name);

// ---- stub.c: the host stub ----

typedef struct {
    const char *fatbin; // what the stub includes: the file with the device code
    const char *name;   // the stub's own file name, for line markers
    // Of __cudaLaunch in the toolkit's crt/host_runtime.h: 2 (the kernel, whether it is one of
    // tiles) in CUDA 13.0, 1 (the kernel) before and after; 0: not known.
    uint32_t launch_parameters;
} CudaStubOptions;

// Is this a kernel or variable that host code knows by its name?
bool cuda_is_registered(const Decl *d);
// Appends the C++ text that defines and registers the kernels and variables of cxx->work and
// cxx->work_vars for the host. Call after cxx_run. False after a diagnostic.
bool cuda_write_stub(Cxx *cxx, const CudaStubOptions *opt, Buf *out);

// ---- host_text.c, host_register.c, host_table.c: the host's half where nvcc is not at work ----

// In names of the host table: the place of a lambda in the place of its closure's name, or before
// it.
enum { HOST_MARK_BEGIN = 1, HOST_MARK_END, HOST_NOTE_BEGIN, HOST_NOTE_END };

// What a unit's device code gives to its host's half.
typedef struct CudaRegistration {
    Buf text;  // C++, behind the host's text: registers kernels and variables
    Buf table; // what the driver compares with the host's object (host_table.c)
    // What is asked for:
    CxxHostNaming naming; // how the host's compiler names symbols
    bool by_name;         // kernels are registered by these names: nobody looks into the object
} CudaRegistration;

typedef struct {
    const char *unit;      // of relocatable code, whose variables may be other units': its
                           // identifier; else NULL
    bool static_templates; // instances of kernel templates are the unit's own
    bool extended_lambda;  // lambdas may have marks
    bool clang;            // the host's compiler is clang
    bool whole;            // what libraries declare and nobody names stays, too
    Buf *table;            // gets the rows of the kernels in the text (host_table.c); or NULL
} CudaHostOptions;

// Appends what the host compiler gets of a unit, with line markers: the tokens are those of the
// host's view.
void cuda_write_host_text(Ctx *ctx, const TokenArray *tokens, const CudaHostOptions *host_options,
                          Buf *out);
// Appends the function that registers the kernels and variables of cxx->work and cxx->work_vars,
// and the table of them. Call after cxx_run. False after a diagnostic.
bool cuda_write_registration(Cxx *cxx, CudaRegistration *registration);
// Appends what one compilation made to what another context keeps.
void cuda_copy_registration(const CudaRegistration *made, CudaRegistration *kept);
// Whether the lambdas of two architectures' tables capture the same (host_capture.c).
bool cuda_same_captures(Ctx *ctx, const Buf *table, const Buf *other);
// Whether the table tells where things stand in the source, so that it holds for these lines alone.
bool cuda_table_tells_places(const Buf *table);

// ---- host_fault.c ----

// Whether the program's own files name __CUDA_ARCH__, be it where no token comes of it: such host
// code is not judged by the rules about device code.
bool cuda_names_architecture(Ctx *ctx);

// Fills cxx->hooks. Call before cxx_run.
void cuda_hooks(Cxx *cxx);
// Whether the unit needs a kernel of tiles (Tile C++).
bool cuda_has_tile_kernels(const Cxx *cxx);
// Whether e, the initialiser of a variable, does nothing.
bool cuda_constructs_nothing(Cxx *cxx, const Expr *expr, uint32_t depth);
// Whether v would have to be initialised, or destroyed, by code: no device code does that.
bool cuda_dynamic_init(Cxx *cxx, VarDecl *v);

#endif
