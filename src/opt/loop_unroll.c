// SPDX-License-Identifier: Apache-2.0
// loop-unroll: copies of loop bodies in a row, where that lets constants reach them.
//
//     for (i = 0; i < 4; i++)         s += p[0]; s += p[1];
//         s += p[i];           =>     s += p[2]; s += p[3];
//
// - Full: the number of iterations is a constant (found by running the exit condition on constants,
//   so any recurrence will do) and the copies are small enough, or `#pragma unroll` asks for it.
// - Partial: `#pragma unroll N`. Each copy keeps its exit test, unless the number of iterations is
//   a known multiple of N. Loops that nobody asked for are left to ptxas, which unrolls them.
//
// How: iteration k is a copy of all blocks in which the header's phis stand for what iteration k -
// 1 sends along the back edge; instructions that become constant are folded at once. Values used
// behind the loop other than by phis at its exits go through stack slots during the transformation
// and come back by mem2reg. Loops are taken innermost first, disjoint ones in one round.
// Refused: several ways in or several back edges, indirect branches, calls of `noduplicate`
// functions. Barriers and other convergent operations are copied: each copy runs with the threads
// it had in its iteration.
#include "opt/opt.h"
#include "opt/promote.h"

enum {
    ARRAY_FACTOR = 6,     // as much more when a local array may become registers
    PRAGMA_SIZE = 32768,  // when the source asks
    PARTIAL_SIZE = 8192,  // likewise for a factor
    MAX_TRIPS = 4096,     // simulated iterations
    MAX_ROUNDS = 6,       // depth of nests unrolled in one run
    FUNCTION_SIZE = 65536 // a function does not grow over this
};

typedef struct { // the constant c, or the pointer c bytes behind base
    IrConst *c;
    IrValue *base;
} Sim;

typedef struct {
    PassCtx *pc;
    IrFunc *f;
    IrModule *m;
    const AnLoops *ls;
    const AnLoop *l;
    const AnDom *dom;
    IrBlock *header, *latch, *entry; // entry: the block outside that leads to the header
    IrInst *exit;                    // the terminator whose condition was counted, or NULL
    bool exit_on;                    // leaves when the condition is this
    uint32_t trips;                  // how often the header runs, 0: unknown
    uint32_t nvalues;                // value ids when the maps were made
    IrCloneMap map;
    IrInst *latch_term; // of the newest copy
    Sim *sim;           // by value id: value in the simulated iteration
    uint32_t *sim_at, sim_now;
    bool slots;
    uint64_t size; // of the function, about
} Unroll;

// ---- trip counts ----

// A pointer is known as a number of bytes (an i64) behind something that the loop does not change.
static Sim sim_invariant(Unroll *u, IrValue *v) {
    if (ir_ty_is_ptr(v->type)) {
        int64_t off;
        IrValue *base = ir_strip_ptr(v, &off);
        return (Sim){ir_int(u->m->ty_i64, (uint64_t)off), base};
    }
    return (Sim){ir_is_const(v) ? (IrConst *)v : NULL, NULL};
}

static Sim simulate(Unroll *u, IrValue *v, int depth);

static Sim sim_gep(Unroll *u, IrInst *i, int depth) {
    if (i->nops != 2 || !(i->v.flags & IR_INBOUNDS)) return (Sim){0};
    Sim p = simulate(u, ir_op(i, 0), depth + 1), n = simulate(u, ir_op(i, 1), depth + 1);
    if (!p.c || !p.base || !n.c || n.c->v.kind != IR_C_INT || n.c->v.type->bits > 64)
        return (Sim){0};
    uint64_t bytes = (uint64_t)ir_sval(n.c) * i->aty->size;
    return (Sim){ir_int(u->m->ty_i64, ir_uval(p.c) + bytes), p.base};
}

// Addresses inside one object compare as their offsets do.
static Sim sim_cmp(Unroll *u, IrInst *i, Sim x, Sim y) {
    if (!x.c || !y.c || x.base != y.base) return (Sim){0};
    IrPred pred = (IrPred)i->pred;
    return (Sim){ir_fold_cmp(u->m, x.base ? ir_signed_pred(pred) : pred, x.c, y.c), NULL};
}

static Sim sim_inst(Unroll *u, IrInst *i, int depth) {
    IrOp op = (IrOp)i->v.op;
    if (op == IR_GEP) return sim_gep(u, i, depth);
    uint8_t class = ir_ops[op].class;
    if (class != IRC_CAST && class != IRC_BINARY && class != IRC_CMP) return (Sim){0};
    Sim x = simulate(u, ir_op(i, 0), depth + 1);
    if (!x.c) return (Sim){0};
    if (class == IRC_CAST) {
        if (op == IR_ADDRSPACECAST) return x;
        return (Sim){x.base ? NULL : ir_fold_cast(u->m, op, x.c, i->v.type), NULL};
    }
    Sim y = simulate(u, ir_op(i, 1), depth + 1);
    if (class == IRC_CMP) return sim_cmp(u, i, x, y);
    if (!y.c || x.base || y.base) return (Sim){0};
    return (Sim){ir_fold_bin(u->m, op, i->v.flags, x.c, y.c), NULL};
}

static Sim simulate(Unroll *u, IrValue *v, int depth) {
    IrInst *i = ir_as_inst(v);
    if (!i || i->v.id >= u->nvalues || !an_in_loop(u->ls, u->l, i->block))
        return sim_invariant(u, v);
    if (u->sim_at[v->id] == u->sim_now) return u->sim[v->id];
    if (i->v.op == IR_PHI || depth > 24) return (Sim){0}; // the header's are always there
    u->sim[v->id] = sim_inst(u, i, depth);
    u->sim_at[v->id] = u->sim_now;
    return u->sim[v->id];
}

static IrValue *phi_from(const IrInst *phi, const IrBlock *bb) {
    int k = ir_phi_find(phi, bb);
    return k < 0 ? NULL : ir_phi_value(phi, (uint32_t)k);
}

// Runs the loop on constants; the number of the iteration in which `t` leaves, from 1, or 0.
static uint32_t count(Unroll *u, IrInst *t, uint32_t max) {
    bool exit_on = !an_in_loop(u->ls, u->l, ir_succ(t, 0));
    VEC(Sim) next = {0};
    for (uint32_t k = 1; k <= max; k++) {
        uint32_t n = 0;
        next.n = 0;
        for (IrInst *p = u->header->first; p->v.op == IR_PHI; p = p->next) {
            IrValue *v = phi_from(p, k == 1 ? u->entry : u->latch);
            Sim x = k == 1 ? sim_invariant(u, v) : simulate(u, v, 0);
            vec_push(u->pc->tmp, &next, x);
        }
        u->sim_now++;
        for (IrInst *p = u->header->first; p->v.op == IR_PHI; p = p->next) {
            u->sim[p->v.id] = next.at[n++];
            u->sim_at[p->v.id] = u->sim_now;
        }
        IrConst *c = simulate(u, ir_op(t, 0), 0).c;
        if (!c || c->v.kind != IR_C_INT) return 0;
        if ((ir_uval(c) != 0) == exit_on) {
            u->exit = t;
            u->exit_on = exit_on;
            return k;
        }
    }
    return 0;
}

static void find_trips(Unroll *u, uint32_t max) {
    for (uint32_t k = 0; k < u->l->blocks.n && !u->trips; k++) {
        IrBlock *bb = u->l->blocks.at[k];
        IrInst *t = ir_term(bb);
        if (t->v.op != IR_BR || t->nops != 3 || an_loop_of(u->ls, bb) != u->l) continue;
        bool in0 = an_in_loop(u->ls, u->l, ir_succ(t, 0));
        bool in1 = an_in_loop(u->ls, u->l, ir_succ(t, 1));
        if (in0 != in1 && an_dominates(u->dom, bb, u->latch)) u->trips = count(u, t, max);
    }
}

// ---- what it costs ----

typedef struct {
    uint32_t size;  // instructions of one iteration that stay
    bool array;     // accesses a local array
    bool forbidden; // must not be copied
} Cost;

// Barriers may not be copied into other paths, but iterations in a row are the same path.
static bool is_single(const IrInst *i) {
    return i->v.op == IR_CALL && !ir_intrin_of(i) && !ir_can_duplicate(i);
}

static Cost cost(const Unroll *u) {
    Cost c = {0};
    for (uint32_t b = 0; b < u->l->blocks.n; b++) {
        IR_FOREACH_INST(i, u->l->blocks.at[b]) {
            if (i->v.op == IR_INDIRECTBR || is_single(i)) c.forbidden = true;
            // made in this round for another loop: not in the tables
            if (i->v.id >= u->nvalues) c.forbidden = true;
            if (i->v.op == IR_LOAD || i->v.op == IR_STORE) {
                c.array |= ir_as_op(an_underlying(an_loc(i).ptr), IR_ALLOCA) != NULL;
            }
            switch (i->v.op) { // gone or free once the counter is a constant
            case IR_PHI:
            case IR_GEP:
            case IR_BR:
            case IR_ICMP:
            case IR_ZEXT:
            case IR_SEXT:
            case IR_BITCAST:
            case IR_ADDRSPACECAST: break;
            default: c.size++;
            }
        }
    }
    return c;
}

typedef struct {
    bool off, full;
    uint32_t count;
} Wish;

static bool md_is(PassCtx *pc, const IrMd *md, const char *text) {
    return md && md->kind == IR_MD_STRING && strcmp(atom_str(pc->ctx, md->text), text) == 0;
}

static Wish wish(const Unroll *u) { // !llvm.loop of the latch
    Wish w = {0};
    IrMd *loop = ir_get_md(ir_term(u->latch), atom_cstr(u->pc->ctx, "llvm.loop"));
    for (uint32_t k = 1; loop && loop->kind == IR_MD_NODE && k < loop->n; k++) {
        IrMd *o = loop->op[k];
        if (!o || o->kind != IR_MD_NODE || !o->n) continue;
        if (md_is(u->pc, o->op[0], "llvm.loop.unroll.disable")) w.off = true;
        if (md_is(u->pc, o->op[0], "llvm.loop.unroll.full")) w.full = true;
        if (md_is(u->pc, o->op[0], "llvm.loop.unroll.enable")) w.full = true;
        if (md_is(u->pc, o->op[0], "llvm.loop.unroll.count") && o->n == 2 && o->op[1] &&
            o->op[1]->kind == IR_MD_VALUE && ir_as_cint(o->op[1]->value)) {
            w.count = (uint32_t)ir_uval(ir_as_cint(o->op[1]->value));
        }
    }
    return w;
}

// ---- values used behind the loop ----

static bool leaves_by_exit_phi(const Unroll *u, const IrUse *use) {
    if (use->user->v.op != IR_PHI) return false;
    return an_in_loop(u->ls, u->l, ir_phi_block(use->user, ir_use_index(use) / 2));
}

static void through_slot(Unroll *u, IrInst *i) {
    IrInst *slot = NULL;
    IR_FOREACH_USE_SAFE(use, &i->v) {
        IrInst *user = use->user;
        if (an_in_loop(u->ls, u->l, user->block) || leaves_by_exit_phi(u, use)) continue;
        if (!slot) {
            slot = ir_entry_alloca(u->f, i->v.type, 0, 0);
            IrBuilder b = ir_builder_at(i->v.op == IR_PHI ? ir_first_non_phi(i->block) : i->next);
            ir_store(&b, &i->v, &slot->v, 0);
            u->slots = true;
        }
        uint32_t k = ir_use_index(use);
        IrInst *at = user->v.op == IR_PHI ? ir_term(ir_phi_block(user, k / 2)) : user;
        IrBuilder b = ir_builder_at(at);
        ir_set_op(user, k, &ir_load(&b, i->v.type, &slot->v, 0)->v);
    }
}

static void close_loop(Unroll *u) {
    for (uint32_t b = 0; b < u->l->blocks.n; b++) {
        IR_FOREACH_INST(i, u->l->blocks.at[b]) {
            if (i->v.uses) through_slot(u, i);
        }
    }
}

// ---- copying ----

static IrValue *mapped(const Unroll *u, IrValue *v) {
    if (v->kind != IR_V_INST || v->id >= u->nvalues || !u->map.value[v->id]) return v;
    return u->map.value[v->id];
}

// The map keeps what loops before in this round have put into it: only this one's blocks count.
static IrBlock *mapped_block(const Unroll *u, IrBlock *bb) {
    bool own = bb->v.id < u->ls->nids && an_in_loop(u->ls, u->l, bb);
    IrBlock *to = own ? u->map.block[bb->v.id] : NULL;
    return to ? to : bb;
}

static void copy_exit_phis(Unroll *u, IrBlock *from, IrBlock *copy, IrBlock *to) {
    for (IrInst *p = to->first; p->v.op == IR_PHI; p = p->next) {
        IrValue *v = phi_from(p, from);
        if (v) ir_phi_add(p, mapped(u, v), copy);
    }
}

static void copy_term(Unroll *u, IrBlock *bb, IrBlock *copy, int fold) {
    IrInst *t = ir_term(bb), *n;
    if (t == u->exit && fold >= 0) { // 1: leaves here, 0: stays
        IrBlock *to = ir_succ(t, (fold == 1) == u->exit_on ? 0 : 1);
        IrBuilder b = ir_builder(u->f, copy);
        b.dbg = t->dbg;
        n = ir_br(&b, mapped_block(u, to));
        if (!an_in_loop(u->ls, u->l, to)) copy_exit_phis(u, bb, copy, to);
    } else {
        n = ir_inst_clone(u->f, t);
        ir_insert_at_end(n, copy);
        for (uint32_t k = 0; k < n->nops; k++) {
            IrValue *v = ir_op(t, k);
            IrBlock *to = ir_as_block(v);
            ir_set_op(n, k, to ? &mapped_block(u, to)->v : mapped(u, v));
            if (to && !an_in_loop(u->ls, u->l, to)) copy_exit_phis(u, bb, copy, to);
        }
    }
    if (bb == u->latch) u->latch_term = n;
}

static void copy_block(Unroll *u, IrBlock *bb, IrBlock *copy, int fold) {
    IR_FOREACH_INST(i, bb) {
        if (ir_is_term(i) || (bb == u->header && i->v.op == IR_PHI)) continue;
        if (i->v.id >= u->nvalues && i->v.op != IR_STORE) continue;
        IrInst *c = ir_inst_clone(u->f, i);
        ir_insert_at_end(c, copy);
        IrValue *v = &c->v;
        if (i->v.op != IR_PHI) { // operands come earlier in reverse postorder
            for (uint32_t k = 0; k < c->nops; k++) ir_set_op(c, k, mapped(u, ir_op(c, k)));
            IrValue *s = opt_simplify(u->m, c);
            if (s && !ir_has_effect(c)) {
                ir_erase(c);
                v = s;
            }
        }
        if (i->v.id < u->nvalues) u->map.value[i->v.id] = v;
    }
    copy_term(u, bb, copy, fold);
}

// The next iteration as new blocks behind the newest ones; its header.
static IrBlock *copy_iteration(Unroll *u, bool first, int fold) {
    const AnLoop *l = u->l;
    VEC(IrValue *) phi = {0};
    for (IrInst *p = u->header->first; p->v.op == IR_PHI; p = p->next) {
        IrValue *v = phi_from(p, first ? u->entry : u->latch);
        vec_push(u->pc->tmp, &phi, first ? v : mapped(u, v));
    }
    uint32_t n = 0;
    for (IrInst *p = u->header->first; p->v.op == IR_PHI; p = p->next) {
        u->map.value[p->v.id] = phi.at[n++];
    }
    IrBlock *after = u->latch_term ? u->latch_term->block : u->latch;
    for (uint32_t k = 0; k < l->blocks.n; k++) {
        IrBlock *c = ir_block_new(u->f, l->blocks.at[k]->v.name);
        ir_block_move_after(c, after);
        u->map.block[l->blocks.at[k]->v.id] = after = c;
    }
    for (uint32_t k = 0; k < l->blocks.n; k++) {
        IrBlock *bb = l->blocks.at[k];
        copy_block(u, bb, u->map.block[bb->v.id], fold);
    }
    for (uint32_t k = 1; k < l->blocks.n; k++) { // phis of joins and inner loops
        IrBlock *c = u->map.block[l->blocks.at[k]->v.id];
        for (IrInst *p = c->first; p && p->v.op == IR_PHI; p = p->next) {
            for (uint32_t j = 0; j < ir_phi_n(p); j++) {
                ir_set_op(p, 2 * j, mapped(u, ir_phi_value(p, j)));
                ir_set_op(p, 2 * j + 1, &mapped_block(u, ir_phi_block(p, j))->v);
            }
        }
        // edges folded away by the exit's fold
        if (c->first && c->first->v.op == IR_PHI && fold >= 0) {
            IrBlock *x = u->map.block[u->exit->block->v.id];
            bool edge = false;
            IR_FOREACH_PRED(pu, c) edge |= pu->user->block == x;
            if (!edge && ir_phi_find(c->first, x) >= 0) ir_phi_remove_edge(c, x);
        }
    }
    return u->map.block[u->header->v.id];
}

static void retarget(IrInst *t, IrBlock *from, IrBlock *to) {
    for (uint32_t k = 0; k < ir_nsucc(t); k++) {
        if (ir_succ(t, k) == from) ir_set_succ(t, k, to);
    }
}

static void unroll_full(Unroll *u) {
    IrBlock *prev = NULL;
    for (uint32_t k = 1; k <= u->trips; k++) {
        IrInst *back = u->latch_term;
        IrBlock *h = copy_iteration(u, k == 1, k == u->trips);
        // the copy's own back edge points to its header (map) until the next one is there
        if (k == 1) {
            retarget(ir_term(u->entry), u->header, h);
        } else {
            retarget(back, prev, h);
        }
        prev = h;
    }
}

static void no_more_unrolling(Unroll *u, IrInst *term) {
    IrMd *text = ir_md_string(u->m, "llvm.loop.unroll.disable", 24);
    IrMd *op[2] = {NULL, ir_md_node(u->m, 1, &text)};
    IrMd *loop = ir_md_distinct(u->m, 2, op);
    loop->op[0] = loop;
    ir_set_md(term, atom_cstr(u->pc->ctx, "llvm.loop"), loop);
}

// The loop itself is the first copy.
static void unroll_partial(Unroll *u, uint32_t n) {
    // a header test runs once more than the body
    uint32_t bodies = u->trips ? u->trips - (u->exit->block == u->header) : 0;
    bool latch_exit = u->exit && u->exit->block == u->latch;
    bool even = bodies && bodies % n == 0 && u->exit->block == u->header && !latch_exit;
    IrBlock *own = NULL, *second = NULL;
    for (uint32_t k = 1; k < n; k++) {
        IrInst *before = u->latch_term;
        IrBlock *h = copy_iteration(u, false, even ? 0 : -1);
        if (k == 1) {
            second = h;
        } else {
            retarget(before, own, h);
        }
        own = h;
    }
    IrInst *back = u->latch_term;
    retarget(ir_term(u->latch), u->header, second); // only now: it was copied from
    retarget(back, own, u->header);
    for (IrInst *p = u->header->first; p->v.op == IR_PHI; p = p->next) {
        int k = ir_phi_find(p, u->latch);
        ir_set_op(p, 2 * (uint32_t)k, mapped(u, ir_phi_value(p, (uint32_t)k)));
        ir_set_op(p, 2 * (uint32_t)k + 1, &back->block->v);
    }
    ir_set_md(ir_term(u->latch), atom_cstr(u->pc->ctx, "llvm.loop"), NULL);
    no_more_unrolling(u, back);
}

// ---- one loop ----

static bool shape(Unroll *u) { // one way in, one back edge
    u->header = u->l->header;
    u->latch = an_latch(u->ls, u->l);
    u->entry = NULL;
    if (!u->latch) return false;
    uint32_t back = 0;
    IR_FOREACH_PRED(p, u->header) {
        if (p->user->block == u->latch) {
            back++;
            continue;
        }
        if (u->entry) return false;
        u->entry = p->user->block;
    }
    return u->entry && back == 1;
}

// Tables for all loops of a round: loops that are unrolled in it are disjoint.
static void prepare(Unroll *u) {
    Arena *a = u->pc->tmp;
    u->nvalues = u->f->nvalues;
    u->sim = arena_array(a, Sim, u->nvalues);
    u->sim_at = arena_array(a, uint32_t, u->nvalues);
    ir_clone_map_init(&u->map, u->f, a);
    u->size = ir_func_size(u->f);
}

static bool try_loop(Unroll *u) {
    if (!shape(u)) return false;
    Wish w = wish(u);
    Cost c = cost(u);
    if (w.off || w.count == 1 || c.forbidden) return false;
    uint32_t limit = (uint32_t)opt_knob(u->pc, loop_unroll, threshold);
    if (c.array) limit *= ARRAY_FACTOR;
    if (w.full) limit = PRAGMA_SIZE;
    uint32_t size = CU_MAX(c.size, 1u), most = CU_MIN(MAX_TRIPS, limit / size + 2);
    u->trips = 0;
    u->exit = u->latch_term = NULL;
    find_trips(u, w.count ? MAX_TRIPS : most);
    if (u->size > FUNCTION_SIZE) return false;
    bool full = u->trips && (uint64_t)size * (u->trips - 1) <= limit;
    if (w.count) full = u->trips && u->trips <= w.count + 1 && w.count * size <= PRAGMA_SIZE;
    if (!full && (!w.count || (uint64_t)w.count * size > PARTIAL_SIZE)) return false;
    u->size += (uint64_t)size * (full ? u->trips : w.count);
    close_loop(u);
    if (full) {
        unroll_full(u);
    } else {
        unroll_partial(u, w.count);
    }
    return true;
}

static bool one_round(PassCtx *pc, IrFunc *f, bool *slots) {
    Unroll u = {.pc = pc, .f = f, .m = f->g.m};
    u.ls = an_loops(pc->an);
    u.dom = an_dom(pc->an);
    if (!u.ls->all.n) return false;
    prepare(&u);
    bool changed = false, *inside = arena_array(pc->tmp, bool, u.ls->all.n);
    for (uint32_t k = u.ls->all.n; k-- > 0;) { // children after their parents in the list
        u.l = u.ls->all.at[k];
        if (!inside[u.l->index] && try_loop(&u)) {
            changed = true;
            inside[u.l->index] = true;
        }
        // what holds a changed loop waits for the next round
        if (inside[u.l->index] && u.l->parent) inside[u.l->parent->index] = true;
    }
    *slots |= u.slots;
    if (changed) opt_remove_unreachable(f, pc->tmp);
    return changed;
}

bool opt_loop_unroll(PassCtx *pc, IrFunc *f) {
    bool changed = false, slots = false;
    for (int k = 0; k < MAX_ROUNDS && one_round(pc, f, &slots); k++) {
        an_changed(pc->an, AN_CHANGED_ALL);
        if (slots) opt_promote(pc, f);
        slots = false;
        changed = true;
    }
    return changed;
}
