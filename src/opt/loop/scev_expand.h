// SPDX-License-Identifier: Apache-2.0
// From expressions of scalar evolution back to instructions.
#ifndef CUPRUM_SCEV_EXPAND_H
#define CUPRUM_SCEV_EXPAND_H

#include "analysis/scev.h"
#include "opt/common/common.h"

typedef struct {
    AnScev *scev;
    IrBuilder b;        // where the instructions go; in front of a loop that is not in `of`
    const AnLoop *loop; // the loop in front of which it is
    Map done;           // expression -> value made here
} OptExpand;
OptExpand opt_expand_at(AnScev *scev, const AnLoop *loop, IrInst *before, Arena *tmp);
// Can the expression be computed there: nothing of the loop in it, and for recurrences of loops
// around it a variable of theirs that they can be computed from. `*cost` grows by what it takes,
// roughly in instructions.
bool opt_can_expand(OptExpand *expand, const ScExpr *wanted, uint32_t *cost);
IrValue *opt_expand(OptExpand *expand, const ScExpr *wanted); // asked for before whether it can be
// The expression is an extended value of fewer bits times a constant, although it is a product of
// two extended values: the function computes that product in their width.
bool opt_expands_narrow(const OptExpand *expand, const ScExpr *wanted);

#endif
