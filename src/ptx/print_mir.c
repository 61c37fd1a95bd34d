// SPDX-License-Identifier: Apache-2.0
// The machine form as text, for people: what the back end made before it is printed as PTX. Blocks
// with the blocks that follow them, each instruction with its row of insn.def, the registers that
// it defines and reads, and the source line. Not read back.
#include "ptx/flow.h"

typedef struct {
    PtxFlow *w;
    PtxFunc *f;
    Buf *b;
} Mir;

static void print_successors(Mir *m, uint32_t k) {
    const PtxFlow *w = m->w;
    buf_puts(m->b, " ->");
    for (uint32_t e = w->succ_first[k]; e < w->succ_first[k + 1]; e++)
        buf_printf(m->b, " %u", w->succ[e]);
}

// ---- registers ----------------------------------------------------------------------------------

typedef struct {
    Mir *m;
    uint32_t role;
} Roles;

static PtxReg print_register(void *data, PtxReg r, uint32_t role) {
    Roles *n = data;
    if (role & n->role) {
        buf_putc(n->m->b, ' ');
        ptx_print_reg(n->m->f, r, n->m->b);
    }
    return r;
}

static void print_roles(Mir *m, PtxInst *in, uint32_t role) {
    Roles n = {m, role};
    ptx_walk_regs(m->f, in, print_register, &n);
}

static void print_inst(Mir *m, uint32_t i, uint32_t *line) {
    PtxInst *in = &m->f->inst.at[i];
    if (in->op == PTXI_loc) *line = (uint32_t)ptx_opnds(m->f, in)[1].val;
    if (in->op == PTXI_loc || in->op == PTXI_nop) return;
    buf_printf(m->b, "  %4u %-14s", i, ptx_rows[in->op].id);
    ptx_print_inst(m->f, in, m->b);
    if (!ptx_rows[in->op].name) { // a pseudo instruction
        buf_putc(m->b, '\n');
        return;
    }
    buf_puts(m->b, "\n                      ; def");
    print_roles(m, in, PTX_WRITES);
    buf_puts(m->b, " use");
    print_roles(m, in, PTX_READS);
    if (*line) buf_printf(m->b, " line %u", *line);
    buf_putc(m->b, '\n');
}

static void print_func(PtxFunc *f, Buf *b, Arena *a) {
    Mir m = {.w = ptx_flow(f, a), .f = f, .b = b};
    uint32_t line = 0, count[PTX_NTYPES] = {0};
    buf_printf(b, "\n%s ", f->entry ? "kernel" : "function");
    buf_atom(f->mod->ctx, b, f->name);
    buf_printf(b, ": %u blocks, %u instructions, registers", m.w->n, f->inst.n);
    VEC_FOREACH (PtxRegInfo, r, &f->reg) count[r->type]++;
    for (uint32_t t = 0; t < PTX_NTYPES; t++) {
        if (count[t]) buf_printf(b, " %s:%u", ptx_types[t].text, count[t]);
    }
    buf_putc(b, '\n');
    for (uint32_t k = 0; k < m.w->n; k++) {
        buf_printf(b, "block %u", k);
        print_successors(&m, k);
        buf_putc(b, '\n');
        for (uint32_t i = m.w->start[k]; i < m.w->start[k + 1]; i++) print_inst(&m, i, &line);
    }
}

void ptx_print_mir(const PtxModule *m, Buf *b) {
    Arena *tmp = &m->ctx->scratch;
    buf_printf(b, "machine form for sm_%u%.1s, %u variables\n", m->sm,
               m->sm_suffix ? &m->sm_suffix : "", m->var.n);
    for (uint32_t i = 0; i < m->func.n; i++) {
        ArenaMark mark = arena_mark(tmp);
        if (m->func.at[i]->has_body) print_func(m->func.at[i], b, tmp);
        arena_reset(tmp, mark);
    }
}
