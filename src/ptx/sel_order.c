// SPDX-License-Identifier: Apache-2.0
// What a function's code takes from the module: symbols that nobody has named before, and numbers
// that run through all functions (call sequences, labels, frames, files). Functions are selected on
// several threads, in any order. So while one is selected, it counts for itself, and lists the
// globals that have no symbol yet; afterwards its turn comes, in the order of functions, and its
// numbers are moved behind those of the functions before it. The bytes are the same for any number
// of threads.
#include "ptx/sel.h"

uint32_t sel_ref(Sel *s, IrGlobal *v) {
    SelLater *l = s->later;
    uintptr_t known = (uintptr_t)map_get(&s->g->symbols, (uintptr_t)v);
    void **slot = map_slot(&l->symbol_index, (uintptr_t)v);
    if (known) {
        bool kernel = v->v.kind == IR_C_FUNC && ((IrFunc *)v)->cc == IR_CC_PTX_KERNEL;
        if (kernel && !*slot) vec_push(s->f->arena, &l->kernel, (IrFunc *)v);
        *slot = v;
        return (uint32_t)known - 1;
    }
    if (!*slot) {
        vec_push(s->f->arena, &l->symbol, v);
        *slot = (void *)(uintptr_t)l->symbol.n;
    }
    return SEL_LATER + (uint32_t)(uintptr_t)*slot - 1;
}

uint32_t sel_numbered_label(Sel *s, const char *base) {
    uint32_t label = ptx_newlabel(s->f, atom_cstr(s->ctx, base));
    vec_push(s->f->arena, &s->later->label, label);
    return label;
}

static void settle_operands(PtxOpnd *o, uint32_t n, const uint32_t *symbol) {
    for (uint32_t i = 0; i < n; i++) {
        bool of_module =
            (o[i].kind == PTXO_SYM || o[i].kind == PTXO_MSYM) && !(o[i].flags & PTXOF_LOCAL);
        if (of_module && o[i].id >= SEL_LATER) o[i].id = symbol[o[i].id - SEL_LATER];
    }
}

static void settle_symbols(SelModule *g, PtxFunc *f, const SelLater *l) {
    if (!l->symbol.n) return;
    ArenaMark mark = arena_mark(&g->ctx->scratch);
    uint32_t *symbol = arena_array(&g->ctx->scratch, uint32_t, l->symbol.n);
    for (uint32_t i = 0; i < l->symbol.n; i++) symbol[i] = sel_symbol(g, l->symbol.at[i]);
    settle_operands(f->opnd.at, f->opnd.n, symbol);
    settle_operands(f->extra.at, f->extra.n, symbol);
    arena_reset(&g->ctx->scratch, mark);
}

// A call's sequence number stands at both ends of its scope.
static void settle_calls(SelModule *g, PtxFunc *f, const SelLater *l) {
    if (!l->ncall) return;
    VEC_FOREACH (PtxInst, in, &f->inst) {
        if (in->op == PTXI_scope_begin || in->op == PTXI_scope_end)
            ptx_opnds(f, in)->val += g->ncallseq;
    }
    g->ncallseq += l->ncall;
}

static void settle_names(SelModule *g, PtxFunc *f, const SelLater *l) {
    for (uint32_t i = 0; i < l->label.n; i++) {
        PtxLabel *label = &f->label.at[l->label.at[i]];
        label->name = atom_printf(g->ctx, "%s%u", atom_str(g->ctx, label->name), g->nlabel++);
    }
    if (l->depot != UINT32_MAX)
        f->var.at[l->depot].name = atom_printf(g->ctx, "__local_depot%u", g->ndepot++);
}

void sel_settle(SelModule *g, PtxFunc *f, const SelLater *later) {
    f->has_body = true;
    for (uint32_t i = 0; i < later->kernel.n; i++) {
        PtxFunc *named = ptx_sym_func(g->pm, sel_symbol(g, &later->kernel.at[i]->g));
        if (!named->has_body) named->forward = true; // a table or a launch has its address
    }
    settle_symbols(g, f, later);
    settle_calls(g, f, later);
    settle_names(g, f, later);
    if (later->lines) sel_lines_settle(g, f, later->lines);
}
