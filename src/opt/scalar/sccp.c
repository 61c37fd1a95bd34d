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
#include "opt/common/common.h"

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

static Known state_of(const Sccp *sccp, IrValue *value) {
    if (value->kind == IR_V_INST) return sccp->known[value->id];
    if (ir_is_const(value)) return (Known){(IrConst *)value, false};
    return (Known){NULL, true};
}

static bool is_open(Known k) { // not seen yet
    return !k.c && !k.varies;
}

static uint64_t edge_key(const IrBlock *from, const IrBlock *to) {
    return (uint64_t)from->v.id << 32 | to->v.id;
}

static bool edge_runs(const Sccp *sccp, const IrBlock *from, const IrBlock *to) {
    return map_get(&sccp->edges, edge_key(from, to)) != NULL;
}

static void look_again(Sccp *sccp, IrInst *waiting) {
    if (waiting->v.op != IR_PHI) {
        vec_push(sccp->pc->tmp, &sccp->insts, waiting);
        return;
    }
    if (bitset_has(&sccp->waits, waiting->v.id)) return;
    bitset_add(&sccp->waits, waiting->v.id);
    vec_push(sccp->pc->tmp, &sccp->phis, waiting);
}

static void lower(Sccp *sccp, IrInst *lowered, Known to) {
    Known *k = &sccp->known[lowered->v.id];
    if (k->varies || is_open(to)) return;
    if (k->c && to.c != k->c) to = (Known){NULL, true};
    if (k->c == to.c && k->varies == to.varies) return;
    *k = to;
    IR_FOREACH_USE(use, &lowered->v) {
        IrBlock *bb = use->user->block;
        if (bitset_has(&sccp->runs, bb->v.id)) look_again(sccp, use->user);
    }
}

static void take_edge(Sccp *sccp, IrBlock *from, IrBlock *to) {
    if (edge_runs(sccp, from, to)) return;
    map_put(&sccp->edges, edge_key(from, to), to);
    if (!bitset_has(&sccp->runs, to->v.id)) {
        bitset_add(&sccp->runs, to->v.id);
        vec_push(sccp->pc->tmp, &sccp->blocks, to);
        return;
    }
    IR_FOREACH_PHI(phi, to) look_again(sccp, phi);
}

// ---- one instruction ---------------------------------------------------------------------------

static Known of_phi(const Sccp *sccp, const IrInst *phi) {
    Known all = {0};
    for (uint32_t k = 0; k < ir_phi_n(phi); k++) {
        if (!edge_runs(sccp, ir_phi_block(phi, k), phi->block)) continue;
        Known x = state_of(sccp, ir_phi_value(phi, k));
        if (is_open(x)) continue;
        if (x.varies || (all.c && all.c != x.c)) return (Known){NULL, true};
        all = x;
    }
    return all;
}

static Known of_select(const Sccp *sccp, const IrInst *choice) {
    Known c = state_of(sccp, ir_op(choice, 0));
    Known x = state_of(sccp, ir_op(choice, 1)), y = state_of(sccp, ir_op(choice, 2));
    if (is_open(c)) return c;
    if (c.c && c.c->v.kind == IR_C_INT) return ir_uval(c.c) ? x : y;
    if (x.c && x.c == y.c) return x;
    return is_open(x) || is_open(y) ? (Known){0} : (Known){NULL, true};
}

static IrConst *fold(const Sccp *sccp, const IrInst *operation, IrConst *const *arg, uint32_t n) {
    IrOp op = (IrOp)operation->v.op;
    switch (ir_ops[op].class) {
    case IRC_BINARY: return ir_fold_bin(sccp->m, op, operation->v.flags, arg[0], arg[1]);
    case IRC_CAST: return ir_fold_cast(sccp->m, op, arg[0], operation->v.type);
    case IRC_CMP: return ir_fold_cmp(sccp->m, (IrPred)operation->pred, arg[0], arg[1]);
    default: break;
    }
    if (op == IR_CALL)
        return ir_fold_intrin(sccp->m, (IrIntrin)ir_intrin_of(operation), operation->v.type, n,
                              arg);
    return NULL;
}

static bool can_fold(const IrInst *inst) {
    uint8_t class = ir_ops[inst->v.op].class;
    if (is_any_of(class, IRC_BINARY, IRC_CAST, IRC_CMP)) return true;
    if (inst->v.op != IR_CALL) return false;
    uint32_t id = ir_intrin_of(inst);
    return id && (ir_intrins[id].props & IRI_PURE) == IRI_PURE && !ir_is_convergent(inst);
}

static Known of_inst(const Sccp *sccp, const IrInst *inst) {
    enum { MAX_ARGS = 4 };
    const Known varies = {NULL, true};
    if (inst->v.op == IR_PHI) return of_phi(sccp, inst);
    if (inst->v.op == IR_SELECT && inst->v.type->kind != IR_TY_VECTOR) return of_select(sccp, inst);
    uint32_t n = inst->v.op == IR_CALL ? ir_call_nargs(inst) : inst->nops;
    if (!can_fold(inst) || n > MAX_ARGS || !n) return varies;
    IrConst *arg[MAX_ARGS];
    bool open = false;
    for (uint32_t k = 0; k < n; k++) {
        Known x = state_of(sccp, ir_op(inst, k));
        if (x.varies) return varies;
        open |= is_open(x);
        arg[k] = x.c;
    }
    if (open) return (Known){0};
    IrConst *c = fold(sccp, inst, arg, n);
    return c ? (Known){c, false} : varies;
}

// The only way a terminator can go as far as is known: its place among the successors, or -1 for
// any, -2 for none yet.
static int one_way(const Sccp *sccp, const IrInst *term) {
    bool test = ir_is_cond_br(term) || term->v.op == IR_SWITCH;
    if (!test) return -1;
    Known k = state_of(sccp, ir_op(term, 0));
    if (is_open(k)) return -2;
    if (k.varies || k.c->v.kind != IR_C_INT) return -1;
    return (int)ir_way_on(term, k.c);
}

static void visit(Sccp *sccp, IrInst *inst) {
    if (!ir_is_term(inst)) {
        if (inst->v.type->kind != IR_TY_VOID) lower(sccp, inst, of_inst(sccp, inst));
        return;
    }
    if (inst->v.type->kind != IR_TY_VOID) lower(sccp, inst, (Known){NULL, true}); // invoke
    int way = one_way(sccp, inst);
    for (uint32_t k = 0; k < ir_nsucc(inst); k++) {
        if (way == -1 || way == (int)k) take_edge(sccp, inst->block, ir_succ(inst, k));
    }
}

static void solve(Sccp *sccp) {
    bitset_add(&sccp->runs, sccp->f->first->v.id);
    vec_push(sccp->pc->tmp, &sccp->blocks, sccp->f->first);
    while (sccp->blocks.n || sccp->insts.n || sccp->phis.n) {
        if (sccp->insts.n) {
            visit(sccp, vec_pop(&sccp->insts));
        } else if (sccp->blocks.n) {
            IR_FOREACH_INST(i, vec_pop(&sccp->blocks)) visit(sccp, i);
        } else {
            IrInst *phi = vec_pop(&sccp->phis);
            bitset_del(&sccp->waits, phi->v.id);
            visit(sccp, phi);
        }
    }
}

// ---- what was found ----------------------------------------------------------------------------

static bool replace(Sccp *sccp, IrBlock *bb) {
    bool changed = false;
    IR_FOREACH_INST_SAFE(i, bb) {
        IrConst *c = ir_is_term(i) || i->v.id >= sccp->nvalues ? NULL : sccp->known[i->v.id].c;
        if (!c || !i->v.uses || ir_has_effect(i)) continue;
        ir_replace_uses(&i->v, &c->v);
        if (ir_is_trivially_dead(i)) ir_erase(i);
        changed = true;
    }
    return changed;
}

OPT_FUNC_PASS(sccp);
bool opt_sccp(PassCtx *pc, IrFunc *fn) {
    Arena *arena = pc->tmp;
    Sccp sccp = {.pc = pc, .m = fn->g.m, .f = fn, .nvalues = fn->nvalues};
    sccp.known = arena_array(arena, Known, fn->nvalues);
    bitset_init(&sccp.runs, arena, fn->nblockids);
    bitset_init(&sccp.waits, arena, fn->nvalues);
    map_init(&sccp.edges, arena);
    solve(&sccp);

    bool changed = false, edges = false;
    IR_FOREACH_BLOCK(bb, fn) {
        if (!bitset_has(&sccp.runs, bb->v.id)) continue;
        // ways before values: the test may be replaced
        IrInst *term = ir_term(bb);
        int way = one_way(&sccp, term);
        if (way >= 0) {
            opt_fold_term(term, (uint32_t)way);
            edges = true;
        }
    }
    IR_FOREACH_BLOCK(bb, fn) {
        if (bitset_has(&sccp.runs, bb->v.id)) changed |= replace(&sccp, bb);
    }
    if (edges) opt_remove_unreachable(fn, arena);
    return changed | edges;
}
