// SPDX-License-Identifier: Apache-2.0
// print-pressure: writes to the log how many registers and predicates are alive in each block and
// loop. For tests; changes nothing.
#include "opt/common/common.h"

static const char *name_of(const IrBlock *bb) {
    return bb->v.name ? atom_str(bb->fn->g.m->ctx, bb->v.name) : "?";
}

OPT_FUNC_PASS(print_pressure);
bool opt_print_pressure(PassCtx *pc, IrFunc *fn) {
    Buf *out = pc->opt->log;
    if (!out) return false;
    an_changed(pc->an, AN_LOOPS_BEGIN);
    const AnPressure *pressure = an_pressure(pc->an);
    const AnLoops *loops = an_loops(pc->an);
    buf_printf(out, "; pressure of %s%s\n", atom_str(pc->ctx, fn->g.v.name),
               pressure->full ? ": full" : "");
    IR_FOREACH_BLOCK(bb, fn) {
        AnRegs in = pressure->in[bb->v.id], most = pressure->most[bb->v.id];
        buf_printf(out, ";   %%%s: begins with %u regs %u preds, most %u regs %u preds\n",
                   name_of(bb), in.regs, in.preds, most.regs, most.preds);
    }
    for (uint32_t k = 0; k < loops->all.n; k++) {
        AnRegs most = pressure->loop[k];
        buf_printf(out, ";   loop %%%s: most %u regs %u preds\n", name_of(loops->all.at[k]->header),
                   most.regs, most.preds);
    }
    return false;
}
