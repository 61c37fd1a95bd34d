// SPDX-License-Identifier: Apache-2.0
// tidy.h: what works on a function in machine form after its selection, in the order in which
// codegen/codegen.c calls it.
#ifndef CUPRUM_PTX_TIDY_TIDY_H
#define CUPRUM_PTX_TIDY_TIDY_H

#include "ptx/form/flow.h"

// ---- tidy/share_words.c -------------------------------------------------------------------------

// Registers that moves of bits between floats and integers connect become untyped ones, and copies
// of what is written once disappear.
void ptx_share_words(PtxFunc *fn, Arena *scratch);

// ---- tidy/logic.c -------------------------------------------------------------------------------

// Chains of and, or, xor and not of 32 bits become as few lop3 as cover them.
void ptx_cover_logic(PtxFunc *fn, Arena *scratch);

// ---- tidy/guards.c ------------------------------------------------------------------------------

// Selections of values that are computed for them become the computation under a guard.
void ptx_guard_selections(PtxFunc *fn, Arena *scratch);
// Branches over one instruction become that instruction's guard. True: some did, the flow is
// another and labels are left that nobody names.
bool ptx_guard_branches(PtxFunc *fn, Arena *scratch);

// ---- tidy/coalesce.c ----------------------------------------------------------------------------

// Removes copies, conversions and sums that nobody reads. Gives registers that copies connect one
// name where they are never needed at the same time, and moves the copies that stay on the edge of
// a branch in front of it where that is right. Changes the flow: jumps through empty blocks are
// left to ptx_tidy_jumps.
void ptx_coalesce(PtxFunc *fn, Arena *scratch);

// ---- tidy/jumps.c -------------------------------------------------------------------------------

// Jumps to jumps, jumps to the next block, conditions turned where that saves a jump, and blocks
// and labels that nothing reaches.
void ptx_tidy_jumps(PtxFunc *fn, Arena *scratch);

// ---- tidy/compare_sense.c -----------------------------------------------------------------------

// Comparisons that only negated branches read, turned, so that the branches are not negated.
void ptx_turn_comparisons(PtxFunc *fn, Arena *scratch);

#endif
