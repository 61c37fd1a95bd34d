// SPDX-License-Identifier: Apache-2.0
// loop-unroll: copies of loop bodies in a row, where that lets constants reach them or saves tests.
//
//     for (i = 0; i < 4; i++)         s += p[0]; s += p[1];
//         s += p[i];           =>     s += p[2]; s += p[3];
//
// - Full: the number of iterations is a constant (found by running the exit condition on constants,
//   so any recurrence will do) and the copies are small enough, or `#pragma unroll` asks for it.
// - Partial: an innermost loop with a constant number of iterations gets a power of two of copies
//   that divides it; `#pragma unroll N` gets N. Copies keep their exit tests unless it is known
//   that they do not leave.
// - At run time: an innermost small loop that counts (loop/runtime.c).
// - A loop with a constant number of iterations that is too large for all of that is marked, so
//   that ptxas does not unroll it either.
//
// Sizes: a copy of an iteration whose number is known costs the instructions that do not become
// constant; where a loop or a way out stands within, all of its instructions, since the copies will
// not melt together. A local array may cost more when each access of it gets a constant index,
// since it goes to registers then.
//
// All of it stays within the function's budget for copies of loops (opt_loop_may_grow), which what
// the source asks for may exceed.
//
// Refused: `#pragma unroll 1`, loops that are unrolled already, indirect branches, calls of
// `noduplicate` functions. Barriers and other convergent operations are copied: in full and partial
// unrolling each copy runs with the threads it had in its iteration; at run time only if all
// threads run the loop equally often, or if the operations exchange values in whole warps, whose
// threads must run them equally often anyway.
#include "analysis/scev.h"
#include "opt/loop/unroll.h"
#include "opt/loop/loop.h"

enum {
    ARRAY_FACTOR = 6,      // as much more when a local array may become registers
    PRAGMA_SIZE = 16384,   // when the source asks
    PARTIAL_PRAGMA = 8192, // likewise for a factor
    MAX_TRIPS = 4096,      // simulated iterations
    FUNCTION_SIZE = 65536, // a function does not grow over this
    ASKED_SIZE = 1 << 20,  // likewise, when the source asks
    FEW_TRIPS = 10,        // as many copies may cost more (see limit_of)
    FEW_TRIPS_FACTOR = 2,
    NEST_TRIPS = 64,  // iterations of a loop whose nest is run on constants
    NEST_FACTOR = 4,  // as much more when loops within it go, too
    INNER_COPIES = 5, // of a loop that will be unrolled at run time, with what is left over
};
static const char ALREADY[] = "cuprum.loop.unrolled";

typedef struct {
    PassCtx *pc;
    OptLoop *l;
    OptTrips trips;
    uint32_t size; // all instructions that cost something
    bool innermost, one_exit;
    bool convergent;                // holds convergent operations
    bool beyond_warp;               // and others than those in which all threads of a warp meet
    bool forbidden;                 // must not be copied
    const AnUniformity *uniformity; // if it is convergent
} Unroll;

// ---- what the source asks for ------------------------------------------------------------------

typedef struct {
    bool off, full;
    uint32_t count;
} Wish;

static bool md_is(PassCtx *pc, const IrMd *md, const char *text) {
    return md && md->kind == IR_MD_STRING && strcmp(atom_str(pc->ctx, md->text), text) == 0;
}

static Wish wish_of(PassCtx *pc, const OptLoop *opt_loop) { // !llvm.loop of the latch
    Wish wish = {0};
    IrMd *loop = ir_get_md(ir_term(opt_loop->latch), atom_cstr(pc->ctx, "llvm.loop"));
    for (uint32_t k = 1; loop && loop->kind == IR_MD_NODE && k < loop->n; k++) {
        IrMd *o = loop->op[k];
        if (!o || o->kind != IR_MD_NODE || !o->n) continue;
        if (md_is(pc, o->op[0], "llvm.loop.unroll.disable")) wish.off = true;
        if (md_is(pc, o->op[0], ALREADY)) wish.off = true;
        if (md_is(pc, o->op[0], "llvm.loop.unroll.full")) wish.full = true;
        if (md_is(pc, o->op[0], "llvm.loop.unroll.enable")) wish.full = true;
        bool count = md_is(pc, o->op[0], "llvm.loop.unroll.count") && o->n == 2 && o->op[1] &&
                     o->op[1]->kind == IR_MD_VALUE && ir_as_cint(o->op[1]->value);
        if (count) wish.count = (uint32_t)ir_uval(ir_as_cint(o->op[1]->value));
    }
    if (!wish.count) wish.count = (uint32_t)opt_knob(pc, loop_unroll, count);
    return wish;
}

static void mark_loop(PassCtx *pc, IrInst *latch_term, const char *what) {
    IrModule *m = latch_term->block->fn->g.m;
    IrMd *text = ir_md_string(m, what, strlen(what));
    IrMd *op[2] = {NULL, ir_md_node(m, 1, &text)};
    IrMd *loop = ir_md_distinct(m, 2, op);
    loop->op[0] = loop;
    ir_set_md(latch_term, atom_cstr(pc->ctx, "llvm.loop"), loop);
}

void opt_loop_no_unroll(PassCtx *pc, IrInst *latch_term) {
    mark_loop(pc, latch_term, "llvm.loop.unroll.disable");
}

// ---- what it costs -----------------------------------------------------------------------------

// A shuffle, vote or reduction of all 32 threads (by its mask, a constant): each must come to it as
// often as the others, and so goes round the loop as often.
static bool meets_whole_warp(const IrInst *inst) {
    const char *name = ir_intrins[ir_intrin_of(inst)].name;
    bool reduces = strncmp(name, "llvm.nvvm.redux.sync.", 21) == 0;
    bool masked = reduces || strncmp(name, "llvm.nvvm.shfl.sync.", 20) == 0 ||
                  (strncmp(name, "llvm.nvvm.vote.", 15) == 0 && strstr(name, ".sync"));
    const IrConst *mask = masked ? ir_as_cint(ir_op(inst, reduces ? 1 : 0)) : NULL;
    return mask && ir_uval(mask) == UINT32_MAX;
}

static void weigh(Unroll *unroll) {
    const OptLoop *loop = unroll->l;
    uint32_t exits = 0;
    for (uint32_t b = 0; b < loop->loop->blocks.n; b++) {
        IR_FOREACH_INST(i, loop->loop->blocks.at[b]) {
            if (opt_loop_is_single(i)) unroll->forbidden = true;
            unroll->convergent |= ir_is_convergent(i);
            unroll->beyond_warp |= ir_is_convergent(i) && !meets_whole_warp(i);
            unroll->size += opt_issue_cost(i);
        }
        IrInst *term = ir_term(loop->loop->blocks.at[b]);
        for (uint32_t k = 0; k < ir_nsucc(term); k++) {
            exits += !an_in_loop(loop->loops, loop->loop, ir_succ(term, k));
        }
    }
    unroll->innermost = loop->loop->sub.n == 0;
    unroll->one_exit = exits == 1;
}

// Instructions that full unrolling may leave.
static uint64_t limit_of(const Unroll *unroll, const Wish *wish) {
    if (wish->full || wish->count) return PRAGMA_SIZE;
    uint64_t limit = (uint64_t)opt_knob(unroll->pc, loop_unroll, threshold);
    bool melts = unroll->trips.local && !unroll->trips.local_unknown;
    if (melts) return limit * ARRAY_FACTOR;
    if (unroll->innermost && unroll->trips.trips <= FEW_TRIPS) return limit * FEW_TRIPS_FACTOR;
    return limit;
}

// ---- full --------------------------------------------------------------------------------------

// Copies in a row become one block at once: what follows would walk each of them for each variable.
static void join_to_copy(IrBlock *header) {
    const IrBlock *before = ir_single_pred(header);
    if (before && ir_term(before)->nops == 1) opt_merge_into_pred(header);
}

static void unroll_full(Unroll *unroll) {
    opt_remark(unroll->pc, unroll_full, ir_term(unroll->l->latch), unroll->trips.trips);
    OptLoopCopy copy;
    opt_loop_copy_init(&copy, unroll->pc, unroll->l);
    copy.exit = unroll->trips.exit;
    copy.exit_on = unroll->trips.exit_on;
    IrBlock *previous = NULL;
    for (uint32_t k = 1; k <= unroll->trips.trips; k++) {
        IrInst *back = copy.latch_term;
        bool last = k == unroll->trips.trips;
        IrBlock *header =
            opt_loop_copy_iteration(&copy, k == 1, last ? OPT_EXIT_LEAVES : OPT_EXIT_STAYS);
        // the copy's own back edge points to its header (map) until the next one is there
        if (k == 1) {
            opt_retarget(ir_term(unroll->l->preheader), unroll->l->header, header);
        } else {
            opt_retarget(back, previous, header);
            if (k > 2) join_to_copy(previous); // its own edge back went to this one
        }
        previous = header;
    }
    if (unroll->trips.trips > 1) join_to_copy(previous);
    ir_phi_remove_edge(unroll->l->header, unroll->l->preheader); // it is dead now
}

// ---- peeling ----------------------------------------------------------------------------------

// Whether so many iterations are to stand in front of the loop: of every one, a knob says. Threads
// that meet in the loop would run different copies.
static bool may_peel(const Unroll *unroll, uint32_t n) {
    bool runs_longer = !unroll->trips.trips || unroll->trips.trips > n;
    return n && runs_longer && !unroll->convergent && (uint64_t)n * unroll->size <= PARTIAL_PRAGMA;
}

// The copies keep their tests; the last one goes on to the loop, which is not copied any more.
static void peel(Unroll *unroll, uint32_t n) {
    OptLoop *loop = unroll->l;
    opt_remark(unroll->pc, unroll_peeled, ir_term(loop->latch), n);
    opt_loop_grew(loop, (uint64_t)n * unroll->size);
    OptLoopCopy copy;
    opt_loop_copy_init(&copy, unroll->pc, loop);
    IrBlock *previous = NULL, *first = NULL;
    for (uint32_t k = 1; k <= n; k++) {
        IrInst *back = copy.latch_term;
        IrBlock *header = opt_loop_copy_iteration(&copy, k == 1, OPT_EXIT_TESTS);
        if (k == 1)
            first = header;
        else
            opt_retarget(back, previous, header);
        previous = header;
    }
    opt_retarget(ir_term(loop->preheader), loop->header, first);
    opt_retarget(copy.latch_term, previous, loop->header);
    IR_FOREACH_PHI(phi, loop->header) {
        uint32_t entry = (uint32_t)ir_phi_find(phi, loop->preheader);
        uint32_t around = (uint32_t)ir_phi_find(phi, loop->latch);
        ir_set_op(phi, 2 * entry, opt_loop_copied(&copy, ir_phi_value(phi, around)));
        ir_set_op(phi, 2 * entry + 1, &copy.latch_term->block->v);
    }
    ir_set_md(copy.latch_term, atom_cstr(unroll->pc->ctx, "llvm.loop"), NULL);
    mark_loop(unroll->pc, ir_term(loop->latch), ALREADY);
}

// ---- partial -----------------------------------------------------------------------------------

// Whether in groups of n iterations only the exit of the last (a test in the latch) or of the first
// (a test in the header) can leave.
static bool leaves_in_groups(const Unroll *unroll, uint32_t n) {
    if (!unroll->trips.trips) return false;
    const IrBlock *at = unroll->trips.exit->block;
    if (at == unroll->l->latch) return unroll->trips.trips % n == 0;
    return at == unroll->l->header && (unroll->trips.trips - 1) % n == 0;
}

// The loop itself is the first copy.
static void unroll_partial(Unroll *unroll, uint32_t n) {
    opt_remark(unroll->pc, unroll_partial, ir_term(unroll->l->latch), n);
    OptLoop *loop = unroll->l;
    OptLoopCopy copy;
    opt_loop_copy_init(&copy, unroll->pc, loop);
    bool groups = leaves_in_groups(unroll, n),
         at_latch = groups && unroll->trips.exit->block == loop->latch;
    if (groups) copy.exit = unroll->trips.exit;
    copy.exit_on = unroll->trips.exit_on;
    IrBlock *own = NULL, *second = NULL;
    for (uint32_t k = 1; k < n; k++) {
        IrInst *before = copy.latch_term;
        bool tests = !groups || (at_latch && k + 1 == n);
        IrBlock *header =
            opt_loop_copy_iteration(&copy, false, tests ? OPT_EXIT_TESTS : OPT_EXIT_STAYS);
        if (k == 1) {
            second = header;
        } else {
            opt_retarget(before, own, header);
        }
        own = header;
    }
    IrInst *back = copy.latch_term, *first = ir_term(loop->latch);
    opt_retarget(first, loop->header, second); // only now: it was copied from
    opt_retarget(back, own, loop->header);
    IR_FOREACH_PHI(phi, loop->header) {
        uint32_t k = (uint32_t)ir_phi_find(phi, loop->latch);
        ir_set_op(phi, 2 * k, opt_loop_copied(&copy, ir_phi_value(phi, k)));
        ir_set_op(phi, 2 * k + 1, &back->block->v);
    }
    ir_set_md(first, atom_cstr(unroll->pc->ctx, "llvm.loop"), NULL);
    mark_loop(unroll->pc, back, ALREADY);
    if (at_latch) opt_fold_term(first, unroll->trips.exit_on ? 1 : 0);
}

// The greatest power of two that divides the number of iterations and is worth it, or 1.
static uint32_t dividing_count(const Unroll *unroll) {
    uint32_t count = (uint32_t)opt_knob(unroll->pc, loop_unroll, partial_count);
    uint64_t limit = (uint64_t)opt_knob(unroll->pc, loop_unroll, partial_threshold);
    if (!unroll->one_exit) limit /= 2; // the number is only the greatest, and tests remain
    while (count > 1 &&
           (!leaves_in_groups(unroll, count) || (uint64_t)unroll->size * count > limit))
        count /= 2;
    return opt_loop_may_grow(unroll->pc, unroll->l, (uint64_t)unroll->size * count) ? count : 1;
}

// ---- at run time -------------------------------------------------------------------------------

static bool has_formula(const OptCounted *counted) {
    enum { UP = 1, DOWN = 2, OR_EQUAL = 4 };
    static const uint8_t ways[IR_NPREDS] = {
        [IR_SLT] = UP,   [IR_ULT] = UP,   [IR_SLE] = UP | OR_EQUAL,   [IR_ULE] = UP | OR_EQUAL,
        [IR_SGT] = DOWN, [IR_UGT] = DOWN, [IR_SGE] = DOWN | OR_EQUAL, [IR_UGE] = DOWN | OR_EQUAL};
    bool by_one = counted->step == 1 || counted->step == -1;
    if (counted->pred == IR_NE) return by_one;
    uint8_t way = ways[counted->pred];
    bool there = way & (counted->step > 0 ? UP : DOWN), strict = !(way & OR_EQUAL);
    return there && (counted->no_wrap || (strict && by_one));
}

// A group may not be longer than the variable can tell: it would come to its end on the way.
static bool counts_at_run_time(const Unroll *unroll, uint32_t count, OptCounted *counted) {
    if (!opt_loop_counted(unroll->l, counted) || !has_formula(counted)) return false;
    uint32_t bits = counted->phi->v.type->bits;
    if (bits < 32 && count >> bits > 1) return false;
    if (!unroll->beyond_warp) return true;

    // all threads of the block run it equally often
    const IrInst *phi = counted->phi;
    const IrBlock *before = unroll->l->preheader;
    const AnUniformity *uniformity = unroll->uniformity;
    IrValue *start = ir_phi_value(phi, (uint32_t)ir_phi_find(phi, before));
    return an_variation_at(uniformity, start, before) == AN_SAME_IN_BLOCK &&
           an_variation_at(uniformity, counted->bound, before) == AN_SAME_IN_BLOCK;
}

// How many copies fit, a power of two.
static uint32_t run_time_count(const Unroll *unroll) {
    uint32_t count = (uint32_t)opt_knob(unroll->pc, loop_unroll, runtime_count);
    uint64_t limit = (uint64_t)opt_knob(unroll->pc, loop_unroll, runtime_threshold);
    if (unroll->size > limit || !unroll->innermost || !unroll->one_exit) return 1;
    while (count & (count - 1)) count &= count - 1;
    return opt_loop_may_grow(unroll->pc, unroll->l, (uint64_t)unroll->size * count) ? count : 1;
}

// Of groups that are never run twice, most are not run at all.
static bool runs_few_times(const Unroll *unroll, uint32_t count) {
    AnScev *scev =
        an_scev_make(unroll->l->fn, unroll->l->loops, an_dom(unroll->pc->an), unroll->pc->tmp);
    uint64_t back = an_max_trip_count(scev, unroll->l->loop);
    return back < 2ull * count - 1;
}

// What is left over is small enough that tests and counting are most of a loop of it.
static bool fits_in_a_row(const Unroll *unroll, uint32_t count) {
    uint64_t limit = (uint64_t)opt_knob(unroll->pc, loop_unroll, rest_threshold);
    return unroll->one_exit && unroll->innermost && unroll->size * (count - 1ull) <= limit;
}

// ptxas unrolls again by four what we leave to it. Of a group that is large already nothing is
// gained by that, and the code grows fourfold.
static void leave_to_ptxas(const Unroll *unroll, IrInst *latch_term, uint32_t count) {
    int64_t most = opt_knob(unroll->pc, loop_unroll, again);
    if ((int64_t)unroll->size * count > most) {
        opt_loop_no_unroll(unroll->pc, latch_term);
    } else {
        mark_loop(unroll->pc, latch_term, ALREADY);
    }
}

// ---- the choice --------------------------------------------------------------------------------

static bool is_power_of_two(uint32_t n) {
    return n && !(n & (n - 1));
}

// What full unrolling makes of one iteration.
static uint64_t size_of_copy(const Unroll *unroll, const Wish *wish) {
    bool melts = unroll->innermost && (unroll->one_exit || unroll->trips.local);
    return melts || wish->full || wish->count ? unroll->trips.stays : unroll->size;
}

// What a loop without loops in it grows by when it is unrolled at run time.
static uint64_t growth_at_run_time(const Unroll *unroll, const AnLoop *innermost) {
    OptLoop at;
    if (!opt_loop_get(unroll->l->loops, innermost, &at)) return 0;
    Unroll own = {.pc = unroll->pc, .l = &at};
    weigh(&own);
    bool copied = own.size <= opt_knob(unroll->pc, loop_unroll, runtime_threshold);
    return copied && !wish_of(unroll->pc, &at).off ? own.size * (INNER_COPIES - 1ull) : 0;
}

// A loop that stays within gets copies of its own later, in each copy of this one.
static uint64_t growth_within(const Unroll *unroll, const AnLoop *around) {
    uint64_t growth = 0;
    for (uint32_t k = 0; k < around->sub.n; k++) {
        const AnLoop *inner = around->sub.at[k];
        growth += inner->sub.n ? growth_within(unroll, inner) : growth_at_run_time(unroll, inner);
    }
    return growth;
}

// Loops around others: the ones within may go with it, or they stay in all of its copies.
static bool nest_fits(const Unroll *unroll, uint64_t limit) {
    uint32_t trips = unroll->trips.trips;
    uint64_t most = limit * NEST_FACTOR;
    if ((uint64_t)unroll->size * trips <= most && trips <= NEST_TRIPS) {
        uint64_t nest = opt_loop_nest(unroll->pc, unroll->l, trips, most);
        if (nest && nest <= most) return true;
    }
    return (unroll->size + growth_within(unroll, unroll->l->loop)) * trips <= limit;
}

static uint64_t full_growth(const Unroll *unroll, const Wish *wish) {
    return size_of_copy(unroll, wish) * (unroll->trips.trips - 1);
}

// The function's budget holds for what the source does not ask for.
static bool fits_fully(const Unroll *unroll, const Wish *wish) {
    if (!unroll->trips.trips) return false;
    if (wish->count && unroll->trips.trips > wish->count + 1) return false;
    bool asked = wish->full || wish->count;
    if (!asked && unroll->trips.trips > opt_knob(unroll->pc, loop_unroll, full_count)) return false;
    uint64_t limit = limit_of(unroll, wish);
    bool melts = unroll->trips.local && !unroll->trips.local_unknown;
    bool nest = !asked && !unroll->innermost && !melts;
    bool fits = size_of_copy(unroll, wish) * unroll->trips.trips <= limit;
    // What no copy comes to is copied first, all the same.
    if (!asked && unroll->trips.decides)
        fits &= (uint64_t)unroll->size * unroll->trips.trips <= limit * NEST_FACTOR;
    if (!(nest ? nest_fits(unroll, limit) : fits)) return false;
    bool first = unroll->innermost && unroll->trips.local;
    return asked || first || opt_loop_may_grow(unroll->pc, unroll->l, full_growth(unroll, wish));
}

static OptLoopResult stays(Unroll *unroll, const char *why) {
    opt_remark(unroll->pc, unroll_not, ir_term(unroll->l->latch), why);
    return OPT_LOOP_SAME;
}

// A large body of which nothing becomes constant: ptxas, which sees the number of iterations too,
// would make all the copies, with their loads in flight at once in several times the registers.
// A run that makes no groups leaves the choice to a later one.
static OptLoopResult too_large(Unroll *unroll) {
    bool chooses = opt_knob(unroll->pc, loop_unroll, partial_count) > 1;
    uint64_t large = (uint64_t)opt_knob(unroll->pc, loop_unroll, partial_threshold) / 2;
    OptLoopResult result = stays(unroll, "its copies would be too large");
    if (!chooses || unroll->size <= large) return result;
    opt_loop_no_unroll(unroll->pc, ir_term(unroll->l->latch));
    return OPT_LOOP_CHANGED;
}

// Whether the choice may come to counts_at_run_time of a loop whose threads must stay together.
static bool may_ask_uniformity(const Unroll *unroll, const Wish *wish) {
    if (!unroll->beyond_warp) return false;
    OptCounted counted;
    bool at_run_time = wish->count || (!unroll->trips.trips && run_time_count(unroll) > 1);
    return at_run_time && opt_loop_counted(unroll->l, &counted);
}

static bool unroll_by(Unroll *unroll, uint32_t count) {
    if ((uint64_t)count * unroll->size > PARTIAL_PRAGMA) return false;
    opt_loop_grew(unroll->l, (uint64_t)count * unroll->size);
    OptCounted counted;
    bool groups = leaves_in_groups(unroll, count);
    if (!groups && is_power_of_two(count) && counts_at_run_time(unroll, count, &counted)) {
        opt_loop_no_unroll(unroll->pc, counted.exit); // by just so much
        opt_unroll_runtime(unroll->pc, unroll->l, &counted, count, fits_in_a_row(unroll, count));
    } else {
        unroll_partial(unroll, count);
    }
    return true;
}

OPT_LOOP_PASS(loop_unroll);
OptLoopResult opt_loop_unroll(PassCtx *pc, OptLoop *loop) {
    Unroll unroll = {.pc = pc, .l = loop};
    Wish wish = wish_of(pc, loop);
    if (wish.off || wish.count == 1) return OPT_LOOP_SAME;
    weigh(&unroll);
    if (unroll.forbidden) return stays(&unroll, "something in it must not be copied");
    bool asked = wish.full || wish.count;
    if (loop->function_size > (asked ? ASKED_SIZE : FUNCTION_SIZE))
        return stays(&unroll, "the function is too large");
    unroll.trips = opt_loop_trips(pc, loop, MAX_TRIPS);
    uint32_t peeled = (uint32_t)opt_knob(pc, loop_unroll, peel);
    if (may_peel(&unroll, peeled)) {
        peel(&unroll, peeled);
        return OPT_LOOP_RESHAPED;
    }
    bool fully = fits_fully(&unroll, &wish);
    if (!fully && may_ask_uniformity(&unroll, &wish)) {
        unroll.uniformity = opt_loop_uniformity(loop);
        if (!unroll.uniformity) return OPT_LOOP_WAITS;
    }
    if (unroll.trips.trips)
        opt_remark(pc, unroll_trips, ir_term(loop->latch), unroll.trips.trips, unroll.size);
    if (fully) {
        opt_loop_grew(loop, full_growth(&unroll, &wish));
        unroll_full(&unroll);
        return OPT_LOOP_RESHAPED;
    }
    if (wish.count)
        return unroll_by(&unroll, wish.count) ? OPT_LOOP_RESHAPED
                                              : stays(&unroll, "it is too large for that");
    if (!unroll.innermost) return stays(&unroll, "there are loops in it");

    uint32_t count = dividing_count(&unroll);
    if (count > 1) {
        opt_loop_grew(loop, (uint64_t)unroll.size * count);
        unroll_partial(&unroll, count);
        return OPT_LOOP_RESHAPED;
    }
    if (unroll.trips.trips) return too_large(&unroll);
    OptCounted counted;
    count = run_time_count(&unroll);
    if (count < 2) return stays(&unroll, "its copies would be too large");
    if (!counts_at_run_time(&unroll, count, &counted))
        return stays(&unroll, "how often it runs is not known before it does");
    if (runs_few_times(&unroll, count)) {
        opt_loop_no_unroll(pc, ir_term(loop->latch));
        (void)stays(&unroll, "it runs too few times");
        return OPT_LOOP_CHANGED;
    }
    opt_loop_grew(loop, (uint64_t)unroll.size * count);
    leave_to_ptxas(&unroll, counted.exit, count);
    opt_unroll_runtime(pc, loop, &counted, count, fits_in_a_row(&unroll, count));
    return OPT_LOOP_RESHAPED;
}
