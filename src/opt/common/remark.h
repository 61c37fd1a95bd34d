// SPDX-License-Identifier: Apache-2.0
// Private to the runner: the remarks of a run (common/remark.c, and which of them are asked for:
// runner/remark_kinds.c).
#ifndef CUPRUM_OPT_REMARK_H
#define CUPRUM_OPT_REMARK_H

#include "opt/common/common.h"

// Bits of OptRemarks.kinds: OPT_REMARK_SHOWN + kind ...
enum { OPT_REMARK_SHOWN = 0, OPT_REMARK_RECORDED = OPT_REMARK_KINDS };
typedef struct OptRemarks { // made once, then only read (but for `recorded`)
    const OptRemarkOptions *options;
    uint8_t *kinds; // by place in opt_passes: PassCtx.remark_kinds of that pass
    Atom file, filename, scope, line, dbg;
    bool recorded; // something is in the record
    Map seen;      // hashes of what is in there
} OptRemarks;
typedef struct {
    const char *text, *record; // either may be NULL
} OptRemark;
// Remarks that were made and not given out: one a function, for whoever works on it.
typedef struct OptRemarkBuf {
    Arena a;
    VEC(OptRemark) all;
} OptRemarkBuf;

// NULL when none are asked for.
OptRemarks *opt_remarks_begin(Ctx *ctx, const OptRemarkOptions *remark_options, Arena *arena);
// What a pass says of itself that is asked for. Why it did not do something it says when it comes
// for the last time (`last`): it might do so later.
uint8_t opt_remarks_of(const OptRemarks *r, const PassRow *row, bool last);
// Gives out what the buffer holds and empties it.
void opt_remarks_flush(Ctx *ctx, OptRemarks *remarks, OptRemarkBuf *buf);
void opt_remarks_end(OptRemarks *r); // `r` may be NULL

#endif
