// SPDX-License-Identifier: Apache-2.0
// What loop-unroll consists of: how often a loop runs (loop/trips.c), copies of its body
// (loop/copy.c), unrolling with a count that is known at run time only (loop/runtime.c), and which
// of it is worth it (loop/unroll.c).
#ifndef CUPRUM_LOOP_UNROLL_H
#define CUPRUM_LOOP_UNROLL_H

#include "opt/common/common.h"

// ---- loop/copy.c -------------------------------------------------------------------------------

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    Map number;             // block or instruction of the loop -> its number + 1
    IrValue **newest;       // by number: the newest copy; NULL: none yet
    uint32_t nblocks;       // these have the first numbers; then come instructions, as they stand
    const uint32_t *of_ops; // of the instructions' operands in a row: numbers + 1; 0: from outside
    IrInst *latch_term;     // of the newest copy
    IrInst *exit;           // a branch of the loop whose outcome is known in copies, or NULL
    bool exit_on;           // it leaves when its condition is this
} OptLoopCopy;

typedef enum {
    OPT_EXIT_STAYS, // `exit` does not leave in this copy
    OPT_EXIT_LEAVES,
    OPT_EXIT_TESTS, // it remains a test
} OptExitKind;

// Whether a loop with this instruction must not be copied. Barriers may be, if all threads of the
// block then run the same copy.
bool opt_loop_is_single(const IrInst *inst);
void opt_loop_copy_init(OptLoopCopy *loop_copy, PassCtx *pc, OptLoop *loop);
IrValue *opt_loop_copied(const OptLoopCopy *loop_copy,
                         IrValue *original); // the newest copy, or v itself
// The next iteration as new blocks behind the newest ones, whose own back edge still goes to its
// own header; returns that header. The header's phis stand for what the newest copy (at first: the
// preheader, or else the loop itself) sends along the back edge.
IrBlock *opt_loop_copy_iteration(OptLoopCopy *loop_copy, bool from_preheader, OptExitKind exit);
// A whole second loop, entered from the block `entry` with the values that phi_start tells.
IrBlock *opt_loop_copy_whole(OptLoopCopy *loop_copy, IrBlock *entry,
                             IrValue *(*start)(void *, IrInst *phi), void *data);
void opt_retarget(IrInst *term, IrBlock *from, IrBlock *to);

// One budget for all passes that copy loops, for copies of copies multiply: whether the function
// may get `added` instructions more. It grows with what the function had without copies; what a
// copy does not keep (constants that reach it) is not to be counted.
bool opt_loop_may_grow(const PassCtx *pc, const OptLoop *loop, uint64_t added);
void opt_loop_grew(const OptLoop *loop, uint64_t added);

// ---- loop/trips.c ------------------------------------------------------------------------------

typedef struct {
    IrInst *exit;   // the branch that was counted, or NULL
    bool exit_on;   // leaves when its condition is this
    uint32_t trips; // how often the header runs, 0: unknown
    // of one iteration whose number is known:
    uint32_t stays;     // instructions that are not constants then, of the blocks where it comes
    bool decides;       // its number decides where it comes
    bool local;         // some access a local variable, each iteration at another place
    bool local_unknown; // and not all of those at a known one
} OptTrips;
// Runs the loop on constants, at most `most` iterations.
OptTrips opt_loop_trips(PassCtx *pc, const OptLoop *loop, uint32_t most);
// What full unrolling leaves of a nest of two, whose inner loops' numbers of iterations the outer
// one's number decides; 0: an inner one would stay a loop. It is not counted further than `most`.
uint64_t opt_loop_nest(PassCtx *pc, const OptLoop *loop, uint32_t trips, uint64_t most);

// A latch that leaves by comparing an induction variable with something that the loop does not
// change: the loop goes on while `start + k * step` compares so.
typedef struct {
    IrInst *exit, *phi; // the latch's branch; the variable
    IrValue *bound;
    uint64_t ahead; // what is compared is so much more than the phi
    int64_t step;
    IrPred pred;  // goes on while (phi + ahead) pred bound
    bool no_wrap; // the compared value does not wrap in the sense of pred
} OptCounted;
bool opt_loop_counted(const OptLoop *loop, OptCounted *out);

// ---- loop/runtime.c ----------------------------------------------------------------------------

// `count` (a power of two) copies in one loop, and for what is left over the loop itself, or as
// many copies in a row as that may be (the loop must have no other exit).
void opt_unroll_runtime(PassCtx *pc, OptLoop *loop, const OptCounted *counted, uint32_t count,
                        bool in_a_row);
// No pass and not ptxas shall unroll the loop of this latch again.
void opt_loop_no_unroll(PassCtx *pc, IrInst *latch_term);

#endif
