// SPDX-License-Identifier: Apache-2.0
// schedule.h: what runs when: grids, clusters, blocks, warps and their splits; calls of the
// run-time system; waits that never end.
#ifndef CUPRUM_VM_SCHEDULE_SCHEDULE_H
#define CUPRUM_VM_SCHEDULE_SCHEDULE_H

#include "vm/check/check.h"

// ---- schedule/wait.c ----------------------------------------------------------------------------

// The worker has run its blocks, and none of those that are left has ended: looks now and then
// whether any of them ever will. Does not return where none does.
typedef WarpState VmRunWarp(Warp *warp, int64_t budget); // vm_run_warp
void vm_look_for_deadlock(Worker *worker, VmRunWarp *run);
void vm_busy(Worker *worker); // it is about to run its blocks

// ---- schedule/watch.c ---------------------------------------------------------------------------

double vm_now(void); // seconds of a clock that only goes on
void vm_watch_begin(Grid *grid);
void vm_watch_end(Grid *grid);
// A warp has executed so many instructions: looks around now and then. Does not return where the
// grid was interrupted.
void vm_watch_slice(Warp *warp, uint64_t instructions);
bool vm_is_interrupted(const Grid *grid);
CU_NORETURN void vm_stop_interrupted(Warp *warp); // one with splits; as a fault does

// ---- schedule/block.c ---------------------------------------------------------------------------

extern const VmAlloc vm_no_alloc; // the cache of a warp that has not touched memory
// Gives what it was. Other workers may count, too.
uint64_t vm_count_up(const Grid *grid, _Atomic uint64_t *number, uint64_t by);
// Takes the next cluster of the grid, whose warps have not been started; NULL when there is none,
// or a lower block has failed.
Cluster *vm_start_cluster(Worker *wk);
// Also what was only half made when memory ran out.
void vm_end_cluster(Worker *wk, Cluster *c);
// The next block of a grid without clusters takes the place of the cluster's, which has ended.
// False: there is none, or the block has left something that its end has to see to.
bool vm_follow_block(Worker *wk, Cluster *cluster);
// The same of one that the worker has taken and that lies behind the last one, with little to look
// at. False: there may be one all the same.
bool vm_next_in_row(Worker *wk, Cluster *cluster);

// ---- schedule/warp.c, schedule/launch.c, schedule/builtin.c -------------------------------------

// Runs a warp, about so many instructions.
WarpState vm_run_warp(Warp *warp, int64_t budget);
void vm_start_warp(Warp *warp, VmFunc *kernel);
void vm_reset_warp(Warp *warp); // as a block's start finds it, without splits
// A frame of the kernel that stays the warp's, whatever runs; vm_use_frame makes it the current
// one.
Frame *vm_keep_frame(Warp *warp, VmFunc *kernel);
void vm_renew_frame(Warp *warp, const Frame *renewed); // its variables are undefined again
void vm_use_frame(Warp *warp, Frame *current);
// The number of a function of the run-time system (code/code.h); -1: it is none.
int vm_builtin_id(const char *name);
// Argument k of a call of a run-time function: at most n bytes; its result.
void vm_argument(Warp *warp, const VmInst *in, uint32_t lane, uint32_t k, void *to, uint32_t n);
void vm_set_result(Warp *warp, const VmInst *in, uint32_t lane, uint64_t v);
// schedule/nested.c: launches from kernels
VmStatus vm_launch_at(Vm *vm, VmFunc *func, const VmLaunch *launch, uint32_t depth, VmResult *out);
int vm_nested_id(const char *name);
void vm_nested_call(Warp *warp, const VmInst *in, uint32_t lane, uint32_t id);
void vm_nested_collect(Block *block);
void vm_nested_run(Vm *vm, VmNestedList *list, const VmLaunch *outermost, uint32_t depth,
                   VmResult *sum);
void vm_builtin_call(Warp *warp, const VmInst *in, const VmFunc *callee, uint32_t mask);

// ---- schedule/together.c ------------------------------------------------------------------------

// Runs a block that has not started, or whose warps all stand at one place, in
// native code as long as they stay together. True: it has ended. *budget loses what it executed.
// A block that could not begin in native code has not started yet.
bool vm_run_together(Block *block, int64_t *budget);
// The cluster's only block has ended so. The next ones that the worker has taken run in its memory,
// as long as each ends in native code and there is a budget. False: the last one has not ended.
bool vm_run_row(Worker *worker, Cluster *cluster, int64_t *budget);
void vm_leave_together(Block *block); // the block that had the memory has ended

// ---- schedule/profile.c -------------------------------------------------------------------------

// A worker begins to count; the launch adds up what it counted.
void vm_profile_start(Worker *wk);
void vm_profile_add(Vm *vm, const Worker *wk);

#endif
