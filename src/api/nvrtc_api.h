// SPDX-License-Identifier: Apache-2.0
// Private header of the NVRTC interface: options, programs, what is made of a program's PTX.
//
// The interface is NVIDIA's nvrtc.h by its binary form: the names, the numbers of the result codes
// and the C types of the parameters. Everything here is our own writing.
#ifndef CUPRUM_NVRTC_API_H
#define CUPRUM_NVRTC_API_H

#include "base/base.h"
#include "base/target.h"
#include "lex/lex.h"

typedef enum {
    NVRTC_SUCCESS,
    NVRTC_OUT_OF_MEMORY,
    NVRTC_PROGRAM_CREATION_FAILURE,
    NVRTC_INVALID_INPUT,
    NVRTC_INVALID_PROGRAM,
    NVRTC_INVALID_OPTION,
    NVRTC_COMPILATION,
    NVRTC_BUILTIN_OPERATION_FAILURE,
    NVRTC_NO_NAME_EXPRESSIONS_AFTER_COMPILATION,
    NVRTC_NO_LOWERED_NAMES_BEFORE_COMPILATION,
    NVRTC_NAME_EXPRESSION_NOT_VALID,
    NVRTC_INTERNAL_ERROR,
    NVRTC_TIME_FILE_WRITE_FAILED,
    NVRTC_NO_PCH_CREATE_ATTEMPTED,
    NVRTC_PCH_CREATE_HEAP_EXHAUSTED,
    NVRTC_PCH_CREATE,
    NVRTC_CANCELLED,
    NVRTC_TIME_TRACE_FILE_WRITE_FAILED
} NvrtcResult;

// ---- nvrtc_option.c ----

// A bool that was given, and which one; 0: not given.
enum { NVRTC_FALSE = 1, NVRTC_TRUE = 2 };
typedef struct {
    bool given;
    int value;
} NvrtcNumber;
typedef VEC(const char *) NvrtcWords;

typedef struct {
    const Target *target;
    bool real; // sm_NN: machine code is wanted, too
    uint8_t std;
    uint8_t level; // of the optimizer
    // flags
    uint8_t device_c, device_w, ewp, debug, line_info, dopt, fast_math, dlto, optix;
    uint8_t no_source_folder, pch, no_warnings, restrict_params, default_device, int128, float128;
    uint8_t inline_info, numbers, no_numbers, syntax_only, minimal, uumn, verbose, none;
    // NVRTC_FALSE, NVRTC_TRUE or 0
    uint8_t rdc, ftz, prec_sqrt, prec_div, fmad, move_forward, initializer_list, brief;
    NvrtcNumber registers, density, threads;
    const char *ptx_version, *seed, *create_pch, *use_pch, *time, *trace;
    NvrtcWords ptxas, errors, suppressed, warnings;
    VEC(LexCmd) cmds;
    VEC(LexDir) dirs;
} NvrtcOptions;
// Reads the words in order; the first wrong one ends it: false, with the message in `log`. What
// NVRTC grumbles about also goes to `log`.
bool nvrtc_options(NvrtcOptions *options, int n, const char *const *words, Buf *log);

// ---- nvrtc_program.c ----

typedef struct {
    char *at; // NULL for ""
    size_t n;
} NvrtcBytes;
typedef struct NvrtcHeader {
    const char *name, *text;
} NvrtcHeader;
typedef struct NvrtcName {
    char *expression, *lowered; // lowered: NULL before a successful compilation
} NvrtcName;
typedef struct NvrtcProgram {
    char *block; // the texts of all below
    const char *name, *source;
    NvrtcHeader *header;
    int nheaders;
    NvrtcName *names; // by expression
    uint32_t nnames, names_max;
    bool compiled; // no more names; also when it failed
    bool pch_tried;
    NvrtcBytes ptx, cubin, lto, log;
    int (*flow)(void *payload, void *reserved);
    void *payload;
} NvrtcProgram;

// Copies the texts; false: no memory.
bool nvrtc_program_fill(NvrtcProgram *program, const char *source, const char *name, int nheaders,
                        const char *const *headers, const char *const *include_names);
void nvrtc_program_free(NvrtcProgram *program); // what it holds, not itself
NvrtcResult nvrtc_program_compile(NvrtcProgram *program, int n, const char *const *options);
// Adds a name expression, once.
NvrtcResult nvrtc_program_add_name(NvrtcProgram *program, const char *expression);
NvrtcResult nvrtc_program_lowered(NvrtcProgram *program, const char *expression,
                                  const char **lowered);

// ---- nvrtc_build.c ----

// The comments in front of the PTX: they name this build of the library.
void nvrtc_write_head(Buf *out);

// ---- nvrtc_cubin.c ----

// What nvrtcGetCUBIN gives for a real architecture: what ptxas makes of the PTX where one is
// installed (nothing if it fails; its messages go to `log`), else the PTX itself, a NUL included,
// which a driver's loader takes in the place of machine code.
bool nvrtc_cubin(Ctx *ctx, const NvrtcOptions *options, const Buf *ptx, Buf *cubin, Buf *log);

#endif
