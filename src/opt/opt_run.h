// SPDX-License-Identifier: Apache-2.0
// Private to the runner: a pipeline as items, and one step of it.
#ifndef CUPRUM_OPT_RUN_H
#define CUPRUM_OPT_RUN_H

#include "opt/opt.h"
#include "opt/remark.h"

// ---- pipeline.c: the text form -----------------------------------------------------------------

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
    const int64_t *knob; // OPT_KNOB_COUNT values, for a pass
    uint32_t times;
    bool last; // the pass does not come again later in the pipeline
    PassItems *sub;
};

// Reads a pipeline into `out`. False: a diagnostic was reported.
bool opt_parse_pipeline(Ctx *ctx, Arena *a, const OptOptions *o, PassItems *out);

// ---- run.c: one step ---------------------------------------------------------------------------

typedef struct {
    IrModule *m;
    Ctx *ctx;
    const OptOptions *options;
    Arena plan;      // the parsed pipeline
    Arena tmp;       // of one pass
    uint64_t number; // of (pass, function) pairs so far: names dumps, bisecting
    PassCtx pc;
    OptRemarks *remarks; // NULL: none are asked for
    OptRemarkBuf remark_buf;
} OptRun;

// Runs a function pass, or a loop pass on `loop` (whose result goes to *result).
bool opt_run_step(OptRun *r, const PassItem *item, AnFunc *an, OptLoop *loop,
                  OptLoopResult *result);

// ---- run_loops.c -------------------------------------------------------------------------------

bool opt_run_loops(OptRun *r, const PassItems *passes, AnFunc *an);

#endif
