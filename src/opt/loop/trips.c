// SPDX-License-Identifier: Apache-2.0
// How often a loop runs: found by running its exit condition on constants, so that any recurrence
// will do; and the plain form of a counted loop, whose count is an expression.
#include "opt/loop/unroll.h"
#include "opt/loop/loop.h"

// ---- running the loop on constants -------------------------------------------------------------

typedef struct { // the constant c, or the pointer c bytes behind base
    IrConst *c;
    IrValue *base;
} Sim;

typedef struct {
    Sim value;
    uint32_t iteration; // that it is of
} SimSlot;

typedef struct Simulation Simulation;
struct Simulation {
    const OptLoop *l;
    IrModule *m;
    Arena *tmp;
    Map slots; // instruction -> SimSlot
    uint32_t now;
    BitSet reached;    // blocks, by id, of the iteration at hand: find_reached
    bool decides;      // some branch goes one way there, since the iteration's number is known
    Simulation *outer; // of the loop around it, in one of its iterations; NULL: that is not known
};

enum {
    MAX_DEPTH = 64,
    MOST_DECIDED = 64, // iterations that are run to see where each goes
};

static Sim simulate(Simulation *simulation, IrValue *v, int depth);

// A pointer is known as a number of bytes (an i64) behind something that the loop does not change.
static Sim sim_invariant(Simulation *simulation, IrValue *outer) {
    if (simulation->outer) return simulate(simulation->outer, outer, 0);
    if (ir_ty_is_ptr(outer->type)) {
        int64_t off;
        IrValue *base = ir_strip_ptr(outer, &off);
        return (Sim){ir_int(simulation->m->ty_i64, (uint64_t)off), base};
    }
    return (Sim){ir_is_const(outer) ? (IrConst *)outer : NULL, NULL};
}

static Sim sim_gep(Simulation *simulation, IrInst *address, int depth) {
    if (address->nops != 2 || !(address->v.flags & IR_INBOUNDS)) return (Sim){0};
    Sim p = simulate(simulation, ir_op(address, 0), depth + 1),
        n = simulate(simulation, ir_op(address, 1), depth + 1);
    bool known = p.c && p.base && n.c && n.c->v.kind == IR_C_INT && n.c->v.type->bits <= 64;
    if (!known) return (Sim){0};
    uint64_t bytes = (uint64_t)ir_sval(n.c) * address->aty->size;
    return (Sim){ir_int(simulation->m->ty_i64, ir_uval(p.c) + bytes), p.base};
}

// What a constant variable holds at a known place.
static Sim sim_load(Simulation *simulation, IrInst *load, int depth) {
    if (!ir_is_plain(load)) return (Sim){0};
    Sim p = simulate(simulation, ir_op(load, 0), depth + 1);
    int64_t more = 0;
    IrGlobal *var = p.c && p.base ? opt_constant_variable(p.base, &more) : NULL;
    int64_t off = var ? ir_sval(p.c) + more : -1;
    if (off < 0 || ir_ty_is_ptr(load->v.type)) return (Sim){0};
    return (Sim){ir_fold_load(simulation->m, var->init, (uint64_t)off, load->v.type), NULL};
}

// Addresses inside one object compare as their offsets do.
static Sim sim_cmp(Simulation *simulation, IrInst *comparison, Sim x, Sim y) {
    if (!x.c || !y.c || x.base != y.base) return (Sim){0};
    IrPred pred = (IrPred)comparison->pred;
    return (Sim){ir_fold_cmp(simulation->m, x.base ? ir_signed_pred(pred) : pred, x.c, y.c), NULL};
}

// Of what unswitching asks before anybody else would.
static Sim sim_freeze(Simulation *simulation, IrInst *freeze, int depth) {
    Sim frozen = simulate(simulation, ir_op(freeze, 0), depth + 1);
    return frozen.c && frozen.c->v.kind == IR_C_INT ? frozen : (Sim){0};
}

static Sim sim_inst(Simulation *simulation, IrInst *inst, int depth) {
    IrOp op = (IrOp)inst->v.op;
    if (op == IR_GEP) return sim_gep(simulation, inst, depth);
    if (op == IR_LOAD) return sim_load(simulation, inst, depth);
    if (op == IR_FREEZE) return sim_freeze(simulation, inst, depth);
    uint8_t class = ir_ops[op].class;
    bool computes = is_any_of(class, IRC_CAST, IRC_BINARY, IRC_CMP);
    if (!computes) return (Sim){0};
    Sim x = simulate(simulation, ir_op(inst, 0), depth + 1);
    if (!x.c) return (Sim){0};
    if (class == IRC_CAST) {
        if (op == IR_ADDRSPACECAST) return x;
        return (Sim){x.base ? NULL : ir_fold_cast(simulation->m, op, x.c, inst->v.type), NULL};
    }
    Sim y = simulate(simulation, ir_op(inst, 1), depth + 1);
    if (class == IRC_CMP) return sim_cmp(simulation, inst, x, y);
    if (!y.c || x.base || y.base) return (Sim){0};
    return (Sim){ir_fold_bin(simulation->m, op, inst->v.flags, x.c, y.c), NULL};
}

static SimSlot *slot_of(Simulation *simulation, const IrInst *inst) {
    void **place = map_slot(&simulation->slots, (uintptr_t)inst);
    if (!*place) *place = arena_new(simulation->tmp, SimSlot);
    return *place;
}

static Sim simulate(Simulation *simulation, IrValue *v, int depth) {
    IrInst *i = ir_as_inst(v);
    if (!i || !an_in_loop(simulation->l->loops, simulation->l->loop, i->block))
        return sim_invariant(simulation, v);
    SimSlot *slot = slot_of(simulation, i);
    if (slot->iteration == simulation->now) return slot->value;
    if (i->v.op == IR_PHI || depth > MAX_DEPTH) return (Sim){0}; // the header's are always there
    Sim value = sim_inst(simulation, i, depth);
    *slot = (SimSlot){value, simulation->now};
    return value;
}

// The values of the header's phis in the next iteration. All are read before one is written.
static void step(Simulation *simulation, bool first) {
    VEC(Sim) next = {0};
    const OptLoop *loop = simulation->l;
    IR_FOREACH_PHI(phi, loop->header) {
        IrValue *v = ir_phi_from(phi, first ? loop->preheader : loop->latch);
        Sim x = first ? sim_invariant(simulation, v) : simulate(simulation, v, 0);
        vec_push(simulation->tmp, &next, x);
    }
    simulation->now++;
    uint32_t n = 0;
    IR_FOREACH_PHI(phi, loop->header) {
        *slot_of(simulation, phi) = (SimSlot){next.at[n++], simulation->now};
    }
}

// ---- counting without constants ----------------------------------------------------------------

// What was advanced as the header's phi and a constant that the loop adds to it.
static IrInst *phi_plus(const OptLoop *loop, IrValue *advanced, uint64_t *ahead, bool *nsw,
                        bool *nuw) {
    *ahead = 0;
    *nsw = *nuw = true;
    for (;;) {
        IrInst *i = ir_as_inst(advanced);
        if (!i || !an_in_loop(loop->loops, loop->loop, i->block)) return NULL;
        if (i->v.op == IR_PHI) return i->block == loop->header ? i : NULL;
        const IrConst *more = i->v.op == IR_ADD ? ir_as_cint(ir_op(i, 1)) : NULL;
        if (!more) return NULL;
        *ahead += ir_uval(more);
        *nsw = *nsw && (i->v.flags & IR_NSW);
        *nuw = *nuw && (i->v.flags & IR_NUW);
        advanced = ir_op(i, 0);
    }
}

// So many low bits as a number with a sign.
static int64_t as_signed(uint64_t number, uint32_t bits) {
    return (int64_t)(number << (64 - bits)) >> (64 - bits);
}

// for (value = start;; value += step) leave if value + ahead <pred> bound
typedef struct {
    int64_t start, last_start; // the least and the greatest that it may begin with
    int64_t step, ahead, bound;
    int64_t highest; // that the type holds
    IrPred pred;
} Counting;

// What is not below zero and known between two bounds, as a thread's index: false if nothing is.
static bool find_starts(const IrValue *value, Counting *out) {
    const IrConst *constant = ir_as_cint(value);
    if (constant) {
        out->start = out->last_start = ir_sval(constant);
        return true;
    }
    AnBits bits = an_known_bits(value);
    uint64_t least = an_umin(bits), most = an_umax(bits, value->type->bits), end;
    const IrInst *inst = ir_as_inst(value);
    if (inst && an_result_range(inst, &least, &end) && end > least) most = CU_MIN(most, end - 1);
    out->start = (int64_t)least;
    out->last_start = (int64_t)most;
    return most <= (uint64_t)out->highest;
}

static bool is_counting(const OptLoop *loop, const IrInst *test, Counting *out) {
    const IrInst *cmp = ir_as_op(ir_op(test, 0), IR_ICMP);
    const IrConst *bound = cmp ? ir_as_cint(ir_op(cmp, 1)) : NULL;
    uint32_t bits = bound ? bound->v.type->bits : 0;
    if (bits < 2 || bits > 64) return false;

    bool nsw, nuw; // a sum that wraps is given up all the same
    uint64_t ahead, step;
    IrInst *phi = phi_plus(loop, ir_op(cmp, 0), &ahead, &nsw, &nuw);
    if (!phi || phi_plus(loop, ir_phi_from(phi, loop->latch), &step, &nsw, &nuw) != phi)
        return false;
    *out = (Counting){.step = as_signed(step, bits),
                      .ahead = as_signed(ahead, bits),
                      .bound = ir_sval(bound),
                      .highest = (int64_t)(UINT64_MAX >> (65 - bits)),
                      .pred = (IrPred)cmp->pred};
    return out->bound >= 0 && find_starts(ir_phi_from(phi, loop->preheader), out);
}

// Whether a relation holds between numbers that are not negative, so that the sign does not matter.
static bool holds(IrPred pred, int64_t x, int64_t y) {
    enum { EQUAL = 1, GREATER = 2, LESS = 4 };
    static const uint8_t accepts[IR_NPREDS] = {
        [IR_EQ] = EQUAL,           [IR_NE] = GREATER | LESS, [IR_SLT] = LESS,
        [IR_ULT] = LESS,           [IR_SLE] = LESS | EQUAL,  [IR_ULE] = LESS | EQUAL,
        [IR_SGT] = GREATER,        [IR_UGT] = GREATER,       [IR_SGE] = GREATER | EQUAL,
        [IR_UGE] = GREATER | EQUAL};
    uint8_t relation = x > y ? GREATER : LESS;
    if (x == y) relation = EQUAL;
    return accepts[pred] & relation;
}

// The iteration in which the loop leaves that begins with `start`; 0: not among the first `most`,
// or something would wrap or is negative on the way.
static uint32_t count_from(const Counting *loop, int64_t start, bool exit_on, uint32_t most) {
    int64_t value = start;
    for (uint32_t round = 1; round <= most; round++) {
        int64_t tested;
        bool value_fits = value >= 0 && value <= loop->highest;
        if (!value_fits || __builtin_add_overflow(value, loop->ahead, &tested)) return 0;
        if (tested < 0 || tested > loop->highest) return 0;

        if (holds(loop->pred, tested, loop->bound) == exit_on) return round;
        if (__builtin_add_overflow(value, loop->step, &value)) return 0;
    }
    return 0;
}

// As count below, for a variable that counts in constant steps (0: then constants decide). It may
// begin anywhere between two numbers if the loop runs equally often from both: an order, other than
// equality, is met neither earlier nor later from what lies between them.
//
//     for (int i = threadIdx.x % 32; i < 64; i += 32)          runs twice
static uint32_t count_steps(const OptLoop *opt_loop, const IrInst *test, bool exit_on,
                            uint32_t most) {
    Counting loop;
    if (!is_counting(opt_loop, test, &loop)) return 0;
    uint32_t trips = count_from(&loop, loop.start, exit_on, most);
    if (loop.start == loop.last_start) return trips;
    if (is_any_of(loop.pred, IR_EQ, IR_NE)) return 0;
    return count_from(&loop, loop.last_start, exit_on, most) == trips ? trips : 0;
}

static bool invariant(const OptLoop *loop, const IrValue *value) {
    return an_loop_invariant(loop->loops, loop->loop, value);
}

// ---- the number of iterations ------------------------------------------------------------------

// The number of the iteration in which `test` leaves, from 1, or 0.
static uint32_t count(Simulation *simulation, IrInst *test, uint32_t most) {
    bool exit_on = !an_in_loop(simulation->l->loops, simulation->l->loop, ir_succ(test, 0));
    uint32_t trips = count_steps(simulation->l, test, exit_on, most);
    if (trips) return trips;
    for (uint32_t k = 1; k <= most; k++) {
        step(simulation, k == 1);
        IrConst *c = simulate(simulation, ir_op(test, 0), 0).c;
        if (!c || c->v.kind != IR_C_INT) return 0;
        if ((ir_uval(c) != 0) == exit_on) return k;
    }
    return 0;
}

// A test that runs in each iteration of this very loop and may leave it.
static bool is_exit_test(PassCtx *pc, const OptLoop *loop, IrBlock *bb) {
    IrInst *term = ir_term(bb);
    if (!ir_is_cond_br(term) || an_loop_of(loop->loops, bb) != loop->loop) return false;
    bool first_inside = an_in_loop(loop->loops, loop->loop, ir_succ(term, 0));
    bool second_inside = an_in_loop(loop->loops, loop->loop, ir_succ(term, 1));
    return first_inside != second_inside && an_dominates(an_dom(pc->an), bb, loop->latch);
}

// What of the instruction is left when the number of the iteration is known.
static uint32_t cost_left(Simulation *simulation, IrInst *inst) {
    if (is_any_of(inst->v.op, IR_PHI, IR_BR)) return 0;
    bool known = !ir_has_effect(inst) && simulate(simulation, &inst->v, 0).c;
    return known ? 0 : opt_issue_cost(inst);
}

// Where the iteration at hand may come: a test that its number decides leads one way.
static void find_reached(Simulation *simulation) {
    const AnBlockVec *blocks = &simulation->l->loop->blocks;
    bitset_clear(&simulation->reached);
    bitset_add(&simulation->reached, simulation->l->header->v.id);
    for (uint32_t k = 0; k < blocks->n; k++) {
        if (!bitset_has(&simulation->reached, blocks->at[k]->v.id)) continue;
        const IrInst *term = ir_term(blocks->at[k]);
        bool tests = ir_is_cond_br(term) || term->v.op == IR_SWITCH;
        const IrConst *known = tests ? simulate(simulation, ir_op(term, 0), 0).c : NULL;
        uint32_t way = known ? ir_way_on(term, known) : 0;
        bool leaves = !an_in_loop(simulation->l->loops, simulation->l->loop, ir_succ(term, way));
        simulation->decides |= known && !leaves && blocks->at[k] != simulation->l->latch;
        for (uint32_t n = 0; n < ir_nsucc(term); n++) {
            if (!known || leaves || n == way)
                bitset_add(&simulation->reached, ir_succ(term, n)->v.id);
        }
    }
}

// What the loop's blocks leave of the iteration at hand; those of loops within it count only where
// it is `all`.
static uint64_t own_cost(Simulation *simulation, bool all) {
    const OptLoop *loop = simulation->l;
    uint64_t cost = 0;
    find_reached(simulation);
    for (uint32_t k = 0; k < loop->loop->blocks.n; k++) {
        IrBlock *bb = loop->loop->blocks.at[k];
        bool own = all || an_loop_of(loop->loops, bb) == loop->loop;
        if (!own || !bitset_has(&simulation->reached, bb->v.id)) continue;
        IR_FOREACH_INST(inst, bb) cost += cost_left(simulation, inst);
    }
    return cost;
}

// Iterations are alike unless their numbers decide where they go: then the mean of all counts.
static void weigh(Simulation *simulation, OptTrips *trips) {
    step(simulation, true);
    uint64_t cost = own_cost(simulation, true);
    trips->decides = simulation->decides;
    trips->stays = (uint32_t)cost;
    for (uint32_t k = 0; k < simulation->l->loop->blocks.n; k++) {
        IR_FOREACH_INST(i, simulation->l->loop->blocks.at[k]) {
            IrValue *address = ir_is_load_or_store(i) ? an_loc(i).ptr : NULL;
            if (!address || !ir_as_op(an_underlying(address), IR_ALLOCA)) continue;
            if (invariant(simulation->l, address)) continue; // constant or not, it stays so
            trips->local = true;
            trips->local_unknown |= !simulate(simulation, address, 0).c;
        }
    }
    if (!trips->decides || trips->trips > MOST_DECIDED) return;
    for (uint32_t k = 2; k <= trips->trips; k++) {
        step(simulation, false);
        cost += own_cost(simulation, true);
    }
    trips->stays = (uint32_t)((cost + trips->trips - 1) / trips->trips);
}

static Simulation simulation_of(PassCtx *pc, const OptLoop *loop) {
    Simulation simulation = {.l = loop, .m = loop->fn->g.m, .tmp = pc->tmp};
    map_init(&simulation.slots, pc->tmp);
    bitset_init(&simulation.reached, pc->tmp, loop->fn->nblockids);
    return simulation;
}

OptTrips opt_loop_trips(PassCtx *pc, const OptLoop *loop, uint32_t most) {
    OptTrips trips = {0};
    for (uint32_t k = 0; k < loop->loop->blocks.n && !trips.trips; k++) {
        IrBlock *bb = loop->loop->blocks.at[k];
        if (!is_exit_test(pc, loop, bb)) continue;
        Simulation s = simulation_of(pc, loop);
        trips.trips = count(&s, ir_term(bb), most);
        trips.exit = ir_term(bb);
    }
    if (!trips.trips) return (OptTrips){0};
    trips.exit_on = !an_in_loop(loop->loops, loop->loop, ir_succ(trips.exit, 0));
    Simulation s = simulation_of(pc, loop);
    weigh(&s, &trips);
    return trips;
}

// ---- nests -------------------------------------------------------------------------------------

// What all iterations of a loop leave in this iteration of the one around it; 0: it would stay a
// loop.
static uint64_t inner_cost(PassCtx *pc, Simulation *outer, const AnLoop *inner, uint32_t most) {
    OptLoop loop;
    if (inner->sub.n || !opt_loop_get(outer->l->loops, inner, &loop)) return 0;
    for (uint32_t k = 0; k < inner->blocks.n; k++) {
        IrBlock *bb = inner->blocks.at[k];
        if (!is_exit_test(pc, &loop, bb)) continue;
        Simulation simulation = simulation_of(pc, &loop);
        simulation.outer = outer;
        uint32_t trips = count(&simulation, ir_term(bb), most);
        if (!trips) return 0;
        simulation = simulation_of(pc, &loop);
        simulation.outer = outer;
        step(&simulation, true);
        return trips * CU_MAX(own_cost(&simulation, false), 1u);
    }
    return 0;
}

uint64_t opt_loop_nest(PassCtx *pc, const OptLoop *loop, uint32_t trips, uint64_t most) {
    Simulation simulation = simulation_of(pc, loop);
    uint64_t cost = 0;
    for (uint32_t k = 1; k <= trips && cost <= most; k++) {
        step(&simulation, k == 1);
        cost += own_cost(&simulation, false);
        for (uint32_t n = 0; n < loop->loop->sub.n && cost <= most; n++) {
            const AnLoop *within = loop->loop->sub.at[n];
            if (!bitset_has(&simulation.reached, within->header->v.id)) continue;
            uint64_t inner = inner_cost(pc, &simulation, within, (uint32_t)most);
            if (!inner) return 0;
            cost += inner;
        }
    }
    return cost;
}

// ---- counted loops -----------------------------------------------------------------------------

bool opt_loop_counted(const OptLoop *loop, OptCounted *out) {
    IrInst *term = ir_term(loop->latch);
    if (!ir_is_cond_br(term)) return false;
    bool stays_on = an_in_loop(loop->loops, loop->loop, ir_succ(term, 0));
    if (stays_on == an_in_loop(loop->loops, loop->loop, ir_succ(term, 1))) return false;
    IrInst *cmp = ir_as_op(ir_op(term, 0), IR_ICMP);
    if (!cmp) return false;
    IrType *type = ir_op(cmp, 0)->type;
    if (!ir_ty_is_word(type)) return false;

    // the variable on the left, and the predicate with which the loop goes on
    IrPred pred = (IrPred)cmp->pred;
    IrValue *left = ir_op(cmp, 0), *right = ir_op(cmp, 1);
    if (invariant(loop, left)) {
        IrValue *swap = left;
        left = right;
        right = swap;
        pred = ir_swapped_pred(pred);
    }
    if (!stays_on) pred = ir_inverse_pred(pred);
    if (!invariant(loop, right)) return false;

    bool nsw, nuw, step_nsw, step_nuw;
    uint64_t step;
    IrInst *phi = phi_plus(loop, left, &out->ahead, &nsw, &nuw);
    if (!phi) return false;
    IrInst *again = phi_plus(loop, ir_phi_from(phi, loop->latch), &step, &step_nsw, &step_nuw);
    if (again != phi || !step) return false;
    out->exit = term;
    out->phi = phi;
    out->bound = right;
    out->step = as_signed(step, type->bits);
    out->pred = pred;
    out->no_wrap = ir_pred_is_signed(pred) ? nsw && step_nsw : nuw && step_nuw;
    return true;
}
