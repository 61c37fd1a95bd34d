// SPDX-License-Identifier: Apache-2.0
// devirt: finds out what a call through a pointer calls, where the function can tell: the object
// was made here, so that the address of its table of virtual functions is known to gvn.
//
//     store ptr @vtable.B+16, ptr %b           store ptr @vtable.B+16, ptr %b
//     %t = load ptr, ptr %b               =>
//     %f = load ptr, ptr %t
//     call i32 %f(ptr %b)                      call i32 @B::f(ptr %b)
//
// In front of the inliner, for functions with such a call alone: gvn for all would come too dear
// there, and behind gvn's usual place nothing is inlined any more. Leaves alone what gvn and
// instcombine leave alone.
#include "opt/common/common.h"

// The passes that run behind it.
OPT_FUNC_PASS(gvn);
OPT_FUNC_PASS(instcombine);

static bool calls_by_pointer(const IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.op != IR_CALL) continue;
            const IrValue *callee = ir_callee(i);
            if (callee->kind == IR_V_INST && ir_as_op(callee, IR_LOAD)) return true;
        }
    }
    return false;
}

OPT_FUNC_PASS(devirt);
bool opt_devirt(PassCtx *pc, IrFunc *fn) {
    if (!calls_by_pointer(fn)) return false;
    bool changed = opt_gvn(pc, fn);
    if (!changed) return false;
    an_changed(pc->an, AN_CHANGED_CODE);
    opt_instcombine(pc, fn);
    return true;
}
