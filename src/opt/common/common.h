// SPDX-License-Identifier: Apache-2.0
// common.h: the lowest floor of opt: what all passes share.
//
// Contract of a pass:
//  - `bool opt_NAME(PassCtx *, IrFunc *)` (or `IrModule *`): true when it changed anything. Its row
//  in
//    pass.def says the rest; handling analyses, timing, dumps, bisecting and verification is the
//    runner's business, not the pass's.
//  - A function pass changes only its function. It may read other functions' bodies only if its row
//    says CALLEES (the inliner). It interns no atoms (ir.h, parallel phase).
//  - Analyses: ask `an_dom(pc->an)` and so on. A pass that changes something and goes on asking
//  must
//    call an_changed(pc->an, ...) itself before. One that has done so for all of its changes may
//    say so (pc->current): what it has asked for since is kept.
//  - A loop pass is `OptLoopResult opt_NAME(PassCtx *, OptLoop *)`, see OptLoop.
//  - Temporary memory: pc->tmp, freed after the pass.
//  - Functions are visited callees first, so that the inliner sees optimised bodies.
#ifndef CUPRUM_OPT_COMMON_COMMON_H
#define CUPRUM_OPT_COMMON_COMMON_H

#include "analysis/analysis.h"
#include "opt/options.h"

typedef struct {
    const char *pass;           // the key of its row in pass.def
    const char *name, *llvm;    // in a pipeline, as an option
    int64_t value, least, most; // the default, and the range
    const char *doc;
} OptKnob;
// All of them; common/knob.c. A knob's number is an object of its own, which the linker finds: a
// new row of knob.def concerns nobody else.
extern const OptKnob opt_knobs[];
extern const uint32_t opt_nknobs;
// The value of a knob for the pass at hand: opt_knob(pc, loop_unroll, count).
#define opt_knob(pc, pass, id)                                                                     \
    ({                                                                                             \
        extern const uint32_t opt_knob_##pass##_##id CU_HIDDEN;                                    \
        (pc)->knob[opt_knob_##pass##_##id];                                                        \
    })

typedef struct PassRow PassRow;
typedef struct { // a diagnostic that waits
    const DiagRow *row;
    IrFunc *at;      // the function at hand
    Atom what, with; // the row's arguments
} OptReport;
typedef VEC(OptReport) OptReports;

typedef struct PassCtx {
    Ctx *ctx;
    IrModule *m;
    const OptOptions *opt;
    AnFunc *an;            // of the function at hand; NULL for module passes
    bool current;          // set by a function pass: it has told `an` of all that it changed
    Arena *tmp;            // until the pass ends
    Arena *run;            // until the pipeline ends
    struct RwIndex *rules; // instcombine's, once it has run
    AnCallGraph *cg;       // as of the beginning of the group; may lack functions made since
    const PassRow *row;
    const int64_t *knob; // opt_nknobs values
    const struct OptRemarks *remarks;
    struct OptRemarkBuf *remark_buf;
    uint8_t remark_kinds; // that are asked for of this pass; 0: it need not say anything
    OptReports *reports;  // function passes report nothing themselves: opt_report
} PassCtx;

// ---- common/remark.c: what a pass did, or why not -----------------------------------------------
//     opt_remark(pc, inline_done, call, callee->g.v.name, caller->g.v.name, size);
// says the text of the row of remark_diag.def at the place of an instruction that stands in a block
// (NULL: of the function at hand), if somebody asked. Where finding out why is work of its own:
// if (opt_remarks_on(pc)) ...

typedef struct OptRemarkRow {
    const char *keys, *text; // see remark_diag.def
    OptRemarkKind kind;
} OptRemarkRow;
// The row of that name: an object, which the linker finds, as diagnostics' rows are.
#define OPT_REMARK_OF(id)                                                                          \
    ({                                                                                             \
        extern const OptRemarkRow opt_r_##id CU_HIDDEN;                                            \
        &opt_r_##id;                                                                               \
    })
#define opt_remarks_on(pc) CU_UNLIKELY((pc)->remark_kinds != 0)
#define opt_remark(pc, id, at, ...)                                                                \
    do {                                                                                           \
        if (opt_remarks_on(pc)) opt_remark_say(pc, OPT_REMARK_OF(id), at, ##__VA_ARGS__);          \
    } while (0)
// What the macro calls where remarks are wanted: the text of the row `id` at the position of `at`.
void opt_remark_say(PassCtx *pc, const OptRemarkRow *row, const IrInst *at, ...);
// ---- loop passes --------------------------------------------------------------------------------
// `loop(a,b)` in a pipeline runs loop passes over the loops of a function, innermost first, each
// loop through all of them before the loop around it. The loops are in this form (loop/form.c), and
// a pass leaves its loop so unless it says that it reshaped it:
//  - one block in front of the header that goes nowhere else (preheader), one latch;
//  - all predecessors of a block behind the loop (exit) are in the loop;
//  - a value of the loop that is used behind it is used there by phis of exits only (closed SSA).
//
// The runner goes in rounds. In one round a reshaped loop and those around it are not visited
// again, so that all analyses, which were made at the round's beginning, still hold for the loop at
// hand: for its blocks, its preheader and its exits, and for nothing else. New loops (copies) take
// their turn in the next round, from the first pass on.
typedef struct {
    IrFunc *fn;
    const AnLoops *loops;
    const AnLoop *loop;
    IrBlock *preheader, *latch;
    IrBlock *header;            // a pass that gives the loop another header says so here
    bool stale;                 // another loop was reshaped in this round (for the runner)
    uint64_t function_size;     // instructions of the function, at most
    struct OptLoopRound *round; // that the visit belongs to (for the runner)
} OptLoop;
typedef enum {
    OPT_LOOP_SAME,
    OPT_LOOP_CHANGED,  // instructions, but no block or edge
    OPT_LOOP_RESHAPED, // edges: the loop may have lost its form, or be gone
    OPT_LOOP_WAITS, // nothing: this round cannot say what it asked for; it runs again in the next
} OptLoopResult;

enum {                     // PassRow.flags
    OPT_REQUIRED = 1 << 0, // not skipped by bisecting or optnone
    OPT_CALLEES = 1 << 1,  // reads the bodies of callees: not run in parallel
};
struct PassRow {
    const char *key, *name;            // in pass.def, in a pipeline
    bool (*func)(PassCtx *, IrFunc *); // one of the three
    bool (*module)(PassCtx *, IrModule *);
    OptLoopResult (*loop)(PassCtx *, OptLoop *);
    uint32_t changes; // AN_CHANGED_*
    uint32_t flags;
    const char *doc;
    const char *nvidia; // what NVIDIA's does otherwise; NULL: that is not known to differ
};
// A pass's function, which its row in pass.def refers to: its file declares it so, for the table
// and for passes that run others.
#define OPT_FUNC_PASS(id)   bool opt_##id(PassCtx *pc, IrFunc *fn)
#define OPT_MODULE_PASS(id) bool opt_##id(PassCtx *pc, IrModule *module)
#define OPT_LOOP_PASS(id)   OptLoopResult opt_##id(PassCtx *pc, OptLoop *loop)

// ---- common/lib.c: helpers that several passes need ---------------------------------------------

// A warning about function f, which a function pass is at; it comes out in the order of functions.
void opt_report(PassCtx *pc, IrFunc *fn, const DiagRow *row, Atom what, Atom with);

// Whether passes that need not run leave the function as it is: it says optnone, or it handles
// exceptions, which no GPU has. The rules for what may stand in front of a landing pad or on the
// edges to it would burden every pass that makes blocks.
bool opt_is_left_alone(const IrFunc *fn);
// Erases an instruction if it is trivially dead, then its operands that became so.
bool opt_erase_dead(IrInst *inst);
// The one instruction that uses the value, once; NULL: there are none, or more.
static inline IrInst *opt_only_user(const IrValue *value) {
    return ir_one_use(value) ? value->uses->user : NULL;
}
// Removes blocks that cannot be reached from the entry; true if there were any.
bool opt_remove_unreachable(IrFunc *fn, Arena *tmp);
// The same where the analyses in `an` are right: its order of blocks mostly says that there are
// none. They are right afterwards, too.
bool opt_drop_unreachable(AnFunc *an, Arena *tmp);
// Makes the terminator unconditional to successor `n`, telling the phis of the others.
void opt_fold_term(IrInst *term, uint32_t n);
// Removes what the terminator says about how often it goes where: its targets are others now.
void opt_drop_weights(IrInst *term);
// A new block on edge `succ` of the terminator.
IrBlock *opt_split_edge(IrInst *term, uint32_t succ);
// The block's instructions to the end of its only predecessor, which must go nowhere else.
void opt_merge_into_pred(IrBlock *bb);
// About how many machine instructions it becomes; 0: none. common/cost.c
uint32_t opt_issue_cost(const IrInst *inst);
// What it costs to run it always where a branch went around it; 0: nothing. common/cost.c
uint32_t opt_always_cost(const IrInst *inst);
// Registers that a thread may have, as far as the kernel's launch bounds say (AN_REGISTER_FILE at
// most). common/cost.c
uint32_t opt_register_limit(const IrFunc *fn);
// The variable behind an address, if it holds a value that no one can change, else NULL.
IrGlobal *opt_constant_variable(IrValue *value, int64_t *off);
// Replaces uses of the value, but not what the program promises by it: that a promise holds is no
// news, and who asks later must find it. True when there were others.
bool opt_replace_but_assumed(IrValue *value, IrValue *by);
// A value of the type all of whose bytes are this one, or NULL.
IrConst *opt_const_of_byte(IrModule *module, IrType *type, const IrConst *byte);
// Reading size bytes at p is fine at any time: an object that is there, within its bounds.
bool opt_is_dereferenceable(IrValue *value, uint64_t size);
// The instruction reads or writes where the generic address points, which is not null then.
bool opt_proves_no_null(const IrInst *inst, const IrValue *address);
// What isspacep (an intrinsic's id) says of an address that points into a space: 0, 1; -1: not
// known, or no such intrinsic.
int opt_isspacep(uint32_t intrin, uint32_t as);
#endif
