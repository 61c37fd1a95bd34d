// SPDX-License-Identifier: Apache-2.0
// Blocks and registers of a function in machine form, for what works on it after selection.
//
// A PtxFlow describes the function as it was when it was made: deleting instructions and renaming
// registers keep it true, new instructions, labels and jumps do not.
#ifndef CUPRUM_PTX_FORM_FLOW_H
#define CUPRUM_PTX_FORM_FLOW_H

#include "ptx/form/form.h"

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

#endif
