// SPDX-License-Identifier: Apache-2.0
// Blocks, edges, loop depths and register roles of a function in machine form (tidy/tidy.h).
#include "ptx/form/flow.h"

#include "ptx/form/op.h"
#include "ptx/form/sem.h"

// ---- blocks -------------------------------------------------------------------------------------

bool ptx_ends_block(const PtxInst *in) {
    uint16_t meaning = ptx_rows[in->op].sem;
    return is_any_of(meaning, PTX_SEM_BRA, PTX_SEM_BRX, PTX_SEM_RET, PTX_SEM_EXIT);
}

// What stands in the text and has no effect when it is passed.
bool ptx_is_silent(const PtxInst *in) {
    return is_any_of(in->op, PTXI_nop, PTXI_label, PTXI_place, PTXI_loc, PTXI_pragma, PTXI_targets);
}

// The last instruction that does something, or UINT32_MAX.
uint32_t ptx_last_inst(const PtxFlow *w, uint32_t block) {
    for (uint32_t i = w->start[block + 1]; i-- > w->start[block];) {
        if (!ptx_is_silent(&w->f->inst.at[i])) return i;
    }
    return UINT32_MAX;
}

// A block begins behind what ends one and at a label; the last entry of `start` is the function's
// end.
static void find_blocks(PtxFlow *flow, Arena *scratch) {
    const PtxFunc *fn = flow->f;
    flow->block_of = arena_array(scratch, uint32_t, fn->label.n + 1);
    flow->start = arena_array(scratch, uint32_t, fn->inst.n + 2);
    memset(flow->block_of, 0xff, (fn->label.n + 1) * sizeof *flow->block_of);
    bool fresh = true, labels = false;
    for (uint32_t i = 0; i < fn->inst.n; i++) {
        const PtxInst *in = &fn->inst.at[i];
        bool label = in->op == PTXI_label;
        if (fresh || (label && !labels)) flow->start[flow->n++] = i;
        if (label) flow->block_of[ptx_opnds(fn, in)->id] = flow->n - 1;
        labels = label; // several labels in a row are one block's
        fresh = ptx_ends_block(in);
    }
    flow->start[flow->n] = fn->inst.n;
}

// The targets of an indirect jump, by the label in its second operand.
PtxTargets *ptx_jump_table(const PtxFunc *fn, const PtxInst *in) {
    const PtxOpnd *o = ptx_opnds(fn, in);
    for (uint32_t t = 0; t < fn->targets.n; t++) {
        if (fn->targets.at[t].label == o[1].id) return &fn->targets.at[t];
    }
    return NULL;
}

// Appends the successors of block b to `out`, when there is one; their number.
static uint32_t successors(const PtxFlow *flow, uint32_t b, uint32_t *out) {
    const PtxFunc *fn = flow->f;
    const PtxInst *in = NULL;
    for (uint32_t i = flow->start[b + 1]; !in && i-- > flow->start[b];) {
        if (fn->inst.at[i].op != PTXI_nop) in = &fn->inst.at[i];
    }
    uint32_t n = 0;
    uint16_t meaning = in ? ptx_rows[in->op].sem : PTX_SEM_NOP;
    if (meaning == PTX_SEM_BRA) {
        // A label that is nowhere has no block.
        uint32_t to = flow->block_of[ptx_opnds(fn, in)->id];
        if (to != UINT32_MAX && out) out[n] = to;
        n += to != UINT32_MAX;
    }
    const PtxTargets *list = meaning == PTX_SEM_BRX ? ptx_jump_table(fn, in) : NULL;
    for (uint32_t i = 0; list && i < list->target.n; i++) {
        if (out) out[n] = flow->block_of[list->target.at[i]];
        n++;
    }

    // what is guarded, or no jump, goes on behind it
    bool goes_on = !in || in->guard || !ptx_ends_block(in);
    if (goes_on && b + 1 < flow->n) {
        if (out) out[n] = b + 1;
        n++;
    }
    return n;
}

// Edges in both directions. The successors are counted first, then written.
static void find_edges(PtxFlow *flow, Arena *scratch) {
    flow->succ_first = arena_array(scratch, uint32_t, flow->n + 1);
    flow->pred_first = arena_array(scratch, uint32_t, flow->n + 2);
    for (uint32_t b = 0; b < flow->n; b++)
        flow->succ_first[b + 1] = flow->succ_first[b] + successors(flow, b, NULL);
    uint32_t edges = flow->succ_first[flow->n];
    flow->succ = arena_array(scratch, uint32_t, edges + 1);
    flow->pred = arena_array(scratch, uint32_t, edges + 1);
    for (uint32_t b = 0; b < flow->n; b++) successors(flow, b, flow->succ + flow->succ_first[b]);

    // counting sort by target; pred_first is one place ahead while it is filled
    for (uint32_t e = 0; e < edges; e++) flow->pred_first[flow->succ[e] + 2]++;
    for (uint32_t b = 0; b < flow->n; b++) flow->pred_first[b + 2] += flow->pred_first[b + 1];
    for (uint32_t b = 0; b < flow->n; b++) {
        for (uint32_t e = flow->succ_first[b]; e < flow->succ_first[b + 1]; e++)
            flow->pred[flow->pred_first[flow->succ[e] + 1]++] = b;
    }
}

// Loops stand together in the text (codegen/codegen.c, layout), so a jump backwards spans one.
// Several jumps to one block are one loop.
static void find_depths(PtxFlow *flow, Arena *scratch) {
    flow->depth = arena_array(scratch, uint32_t, flow->n + 1);
    uint32_t *closed = arena_array(scratch, uint32_t, flow->n + 1);
    uint32_t open = 0;
    for (uint32_t b = 0; b < flow->n; b++) {
        uint32_t last = 0;
        bool header = false;
        for (uint32_t e = flow->pred_first[b]; e < flow->pred_first[b + 1]; e++) {
            if (flow->pred[e] < b) continue;
            header = true;
            last = CU_MAX(last, flow->pred[e]);
        }
        open += header;
        if (header) closed[last]++;
        flow->depth[b] = open;
        open -= closed[b];
    }
}

PtxFlow *ptx_flow(PtxFunc *fn, Arena *arena) {
    PtxFlow *w = arena_new(arena, PtxFlow);
    w->f = fn;
    find_blocks(w, arena);
    find_edges(w, arena);
    find_depths(w, arena);
    return w;
}

// ---- registers ----------------------------------------------------------------------------------

typedef struct Walk {
    PtxFunc *f;
    PtxReg (*see)(void *, PtxReg, uint32_t);
    void *data;
} Walk;

// How many operands stand in the function's extra ones.
static uint32_t listed(const PtxOpnd *opnd) {
    switch (opnd->kind) {
    case PTXO_VEC:
    case PTXO_LIST: return opnd->n;
    case PTXO_PAIR:
    case PTXO_MTEX: return 2;
    default: return 0;
    }
}

static void walk_list(Walk *walk, const PtxOpnd *list, uint32_t role);

static inline void walk_operand(Walk *walk, PtxOpnd *o, uint32_t role) {
    if (o->kind == PTXO_REG)
        o->id = walk->see(walk->data, o->id, role);
    else if (o->kind == PTXO_MREG) // read even where the operand is a destination
        o->id = walk->see(walk->data, o->id, PTX_READS);
    else if (listed(o))
        walk_list(walk, o, role);
}

static void walk_list(Walk *walk, const PtxOpnd *list, uint32_t role) {
    for (uint32_t i = 0, n = listed(list); i < n; i++)
        walk_operand(walk, &walk->f->extra.at[list->id + i], role);
}

// Text of inline assembly: its list says which registers it writes.
static void walk_raw(Walk *walk, const PtxInst *in) {
    PtxOpnd *o = ptx_opnds(walk->f, in);
    for (uint32_t i = 0; in->nopnd > 1 && i < o[1].n; i++) {
        PtxOpnd *reg = &walk->f->extra.at[o[1].id + i];
        uint32_t role = reg->flags & PTXOF_EARLY     ? PTX_WRITES | PTX_EARLY
                        : reg->flags & PTXOF_WRITTEN ? PTX_WRITES
                                                     : PTX_READS;
        walk_operand(walk, reg, role);
    }
}

static bool begins_destination(char c) { // insn.def
    return is_any_of(c, 'd', 'e', 'v', 'V');
}

// How many operands the instruction writes; they stand before those that it reads.
static uint32_t destinations(const PtxInst *in) {
    uint32_t n = 0;
    for (const char *ops = ptx_rows[in->op].ops; begins_destination(*ops); n++) {
        while (*ops && *ops != ',') ops++;
        ops += *ops == ',';
    }
    return n;
}

void ptx_walk_regs(PtxFunc *fn, PtxInst *in, PtxReg (*see)(void *, PtxReg, uint32_t), void *data) {
    Walk walk = {fn, see, data};
    if (in->op == PTXI_nop) return; // its operands are still there
    if (in->op == PTXI_raw) {
        walk_raw(&walk, in);
        return;
    }
    if (in->guard) {
        PtxReg r = see(data, (in->guard & ~PTX_GUARD_NOT) - 1, PTX_READS);
        // The guard's register may be replaced like any other.
        in->guard = (r + 1) | (in->guard & PTX_GUARD_NOT);
    }

    // What is written under a guard keeps its old value at times. Of an instruction that is not in
    // the tables any operand may be either.
    if (!in->nopnd) return;
    bool foreign = in->op == PTXI_foreign;
    uint32_t written = in->guard || foreign ? PTX_READS | PTX_WRITES : PTX_WRITES;
    PtxOpnd *o = ptx_opnds(fn, in), *end = o + in->nopnd;
    PtxOpnd *read = foreign ? end : o + CU_MIN(destinations(in), (uint32_t)in->nopnd);
    for (; o < read; o++) walk_operand(&walk, o, written);
    for (; o < end; o++) walk_operand(&walk, o, PTX_READS);
}
