// SPDX-License-Identifier: Apache-2.0
// Control flow: branches, switches (jump tables where dense, else a tree of compares), and phis as
// parallel copies at the end of their predecessors (critical edges are split first, so an end of a
// predecessor belongs to one edge).
#include "ptx/select/select.h"

#include "ptx/form/op.h"

#include <stdlib.h>

// ---- critical edges -----------------------------------------------------------------------------

// Where there is one way in, a phi is its value: a copy at the predecessor's end would stand on the
// other ways out too.
static void remove_single_phis(IrBlock *bb) {
    IrInst *next;
    for (IrInst *phi = bb->first; phi && phi->v.op == IR_PHI; phi = next) {
        next = phi->next;
        IrValue *v = ir_phi_value(phi, 0);
        if (v != &phi->v) ir_replace_erase(phi, v); // itself: the block cannot be reached
    }
}

// Critical edges get a block of their own, for the copies of phis. Only edges into a block with
// phis count.
void sel_split_critical_edges(IrFunc *fn) {
    Atom name = atom_cstr(fn->g.m->ctx, "edge");
    IrBlock *last = fn->last;
    for (IrBlock *bb = fn->first;; bb = bb->next) {
        IrInst *inst = ir_term(bb);
        uint32_t n = inst ? ir_nsucc(inst) : 0;
        for (uint32_t k = 0; n > 1 && k < n; k++) {
            IrBlock *to = ir_succ(inst, k);
            if (!to->first || to->first->v.op != IR_PHI) continue;
            if (ir_single_pred(to)) {
                remove_single_phis(to);
                continue;
            }
            IrBlock *edge = ir_block_new(fn, name);
            IrBuilder builder = ir_builder(fn, edge);
            ir_br(&builder, to);
            ir_set_succ(inst, k, edge);
            // one phi entry of this predecessor now comes over the new block
            int at = 0; // the phis of one block mostly have their entries in one order
            IR_FOREACH_INST(phi, to) {
                if (phi->v.op != IR_PHI) break;
                at = ir_phi_find_near(phi, bb, at);
                if (at >= 0) ir_set_op(phi, (uint32_t)at * 2 + 1, &edge->v);
            }
            ir_block_move_after(edge, bb);
            // Blocks behind the last of the function, which were made here, are not walked.
            if (bb == last) last = edge;
        }
        if (bb == last) break;
    }
}

// ---- steps --------------------------------------------------------------------------------------
// The next value of a loop's variable and the old one share a register only if the next is computed
// behind the last use of the old one:
//
//     %i1 = add i32 %i, 1                      store i32 %i, ptr %p
//     store i32 %i, ptr %p             =>      %i1 = add i32 %i, 1
//     %c = icmp slt i32 %i1, %n                %c = icmp slt i32 %i1, %n

// First and last place in block bb where v is read behind `from`, by instruction number (values are
// numbered in the order of the text); what is folded is read where its users are.
typedef struct Uses {
    IrBlock *const *source; // edge_source by block
    const IrBlock *bb;
    uint32_t from, first, last;
    IrInst *last_at;
    bool leaves; // read at the block's end, or where it is not known
} Uses;

// The block that computes what comes over an edge: edges that were split have blocks of their own.
static IrBlock *edge_source(IrBlock *pred) {
    IrBlock *before = ir_single_pred(pred);
    return before && pred->first == ir_term(pred) ? before : pred;
}

// What is folded is read through chains of this length at most; a longer one counts as a use that
// is not known.
enum { FOLDED_DEPTH = 4 };

static void find_uses(const Sel *sel, const IrValue *used, uint32_t depth, Uses *found) {
    IR_FOREACH_USE(use, used) {
        IrInst *inst = use->user;
        if (inst->v.op == IR_PHI) {
            found->leaves |=
                found->source[ir_phi_block(inst, ir_use_index(use) / 2)->v.id] == found->bb;
        } else if (sel_is_folded(sel, &inst->v)) {
            found->leaves |= depth == FOLDED_DEPTH;
            if (depth < FOLDED_DEPTH) find_uses(sel, &inst->v, depth + 1, found);
        } else if (inst->block == found->bb && inst->v.id > found->from) {
            found->leaves |= ir_is_term(inst);
            found->first = CU_MIN(found->first, inst->v.id);
            if (inst->v.id > found->last) found->last_at = inst;
            found->last = CU_MAX(found->last, inst->v.id);
        }
    }
}

static bool is_step(const Sel *sel, const IrInst *inst) { // as cheap here as there
    bool plain = ir_ops[inst->v.op].class == IRC_BINARY || inst->v.op == IR_GEP;
    return plain && !sel_is_folded(sel, &inst->v);
}

// The step moves behind the old value's last use, if the new one is read only after that.
static void sink_step(Sel *sel, IrInst *phi, IrInst *step, const IrBlock *latch,
                      IrBlock *const *source) {
    if (!is_step(sel, step) || step->block != latch) return;
    Uses old = {.source = source, .bb = latch, .from = step->v.id, .first = UINT32_MAX}, next = old;
    find_uses(sel, &phi->v, 0, &old);
    if (old.leaves || !old.last_at) return;
    find_uses(sel, &step->v, 0, &next);
    if (next.first > old.last) ir_move_before(step, old.last_at->next);
}

void sel_sink_steps(Sel *sel) {
    IrBlock **source = arena_array(sel->a, IrBlock *, sel->fn->nblockids + 1);
    IR_FOREACH_BLOCK(bb, sel->fn) source[bb->v.id] = edge_source(bb);
    IR_FOREACH_BLOCK(bb, sel->fn) {
        IR_FOREACH_INST(phi, bb) {
            if (phi->v.op != IR_PHI) break;
            for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
                IrInst *step = ir_as_inst(ir_phi_value(phi, k));
                IrBlock *latch = source[ir_phi_block(phi, k)->v.id];
                // Values are numbered in the order of the text, so a larger number is behind.
                bool back = latch->v.id >= bb->v.id;
                if (back && step) sink_step(sel, phi, step, latch, source);
            }
        }
    }
}

// ---- phis ---------------------------------------------------------------------------------------

// One of the copies that happen at once.
typedef struct Copy {
    PtxOpnd dst, src;
    SelClass cls;
    bool done;
} Copy;

static bool reads(const Copy *c, PtxReg r) {
    return !c->done && c->src.kind == PTXO_REG && c->src.id == r;
}

static void move(Sel *sel, SelClass c, PtxOpnd dst, PtxOpnd src) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    ptx_emit_(sel->f, PTXI_mov, t[c], PTX_NOTYPE, 0, dst, src);
}

// Sequential order for parallel copies: one whose destination nobody still reads goes first; a
// cycle is broken with a temporary. Reader counts keep it linear in the number of copies.
static void parallel_copies(Sel *sel, Copy *moves, uint32_t n) {
    Map readers, writer; // register -> number of copies that read it; -> copy that writes it + 1
    map_init(&readers, sel->a);
    map_init(&writer, sel->a);
    uint32_t *work = arena_array(sel->a, uint32_t, n * 2 + 1), nwork = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (moves[k].src.kind == PTXO_REG) {
            void **r = map_slot(&readers, moves[k].src.id);
            *r = (void *)((uintptr_t)*r + 1);
        }
        map_put(&writer, moves[k].dst.id, (void *)(uintptr_t)(k + 1));
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!map_get(&readers, moves[k].dst.id)) work[nwork++] = k;
    }
    uint32_t next_cycle = 0, left = n;
    while (left) {
        if (!nwork) { // only cycles remain: save one destination, its readers take the copy
            while (moves[next_cycle].done) next_cycle++;
            Copy *k = &moves[next_cycle];
            PtxOpnd t = sel_o(sel_tmp(sel, k->cls));
            move(sel, k->cls, t, k->dst);
            for (uint32_t j = 0; j < n; j++) {
                if (reads(&moves[j], k->dst.id)) moves[j].src = t;
            }
            map_put(&readers, k->dst.id, NULL);
            work[nwork++] = next_cycle;
        }
        Copy *k = &moves[work[--nwork]];
        if (k->done) continue;
        k->done = true;
        left--;
        move(sel, k->cls, k->dst, k->src);
        if (k->src.kind != PTXO_REG) continue;
        void **r = map_slot(&readers, k->src.id);
        if (!*r) continue;
        *r = (void *)((uintptr_t)*r - 1);
        uint32_t w = (uint32_t)(uintptr_t)map_get(&writer, k->src.id);
        if (!*r && w && !moves[w - 1].done) work[nwork++] = w - 1;
    }
}

void sel_phi_define(Sel *sel, IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (i->v.op != IR_PHI) break;
        sel_def(sel, i);
    }
}

void sel_phi_copies(Sel *sel, IrBlock *bb) {
    // Only blocks with one way out have copies: see the head of the file.
    IrInst *inst = ir_term(bb);
    if (!inst || ir_nsucc(inst) != 1) return;
    IrBlock *to = ir_succ(inst, 0);
    VEC(Copy) copies = {0};
    int at = 0; // the phis of one block mostly have their entries in one order
    IR_FOREACH_INST(phi, to) {
        if (phi->v.op != IR_PHI) break;
        at = ir_phi_find_near(phi, bb, at);
        if (at < 0) continue;
        IrValue *v = ir_phi_value(phi, (uint32_t)at);
        // Anything will do.
        if (ir_is_undef(v)) continue;
        SelParts *p = sel_parts(sel->g, phi->v.type);
        PtxOpnd *src = sel_opnds(sel, v), *dst = sel_def(sel, phi);
        for (uint32_t k = 0; k < p->n; k++) {
            bool same = src[k].kind == PTXO_REG && src[k].id == dst[k].id;
            if (!same) vec_push(sel->a, &copies, ((Copy){dst[k], src[k], p->at[k].cls, false}));
        }
    }
    parallel_copies(sel, copies.at, copies.n);
}

// ---- branches -----------------------------------------------------------------------------------

// Falling through needs no jump.
static void jump(Sel *sel, IrBlock *to, IrBlock *next) {
    if (to != next)
        SEL_EMIT(sel, bra, NOTYPE, NOTYPE, ptx_mods(UNI, UNI), ptx_o_label(sel->label[to->v.id]));
}

static void jump_if(Sel *sel, PtxReg p, bool negated, uint32_t label) {
    uint32_t at = SEL_EMIT(sel, bra, NOTYPE, NOTYPE, 0, ptx_o_label(label));
    sel->f->inst.at[at].guard = (p + 1) | (negated ? PTX_GUARD_NOT : 0);
}

static void conditional(Sel *sel, IrInst *branch, IrBlock *next) {
    IrBlock *bb = ir_succ(branch, 0), *block = ir_succ(branch, 1);
    IrValue *value = ir_op(branch, 0);
    // A negated condition is a negated guard.
    bool negated = false;
    for (IrInst *x = ir_as_op(value, IR_XOR); x && ir_is_all_ones(ir_op(x, 1));
         x = ir_as_op(value, IR_XOR)) {
        value = ir_op(x, 0);
        negated = !negated;
    }
    // Both ways are one.
    if (bb == block) {
        jump(sel, bb, next);
        return;
    }
    PtxReg p = sel_reg(sel, value);
    // The block that follows is fallen into.
    if (bb == next) {
        jump_if(sel, p, !negated, sel->label[block->v.id]);
    } else {
        jump_if(sel, p, negated, sel->label[bb->v.id]);
        jump(sel, block, next);
    }
}

// ---- switch -------------------------------------------------------------------------------------

typedef struct Case {
    int64_t value;
    IrBlock *to;
} Case;

static int case_order(const void *a, const void *b) {
    int64_t x = ((const Case *)a)->value, y = ((const Case *)b)->value;
    return x < y ? -1 : x > y;
}

typedef struct Switch {
    PtxOpnd v;
    SelClass c;
    PtxType t;
    Case *at;
    IrBlock *dflt;
} Switch;

static PtxReg compare(Sel *sel, Switch *w, uint64_t cmp, int64_t k) {
    PtxReg p = sel_tmp(sel, SC_I1);
    ptx_emit_(sel->f, PTXI_setp, w->t, PTX_NOTYPE, cmp, sel_o(p), w->v, ptx_o_int(k));
    return p;
}

// A few cases are compared in a row. A table needs some cases, is not too long, and has one case in
// four entries at least; -jump-table-density says otherwise.
enum { LINEAR_CASES = 3, TABLE_MIN = 5, TABLE_MAX = 4096, TABLE_SPARSE = 4 };

static void case_tree(Sel *sel, Switch *w, uint32_t lo, uint32_t hi) { // [lo, hi)
    while (hi - lo > LINEAR_CASES) {
        uint32_t mid = lo + (hi - lo) / 2;
        uint32_t right = sel_numbered_label(sel, "$L__sw");
        // The right half comes later, behind a label.
        jump_if(sel, compare(sel, w, ptx_mods(CMP, GE), w->at[mid].value), false, right);
        case_tree(sel, w, lo, mid);
        SEL_EMIT(sel, label, NOTYPE, NOTYPE, 0, ptx_o_label(right));
        lo = mid;
    }
    for (uint32_t k = lo; k < hi; k++) {
        jump_if(sel, compare(sel, w, ptx_mods(CMP, EQ), w->at[k].value), false,
                sel->label[w->at[k].to->v.id]);
    }
    jump(sel, w->dflt, NULL);
}

// Dense: subtract the lowest value, check the range, brx.idx through a table.
static bool jump_table(Sel *sel, Switch *w, uint32_t n) {
    uint64_t span = n ? (uint64_t)w->at[n - 1].value - (uint64_t)w->at[0].value : 0;
    uint32_t percent = sel->g->o->table_density ? sel->g->o->table_density : 100 / TABLE_SPARSE;
    bool dense = 100ull * n >= percent * (span + 1);
    if (n < TABLE_MIN || span >= TABLE_MAX || !dense || w->c == SC_I64) return false;
    // brx.idx takes 32 bits.
    PtxOpnd idx = w->v;
    if (w->c == SC_I16) idx = sel_resize(sel, idx, SC_I16, 16, SC_I32, true);
    if (w->at[0].value) {
        PtxOpnd d = sel_o(sel_tmp(sel, SC_I32));
        SEL_EMIT(sel, add, S32, NOTYPE, 0, d, idx, ptx_o_int(-w->at[0].value));
        idx = d;
    }
    PtxReg reg = sel_tmp(sel, SC_I1);
    SEL_EMIT(sel, setp, U32, NOTYPE, ptx_mods(CMP, GT), sel_o(reg), idx, ptx_o_int((int64_t)span));
    jump_if(sel, reg, false, sel->label[w->dflt->v.id]);
    PtxTargets ptx_targets = {.label = sel_numbered_label(sel, "$L_brx_")};
    // Holes go to the default.
    for (uint32_t k = 0, at = 0; k <= span; k++) {
        bool hit = (uint64_t)w->at[at].value - (uint64_t)w->at[0].value == k;
        vec_push(sel->f->arena, &ptx_targets.target,
                 sel->label[(hit ? w->at[at].to : w->dflt)->v.id]);
        at += hit;
    }
    uint32_t label = ptx_targets.label;
    vec_push(sel->f->arena, &sel->f->targets, ptx_targets);
    SEL_EMIT(sel, targets, NOTYPE, NOTYPE, 0, ptx_o_int(sel->f->targets.n - 1));
    SEL_EMIT(sel, brx_idx, NOTYPE, NOTYPE, 0, idx, ptx_o_label(label));
    return true;
}

static void switch_inst(Sel *sel, IrInst *terminator) {
    IrValue *value = ir_op(terminator, 0);
    uint32_t n = (terminator->nops - 2) / 2;
    if (value->type->bits > 64) {
        sel_error(sel, "a switch on an integer of more than 64 bits");
        return;
    }
    Switch w = {.c = sel_class(sel, value->type),
                .dflt = (IrBlock *)ir_op(terminator, 1),
                .at = arena_array(sel->a, Case, n + 1)};
    w.v = sel_ext(sel, value, true);
    // PTX compares no predicates as numbers.
    if (w.c == SC_I1) w.c = SC_I16;
    w.v = sel_in_reg(sel, w.v, w.c);
    w.t = w.c == SC_I16 ? PTX_S16 : w.c == SC_I32 ? PTX_S32 : PTX_S64;
    for (uint32_t k = 0; k < n; k++) {
        IrConst *c = ir_as_cint(ir_op(terminator, 2 + 2 * k));
        int64_t x = value->type->bits == 1 ? -(int64_t)ir_uval(c) : ir_sval(c);
        w.at[k] = (Case){x, (IrBlock *)ir_op(terminator, 3 + 2 * k)};
    }
    // By value, as numbers with a sign.
    qsort(w.at, n, sizeof *w.at, case_order);
    if (!jump_table(sel, &w, n)) case_tree(sel, &w, 0, n);
}

void sel_branch(Sel *sel, IrInst *terminator, IrBlock *next) {
    switch (terminator->v.op) {
    case IR_BR:
        if (ir_nsucc(terminator) == 1)
            jump(sel, ir_succ(terminator, 0), next);
        else
            conditional(sel, terminator, next);
        break;
    case IR_SWITCH: switch_inst(sel, terminator); break;
    case IR_RET: sel_ret(sel, terminator); break;
    case IR_UNREACHABLE: {
        // What cannot be reached still ends the thread.
        PtxOp last = sel->f->inst.n ? sel->f->inst.at[sel->f->inst.n - 1].op : PTXI_nop;
        if (last != PTXI_trap) ptx_emit(sel->f, PTXI_trap, PTX_NOTYPE, PTX_NOTYPE, 0, 0, NULL);
        ptx_emit(sel->f, PTXI_exit, PTX_NOTYPE, PTX_NOTYPE, 0, 0, NULL);
        break;
    }
    default: sel_error(sel, "an indirect branch");
    }
}
