// SPDX-License-Identifier: Apache-2.0
// The machine form as text, for people: what the back end made before it is printed as PTX. Blocks
// with the blocks that follow them, each instruction with its row of insn.def, the registers that
// it defines and reads, and the source line. Not read back.
#include "ptx/ptx.h"

typedef struct {
    const PtxFunc *f;
    Buf *b;
    uint32_t *block_of; // label -> block
    uint32_t *start;    // block -> its first instruction; one more behind the last
    uint32_t nblock;
} Mir;

static uint16_t sem_of(const PtxInst *in) {
    return ptx_rows[in->op].sem;
}

static bool ends_block(const PtxInst *in) {
    uint16_t meaning = sem_of(in);
    return meaning == PTX_SEM_BRA || meaning == PTX_SEM_BRX || meaning == PTX_SEM_RET ||
           meaning == PTX_SEM_EXIT || meaning == PTX_SEM_TRAP;
}

// A block begins behind what ends one and at a label; the last entry of `start` is the function's
// end.
static void find_blocks(Mir *m, Arena *a) {
    const PtxFunc *f = m->f;
    m->block_of = arena_array(a, uint32_t, f->label.n + 1);
    m->start = arena_array(a, uint32_t, f->inst.n + 2);
    memset(m->block_of, 0xff, (f->label.n + 1) * sizeof *m->block_of);
    bool fresh = true, labels = false;
    for (uint32_t i = 0; i < f->inst.n; i++) {
        const PtxInst *in = &f->inst.at[i];
        bool label = in->op == PTXI_label;
        if (fresh || (label && !labels)) m->start[m->nblock++] = i;
        if (label) m->block_of[ptx_opnds(f, in)->id] = m->nblock - 1;
        labels = label; // several labels in a row are one block's
        fresh = ends_block(in);
    }
    m->start[m->nblock] = f->inst.n;
}

static void follows(Mir *m, uint32_t block) {
    if (block < m->nblock) buf_printf(m->b, " %u", block);
}

static void print_successors(Mir *m, uint32_t k) {
    const PtxFunc *f = m->f;
    const PtxInst *in = &f->inst.at[m->start[k + 1] - 1];
    const PtxOpnd *o = ptx_opnds(f, in);
    uint16_t meaning = sem_of(in);
    buf_puts(m->b, " ->");
    if (meaning == PTX_SEM_BRA) follows(m, m->block_of[o[0].id]);

    // a table of targets is a declaration of its own, named by the jump's second operand
    for (uint32_t t = 0; meaning == PTX_SEM_BRX && t < f->targets.n; t++) {
        const PtxTargets *list = &f->targets.at[t];
        for (uint32_t i = 0; list->label == o[1].id && i < list->target.n; i++)
            follows(m, m->block_of[list->target.at[i]]);
    }

    // what is guarded, or no jump, goes on behind it
    if (in->guard || !ends_block(in)) follows(m, k + 1);
}

// ---- registers ----------------------------------------------------------------------------------

static void print_registers(Mir *m, const PtxOpnd *o) {
    const PtxFunc *f = m->f;
    switch (o->kind) {
    case PTXO_REG:
    case PTXO_MREG:
        buf_putc(m->b, ' ');
        ptx_print_reg(f, o->id, m->b);
        break;
    case PTXO_VEC:
    case PTXO_PAIR:
    case PTXO_LIST:
    case PTXO_MTEX:
        for (uint32_t i = 0, n = o->kind == PTXO_MTEX ? 2 : o->n; i < n; i++)
            print_registers(m, &f->extra.at[o->id + i]);
        break;
    default: break;
    }
}

// The operand templates of insn.def: d, e, v and V begin a destination.
static bool is_destination(const char *ops, uint32_t k) {
    while (k-- && ops) {
        ops = strchr(ops, ',');
        if (ops) ops++;
    }
    return ops && *ops && strchr("devV", *ops);
}

static void print_roles(Mir *m, const PtxInst *in, bool destinations) {
    const PtxOpnd *o = ptx_opnds(m->f, in);
    const char *ops = ptx_rows[in->op].ops;
    bool call = ops && *ops == 'C';
    if (!destinations && in->guard) {
        buf_putc(m->b, ' ');
        ptx_print_reg(m->f, (in->guard & ~PTX_GUARD_NOT) - 1, m->b);
    }
    for (uint32_t k = 0; k < in->nopnd; k++) {
        bool destination = call ? false : is_destination(ops, k);
        if (destination == destinations) print_registers(m, &o[k]);
    }
}

static void print_inst(Mir *m, uint32_t i, uint32_t *line) {
    const PtxInst *in = &m->f->inst.at[i];
    if (in->op == PTXI_loc) *line = (uint32_t)ptx_opnds(m->f, in)[1].val;
    if (in->op == PTXI_loc || in->op == PTXI_nop) return;
    buf_printf(m->b, "  %4u %-14s", i, ptx_rows[in->op].id);
    ptx_print_inst(m->f, in, m->b);
    if (!ptx_rows[in->op].name) { // a pseudo instruction
        buf_putc(m->b, '\n');
        return;
    }
    buf_puts(m->b, "\n                      ; def");
    print_roles(m, in, true);
    buf_puts(m->b, " use");
    print_roles(m, in, false);
    if (*line) buf_printf(m->b, " line %u", *line);
    buf_putc(m->b, '\n');
}

static void print_func(const PtxFunc *f, Buf *b, Arena *a) {
    Mir m = {.f = f, .b = b};
    uint32_t line = 0, count[PTX_NTYPES] = {0};
    find_blocks(&m, a);
    buf_printf(b, "\n%s ", f->entry ? "kernel" : "function");
    buf_atom(f->mod->ctx, b, f->name);
    buf_printf(b, ": %u blocks, %u instructions, registers", m.nblock, f->inst.n);
    VEC_FOREACH (PtxRegInfo, r, &f->reg) count[r->type]++;
    for (uint32_t t = 0; t < PTX_NTYPES; t++) {
        if (count[t]) buf_printf(b, " %s:%u", ptx_types[t].text, count[t]);
    }
    buf_putc(b, '\n');
    for (uint32_t k = 0; k < m.nblock; k++) {
        buf_printf(b, "block %u", k);
        print_successors(&m, k);
        buf_putc(b, '\n');
        for (uint32_t i = m.start[k]; i < m.start[k + 1]; i++) print_inst(&m, i, &line);
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
