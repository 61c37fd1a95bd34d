// SPDX-License-Identifier: Apache-2.0
// Blocks and registers of a function in machine form, for what works on it after selection.
//
// A PtxFlow describes the function as it was when it was made: deleting instructions and renaming
// registers keep it true, new instructions, labels and jumps do not.
#ifndef CUPRUM_PTX_FLOW_H
#define CUPRUM_PTX_FLOW_H

#include "ptx/ptx.h"

typedef struct PtxFlow {
    PtxFunc *f;
    uint32_t n;         // blocks, in the order of the text
    uint32_t *start;    // block -> its first instruction; one more: the end
    uint32_t *block_of; // label -> block, UINT32_MAX when it stands nowhere
    uint32_t *succ, *succ_first;
    uint32_t *pred, *pred_first; // predecessors of b: pred[pred_first[b] .. pred_first[b + 1])
    uint32_t *depth;             // of loops, by the jumps backwards around a block
} PtxFlow;

// The blocks of `fn` and the edges between them, in `arena`. Instructions must not move while it is
// used.
PtxFlow *ptx_flow(PtxFunc *fn, Arena *arena);
// It does not go on to the instruction behind it, or not always.
bool ptx_ends_block(const PtxInst *in);
// The last instruction of a block that is not deleted and no directive, or UINT32_MAX.
uint32_t ptx_last_inst(const PtxFlow *w, uint32_t block);
// What an instruction names but does not execute: labels, lines, pragmas, what was deleted.
bool ptx_is_silent(const PtxInst *in);
// The list of a jump through a table.
PtxTargets *ptx_jump_table(const PtxFunc *fn, const PtxInst *in);

enum {              // how an instruction takes a register
    PTX_READS = 1,  //
    PTX_WRITES = 2, // always, and whole
    PTX_EARLY = 4,  // with WRITES: before all operands are read
};
// Calls see(data, register, role) for each register that an instruction names and puts what it
// answers in its place.
void ptx_walk_regs(PtxFunc *fn, PtxInst *in, PtxReg (*see)(void *, PtxReg, uint32_t), void *data);

// ---- share_words.c ------------------------------------------------------------------------------

// Registers that moves of bits between floats and integers connect become untyped ones, and copies
// of what is written once disappear.
void ptx_share_words(PtxFunc *fn, Arena *arena);

// ---- logic.c ------------------------------------------------------------------------------------

// Chains of and, or, xor and not of 32 bits become as few lop3 as cover them.
void ptx_cover_logic(PtxFunc *fn, Arena *arena);

// ---- guards.c -----------------------------------------------------------------------------------

// Selections of values that are computed for them become the computation under a guard.
void ptx_guard_selections(PtxFunc *fn, Arena *arena);
// Branches over one instruction become that instruction's guard. True: some did, the flow is
// another and labels are left that nobody names.
bool ptx_guard_branches(PtxFunc *fn, Arena *arena);

// ---- coalesce.c ---------------------------------------------------------------------------------

// Removes copies, conversions and sums that nobody reads. Gives registers that copies connect one
// name where they are never needed at the same time, and moves the copies that stay on the edge of
// a branch in front of it where that is right. Changes the flow: jumps through empty blocks are
// left to ptx_tidy_jumps.
void ptx_coalesce(PtxFunc *fn, Arena *arena);

// ---- jumps.c ------------------------------------------------------------------------------------

// Jumps to jumps, jumps to the next block, conditions turned where that saves a jump, and blocks
// and labels that nothing reaches.
void ptx_tidy_jumps(PtxFunc *fn, Arena *arena);

// ---- compare_sense.c ----------------------------------------------------------------------------

// Comparisons that only negated branches read, turned, so that the branches are not negated.
void ptx_turn_comparisons(PtxFunc *fn, Arena *arena);

#endif
