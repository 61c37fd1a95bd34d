// SPDX-License-Identifier: Apache-2.0
// What a function's code takes from the module: symbols that nobody has named before, and numbers
// that run through all functions (call sequences, labels, frames, files). Functions are selected on
// several threads, in any order. So while one is selected, it counts for itself, and lists the
// globals that have no symbol yet; afterwards its turn comes, in the order of functions, and its
// numbers are moved behind those of the functions before it. The bytes are the same for any number
// of threads.
#include "ptx/codegen/order.h"

#include "ptx/debug/debug.h"
#include "ptx/form/op.h"

static void settle_operands(PtxOpnd *o, uint32_t n, const uint32_t *symbol) {
    for (uint32_t i = 0; i < n; i++) {
        bool of_module = is_any_of(o[i].kind, PTXO_SYM, PTXO_MSYM) && !(o[i].flags & PTXOF_LOCAL);
        if (of_module && o[i].id >= SEL_LATER) o[i].id = symbol[o[i].id - SEL_LATER];
    }
}

static void settle_symbols(SelModule *sel_module, PtxFunc *fn, const SelLater *put_off) {
    if (!put_off->symbol.n) return;
    ArenaMark mark = arena_mark(&sel_module->ctx->scratch);
    uint32_t *symbol = arena_array(&sel_module->ctx->scratch, uint32_t, put_off->symbol.n);
    for (uint32_t i = 0; i < put_off->symbol.n; i++)
        symbol[i] = sel_symbol(sel_module, put_off->symbol.at[i]);
    settle_operands(fn->opnd.at, fn->opnd.n, symbol);
    settle_operands(fn->extra.at, fn->extra.n, symbol);
    arena_reset(&sel_module->ctx->scratch, mark);
}

// A call's sequence number stands at both ends of its scope.
static void settle_calls(SelModule *sel_module, PtxFunc *fn, const SelLater *l) {
    if (!l->ncall) return;
    VEC_FOREACH (PtxInst, in, &fn->inst) {
        if (is_any_of(in->op, PTXI_scope_begin, PTXI_scope_end))
            ptx_opnds(fn, in)->val += sel_module->ncallseq;
    }
    sel_module->ncallseq += l->ncall;
}

static void settle_names(SelModule *sel_module, PtxFunc *fn, const SelLater *l) {
    for (uint32_t i = 0; i < l->label.n; i++) {
        PtxLabel *label = &fn->label.at[l->label.at[i]];
        label->name = atom_printf(sel_module->ctx, "%s%u", atom_str(sel_module->ctx, label->name),
                                  sel_module->nlabel++);
    }
    if (l->depot != UINT32_MAX)
        fn->var.at[l->depot].name =
            atom_printf(sel_module->ctx, "__local_depot%u", sel_module->ndepot++);
}

void sel_settle(SelModule *sel_module, PtxFunc *fn, const SelLater *put_off) {
    fn->has_body = true;
    for (uint32_t i = 0; i < put_off->kernel.n; i++) {
        PtxFunc *named =
            ptx_sym_func(sel_module->pm, sel_symbol(sel_module, &put_off->kernel.at[i]->g));
        if (!named->has_body) named->forward = true; // a table or a launch has its address
    }
    settle_symbols(sel_module, fn, put_off);
    settle_calls(sel_module, fn, put_off);
    settle_names(sel_module, fn, put_off);
    if (put_off->lines) sel_lines_settle(sel_module, fn, put_off->lines);
    if (put_off->places) sel_places_settle(sel_module, fn, put_off->places, put_off->depot);
}
