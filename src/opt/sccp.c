// SPDX-License-Identifier: Apache-2.0
// sccp: sparse conditional constant propagation (Wegman, Zadeck 1991), over the whole function.
//
//     h: %x = phi i32 [1,pre], [%y,l]            h: ...
//        br (icmp ne %x, 1), %a, %b        =>       br %b            (and %x is 1)
//     a: br %b
//     b: %y = phi i32 [%x,h], [2,a]
//
// Every value begins as "not seen yet", becomes a constant, then "varies"; blocks run only when an
// edge to them does. So a constant is found that goes round a loop through branches which only
// another value of it would take, where passes that go forward once must give up.
//
// A branch on undef or poison is taken to go anywhere. Refused: what the folder cannot compute of
// constants (loads, calls but for pure intrinsics, aggregates), results that carry an effect.
#include "opt/opt.h"

typedef struct {
    IrConst *c;  // the constant so far
    bool varies; // then c is NULL
} Known;

typedef struct {
    PassCtx *pc;
    IrModule *m;
    IrFunc *f;
    Known *known; // by value id
    uint32_t nvalues;
    BitSet runs; // blocks
    Map edges;   // (from, to) that can be taken
    AnBlockVec blocks;
    VEC(IrInst *) insts;
    // Phis wait until all else is done: one of many ways is looked at once, not once for each way.
    VEC(IrInst *) phis;
    BitSet waits; // by value id: it is among them
} Sccp;

static Known state_of(const Sccp *s, IrValue *v) {
    if (v->kind == IR_V_INST) return s->known[v->id];
    if (ir_is_const(v)) return (Known){(IrConst *)v, false};
    return (Known){NULL, true};
}

static bool is_open(Known k) { // not seen yet
    return !k.c && !k.varies;
}

static uint64_t edge_key(const IrBlock *from, const IrBlock *to) {
    return (uint64_t)from->v.id << 32 | to->v.id;
}

static bool edge_runs(const Sccp *s, const IrBlock *from, const IrBlock *to) {
    return map_get(&s->edges, edge_key(from, to)) != NULL;
}

static void look_again(Sccp *s, IrInst *i) {
    if (i->v.op != IR_PHI) {
        vec_push(s->pc->tmp, &s->insts, i);
        return;
    }
    if (bitset_has(&s->waits, i->v.id)) return;
    bitset_add(&s->waits, i->v.id);
    vec_push(s->pc->tmp, &s->phis, i);
}

static void lower(Sccp *s, IrInst *i, Known to) {
    Known *k = &s->known[i->v.id];
    if (k->varies || is_open(to)) return;
    if (k->c && to.c != k->c) to = (Known){NULL, true};
    if (k->c == to.c && k->varies == to.varies) return;
    *k = to;
    IR_FOREACH_USE(use, &i->v) {
        IrBlock *bb = use->user->block;
        if (bitset_has(&s->runs, bb->v.id)) look_again(s, use->user);
    }
}

static void take_edge(Sccp *s, IrBlock *from, IrBlock *to) {
    if (edge_runs(s, from, to)) return;
    map_put(&s->edges, edge_key(from, to), to);
    if (!bitset_has(&s->runs, to->v.id)) {
        bitset_add(&s->runs, to->v.id);
        vec_push(s->pc->tmp, &s->blocks, to);
        return;
    }
    for (IrInst *phi = to->first; phi->v.op == IR_PHI; phi = phi->next) look_again(s, phi);
}

// ---- one instruction ---------------------------------------------------------------------------

static Known of_phi(const Sccp *s, const IrInst *phi) {
    Known all = {0};
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        if (!edge_runs(s, ir_phi_block(phi, k), phi->block)) continue;
        Known x = state_of(s, ir_phi_value(phi, k));
        if (is_open(x)) continue;
        if (x.varies || (all.c && all.c != x.c)) return (Known){NULL, true};
        all = x;
    }
    return all;
}

static Known of_select(const Sccp *s, const IrInst *i) {
    Known c = state_of(s, ir_op(i, 0));
    Known x = state_of(s, ir_op(i, 1)), y = state_of(s, ir_op(i, 2));
    if (is_open(c)) return c;
    if (c.c && c.c->v.kind == IR_C_INT) return ir_uval(c.c) ? x : y;
    if (x.c && x.c == y.c) return x;
    return is_open(x) || is_open(y) ? (Known){0} : (Known){NULL, true};
}

static IrConst *fold(const Sccp *s, const IrInst *i, IrConst *const *arg, uint32_t n) {
    IrOp op = (IrOp)i->v.op;
    switch (ir_ops[op].class) {
    case IRC_BINARY: return ir_fold_bin(s->m, op, i->v.flags, arg[0], arg[1]);
    case IRC_CAST: return ir_fold_cast(s->m, op, arg[0], i->v.type);
    case IRC_CMP: return ir_fold_cmp(s->m, (IrPred)i->pred, arg[0], arg[1]);
    default: break;
    }
    if (op == IR_CALL) return ir_fold_intrin(s->m, (IrIntrin)ir_intrin_of(i), i->v.type, n, arg);
    return NULL;
}

static bool can_fold(const IrInst *i) {
    uint8_t class = ir_ops[i->v.op].class;
    if (class == IRC_BINARY || class == IRC_CAST || class == IRC_CMP) return true;
    if (i->v.op != IR_CALL) return false;
    uint32_t id = ir_intrin_of(i);
    return id && (ir_intrins[id].props & IRI_PURE) == IRI_PURE && !ir_is_convergent(i);
}

static Known of_inst(const Sccp *s, const IrInst *i) {
    enum { MAX_ARGS = 4 };
    const Known varies = {NULL, true};
    if (i->v.op == IR_PHI) return of_phi(s, i);
    if (i->v.op == IR_SELECT && i->v.type->kind != IR_TY_VECTOR) return of_select(s, i);
    uint32_t n = i->v.op == IR_CALL ? ir_call_nargs(i) : i->nops;
    if (!can_fold(i) || n > MAX_ARGS || !n) return varies;
    IrConst *arg[MAX_ARGS];
    bool open = false;
    for (uint32_t k = 0; k < n; k++) {
        Known x = state_of(s, ir_op(i, k));
        if (x.varies) return varies;
        open |= is_open(x);
        arg[k] = x.c;
    }
    if (open) return (Known){0};
    IrConst *c = fold(s, i, arg, n);
    return c ? (Known){c, false} : varies;
}

// The only way a terminator can go as far as is known: its place among the successors, or -1 for
// any, -2 for none yet.
static int one_way(const Sccp *s, const IrInst *term) {
    bool test = (term->v.op == IR_BR && term->nops == 3) || term->v.op == IR_SWITCH;
    if (!test) return -1;
    Known k = state_of(s, ir_op(term, 0));
    if (is_open(k)) return -2;
    if (k.varies || k.c->v.kind != IR_C_INT) return -1;
    if (term->v.op == IR_BR) return ir_uval(k.c) ? 0 : 1;
    for (uint32_t n = 2; n + 1 < term->nops; n += 2) {
        if (ir_op(term, n) == &k.c->v) return (int)(n / 2);
    }
    return 0;
}

static void visit(Sccp *s, IrInst *i) {
    if (!ir_is_term(i)) {
        if (i->v.type->kind != IR_TY_VOID) lower(s, i, of_inst(s, i));
        return;
    }
    if (i->v.type->kind != IR_TY_VOID) lower(s, i, (Known){NULL, true}); // invoke
    int way = one_way(s, i);
    for (uint32_t k = 0; k < ir_nsucc(i); k++) {
        if (way == -1 || way == (int)k) take_edge(s, i->block, ir_succ(i, k));
    }
}

static void solve(Sccp *s) {
    bitset_add(&s->runs, s->f->first->v.id);
    vec_push(s->pc->tmp, &s->blocks, s->f->first);
    while (s->blocks.n || s->insts.n || s->phis.n) {
        if (s->insts.n) {
            visit(s, vec_pop(&s->insts));
        } else if (s->blocks.n) {
            IR_FOREACH_INST(i, vec_pop(&s->blocks)) visit(s, i);
        } else {
            IrInst *phi = vec_pop(&s->phis);
            bitset_del(&s->waits, phi->v.id);
            visit(s, phi);
        }
    }
}

// ---- what was found ----------------------------------------------------------------------------

static bool replace(Sccp *s, IrBlock *bb) {
    bool changed = false;
    IR_FOREACH_INST_SAFE(i, bb) {
        IrConst *c = ir_is_term(i) || i->v.id >= s->nvalues ? NULL : s->known[i->v.id].c;
        if (!c || !i->v.uses || ir_has_effect(i)) continue;
        ir_replace_uses(&i->v, &c->v);
        if (ir_is_trivially_dead(i)) ir_erase(i);
        changed = true;
    }
    return changed;
}

bool opt_sccp(PassCtx *pc, IrFunc *f) {
    Arena *a = pc->tmp;
    Sccp s = {.pc = pc, .m = f->g.m, .f = f, .nvalues = f->nvalues};
    s.known = arena_array(a, Known, f->nvalues);
    bitset_init(&s.runs, a, f->nblockids);
    bitset_init(&s.waits, a, f->nvalues);
    map_init(&s.edges, a);
    solve(&s);

    bool changed = false, edges = false;
    IR_FOREACH_BLOCK(bb, f) {
        if (!bitset_has(&s.runs, bb->v.id)) continue;
        // ways before values: the test may be replaced
        IrInst *term = ir_term(bb);
        int way = one_way(&s, term);
        if (way >= 0) {
            opt_fold_term(term, (uint32_t)way);
            edges = true;
        }
    }
    IR_FOREACH_BLOCK(bb, f) {
        if (bitset_has(&s.runs, bb->v.id)) changed |= replace(&s, bb);
    }
    if (edges) opt_remove_unreachable(f, a);
    return changed | edges;
}
