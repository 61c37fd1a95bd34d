// SPDX-License-Identifier: Apache-2.0
// print-scev: writes to the log what scalar evolution says of every integer and pointer that a
// function computes, and how often its loops run. For tests; changes nothing.
#include "analysis/scev.h"
#include "opt/common/common.h"

static void print_value(AnScev *scev, IrInst *inst, Buf *out) {
    const ScExpr *e = an_scev(scev, &inst->v);
    if (!e || (e->kind == SC_UNKNOWN && inst->v.op != IR_PHI)) return;
    ScRange r = an_scev_range(scev, e);
    buf_printf(out, ";   %%%s = ", inst->v.name ? atom_str(scev->m->ctx, inst->v.name) : "?");
    an_scev_print(e, out);
    buf_printf(out, " U:[%llu,%llu] S:[%lld,%lld]\n", (unsigned long long)r.ulo,
               (unsigned long long)r.uhi, (long long)r.slo, (long long)r.shi);
}

static void print_loop(AnScev *scev, const AnLoop *loop, Buf *out) {
    const IrBlock *bb = loop->header;
    const ScExpr *n = an_trip_count(scev, loop);
    buf_printf(out, ";   loop %%%s: back edges ",
               bb->v.name ? atom_str(scev->m->ctx, bb->v.name) : "?");
    if (n) {
        an_scev_print(n, out);
    } else {
        buf_puts(out, "unknown");
    }
    uint64_t most = an_max_trip_count(scev, loop);
    if (most != UINT64_MAX) buf_printf(out, ", at most %llu", (unsigned long long)most);
    buf_printf(out, ", multiple %llu\n", (unsigned long long)an_trip_multiple(scev, loop));
}

OPT_FUNC_PASS(print_scev);
bool opt_print_scev(PassCtx *pc, IrFunc *fn) {
    Buf *out = pc->opt->log;
    if (!out) return false;
    AnScev *s = an_scev_make(fn, an_loops(pc->an), an_dom(pc->an), pc->tmp);
    buf_printf(out, "; scev of %s\n", atom_str(pc->ctx, fn->g.v.name));
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) print_value(s, i, out);
    }
    for (uint32_t k = 0; k < s->loops->all.n; k++) print_loop(s, s->loops->all.at[k], out);
    return false;
}
