// SPDX-License-Identifier: Apache-2.0
// print-scev: writes to the log what scalar evolution says of every integer and pointer that a
// function computes, and how often its loops run. For tests; changes nothing.
#include "analysis/scev.h"
#include "opt/opt.h"

static void print_value(AnScev *s, IrInst *i, Buf *out) {
    const ScExpr *e = an_scev(s, &i->v);
    if (!e || (e->kind == SC_UNKNOWN && i->v.op != IR_PHI)) return;
    ScRange r = an_scev_range(s, e);
    buf_printf(out, ";   %%%s = ", i->v.name ? atom_str(s->m->ctx, i->v.name) : "?");
    an_scev_print(e, out);
    buf_printf(out, " U:[%llu,%llu] S:[%lld,%lld]\n", (unsigned long long)r.ulo,
               (unsigned long long)r.uhi, (long long)r.slo, (long long)r.shi);
}

static void print_loop(AnScev *s, const AnLoop *l, Buf *out) {
    const IrBlock *h = l->header;
    const ScExpr *n = an_trip_count(s, l);
    buf_printf(out, ";   loop %%%s: back edges ", h->v.name ? atom_str(s->m->ctx, h->v.name) : "?");
    if (n) {
        an_scev_print(n, out);
    } else {
        buf_puts(out, "unknown");
    }
    uint64_t most = an_max_trip_count(s, l);
    if (most != UINT64_MAX) buf_printf(out, ", at most %llu", (unsigned long long)most);
    buf_printf(out, ", multiple %llu\n", (unsigned long long)an_trip_multiple(s, l));
}

bool opt_print_scev(PassCtx *pc, IrFunc *f) {
    Buf *out = pc->opt->log;
    if (!out) return false;
    AnScev *s = an_scev_make(f, an_loops(pc->an), an_dom(pc->an), pc->tmp);
    buf_printf(out, "; scev of %s\n", atom_str(pc->ctx, f->g.v.name));
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) print_value(s, i, out);
    }
    for (uint32_t k = 0; k < s->loops->all.n; k++) print_loop(s, s->loops->all.at[k], out);
    return false;
}
