// SPDX-License-Identifier: Apache-2.0
// Private to diag.c (reporting) and diag_render.c (printing).
#ifndef CUPRUM_DIAG_INT_H
#define CUPRUM_DIAG_INT_H

#include "base/base.h"

#include <stdlib.h>

typedef struct Diag {
    const DiagRow *row;
    uint8_t sev;  // Severity in force when it was reported
    bool context; // a line of the backtrace hook
    Pos pos, begin, end;
    const char *text;
    VEC(FixIt) fixits;
} Diag;

typedef struct DiagEngine {
    Severity (*filter)(Ctx *, const DiagRow *, Pos, Severity, void *);
    void *filter_data;
    uint64_t errors_seen; // errors, trapped ones included
    // One flat list: an error or warning, followed by its context lines and notes.
    VEC(Diag) diags;
    VEC(const DiagRow *const *) tables;
    VEC(struct DiagOverride {
        const char *name;
        Severity sev;
    })
    overrides;
    void (*printer[128])(Ctx *, Buf *, const void *);
    void (*hook)(Ctx *, void *);
    void *hook_data;
    DiagTrap *trap;
    DiagHidden hidden;
    Map seen;     // hashes of what was reported, so that it is said once
    Map error_at; // where errors were reported
    DiagOptions opt;
    const char *input; // name for the closing line
    uint32_t errors, warnings, fatals;
    uint32_t last;   // warnings kept of the group "last"
    uint32_t unread; // errors that are not of the group "late"
    bool in_hook;    // notes are context lines now
    bool last_live;  // notes belong to a diagnostic that is kept
    bool stopped;    // fatal or over the limit: nothing more is taken
    bool limit_hit;
} DiagEngine;

// The context's engine, made when it is first asked for.
DiagEngine *diag_engine(Ctx *ctx);
// The number in the row's group list ("177,unused-variable"), or 0.
uint32_t diag_row_number(const DiagRow *row);
// Its severity may be lowered: a warning, remark or discretionary error.
bool diag_row_soft(const DiagRow *row);
// What is wrong within a library's templates is mostly so in the line that named them: of the
// backtrace of `top`, context[0 .. n-1], the first place outside of system headers; NULL if the
// error is in no system header.
const Diag *diag_user_place(Ctx *ctx, const Diag *top, const Diag *context, uint32_t n);
void diag_render_sarif(Ctx *ctx, Buf *out); // diag_sarif.c

#endif
