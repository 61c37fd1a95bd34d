// SPDX-License-Identifier: Apache-2.0
// loop.h: the form that loop passes find loops in, and a variable with several definitions.
#ifndef CUPRUM_OPT_LOOP_LOOP_H
#define CUPRUM_OPT_LOOP_LOOP_H

#include "opt/common/common.h"

// ---- loop/form.c --------------------------------------------------------------------------------

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

// ---- loop/ssa_update.c --------------------------------------------------------------------------
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

// ---- loop/round.c -------------------------------------------------------------------------------

// One round of visits to the loops of a function.
typedef struct OptLoopRound {
    AnFunc *an;
    Arena *arena;
    const AnUniformity *uniformity; // NULL: not made
    bool reshaped;                  // some loop of the function, in this round
    bool refused;                   // a pass has asked for what was not made in time
} OptLoopRound;

// Which values are uniform in the function as some pass of this round has left it (no pass of the
// round has reshaped a loop by then). NULL: one has, and nobody had asked before; the pass must
// return OPT_LOOP_WAITS, and gets an answer in the next round. It is not cheap: ask last.
const AnUniformity *opt_loop_uniformity(const OptLoop *loop);

#endif
