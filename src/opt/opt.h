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
//  - Analyses: ask `an_dom(pc->an)` and so on. A pass that changes something and goes on asking
//  must
//    call an_changed(pc->an, ...) itself before. One that has done so for all of its changes may
//    say so (pc->current): what it has asked for since is kept.
//  - A loop pass is `OptLoopResult opt_NAME(PassCtx *, OptLoop *)`, see OptLoop.
//  - Temporary memory: pc->tmp, freed after the pass.
//  - Functions are visited callees first, so that the inliner sees optimised bodies.
#ifndef CUPRUM_OPT_OPT_H
#define CUPRUM_OPT_OPT_H

#include "analysis/analysis.h"
#include "base/float_options.h"
#include "base/target.h"

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
    bool print_pipeline;    // its text
    const char *print_func; // dump only this function
    const char **disable;   // passes that are skipped (--no-NAME)
    uint32_t ndisable;
    int64_t bisect_limit; // run only so many (pass, function) pairs; negative: all
    bool bisect_aloud;    // a line about each of them
    bool verify;          // after every pass that changed something; CU_DEBUG: always
    uint32_t stress;      // OPT_STRESS_*
    Buf *log;
    // what passes ask about the target and the options
    const Target *target;
    FloatOptions fp;
    const char **knobs; // "-unroll-count=4": values of knobs for all passes (knob.def)
    uint32_t nknobs;
    uint32_t inline_limit;                  // instructions of a callee; 0: default
    bool no_inlining;                       // of what does not say alwaysinline
    const struct OptRemarkOptions *remarks; // NULL: none
    uint32_t jobs; // threads for function passes; 0: processors. The result is the same
} OptOptions;
enum {
    OPT_STRESS_CLONE = 1 << 0,  // replace the function by its clone after every pass
    OPT_STRESS_REREAD = 1 << 1, // print and read back the module at the end of every group
    OPT_STRESS_DROP = 1 << 2,   // forget all analyses after every pass
    OPT_STRESS_CHECK = 1 << 3,  // catch passes that lie about changes or kept analyses
    OPT_STRESS_RENUMBER = 1 << 4,
};

enum {
#define KNOB(pass, id, ...) OPT_KNOB_##pass##_##id,
#include "opt/knob.def"
#undef KNOB
    OPT_KNOB_COUNT
};
typedef struct {
    uint32_t pass;              // place of its row in opt_passes
    const char *name, *llvm;    // in a pipeline, as an option
    int64_t value, least, most; // the default, and the range
    const char *doc;
} OptKnob;
extern const OptKnob opt_knobs[OPT_KNOB_COUNT];
// The value of a knob for the pass at hand: opt_knob(pc, loop_unroll, count).
#define opt_knob(pc, pass, id) ((pc)->knob[OPT_KNOB_##pass##_##id])

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
    const int64_t *knob; // OPT_KNOB_COUNT values
    const struct OptRemarks *remarks;
    struct OptRemarkBuf *remark_buf;
    uint8_t remark_kinds; // that are asked for of this pass; 0: it need not say anything
    OptReports *reports;  // function passes report nothing themselves: opt_report
} PassCtx;

// ---- remark.c: what a pass did, or why not -----------------------------------------------------
//     opt_remark(pc, inline_done, call, callee->g.v.name, caller->g.v.name, size);
// says the text of the row of remark_diag.def at the place of an instruction that stands in a block
// (NULL: of the function at hand), if somebody asked. Where finding out why is work of its own:
// if (opt_remarks_on(pc)) ...

typedef enum { OPT_REMARK_PASSED, OPT_REMARK_MISSED, OPT_REMARK_ANALYSIS } OptRemarkKind;
enum { OPT_REMARK_KINDS = OPT_REMARK_ANALYSIS + 1 };
typedef struct OptRemarkOptions {
    // by kind: of the passes whose names these regular expressions (POSIX extended) find, remarks
    // are diagnostics; NULL: of none
    const char *pass[OPT_REMARK_KINDS];
    bool show_option;        // they end in "[-Rpass=NAME]"
    Buf *record;             // gets the record of all remarks; NULL: none
    const char *record_pass; // of these passes only
    bool json;               // its form; else YAML
} OptRemarkOptions;
extern const OptRemarkOptions opt_inline_remarks; // what NVIDIA's -inline-info asks for
// Why a regular expression is none (in `a`), or NULL: they must be right in OptRemarkOptions.
const char *opt_remark_bad_regex(const char *text, Arena *arena);

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
// Says of each local variable that is left why it is (for sroa, at its end).
void opt_sroa_explain(PassCtx *pc, IrFunc *fn);

// ---- loop passes -------------------------------------------------------------------------------
// `loop(a,b)` in a pipeline runs loop passes over the loops of a function, innermost first, each
// loop through all of them before the loop around it. The loops are in this form (loop_form.c), and
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

// Which values are uniform in the function as some pass of this round has left it (no pass of the
// round has reshaped a loop by then). NULL: one has, and nobody had asked before; the pass must
// return OPT_LOOP_WAITS, and gets an answer in the next round. It is not cheap: ask last.
// loop_round.c
const AnUniformity *opt_loop_uniformity(const OptLoop *loop);

enum {                     // PassRow.flags
    OPT_REQUIRED = 1 << 0, // not skipped by bisecting or optnone
    OPT_CALLEES = 1 << 1,  // reads the bodies of callees: not run in parallel
};
struct PassRow {
    const char *name;
    bool (*func)(PassCtx *, IrFunc *); // one of the three
    bool (*module)(PassCtx *, IrModule *);
    OptLoopResult (*loop)(PassCtx *, OptLoop *);
    uint32_t changes; // AN_CHANGED_*
    uint32_t flags;
    const char *doc;
    const char *nvidia; // what NVIDIA's does otherwise; NULL: that is not known to differ
};
extern const PassRow opt_passes[];
extern const uint32_t opt_npasses;

// Runs the pipeline. False: the pipeline's text is wrong (a diagnostic was reported). Times go to
// the context's timers.
bool opt_run(IrModule *module, const OptOptions *options);
// Adds a stress mode by name: clone, reread, drop, check, renumber, all. False: no such mode.
bool opt_stress_add(OptOptions *options, const char *name);
const char *opt_default_pipeline(uint32_t level);
const PassRow *opt_find_pass(const char *name, size_t n);
void opt_list_passes(Buf *out); // "name  doc" lines, each pass's knobs below it
// Whether an option of LLVM's manner ("-unroll-count=4", one or two dashes) names a knob of ours,
// or one that NVIDIA's optimizer has; `knobs` of the options takes it.
bool opt_is_knob(const char *option);
// The value of a switch: 0, 1, false, true; NULL: its name alone, which is on. False: it is none.
bool opt_read_switch(const char *text, int64_t *value);

#define FUNC_PASS(id, text, ...)   bool opt_##id(PassCtx *pc, IrFunc *f);
#define MODULE_PASS(id, text, ...) bool opt_##id(PassCtx *pc, IrModule *m);
#define LOOP_PASS(id, text, ...)   OptLoopResult opt_##id(PassCtx *pc, OptLoop *l);
#include "opt/pass.def"
#undef FUNC_PASS
#undef MODULE_PASS
#undef LOOP_PASS

// ---- lib.c: helpers that several passes need ---------------------------------------------------

// A warning about function f, which a function pass is at; it comes out in the order of functions.
void opt_report(PassCtx *pc, IrFunc *fn, const DiagRow *row, Atom what, Atom with);

// Whether passes that need not run leave the function as it is: it says optnone, or it handles
// exceptions, which no GPU has. The rules for what may stand in front of a landing pad or on the
// edges to it would burden every pass that makes blocks.
bool opt_is_left_alone(const IrFunc *fn);
// Erases an instruction if it is trivially dead, then its operands that became so.
bool opt_erase_dead(IrInst *inst);
// The store, which writes what it read, makes a vector of 16 bytes whole with others near it.
bool opt_makes_vector_whole(const IrInst *store);
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
// The body of `src` behind dst's, as it is for a call (ipo_clone.c): map->value holds the
// arguments. Only what is reached with them is copied; the entry's copy comes first.
IrBlock *opt_clone_for_call(IrFunc *dst, const IrFunc *src, IrCloneMap *map, Arena *tmp);
// About how many machine instructions it becomes; 0: none. cost.c
uint32_t opt_issue_cost(const IrInst *inst);
// Registers that a thread may have, as far as the kernel's launch bounds say (AN_REGISTER_FILE at
// most). cost.c
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
// What an instruction is equal to without making a new one (x + 0 is x, a constant, an operand), or
// NULL. Looks at operands only.
IrValue *opt_simplify(IrModule *module, const IrInst *inst);
// What isspacep (an intrinsic's id) says of an address that points into a space: 0, 1; -1: not
// known, or no such intrinsic.
int opt_isspacep(uint32_t intrin, uint32_t as);
// fold_library.c: the value of a call of the device math library with constants, or NULL.
IrConst *opt_fold_library(IrModule *module, const IrInst *call);
bool opt_is_foldable(const IrFunc *fn); // is it one of the functions that fold?
// Whether the function of that name, without __nv_, folds to what the host computes, which may
// differ from the device's in the last place.
bool opt_folds_as_hosts_do(const char *name);

// ---- ranks.c: how early a value is known -------------------------------------------------------

typedef struct {
    uint64_t *of; // by value id
    uint32_t n;
} OptRanks;
OptRanks opt_ranks(PassCtx *pc, const IrFunc *fn); // in pc->tmp
// 0: a constant, or made after the ranks.
static inline uint64_t opt_rank(const OptRanks *r, const IrValue *value) {
    return (ir_as_inst(value) || ir_as_arg(value)) && value->id < r->n ? r->of[value->id] : 0;
}

// ---- loop_form.c -------------------------------------------------------------------------------

// Brings all loops into the form of OptLoop (those with several ways in that cannot be split stay).
// True when it changed something; the analyses in `an` are right afterwards.
bool opt_loop_form(AnFunc *an, Arena *tmp);
// The loop, if it has the form (but for closed SSA, which is not looked at).
bool opt_loop_get(const AnLoops *all, const AnLoop *loop, OptLoop *out);
// What of the form the loop lacks, closed SSA too, or NULL (debug builds).
const char *opt_loop_check(const OptLoop *loop, const AnCfg *cfg);
// Edges to `to` from inside the loop (or from outside it) go through a new block, which is
// returned.
IrBlock *opt_split_preds(IrBlock *to, const AnLoops *all, const AnLoop *loop, bool inside);

// ---- ssa_update.c ------------------------------------------------------------------------------
// A variable with several definitions: phis are made where a use needs them. The tree must be right
// for the function as it stands; no definition may be added after the first question.

typedef struct OptSsa OptSsa;
// For any number of variables of the function, one after another.
OptSsa *opt_ssa_new(IrFunc *fn, const AnDom *dom, Arena *arena);
void opt_ssa_begin(OptSsa *ssa, IrType *type);              // a new variable
void opt_ssa_def(OptSsa *ssa, IrBlock *bb, IrValue *value); // its value at the end of bb
IrValue *opt_ssa_at_end(OptSsa *ssa, IrBlock *bb);
IrValue *opt_ssa_at_start(OptSsa *ssa, IrBlock *bb);
void opt_ssa_use(OptSsa *ssa, IrUse *use); // the use gets the value that is there (before any
                                           // definition of its own block)

#endif
