// SPDX-License-Identifier: Apache-2.0
// code.h: a function's instructions: the operands of one that is being decoded, and what can be
// asked of the code of a function.
#ifndef CUPRUM_VM_CODE_CODE_H
#define CUPRUM_VM_CODE_CODE_H

#include "vm/state/state.h"

// Functions of the run-time system that write no memory but their caller's result; the numbers of
// schedule/nested.c's follow.
enum { BI_VPRINTF, BI_MALLOC, BI_ALIGNED_MALLOC, BI_FREE, BI_ASSERTFAIL, BI_COUNT };

// ---- code/operand.c -----------------------------------------------------------------------------

typedef struct {
    Vm *vm;
    VmModule *mod;
    VmFunc *fn;
    PtxFunc *f;
    Arena *arena;
    VEC(uint8_t) konst;
    Map konst_map;
    uint32_t *pc_of_label;
    VEC(VmInst) code;
    VEC(uint32_t) fix; // jumps, whose target is a label
    const PtxInst *cur;
    const char *why;     // what is not supported, when it is not the instruction itself
    uint32_t scratch;    // a row that nobody reads
    uint32_t used_bytes; // of the next load, by .pragma "used_bytes_mask"
    struct VmScan *scan; // checkers
} Decoder;

// Fills the operands by the row's template (insn.def): d, e: destinations; a, b, c, e, f: sources.
bool vm_fill_operands(Decoder *decoder, const PtxInst *in, const PtxOpnd *operands,
                      VmInst *decoded);
VmInst *vm_push(Decoder *decoder, const VmInst *pushed);
uint32_t vm_log2_size(
    uint32_t bits); // of a lane in its row: 1 for 2 bytes to 4 for 16; 0: a predicate
uint32_t vm_size_of_type(uint8_t type);
VmSpace vm_space_of_mod(const Decoder *decoder, uint32_t space);
VmRef vm_temp_row(Decoder *decoder, uint32_t size); // a row of our own
// Elements of a vector operand (or one scalar) appended to fn->list; returns the index.
uint32_t vm_push_elements(Decoder *decoder, const PtxOpnd *vector, uint32_t size, bool dest);
VmRef vm_const_row(Decoder *decoder, uint64_t value, uint32_t size);
// Is it the parameter without a size? Its address is a row that symbols give (vm_operand).
bool vm_is_open(const VmFunc *fn, uint32_t var);
uint32_t vm_open_off(const VmFunc *fn); // its place in the frame, when all is decoded
VmRef vm_operand(Decoder *decoder, const PtxOpnd *operand,
                 uint32_t size); // a row; size of constants
uint32_t vm_operand_size(Decoder *decoder, const PtxOpnd *o, uint32_t dflt);
// The address operand: fills a, access.offset (that of every view of an address), space, flags.
bool vm_decode_address(Decoder *decoder, const PtxOpnd *address, uint32_t space, VmInst *decoded);

// ---- code/next.c --------------------------------------------------------------------------------

// Puts the instructions that may come behind the one at `at` on a stack of n, two at most;
// gives how many are there then. Of branches by number nothing.
uint32_t vm_push_behind(const VmFunc *fn, uint32_t at, uint32_t *stack, uint32_t n);
// The same before the lanes of a warp wait for each other.
uint32_t vm_push_next(const VmFunc *fn, uint32_t at, uint32_t *stack, uint32_t n);

// ---- code/settled.c -----------------------------------------------------------------------------

// By pc, loads of shared memory that no thread of a block in step writes meanwhile, and
// atomic operations where all do nothing else there. Under the machine's lock.
bool *vm_find_settled(const VmFunc *fn, Arena *arena);
// By instruction: the variables of shared memory that its access may touch, a bit each; 0: any.
uint64_t *vm_find_touched(const VmFunc *fn, Arena *arena);
// Whether all the block's threads pass it as soon as they are there, with no other effect.
static inline bool vm_is_plain_barrier(const VmInst *inst) {
    return inst->ctl == CTL_BAR && inst->guard == REF_NONE && inst->b == REF_NONE &&
           inst->d == REF_NONE && !inst->barrier.arrives;
}

// ---- code/behind.c ------------------------------------------------------------------------------

// Marks a kernel's effects that stand behind a wait (VF_BEHIND).
void vm_find_behind(const VmFunc *fn, Arena *scratch);

// ---- code/writes.c ------------------------------------------------------------------------------

// Of a grid whose parameters are there; with the checker of races. Memory for a while is that of
// ctx.
void vm_find_written(Grid *grid, Ctx *ctx);
// Whether native code in which some lanes of a warp run ahead of others is not for the grid: a
// block is one warp, and its lanes may exchange values by global memory, as programs written for
// lockstep do.
bool vm_is_lockstep(Grid *grid, Ctx *ctx);
// No thread of the grid writes the allocation, and all its bytes have a value if somebody asks.
bool vm_is_only_read(const Grid *grid, VmAlloc *asked);

#endif
