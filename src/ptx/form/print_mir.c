// SPDX-License-Identifier: Apache-2.0
// The machine form as text, for people: what the back end made before it is printed as PTX. Blocks
// with the blocks that follow them, each instruction with its row of insn.def, the registers that
// it defines and reads, and the source line. Not read back.
#include "ptx/form/flow.h"

#include "ptx/form/op.h"

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

static void print_inst(Mir *mir, uint32_t i, uint32_t *line) {
    PtxInst *in = &mir->f->inst.at[i];
    if (in->op == PTXI_loc) *line = (uint32_t)ptx_opnds(mir->f, in)[1].val;
    if (is_any_of(in->op, PTXI_loc, PTXI_nop)) return;
    buf_printf(mir->b, "  %4u %-14s", i, ptx_rows[in->op].id);
    ptx_print_inst(mir->f, in, mir->b);
    if (!ptx_rows[in->op].name[0]) { // a pseudo instruction
        buf_putc(mir->b, '\n');
        return;
    }
    buf_puts(mir->b, "\n                      ; def");
    print_roles(mir, in, PTX_WRITES);
    buf_puts(mir->b, " use");
    print_roles(mir, in, PTX_READS);
    if (*line) buf_printf(mir->b, " line %u", *line);
    buf_putc(mir->b, '\n');
}

static void print_func(PtxFunc *fn, Buf *out, Arena *scratch) {
    Mir mir = {.w = ptx_flow(fn, scratch), .f = fn, .b = out};
    uint32_t line = 0, count[PTX_NTYPES] = {0};
    buf_printf(out, "\n%s ", fn->entry ? "kernel" : "function");
    buf_atom(fn->mod->ctx, out, fn->name);
    buf_printf(out, ": %u blocks, %u instructions, registers", mir.w->n, fn->inst.n);
    VEC_FOREACH (PtxRegInfo, r, &fn->reg) count[r->type]++;
    for (uint32_t t = 0; t < PTX_NTYPES; t++) {
        if (count[t]) buf_printf(out, " %s:%u", ptx_types[t].text, count[t]);
    }
    buf_putc(out, '\n');
    for (uint32_t k = 0; k < mir.w->n; k++) {
        buf_printf(out, "block %u", k);
        print_successors(&mir, k);
        buf_putc(out, '\n');
        for (uint32_t i = mir.w->start[k]; i < mir.w->start[k + 1]; i++) print_inst(&mir, i, &line);
    }
}

void ptx_print_mir(const PtxModule *module, Buf *out) {
    Arena *tmp = &module->ctx->scratch;
    buf_printf(out, "machine form for sm_%u%.1s, %u variables\n", module->sm,
               module->sm_suffix ? &module->sm_suffix : "", module->var.n);
    for (uint32_t i = 0; i < module->func.n; i++) {
        ArenaMark mark = arena_mark(tmp);
        if (module->func.at[i]->has_body) print_func(module->func.at[i], out, tmp);
        arena_reset(tmp, mark);
    }
}
