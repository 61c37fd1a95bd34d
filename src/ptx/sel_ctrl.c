// SPDX-License-Identifier: Apache-2.0
// Control flow: branches, switches (jump tables where dense, else a tree of compares), and phis as
// parallel copies at the end of their predecessors (critical edges are split first, so an end of a
// predecessor belongs to one edge).
#include "ptx/sel.h"

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

void sel_split_critical_edges(IrFunc *f) {
    Atom name = atom_cstr(f->g.m->ctx, "edge");
    IrBlock *last = f->last;
    for (IrBlock *bb = f->first;; bb = bb->next) {
        IrInst *t = ir_term(bb);
        uint32_t n = t ? ir_nsucc(t) : 0;
        for (uint32_t k = 0; n > 1 && k < n; k++) {
            IrBlock *to = ir_succ(t, k);
            if (!to->first || to->first->v.op != IR_PHI) continue;
            if (ir_single_pred(to)) {
                remove_single_phis(to);
                continue;
            }
            IrBlock *edge = ir_block_new(f, name);
            IrBuilder b = ir_builder(f, edge);
            ir_br(&b, to);
            ir_set_succ(t, k, edge);
            // one phi entry of this predecessor now comes over the new block
            int at = 0; // the phis of one block mostly have their entries in one order
            IR_FOREACH_INST(phi, to) {
                if (phi->v.op != IR_PHI) break;
                at = ir_phi_find_near(phi, bb, at);
                if (at >= 0) ir_set_op(phi, (uint32_t)at * 2 + 1, &edge->v);
            }
            ir_block_move_after(edge, bb);
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

enum { FOLDED_DEPTH = 4 };

static void find_uses(const Sel *s, const IrValue *v, uint32_t depth, Uses *n) {
    IR_FOREACH_USE(use, v) {
        IrInst *u = use->user;
        if (u->v.op == IR_PHI) {
            n->leaves |= n->source[ir_phi_block(u, ir_use_index(use) / 2)->v.id] == n->bb;
        } else if (sel_is_folded(s, &u->v)) {
            n->leaves |= depth == FOLDED_DEPTH;
            if (depth < FOLDED_DEPTH) find_uses(s, &u->v, depth + 1, n);
        } else if (u->block == n->bb && u->v.id > n->from) {
            n->leaves |= ir_is_term(u);
            n->first = CU_MIN(n->first, u->v.id);
            if (u->v.id > n->last) n->last_at = u;
            n->last = CU_MAX(n->last, u->v.id);
        }
    }
}

static bool is_step(const Sel *s, const IrInst *i) { // as cheap here as there
    bool plain = ir_ops[i->v.op].class == IRC_BINARY || i->v.op == IR_GEP;
    return plain && !sel_is_folded(s, &i->v);
}

static void sink_step(Sel *s, IrInst *phi, IrInst *step, const IrBlock *latch,
                      IrBlock *const *source) {
    if (!is_step(s, step) || step->block != latch) return;
    Uses old = {.source = source, .bb = latch, .from = step->v.id, .first = UINT32_MAX}, next = old;
    find_uses(s, &phi->v, 0, &old);
    if (old.leaves || !old.last_at) return;
    find_uses(s, &step->v, 0, &next);
    if (next.first > old.last) ir_move_before(step, old.last_at->next);
}

void sel_sink_steps(Sel *s) {
    IrBlock **source = arena_array(s->a, IrBlock *, s->fn->nblockids + 1);
    IR_FOREACH_BLOCK(bb, s->fn) source[bb->v.id] = edge_source(bb);
    IR_FOREACH_BLOCK(bb, s->fn) {
        IR_FOREACH_INST(phi, bb) {
            if (phi->v.op != IR_PHI) break;
            for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
                IrInst *step = ir_as_inst(ir_phi_value(phi, k));
                IrBlock *latch = source[ir_phi_block(phi, k)->v.id];
                bool back = latch->v.id >= bb->v.id;
                if (back && step) sink_step(s, phi, step, latch, source);
            }
        }
    }
}

// ---- phis ---------------------------------------------------------------------------------------

typedef struct Copy {
    PtxOpnd dst, src;
    SelClass cls;
    bool done;
} Copy;

static bool reads(const Copy *c, PtxReg r) {
    return !c->done && c->src.kind == PTXO_REG && c->src.id == r;
}

static void move(Sel *s, SelClass c, PtxOpnd dst, PtxOpnd src) {
    static const uint8_t t[SC_COUNT] = {
        [SC_I1] = PTX_PRED, [SC_I16] = PTX_U16,  [SC_I32] = PTX_U32, [SC_I64] = PTX_U64,
        [SC_F16] = PTX_B16, [SC_BF16] = PTX_B16, [SC_F32] = PTX_F32, [SC_F64] = PTX_F64};
    ptx_emit_(s->f, PTXI_mov, t[c], PTX_NOTYPE, 0, dst, src);
}

// Sequential order for parallel copies: one whose destination nobody still reads goes first; a
// cycle is broken with a temporary. Reader counts keep it linear in the number of copies.
static void parallel_copies(Sel *s, Copy *c, uint32_t n) {
    Map readers, writer; // register -> number of copies that read it; -> copy that writes it + 1
    map_init(&readers, s->a);
    map_init(&writer, s->a);
    uint32_t *work = arena_array(s->a, uint32_t, n * 2 + 1), nwork = 0;
    for (uint32_t k = 0; k < n; k++) {
        if (c[k].src.kind == PTXO_REG) {
            void **r = map_slot(&readers, c[k].src.id);
            *r = (void *)((uintptr_t)*r + 1);
        }
        map_put(&writer, c[k].dst.id, (void *)(uintptr_t)(k + 1));
    }
    for (uint32_t k = 0; k < n; k++) {
        if (!map_get(&readers, c[k].dst.id)) work[nwork++] = k;
    }
    uint32_t next_cycle = 0, left = n;
    while (left) {
        if (!nwork) { // only cycles remain: save one destination, its readers take the copy
            while (c[next_cycle].done) next_cycle++;
            Copy *k = &c[next_cycle];
            PtxOpnd t = sel_o(sel_tmp(s, k->cls));
            move(s, k->cls, t, k->dst);
            for (uint32_t j = 0; j < n; j++) {
                if (reads(&c[j], k->dst.id)) c[j].src = t;
            }
            map_put(&readers, k->dst.id, NULL);
            work[nwork++] = next_cycle;
        }
        Copy *k = &c[work[--nwork]];
        if (k->done) continue;
        k->done = true;
        left--;
        move(s, k->cls, k->dst, k->src);
        if (k->src.kind != PTXO_REG) continue;
        void **r = map_slot(&readers, k->src.id);
        if (!*r) continue;
        *r = (void *)((uintptr_t)*r - 1);
        uint32_t w = (uint32_t)(uintptr_t)map_get(&writer, k->src.id);
        if (!*r && w && !c[w - 1].done) work[nwork++] = w - 1;
    }
}

void sel_phi_define(Sel *s, IrBlock *bb) {
    IR_FOREACH_INST(i, bb) {
        if (i->v.op != IR_PHI) break;
        sel_def(s, i);
    }
}

void sel_phi_copies(Sel *s, IrBlock *bb) {
    IrInst *t = ir_term(bb);
    if (!t || ir_nsucc(t) != 1) return;
    IrBlock *to = ir_succ(t, 0);
    VEC(Copy) copies = {0};
    int at = 0; // the phis of one block mostly have their entries in one order
    IR_FOREACH_INST(phi, to) {
        if (phi->v.op != IR_PHI) break;
        at = ir_phi_find_near(phi, bb, at);
        if (at < 0) continue;
        IrValue *v = ir_phi_value(phi, (uint32_t)at);
        if (ir_is_undef(v)) continue;
        SelParts *p = sel_parts(s->g, phi->v.type);
        PtxOpnd *src = sel_opnds(s, v), *dst = sel_def(s, phi);
        for (uint32_t k = 0; k < p->n; k++) {
            bool same = src[k].kind == PTXO_REG && src[k].id == dst[k].id;
            if (!same) vec_push(s->a, &copies, ((Copy){dst[k], src[k], p->at[k].cls, false}));
        }
    }
    parallel_copies(s, copies.at, copies.n);
}

// ---- branches -----------------------------------------------------------------------------------

static void jump(Sel *s, IrBlock *to, IrBlock *next) {
    if (to != next)
        SEL_EMIT(s, bra, NOTYPE, NOTYPE, ptx_mods(UNI, UNI), ptx_o_label(s->label[to->v.id]));
}

static void jump_if(Sel *s, PtxReg p, bool negated, uint32_t label) {
    uint32_t at = SEL_EMIT(s, bra, NOTYPE, NOTYPE, 0, ptx_o_label(label));
    s->f->inst.at[at].guard = (p + 1) | (negated ? PTX_GUARD_NOT : 0);
}

static void conditional(Sel *s, IrInst *i, IrBlock *next) {
    IrBlock *t = ir_succ(i, 0), *f = ir_succ(i, 1);
    IrValue *c = ir_op(i, 0);
    bool negated = false;
    for (IrInst *x = ir_as_op(c, IR_XOR); x && ir_is_all_ones(ir_op(x, 1));
         x = ir_as_op(c, IR_XOR)) {
        c = ir_op(x, 0);
        negated = !negated;
    }
    if (t == f) {
        jump(s, t, next);
        return;
    }
    PtxReg p = sel_reg(s, c);
    if (t == next) {
        jump_if(s, p, !negated, s->label[f->v.id]);
    } else {
        jump_if(s, p, negated, s->label[t->v.id]);
        jump(s, f, next);
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

static PtxReg compare(Sel *s, Switch *w, uint64_t cmp, int64_t k) {
    PtxReg p = sel_tmp(s, SC_I1);
    ptx_emit_(s->f, PTXI_setp, w->t, PTX_NOTYPE, cmp, sel_o(p), w->v, ptx_o_int(k));
    return p;
}

enum { LINEAR_CASES = 3, TABLE_MIN = 5, TABLE_MAX = 4096, TABLE_SPARSE = 4 };

static void case_tree(Sel *s, Switch *w, uint32_t lo, uint32_t hi) { // [lo, hi)
    while (hi - lo > LINEAR_CASES) {
        uint32_t mid = lo + (hi - lo) / 2;
        uint32_t right = sel_numbered_label(s, "$L__sw");
        jump_if(s, compare(s, w, ptx_mods(CMP, GE), w->at[mid].value), false, right);
        case_tree(s, w, lo, mid);
        SEL_EMIT(s, label, NOTYPE, NOTYPE, 0, ptx_o_label(right));
        lo = mid;
    }
    for (uint32_t k = lo; k < hi; k++) {
        jump_if(s, compare(s, w, ptx_mods(CMP, EQ), w->at[k].value), false,
                s->label[w->at[k].to->v.id]);
    }
    jump(s, w->dflt, NULL);
}

// Dense: subtract the lowest value, check the range, brx.idx through a table.
static bool jump_table(Sel *s, Switch *w, uint32_t n) {
    uint64_t span = n ? (uint64_t)w->at[n - 1].value - (uint64_t)w->at[0].value : 0;
    uint32_t percent = s->g->o->table_density ? s->g->o->table_density : 100 / TABLE_SPARSE;
    bool dense = 100ull * n >= percent * (span + 1);
    if (n < TABLE_MIN || span >= TABLE_MAX || !dense || w->c == SC_I64) return false;
    PtxOpnd idx = w->v;
    if (w->c == SC_I16) idx = sel_resize(s, idx, SC_I16, 16, SC_I32, true);
    if (w->at[0].value) {
        PtxOpnd d = sel_o(sel_tmp(s, SC_I32));
        SEL_EMIT(s, add, S32, NOTYPE, 0, d, idx, ptx_o_int(-w->at[0].value));
        idx = d;
    }
    PtxReg p = sel_tmp(s, SC_I1);
    SEL_EMIT(s, setp, U32, NOTYPE, ptx_mods(CMP, GT), sel_o(p), idx, ptx_o_int((int64_t)span));
    jump_if(s, p, false, s->label[w->dflt->v.id]);
    PtxTargets t = {.label = sel_numbered_label(s, "$L_brx_")};
    for (uint32_t k = 0, at = 0; k <= span; k++) {
        bool hit = (uint64_t)w->at[at].value - (uint64_t)w->at[0].value == k;
        vec_push(s->f->arena, &t.target, s->label[(hit ? w->at[at].to : w->dflt)->v.id]);
        at += hit;
    }
    uint32_t label = t.label;
    vec_push(s->f->arena, &s->f->targets, t);
    SEL_EMIT(s, targets, NOTYPE, NOTYPE, 0, ptx_o_int(s->f->targets.n - 1));
    SEL_EMIT(s, brx_idx, NOTYPE, NOTYPE, 0, idx, ptx_o_label(label));
    return true;
}

static void switch_inst(Sel *s, IrInst *i) {
    IrValue *v = ir_op(i, 0);
    uint32_t n = (i->nops - 2) / 2;
    if (v->type->bits > 64) {
        sel_error(s, "a switch on an integer of more than 64 bits");
        return;
    }
    Switch w = {.c = sel_class(s, v->type),
                .dflt = (IrBlock *)ir_op(i, 1),
                .at = arena_array(s->a, Case, n + 1)};
    w.v = sel_ext(s, v, true);
    if (w.c == SC_I1) w.c = SC_I16;
    w.v = sel_in_reg(s, w.v, w.c);
    w.t = w.c == SC_I16 ? PTX_S16 : w.c == SC_I32 ? PTX_S32 : PTX_S64;
    for (uint32_t k = 0; k < n; k++) {
        IrConst *c = ir_as_cint(ir_op(i, 2 + 2 * k));
        int64_t x = v->type->bits == 1 ? -(int64_t)ir_uval(c) : ir_sval(c);
        w.at[k] = (Case){x, (IrBlock *)ir_op(i, 3 + 2 * k)};
    }
    qsort(w.at, n, sizeof *w.at, case_order);
    if (!jump_table(s, &w, n)) case_tree(s, &w, 0, n);
}

void sel_branch(Sel *s, IrInst *i, IrBlock *next) {
    switch (i->v.op) {
    case IR_BR:
        if (ir_nsucc(i) == 1)
            jump(s, ir_succ(i, 0), next);
        else
            conditional(s, i, next);
        break;
    case IR_SWITCH: switch_inst(s, i); break;
    case IR_RET: sel_ret(s, i); break;
    case IR_UNREACHABLE: {
        PtxOp last = s->f->inst.n ? s->f->inst.at[s->f->inst.n - 1].op : PTXI_nop;
        if (last != PTXI_trap) ptx_emit(s->f, PTXI_trap, PTX_NOTYPE, PTX_NOTYPE, 0, 0, NULL);
        ptx_emit(s->f, PTXI_exit, PTX_NOTYPE, PTX_NOTYPE, 0, 0, NULL);
        break;
    }
    default: sel_error(s, "an indirect branch");
    }
}
