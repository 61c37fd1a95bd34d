// SPDX-License-Identifier: Apache-2.0
// Where a function's code goes on behind an instruction, for walks over it that ask what lanes may
// do before they wait for each other.
#include "vm/code/code.h"

uint32_t vm_push_behind(const VmFunc *fn, uint32_t at, uint32_t *stack, uint32_t n) {
    const VmInst *inst = &fn->code[at];
    if (is_any_of(inst->ctl, CTL_EXIT, CTL_RET) && inst->guard == REF_NONE) return n;
    if (inst->ctl == CTL_BRA) stack[n++] = inst->target;
    if (inst->ctl != CTL_BRA || inst->guard != REF_NONE) stack[n++] = at + 1;
    return n;
}

uint32_t vm_push_next(const VmFunc *fn, uint32_t at, uint32_t *stack, uint32_t n) {
    bool waits = is_any_of(fn->code[at].ctl, CTL_BAR, CTL_SYNC, CTL_WHOLE, CTL_CLUSTER);
    return waits ? n : vm_push_behind(fn, at, stack, n);
}
