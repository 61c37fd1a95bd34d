// SPDX-License-Identifier: Apache-2.0
// text.h: texts that are changed as texts: several become one, as nvlink links them, and what
// ptxas's options say is written into one.
#ifndef CUPRUM_PTX_TEXT_TEXT_H
#define CUPRUM_PTX_TEXT_TEXT_H

#include "ptx/form/form.h"

// ---- text/join.c: linking of texts --------------------------------------------------------------

typedef struct PtxPart {
    const char *text; // ends with a NUL; stays the caller's
    size_t n;
} PtxPart;

typedef enum { PTX_UNDEFINED, PTX_DEFINED_TWICE } PtxJoinKind;
typedef struct PtxJoinFault {
    PtxJoinKind kind;
    const char *name;
    uint32_t part, first; // indices; `first` defined the name before
} PtxJoinFault;

typedef struct PtxJoined {
    const char *text; // in ctx->perm
    size_t n;
    VEC(PtxJoinFault) fault; // what nvlink would refuse; the text is made even so
} PtxJoined;
PtxJoined ptx_join(Ctx *ctx, const PtxPart *parts, uint32_t n);

// ---- text/tune.c: what ptxas's options change in a text -----------------------------------------

typedef struct PtxTuning {
    const char *const *entry; // the kernels that stay; none named: all
    uint32_t nentry;
    uint32_t maxntid[3], minnctapersm, maxnreg; // 0: nothing is said
    bool replace;                               // also of kernels that say something themselves
} PtxTuning;
// Appends the text, of which the module was read.
void ptx_tune(const PtxModule *module, const PtxPart *text, const PtxTuning *tuning, Buf *out);

#endif
