// SPDX-License-Identifier: Apache-2.0
// opt: transforms of the IR, one file each, and the runner that drives them.
//
// Contract of a pass:
//  - `bool opt_NAME(PassCtx *, IrFunc *)` (or `IrModule *`): true when it changed anything. Its row
//  in
//    pass.def says the rest; handling analyses, timing, dumps, bisecting and verification is the
//    runner's business, not the pass's.
//  - A function pass changes only its function. It may read other functions' bodies only if its row
//    says CALLEES (the inliner). It interns no atoms (ir.h, parallel phase).
//  - Analyses: ask `an_dom(pc->an)` and so on. A pass that changes the CFG and goes on asking must
//    call an_keep(pc->an, ...) itself before.
//  - Temporary memory: pc->tmp, freed after the pass.
//  - Functions are visited callees first, so that the inliner sees optimised bodies.
#ifndef CUPRUM_OPT_OPT_H
#define CUPRUM_OPT_OPT_H

#include "analysis/analysis.h"

typedef struct PassRow PassRow;
typedef struct {
    uint32_t level;     // 0..3
    const char *passes; // pipeline; NULL: pipeline.def's for the level
    // dumps go to `log` (may be NULL); pass names, "all" for every pass
    const char **print_after;
    uint32_t nprint_after;
    const char **print_before;
    uint32_t nprint_before;
    bool print_changed;
    const char *print_func; // dump only this function
    const char **disable;   // passes that are skipped (--no-NAME)
    uint32_t ndisable;
    int64_t bisect_limit; // run only so many (pass, function) pairs; negative: all
    bool verify;          // after every pass that changed something; CU_DEBUG: always
    uint32_t stress;      // OPT_STRESS_*
    Buf *log;
    // what passes ask about the target and the options
    uint32_t sm; // 75, 90, ...
    bool ftz, prec_div, prec_sqrt, fast_math;
    bool keep_calls;       // inline only what must be
    uint32_t unroll_limit; // instructions of a fully unrolled body; 0: default
    uint32_t inline_limit; // instructions of a callee; 0: default
} OptOptions;
enum {
    OPT_STRESS_CLONE = 1 << 0,  // replace the function by its clone after every pass
    OPT_STRESS_REREAD = 1 << 1, // print and read back the module at the end of every group
    OPT_STRESS_DROP = 1 << 2,   // forget all analyses after every pass
    OPT_STRESS_CHECK = 1 << 3,  // catch passes that lie about changes or kept analyses
    OPT_STRESS_RENUMBER = 1 << 4,
};

typedef struct PassCtx {
    Ctx *ctx;
    IrModule *m;
    const OptOptions *opt;
    AnFunc *an;                  // of the function at hand; NULL for module passes
    Arena *tmp;                  // until the pass ends
    Arena *run;                  // until the pipeline ends
    const struct RwIndex *rules; // instcombine's, once it has run
    AnCallGraph *cg;             // as of the beginning of the group; may lack functions made since
    const PassRow *row;
} PassCtx;

enum {                     // PassRow.flags
    OPT_REQUIRED = 1 << 0, // not skipped by bisecting or optnone
    OPT_CALLEES = 1 << 1,  // reads the bodies of callees: not run in parallel
};
struct PassRow {
    const char *name;
    bool (*func)(PassCtx *, IrFunc *); // one of the two
    bool (*module)(PassCtx *, IrModule *);
    uint32_t keeps; // AN_*
    uint32_t flags;
    const char *doc;
};
extern const PassRow opt_passes[];
extern const uint32_t opt_npasses;

// Runs the pipeline. False: the pipeline's text is wrong (a diagnostic was reported). Times go to
// the context's timers.
bool opt_run(IrModule *m, const OptOptions *o);
// Adds a stress mode by name: clone, reread, drop, check, renumber, all. False: no such mode.
bool opt_stress_add(OptOptions *o, const char *name);
const char *opt_default_pipeline(uint32_t level);
const PassRow *opt_find_pass(const char *name, size_t n);
void opt_list_passes(Buf *out); // "name  doc" lines

#define FUNC_PASS(id, text, ...)   bool opt_##id(PassCtx *pc, IrFunc *f);
#define MODULE_PASS(id, text, ...) bool opt_##id(PassCtx *pc, IrModule *m);
#include "opt/pass.def"
#undef FUNC_PASS
#undef MODULE_PASS

// ---- lib.c: helpers that several passes need ---------------------------------------------------

// Erases an instruction if it is trivially dead, then its operands that became so.
bool opt_erase_dead(IrInst *i);
// Removes blocks that cannot be reached from the entry; true if there were any.
bool opt_remove_unreachable(IrFunc *f, Arena *tmp);
// Makes the terminator unconditional to successor `n`, telling the phis of the others.
void opt_fold_term(IrInst *term, uint32_t n);
// A new block on edge `succ` of the terminator.
IrBlock *opt_split_edge(IrInst *term, uint32_t succ);
// What an instruction is equal to without making a new one (x + 0 is x, a constant, an operand), or
// NULL. Looks at operands only.
IrValue *opt_simplify(IrModule *m, const IrInst *i);

#endif
