// SPDX-License-Identifier: Apache-2.0
// Where a function's code goes on behind an instruction, for walks over it that ask what lanes may
// do before they wait for each other.
#include "vm/vm_int.h"

uint32_t vm_push_next(const VmFunc *fn, uint32_t at, uint32_t *stack, uint32_t n) {
    const VmInst *inst = &fn->code[at];
    bool waits = is_any_of(inst->ctl, CTL_BAR, CTL_SYNC, CTL_WHOLE, CTL_CLUSTER);
    bool ends = is_any_of(inst->ctl, CTL_EXIT, CTL_RET) && inst->guard == REF_NONE;
    if (waits || ends) return n;
    if (inst->ctl == CTL_BRA) stack[n++] = (uint32_t)inst->imm;
    if (inst->ctl != CTL_BRA || inst->guard != REF_NONE) stack[n++] = at + 1;
    return n;
}
