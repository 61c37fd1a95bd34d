// SPDX-License-Identifier: Apache-2.0
// The form in which loop passes find their loops (OptLoop in opt.h).
//
//     a:  br %h                          a:    br %pre
//     b:  br %h                          b:    br %pre
//     h:  %i = phi [0,a], [1,b],         pre:  %p = phi [0,a], [1,b]
//              [%j,c], [%k,d]      =>          br %h
//     c:  br %x, %h, %e                  h:    %i = phi [%p,pre], [%q,latch]
//     d:  br %y, %h, %f                  c:    br %x, %latch, %exit
//     e:  use %k (also reached from z)   d:    ...
//                                        latch: %q = phi [%j,c], [%k,d];  br %h
//                                        exit: %c = phi [%k,c];  br %e
//
// Blocks that are made belong to the loops around. The tables are told of preheaders and latches,
// so that exits can be looked for in them too; of the exits' own blocks they know nothing and call
// them "outside", which is right for every question that is asked then. Indirect branches
// (and inline assembly that branches) cannot be led elsewhere: their loops stay as they are and no
// loop pass sees them.
#include "opt/loop/loop.h"

// ---- leading edges through a new block ---------------------------------------------------------

typedef struct {
    const AnLoops *all;
    const AnLoop *loop;
    bool inside;
} Side;

static bool comes_from(const Side *side, const IrBlock *from) {
    return an_in_loop(side->all, side->loop, from) == side->inside;
}

static bool can_split(const Side *side, IrBlock *to) {
    IR_FOREACH_PRED(edge, to) {
        const IrInst *term = edge->user;
        bool movable = is_any_of(term->v.op, IR_BR, IR_SWITCH);
        if (!movable && comes_from(side, term->block)) return false;
    }
    return true;
}

// What the phi gets from the side's edges: a phi in the new block, or the value if it is one.
static IrValue *take_entries(const Side *side, IrInst *phi, IrBlock *middle) {
    IrValue *only = NULL;
    bool same = true;
    uint32_t n = 0;
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        if (!comes_from(side, ir_phi_block(phi, k))) continue;
        same = same && (!only || only == ir_phi_value(phi, k));
        only = ir_phi_value(phi, k);
        n++;
    }
    if (!same) {
        IrBuilder b = ir_builder_at(ir_term(middle));
        IrInst *joined = ir_phi(&b, phi->v.type, n);
        for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
            IrBlock *from = ir_phi_block(phi, k);
            if (comes_from(side, from)) ir_phi_add(joined, ir_phi_value(phi, k), from);
        }
        only = &joined->v;
    }
    for (uint32_t k = ir_phi_n(phi); k-- > 0;) {
        if (comes_from(side, ir_phi_block(phi, k))) ir_remove_ops(phi, 2 * k, 2);
    }
    return only;
}

IrBlock *opt_split_preds(IrBlock *to, const AnLoops *all, const AnLoop *loop, bool inside) {
    const Side side = {all, loop, inside};
    IrBlock *middle = ir_block_new(to->fn, 0), *last = NULL;
    IrBuilder builder = ir_builder(to->fn, middle);
    builder.dbg = to->first->dbg;
    ir_br(&builder, to);

    IR_FOREACH_PHI(phi, to) {
        IrValue *v = take_entries(&side, phi, middle);
        ir_phi_add(phi, v, middle);
    }
    IR_FOREACH_USE_SAFE(edge, &to->v) {
        IrInst *term = edge->user;
        if (term->v.op == IR_PHI || term->block == middle || !comes_from(&side, term->block))
            continue;
        last = term->block;
        ir_set_op(term, ir_use_index(edge), &middle->v);
    }
    if (last) ir_block_move_after(middle, last);
    return middle;
}

// ---- preheaders, latches, exits ----------------------------------------------------------------

static uint32_t count_edges(const Side *side, IrBlock *to) {
    uint32_t n = 0;
    IR_FOREACH_PRED(edge, to) n += comes_from(side, edge->user->block);
    return n;
}

// The metadata of the loop goes to its new latch.
static void move_loop_md(IrBlock *latch, IrMd *md) {
    Ctx *ctx = latch->fn->g.m->ctx;
    if (md) ir_set_md(ir_term(latch), atom_cstr(ctx, "llvm.loop"), md);
}

static IrMd *take_loop_md(const AnLoops *all, const AnLoop *loop) {
    const Atom kind = atom_cstr(loop->header->fn->g.m->ctx, "llvm.loop");
    IrMd *md = NULL;
    IR_FOREACH_PRED(edge, loop->header) {
        if (!an_in_loop(all, loop, edge->user->block)) continue;
        IrMd *own = ir_get_md(edge->user, kind);
        if (!own) continue;
        md = own;
        ir_set_md(edge->user, kind, NULL);
    }
    return md;
}

static bool enter_by_one_edge(AnLoops *all, AnLoop *loop, Arena *tmp) {
    const Side outside = {all, loop, false}, inside = {all, loop, true};
    bool changed = false;
    if (!an_preheader(all, loop) && can_split(&outside, loop->header)) {
        IrBlock *preheader = opt_split_preds(loop->header, all, loop, false);
        an_loops_note(all, preheader, loop->parent, tmp);
        changed = true;
    }
    if (count_edges(&inside, loop->header) > 1 && can_split(&inside, loop->header)) {
        IrMd *md = take_loop_md(all, loop);
        IrBlock *latch = opt_split_preds(loop->header, all, loop, true);
        move_loop_md(latch, md);
        an_loops_note(all, latch, loop, tmp);
        changed = true;
    }
    return changed;
}

static bool dedicate_exits(const AnLoops *all, const AnLoop *loop, Arena *tmp) {
    const Side outside = {all, loop, false}, inside = {all, loop, true};
    bool changed = false;
    AnBlockVec exits = {0};
    an_exits(all, loop, tmp, &exits);
    for (uint32_t k = 0; k < exits.n; k++) {
        if (!count_edges(&outside, exits.at[k]) || !can_split(&inside, exits.at[k])) continue;
        opt_split_preds(exits.at[k], all, loop, true);
        changed = true;
    }
    return changed;
}

// ---- closed SSA --------------------------------------------------------------------------------

typedef struct {
    AnFunc *an;
    const AnLoops *all;
    const AnLoop *loop;
    const AnDom *dom;
    OptSsa *ssa;
    Arena *tmp;
    AnBlockVec exits;
    // of the value at hand:
    Map phis;          // exit -> its phi
    VEC(IrUse *) uses; // behind the loop, of no exit alone
} Closing;

// Where a use reads the value: a phi at the end of the edge's block.
static IrBlock *place_of(const IrUse *use) {
    const IrInst *user = use->user;
    return user->v.op == IR_PHI ? ir_phi_block(user, ir_use_index(use) / 2) : user->block;
}

static bool used_behind(const Closing *c, const IrUse *use) {
    const IrBlock *at = place_of(use);
    return !an_in_loop(c->all, c->loop, at) && at->v.id < c->dom->nids && c->dom->in[at->v.id];
}

static bool is_exit(const Closing *c, const IrBlock *bb) { // exits are the loop's own by now
    IR_FOREACH_PRED(edge, bb) return an_in_loop(c->all, c->loop, edge->user->block);
    return false;
}

// The exit's phi of the value, in front of all others: so it takes no walk over them.
static IrValue *exit_phi(Closing *closing, IrInst *value, IrBlock *exit) {
    void **slot = map_slot(&closing->phis, (uintptr_t)exit);
    if (*slot) return &((IrInst *)*slot)->v;
    IrInst *phi = ir_inst_new(exit->fn, IR_PHI, value->v.type, 2 * ir_npreds(exit));
    phi->nops = 0;
    ir_insert_before(phi, exit->first);
    IR_FOREACH_PRED(edge, exit) ir_phi_add(phi, &value->v, edge->user->block);
    *slot = phi;
    return &phi->v;
}

// The exit that every way to the end of `at` comes from last, if that is plain to see, else NULL.
static IrBlock *exit_above(const Closing *c, IrBlock *at) {
    enum { FAR = 32 };
    for (uint32_t k = 0; at && k < FAR; k++) {
        if (is_exit(c, at)) return at;
        at = ir_single_pred(at);
    }
    return NULL;
}

// Each exit that the value reaches gets a phi of it, and the uses what these come to.
static void close_by_all_exits(Closing *closing, IrInst *value) {
    if (!closing->exits.n) an_exits(closing->all, closing->loop, closing->tmp, &closing->exits);
    if (!closing->ssa) closing->ssa = opt_ssa_new(value->block->fn, closing->dom, closing->tmp);
    opt_ssa_begin(closing->ssa, value->v.type);
    for (uint32_t k = 0; k < closing->exits.n; k++) {
        IrBlock *exit = closing->exits.at[k];
        if (!an_dominates(closing->dom, value->block, exit)) continue;
        opt_ssa_def(closing->ssa, exit, exit_phi(closing, value, exit));
    }
    for (uint32_t k = 0; k < closing->uses.n; k++) {
        IrUse *use = closing->uses.at[k];
        // a use in an exit stands behind the exit's phi
        ir_set_op(use->user, ir_use_index(use), opt_ssa_at_end(closing->ssa, place_of(use)));
    }
}

static bool close_value(Closing *closing, IrInst *value) {
    bool any = false;
    closing->uses.n = 0;
    map_init(&closing->phis, closing->tmp);
    IR_FOREACH_USE_SAFE(use, &value->v) {
        if (!used_behind(closing, use)) continue;
        any = true;
        // most values leave by one exit: phis in all of many exits would be a square of them
        IrBlock *exit = exit_above(closing, place_of(use));
        if (exit) {
            ir_set_op(use->user, ir_use_index(use), exit_phi(closing, value, exit));
        } else {
            vec_push(closing->tmp, &closing->uses, use);
        }
    }
    if (closing->uses.n) close_by_all_exits(closing, value);
    return any;
}

static bool is_token(const IrInst *inst) {
    return inst->v.type->kind == IR_TY_TOKEN;
}

// Whether every use stands in the value's own block, the frequent case.
static bool stays_in_block(const IrInst *value) {
    IR_FOREACH_USE(use, &value->v) {
        if (use->user->block != value->block || use->user->v.op == IR_PHI) return false;
    }
    return true;
}

static bool close_loop(AnFunc *an, const AnLoops *all, const AnLoop *loop, Arena *tmp) {
    Closing closing = {.an = an, .all = all, .loop = loop, .dom = an_dom(an), .tmp = tmp};
    bool changed = false;

    // values of inner loops leave them by phis that stand here
    for (uint32_t k = 0; k < loop->blocks.n; k++) {
        IrBlock *bb = loop->blocks.at[k];
        if (an_loop_of(all, bb) != loop) continue;
        IR_FOREACH_INST(value, bb) {
            if (!value->v.uses || is_token(value) || stays_in_block(value)) continue;
            changed |= close_value(&closing, value);
        }
    }
    return changed;
}

// ---- all of it ---------------------------------------------------------------------------------

bool opt_loop_form(AnFunc *an, Arena *tmp) {
    bool edges = false, values = false;
    AnLoops *all = (AnLoops *)(uintptr_t)an_loops(an); // made anew when edges have changed
    if (!all->all.n) return false;

    for (uint32_t k = 0; k < all->all.n; k++) edges |= enter_by_one_edge(all, all->all.at[k], tmp);
    for (uint32_t k = 0; k < all->all.n; k++) edges |= dedicate_exits(all, all->all.at[k], tmp);
    if (edges) an_changed(an, AN_CHANGED_ALL);

    const AnLoops *now = an_loops(an);
    for (uint32_t k = now->all.n; k-- > 0;) values |= close_loop(an, now, now->all.at[k], tmp);
    if (values) an_changed(an, AN_CHANGED_VALUES);
    return edges | values;
}

bool opt_loop_get(const AnLoops *all, const AnLoop *loop, OptLoop *out) {
    const Side outside = {all, loop, false}, inside = {all, loop, true};
    *out = (OptLoop){.fn = loop->header->fn, .loops = all, .loop = loop, .header = loop->header};
    out->preheader = an_preheader(all, loop);
    out->latch = an_latch(all, loop);
    if (!out->preheader || !out->latch || count_edges(&inside, loop->header) != 1) return false;
    const IrBlock *looked_at = NULL; // many breaks go to one exit: its edges are counted once
    for (uint32_t k = 0; k < loop->blocks.n; k++) {
        IrInst *term = ir_term(loop->blocks.at[k]);
        for (uint32_t s = 0; s < ir_nsucc(term); s++) {
            IrBlock *to = ir_succ(term, s);
            if (to == looked_at || an_in_loop(all, loop, to)) continue;
            if (count_edges(&outside, to)) return false;
            looked_at = to;
        }
    }
    return true;
}

static bool leaves_open(const OptLoop *loop, const AnCfg *cfg, const IrInst *value) {
    IR_FOREACH_USE(use, &value->v) {
        const IrBlock *at = place_of(use);
        if (!an_in_loop(loop->loops, loop->loop, at) && an_reachable(cfg, at)) return true;
    }
    return false;
}

const char *opt_loop_check(const OptLoop *loop, const AnCfg *cfg) {
    OptLoop now;
    if (!opt_loop_get(loop->loops, loop->loop, &now)) return "leaves a loop without its form";
    if (now.preheader != loop->preheader || now.latch != loop->latch || now.header != loop->header)
        return "gives a loop another shape, but says not";
    for (uint32_t k = 0; k < loop->loop->blocks.n; k++) {
        IR_FOREACH_INST(value, loop->loop->blocks.at[k]) {
            if (!is_token(value) && leaves_open(loop, cfg, value))
                return "uses a loop's value behind the loop without a phi at its exit";
        }
    }
    return NULL;
}
