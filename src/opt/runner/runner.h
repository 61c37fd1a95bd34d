// SPDX-License-Identifier: Apache-2.0
// runner.h: private to the runner: a pipeline as items, and one step of it.
#ifndef CUPRUM_OPT_RUNNER_RUNNER_H
#define CUPRUM_OPT_RUNNER_RUNNER_H

#include "opt/opt.h"
#include "opt/common/remark.h"

// ---- runner/pipeline.c: the text form -----------------------------------------------------------

typedef enum {
    PASS_ITEM_PASS,
    PASS_ITEM_REPEAT, // sub, up to `times` times
    PASS_ITEM_LOOP,   // sub are loop passes
} PassItemKind;
typedef struct PassItem PassItem;
typedef VEC(PassItem) PassItems;
struct PassItem {
    PassItemKind kind;
    const PassRow *row;
    const int64_t *knob; // opt_nknobs values, for a pass
    uint32_t times;
    bool last; // the pass does not come again later in the pipeline
    PassItems *sub;
};

// Reads a pipeline into `out`; passes that a knob switches off get true in `off`, by row. False: a
// diagnostic was reported.
bool opt_parse_pipeline(Ctx *ctx, Arena *arena, const OptOptions *options, PassItems *out,
                        bool *off);

// ---- runner/knob.c ------------------------------------------------------------------------------

// The values of all knobs, and the passes that are off, as the options say. False: a diagnostic was
// reported.
bool opt_set_knobs(Ctx *ctx, const OptOptions *o, int64_t *knobs, bool *off);
// A whole number of the knob's range up to the end of `s` (or to a `;` or `>`); behind it, or NULL.
const char *opt_read_knob(const OptKnob *knob, const char *s, int64_t *value);

// ---- runner/run.c: one step ---------------------------------------------------------------------

typedef struct {    // a pass that changed nothing when it last ran
    uint64_t since; // OptRun.changes then
    const int64_t *knob;
} OptIdle;

typedef struct OptRun {
    IrModule *m;
    Ctx *ctx;
    Ctx *timing; // of the thread at hand
    const OptOptions *options;
    const bool *off;  // by pass: a knob switches it off
    Arena plan;       // the parsed pipeline
    Arena tmp;        // of one pass
    uint64_t changes; // of the function at hand so far; another function is a change too
    OptIdle *idle;    // by pass; NULL: none has run yet
    uint64_t number;  // of (pass, function) pairs so far: names dumps, bisecting
    PassCtx pc;
    OptRemarks *remarks; // NULL: none are asked for
    OptRemarkBuf remark_buf;
    OptReports reports;     // for the caller to give out
    struct OptRun **worker; // one a thread, for function groups; the first is the run itself
    uint32_t nworkers;
} OptRun;

// Runs a function pass, or a loop pass on `loop` (whose result goes to *result).
bool opt_run_step(OptRun *run, const PassItem *step, AnFunc *an, OptLoop *loop,
                  OptLoopResult *result);

// Does what the stress modes want between passes, never between the loops of a function.
void opt_run_stress(OptRun *run, AnFunc *an);
// Gives back memory that passes have left behind. No analysis of f may be in use.
void opt_run_shrink(OptRun *run, IrFunc *fn);

// ---- runner/group.c -----------------------------------------------------------------------------

// The function passes `from` to `to` of the list over all functions, in waves of the call graph.
// Whether anything changed.
bool opt_run_group(OptRun *run, const PassItems *pass_items, uint32_t from, uint32_t to);

// ---- runner/loops.c -----------------------------------------------------------------------------

// The loop passes over the loops of one function, innermost first. Whether anything changed.
bool opt_run_loops(OptRun *opt_run, const PassItems *passes, AnFunc *an);

#endif
