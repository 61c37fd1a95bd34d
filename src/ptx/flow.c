// SPDX-License-Identifier: Apache-2.0
// Blocks, edges, loop depths and register roles of a function in machine form (flow.h).
#include "ptx/flow.h"

// ---- blocks -------------------------------------------------------------------------------------

bool ptx_ends_block(const PtxInst *in) {
    uint16_t meaning = ptx_rows[in->op].sem;
    return meaning == PTX_SEM_BRA || meaning == PTX_SEM_BRX || meaning == PTX_SEM_RET ||
           meaning == PTX_SEM_EXIT;
}

bool ptx_is_silent(const PtxInst *in) {
    switch (in->op) {
    case PTXI_nop:
    case PTXI_label:
    case PTXI_loc:
    case PTXI_pragma:
    case PTXI_targets: return true;
    default: return false;
    }
}

uint32_t ptx_last_inst(const PtxFlow *w, uint32_t block) {
    for (uint32_t i = w->start[block + 1]; i-- > w->start[block];) {
        if (!ptx_is_silent(&w->f->inst.at[i])) return i;
    }
    return UINT32_MAX;
}

// A block begins behind what ends one and at a label; the last entry of `start` is the function's
// end.
static void find_blocks(PtxFlow *w, Arena *a) {
    const PtxFunc *f = w->f;
    w->block_of = arena_array(a, uint32_t, f->label.n + 1);
    w->start = arena_array(a, uint32_t, f->inst.n + 2);
    memset(w->block_of, 0xff, (f->label.n + 1) * sizeof *w->block_of);
    bool fresh = true, labels = false;
    for (uint32_t i = 0; i < f->inst.n; i++) {
        const PtxInst *in = &f->inst.at[i];
        bool label = in->op == PTXI_label;
        if (fresh || (label && !labels)) w->start[w->n++] = i;
        if (label) w->block_of[ptx_opnds(f, in)->id] = w->n - 1;
        labels = label; // several labels in a row are one block's
        fresh = ptx_ends_block(in);
    }
    w->start[w->n] = f->inst.n;
}

PtxTargets *ptx_jump_table(const PtxFunc *f, const PtxInst *in) {
    const PtxOpnd *o = ptx_opnds(f, in);
    for (uint32_t t = 0; t < f->targets.n; t++) {
        if (f->targets.at[t].label == o[1].id) return &f->targets.at[t];
    }
    return NULL;
}

// Appends the successors of block b to `out`, when there is one; their number.
static uint32_t successors(const PtxFlow *w, uint32_t b, uint32_t *out) {
    const PtxFunc *f = w->f;
    const PtxInst *in = NULL;
    for (uint32_t i = w->start[b + 1]; !in && i-- > w->start[b];) {
        if (f->inst.at[i].op != PTXI_nop) in = &f->inst.at[i];
    }
    uint32_t n = 0;
    uint16_t meaning = in ? ptx_rows[in->op].sem : PTX_SEM_NOP;
    if (meaning == PTX_SEM_BRA) {
        uint32_t to = w->block_of[ptx_opnds(f, in)->id];
        if (to != UINT32_MAX && out) out[n] = to;
        n += to != UINT32_MAX;
    }
    const PtxTargets *list = meaning == PTX_SEM_BRX ? ptx_jump_table(f, in) : NULL;
    for (uint32_t i = 0; list && i < list->target.n; i++) {
        if (out) out[n] = w->block_of[list->target.at[i]];
        n++;
    }

    // what is guarded, or no jump, goes on behind it
    bool goes_on = !in || in->guard || !ptx_ends_block(in);
    if (goes_on && b + 1 < w->n) {
        if (out) out[n] = b + 1;
        n++;
    }
    return n;
}

static void find_edges(PtxFlow *w, Arena *a) {
    w->succ_first = arena_array(a, uint32_t, w->n + 1);
    w->pred_first = arena_array(a, uint32_t, w->n + 2);
    for (uint32_t b = 0; b < w->n; b++)
        w->succ_first[b + 1] = w->succ_first[b] + successors(w, b, NULL);
    uint32_t edges = w->succ_first[w->n];
    w->succ = arena_array(a, uint32_t, edges + 1);
    w->pred = arena_array(a, uint32_t, edges + 1);
    for (uint32_t b = 0; b < w->n; b++) successors(w, b, w->succ + w->succ_first[b]);

    // counting sort by target; pred_first is one place ahead while it is filled
    for (uint32_t e = 0; e < edges; e++) w->pred_first[w->succ[e] + 2]++;
    for (uint32_t b = 0; b < w->n; b++) w->pred_first[b + 2] += w->pred_first[b + 1];
    for (uint32_t b = 0; b < w->n; b++) {
        for (uint32_t e = w->succ_first[b]; e < w->succ_first[b + 1]; e++)
            w->pred[w->pred_first[w->succ[e] + 1]++] = b;
    }
}

// Loops stand together in the text (codegen.c, layout), so a jump backwards spans one. Several
// jumps to one block are one loop.
static void find_depths(PtxFlow *w, Arena *a) {
    w->depth = arena_array(a, uint32_t, w->n + 1);
    uint32_t *closed = arena_array(a, uint32_t, w->n + 1);
    uint32_t open = 0;
    for (uint32_t b = 0; b < w->n; b++) {
        uint32_t last = 0;
        bool header = false;
        for (uint32_t e = w->pred_first[b]; e < w->pred_first[b + 1]; e++) {
            if (w->pred[e] < b) continue;
            header = true;
            last = CU_MAX(last, w->pred[e]);
        }
        open += header;
        if (header) closed[last]++;
        w->depth[b] = open;
        open -= closed[b];
    }
}

PtxFlow *ptx_flow(PtxFunc *f, Arena *a) {
    PtxFlow *w = arena_new(a, PtxFlow);
    w->f = f;
    find_blocks(w, a);
    find_edges(w, a);
    find_depths(w, a);
    return w;
}

// ---- registers ----------------------------------------------------------------------------------

typedef struct Walk {
    PtxFunc *f;
    PtxReg (*see)(void *, PtxReg, uint32_t);
    void *data;
} Walk;

static uint32_t listed(const PtxOpnd *o) {
    switch (o->kind) {
    case PTXO_VEC:
    case PTXO_LIST: return o->n;
    case PTXO_PAIR:
    case PTXO_MTEX: return 2;
    default: return 0;
    }
}

static void walk_operand(Walk *w, PtxOpnd *o, uint32_t role) {
    if (o->kind == PTXO_REG) o->id = w->see(w->data, o->id, role);
    if (o->kind == PTXO_MREG) o->id = w->see(w->data, o->id, PTX_READS);
    for (uint32_t i = 0; i < listed(o); i++) walk_operand(w, &w->f->extra.at[o->id + i], role);
}

// Text of inline assembly: its list says which registers it writes.
static void walk_raw(Walk *w, const PtxInst *in) {
    PtxOpnd *o = ptx_opnds(w->f, in);
    for (uint32_t i = 0; in->nopnd > 1 && i < o[1].n; i++) {
        PtxOpnd *reg = &w->f->extra.at[o[1].id + i];
        uint32_t role = reg->flags & PTXOF_EARLY     ? PTX_WRITES | PTX_EARLY
                        : reg->flags & PTXOF_WRITTEN ? PTX_WRITES
                                                     : PTX_READS;
        walk_operand(w, reg, role);
    }
}

static bool begins_destination(char c) { // insn.def
    return c == 'd' || c == 'e' || c == 'v' || c == 'V';
}

static const char *next_operand(const char *ops) { // a few letters each: no call of strchr
    while (*ops && *ops != ',') ops++;
    return *ops ? ops + 1 : NULL;
}

void ptx_walk_regs(PtxFunc *f, PtxInst *in, PtxReg (*see)(void *, PtxReg, uint32_t), void *data) {
    Walk w = {f, see, data};
    if (in->op == PTXI_nop) return; // its operands are still there
    if (in->op == PTXI_raw) {
        walk_raw(&w, in);
        return;
    }
    if (in->guard) {
        PtxReg r = see(data, (in->guard & ~PTX_GUARD_NOT) - 1, PTX_READS);
        in->guard = (r + 1) | (in->guard & PTX_GUARD_NOT);
    }

    // What is written under a guard keeps its old value at times. Rows without an operand template
    // of their own (calls, families of the reader) are taken for both.
    uint32_t written = in->guard ? PTX_READS | PTX_WRITES : PTX_WRITES;
    const char *ops = in->op == PTXI_foreign ? "" : ptx_rows[in->op].ops;
    PtxOpnd *o = ptx_opnds(f, in);
    for (uint32_t k = 0; k < in->nopnd; k++) {
        bool writes = ops && begins_destination(*ops);
        if (in->op == PTXI_foreign)
            walk_operand(&w, &o[k], PTX_READS | PTX_WRITES);
        else
            walk_operand(&w, &o[k], writes ? written : PTX_READS);
        ops = ops ? next_operand(ops) : NULL;
    }
}
