// SPDX-License-Identifier: Apache-2.0
// dse: stores that are overwritten before anyone reads them.
//
//     store i32 %a, ptr %p
//     %x = add i32 %b, 1                  =>     %x = add i32 %b, 1
//     store i32 %x, ptr %p                       store i32 %x, ptr %p
//
// And stores to local variables that nobody reads before the function ends (dse_local.c).
//
// Refused: volatile and atomic stores; what a read, a call that may read or one that may not come
// back stands between.
#include "opt/dse.h"

static bool is_plain(const IrInst *i) {
    return !(i->v.flags & IR_VOLATILE) && i->order == IR_NOT_ATOMIC;
}

// Backwards through a block: locations that are certainly written again before anyone reads them.
bool opt_dse(PassCtx *pc, IrFunc *f) {
    bool changed = false;
    enum { MAX = 32 };
    IR_FOREACH_BLOCK(bb, f) {
        AnLoc dead[MAX];
        uint32_t n = 0;
        for (IrInst *i = bb->last, *prev; i; i = prev) {
            prev = i->prev;
            AnLoc l = an_loc(i);
            bool plain_store = i->v.op == IR_STORE && is_plain(i);
            bool over = false;
            for (uint32_t k = 0; plain_store && k < n && !over; k++) {
                over = l.size <= dead[k].size &&
                       an_alias((AnLoc){l.ptr, dead[k].size}, dead[k]) == AN_MUST_ALIAS;
            }
            if (over) { // what computed the value is left to dce
                ir_erase(i);
                changed = true;
                continue;
            }
            uint32_t kept = 0;
            if (ir_may_read(i) || ir_has_effect(i)) {
                for (uint32_t k = 0; k < n; k++) {
                    uint32_t r = plain_store ? 0 : an_modref(i, dead[k]);
                    // code that may not come back leaves memory to be seen
                    bool leaves = i->v.op == IR_CALL && !ir_intrin_of(i) &&
                                  !an_is_local_object(an_underlying(dead[k].ptr));
                    if (!(r & AN_REF) && !leaves) dead[kept++] = dead[k];
                }
                n = kept;
            }
            if (plain_store && n < MAX) dead[n++] = l;
        }
    }
    return opt_dse_local(pc, f) || changed;
}
