// SPDX-License-Identifier: Apache-2.0
// Private header of the assembler in ptxas's place: the program `ptxas`, `cuprum ptxas`, and
// libnvptxcompiler (src/api). There is no machine code here: PTX is checked and put into a
// container, a fat binary with the one image, which our driver loads (`cuprum exec`).
//   ptxas.c     the command                 options.c   words to options
//   assemble.c  checking, the container     report.c    messages, what -v says
#ifndef CUPRUM_DRIVER_PTXAS_H
#define CUPRUM_DRIVER_PTXAS_H

#include "base/opt.h"
#include "base/target.h"
#include "driver/driver.h"
#include "ptx/ptx.h"

enum {
    PO_NONE,
#define OPT(id, ...) PO_##id,
#include "driver/ptxas/option.def"
#undef OPT
};

typedef enum {
#define MESSAGE(id, kind, text) PM_##id,
#include "driver/ptxas/message.def"
#undef MESSAGE
} PtxasMessage;

typedef struct {
    const char *name, *text;
    size_t n;
} PtxasInput;

// One run. Everything lies in the context's arena.
typedef struct Ptxas {
    Ctx *ctx;
    Buf *errors, *info; // where messages go; may be one
    OptResult given;
    const Target *target;
    bool is_virtual; // compute_NN, lto_NN: the input is checked, nothing is made
    bool failed;     // an error was said
    VEC(const char *) files;
    VEC(PtxasInput) strings;
    uint32_t registers, blocks,
        threads[3]; // of -maxrregcount, -minnctapersm, -maxntid; 0: not given
} Ptxas;

// ---- options.c ----
// Reads the words of a command line (`from_file`: options files may be named) into `ptxas`, whose
// ctx and buffers are set. False after a message.
bool ptxas_options(Ptxas *ptxas, uint32_t n, const char *const *words);
static inline bool ptxas_has(const Ptxas *ptxas, uint16_t id) {
    return opt_has(&ptxas->given, id);
}
void ptxas_help(Ctx *ctx, Buf *out);
// -v: which of the options change nothing, and why.
void ptxas_say_effects(Ptxas *ptxas);

// ---- assemble.c ----
// Checks the inputs, which are one module together, and appends the container to `out`, which may
// be NULL. False after messages; nothing is appended then.
bool ptxas_assemble(Ptxas *ptxas, const PtxasInput *inputs, uint32_t n, Buf *out);

// ---- report.c ----
// Says a message; false, for `return`, if it was an error.
bool ptxas_say(Ptxas *ptxas, PtxasMessage id, ...);
// One with a place: `ptxas FILE, line N; error   : TEXT`.
void ptxas_say_at(Ptxas *ptxas, Severity severity, bool syntax, const char *file, uint32_t line,
                  const char *text);
// What the module's kernels and functions need.
void ptxas_statistics(Ptxas *ptxas, const PtxModule *reported);

#endif
