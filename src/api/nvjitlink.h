// SPDX-License-Identifier: Apache-2.0
// Private header of the nvJitLink interface: options, inputs, the link.
//
// The interface is NVIDIA's nvJitLink.h by its binary form: the names, the numbers of the result
// codes and the C types of the parameters. Everything here is our own writing.
#ifndef CUPRUM_NVJITLINK_H
#define CUPRUM_NVJITLINK_H

#include "base/base.h"
#include "base/target.h"
#include "nvvm/nvvm.h"
#include "ptx/ptx.h"

typedef enum {
    JIT_SUCCESS,
    JIT_UNRECOGNIZED_OPTION,
    JIT_MISSING_ARCH,
    JIT_INVALID_INPUT,
    JIT_PTX_COMPILE,
    JIT_NVVM_COMPILE,
    JIT_INTERNAL,
    JIT_THREADPOOL,
    JIT_UNRECOGNIZED_INPUT,
    JIT_FINALIZE,
    JIT_NULL_INPUT,
    JIT_INCOMPATIBLE_OPTIONS,
    JIT_INCORRECT_INPUT_TYPE,
    JIT_ARCH_MISMATCH,
    JIT_OUTDATED_LIBRARY,
    JIT_MISSING_FATBIN,
    JIT_UNRECOGNIZED_ARCH,
    JIT_UNSUPPORTED_ARCH,
    JIT_LTO_NOT_ENABLED
} JitResult;

typedef enum {
    JIT_NONE,
    JIT_CUBIN,
    JIT_PTX,
    JIT_LTOIR,
    JIT_FATBIN,
    JIT_OBJECT,
    JIT_LIBRARY,
    JIT_INDEX,
    JIT_KINDS,
    JIT_ANY = 10
} JitKind;

// ---- nvjitlink_option.c ----

typedef VEC(const char *) JitWords;
typedef struct {
    const Target *target;
    bool is_virtual; // compute_NN: PTX is the result
    bool lto, ptx, verbose, time;
    JitWords nvvm;               // options for libNVVM
    JitWords kernels, variables; // that the host names
} JitOptions;

// Reads the words; what is wrong with the first wrong one is in the log, what changes nothing in
// `info`.
JitResult nvjitlink_options(Arena *arena, JitOptions *options, uint32_t n, const char *const *words,
                            Buf *log, Buf *info);

// ---- nvjitlink_link.c ----

typedef struct {
    const char *name;
    PtxPart text;
} JitPtx;

// One link. Everything lies in its context.
typedef struct {
    Ctx ctx;
    JitOptions options;
    Buf log, info;
    VEC(JitPtx) ptx;
    VEC(NvvmLtoInput) lto;
    bool options_are_good, is_complete;
    const char *result; // PTX with its NUL; NULL: there is none
    size_t size;        // with the NUL
} JitLink;

// Both may leave by ctx.unwind.
JitResult nvjitlink_add(JitLink *link, JitKind kind, const void *bytes, size_t n, const char *name);
JitResult nvjitlink_complete(JitLink *link);

#endif
