// SPDX-License-Identifier: Apache-2.0
// Functions in native code (src/jit): which part of a decoded function it executes, and how warps
// enter and leave it. Private to src/vm.
#ifndef CUPRUM_VM_NATIVE_NATIVE_H
#define CUPRUM_VM_NATIVE_NATIVE_H

#include "jit/jit.h"
#include "vm/compute/compute.h"

struct VmNative {
    JitCode *code;    // NULL: the function is not translated
    uint32_t id;      // among the machine's
    uint32_t lanes;   // that run at a time
    bool saves;       // at barriers
    bool undefined;   // reads registers before it writes them
    uint32_t entry[]; // by pc: the number of its entry, NO_ENTRY: none
};

enum { NO_ENTRY = UINT32_MAX };

// native/code.c: of a function of the worker's grid, made now if nobody has asked before. Without
// code while another worker makes it.
const VmNative *vm_native_of(Worker *worker, VmFunc *fn);
// Gives registers that native code may read before it writes them the pattern of what has no value.
void vm_fill_undefined(const VmNative *native, Frame *frame, uint8_t fill);
// native/build.c: the function as jit takes it, for so many lanes at a time. False: it has
// something that is not translated. `rows`: of the grid; `checks`: the checkers that the code is
// for (vm.h); `touched`: by vm_find_touched, or NULL.
bool vm_native_build(const VmFunc *fn, VmRows rows, uint32_t lanes, uint32_t checks,
                     const uint64_t *touched, Arena *arena, JitFunc *out);
// native/call.c: what functions of eight lanes find `state`'s operands by.
void vm_native_desk(JitState *state, const VmFunc *fn, Arena *arena);

// native/watch.c: JitState.watch. 0: the machine's function is to execute the access.
uint32_t vm_native_watch(JitState *state, uint32_t pc, uint32_t cache, const uint8_t *host,
                         uint32_t mask, JitPlaces places);

// native/quick.c
void vm_native_set_quick(JitState *state);

// native/run.c. The worker's state for the function.
JitState *vm_native_state(Worker *worker, const VmNative *native, const VmFunc *fn);
// Other threads of the host run blocks of the worker's grid from now on.
void vm_native_not_alone(const Worker *worker);
// Of some lanes of the warp, JitFunc.lanes from `lane8` on: everything but which of them run.
// False: the function's variables lie at different places in their local memory, `mask` of them.
bool vm_native_lanes(Warp *warp, Frame *frame, uint32_t lane8, uint32_t mask, JitLanes *lanes);
// JitLanes.whole of a warp whose `live` lanes have not ended.
uint32_t vm_native_whole(const Warp *warp, uint32_t live);
// Runs lanes from the entry, in the grid's blocks; jit_run. Gives the instructions that they
// executed, about, and adds them to the counts.
int64_t vm_native_run(Block *block, const VmNative *native, JitState *state, uint32_t entry,
                      JitLanes *lanes, uint32_t n, int64_t fuel);

// What the code finds the block's shared memory by.
void vm_native_shared(JitState *state, const Block *block);
// n lanes run once more, which costs fuel. False: it is used up.
bool vm_native_refuel(JitState *state, uint32_t n);

// All live lanes stand at the entry in the frame. True: it is as if they had never parted; the warp
// is no longer `parted`.
bool vm_is_together(Warp *warp, const Frame *frame, const VmNative *native, uint32_t entry);

// Where lanes of a warp stopped: by place.
typedef struct {
    uint32_t pc[VM_LANES], mask[VM_LANES], n, all;
    bool parted; // lanes that ran together stopped at different places, or rounds of a loop
} Stops;
// Adds those of lanes that ran.
void vm_add_stops(Stops *stops, const JitLanes *lanes);
void vm_stop_at(Stops *stops, uint32_t pc, uint32_t mask);

// native/run.c: runs the current split from where it stands in native code, if there is an entry.
// *left loses what it executed.
typedef enum {
    NATIVE_NOT,      // nothing has run
    NATIVE_TOGETHER, // the split goes on, at another place
    NATIVE_PARTED,   // its lanes stand at several places now, as splits, or have all ended
} NativeRun;
// Lanes in *ended have ended and are still of the current split: the caller sees to them, even if
// others have parted.
NativeRun vm_run_native(Warp *warp, int64_t *left, uint32_t *ended);
// native/code.c
// Gives a frame's registers the pattern of what has no value: all, or those that native code may
// read before it writes them.
void vm_fill_registers(Warp *warp, Frame *frame);
void vm_free_native(Vm *vm);
bool vm_ends_native(const VmInst *inst); // native/build.c: native code may end before it

#endif
