// SPDX-License-Identifier: Apache-2.0
// Functions in native code (src/jit): which part of a decoded function it executes, and how warps
// enter and leave it. Private to src/vm.
#ifndef CUPRUM_VM_NATIVE_H
#define CUPRUM_VM_NATIVE_H

#include "jit/jit.h"
#include "vm/vm_int.h"

struct VmNative {
    JitCode *code;    // NULL: the function is not translated
    uint32_t id;      // among the machine's
    uint32_t entry[]; // by pc: the number of its entry, UINT32_MAX: none
};

// native_code.c: of a function of the worker's grid, made now if nobody has asked before. Without
// code while another worker makes it.
const VmNative *vm_native_of(Worker *worker, VmFunc *fn);
// native_build.c: the function as jit takes it. `rows`: thread indices of eight lanes lie in a row.
// False: it has something that is not translated.
bool vm_native_build(const VmFunc *fn, bool rows, Arena *arena, JitFunc *out);
// native_call.c: what functions of eight lanes find `state`'s operands by.
void vm_native_desk(JitState *state, const VmFunc *fn, Arena *arena);

#endif
