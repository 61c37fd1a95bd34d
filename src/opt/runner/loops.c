// SPDX-License-Identifier: Apache-2.0
// Loop passes over the loops of a function, in rounds (OptLoop in opt.h says what a pass may rely
// on). A loop is known by its header from round to round; how far it has come is kept with it.
//
// Work is linear in the function for each round. There are as many rounds as one loop and those
// around it are reshaped one after the other, so about the depth of the nest times the passes that
// reshape; a limit holds passes off that make loops without end.
#include "opt/runner/runner.h"
#include "opt/loop/loop.h"

typedef struct {
    OptRun *r;
    const PassItems *passes;
    AnFunc *an;
    Arena arena;
    Map progress; // header -> number of the next pass + 1
    bool *waits;  // by loop's index: it or one within has no more turn in this round
    OptLoopRound round;
    bool changed;
    uint64_t visits_left;
    uint64_t size;   // instructions when they were last counted,
    uint32_t values; // and values ever made by then
} LoopRun;

enum { VISITS_MORE = 256, VISITS_PER_LOOP = 16 };

static uint32_t next_pass(LoopRun *run, const IrBlock *header) {
    uintptr_t next = (uintptr_t)map_get(&run->progress, (uintptr_t)header);
    return next ? (uint32_t)next - 1 : 0;
}

static void set_next_pass(LoopRun *run, const IrBlock *header, uint32_t next) {
    map_put(&run->progress, (uintptr_t)header, (void *)(uintptr_t)(next + 1));
}

static void count_size(LoopRun *run) {
    run->size = ir_func_size(run->an->fn);
    run->values = run->an->fn->nvalues;
}

// The instructions of the function, at most an eighth too many: counted again when so many are new.
static uint64_t function_size(LoopRun *run) {
    uint32_t made = run->an->fn->nvalues - run->values;
    if (made > run->size / 8) count_size(run);
    return run->size + (run->an->fn->nvalues - run->values);
}

static void begin_round(LoopRun *run) {
    bool at_once = run->round.refused;
    run->round = (OptLoopRound){.an = run->an, .arena = &run->arena};
    if (at_once) run->round.uniformity = an_uniformity_make(run->an, &run->arena);
}

// Runs the passes that are left on the loop, up to one that reshapes it or waits.
static OptLoopResult visit(LoopRun *run, OptLoop *loop) {
    uint32_t next = next_pass(run, loop->header);
    OptLoopResult result = OPT_LOOP_SAME;
    loop->round = &run->round;
    while (next < run->passes->n && result < OPT_LOOP_RESHAPED) {
        loop->stale = run->round.reshaped;
        loop->function_size = function_size(run);
        result = OPT_LOOP_SAME;
        run->changed |= opt_run_step(run->r, &run->passes->at[next], run->an, loop, &result);
        if (result != OPT_LOOP_WAITS) next++;
    }
    set_next_pass(run, loop->header, next);
    run->round.reshaped |= result == OPT_LOOP_RESHAPED;
    return result;
}

// A loop that was reshaped is not what its table says: loops beside it may ask about it (where
// their variables begin) and must not find it there.
static void round_of_visits(LoopRun *run, AnLoops *all) {
    begin_round(run);
    count_size(run);
    run->waits = arena_array(&run->arena, bool, all->all.n);
    for (uint32_t k = all->all.n; k-- > 0;) { // children stand behind their parents
        const AnLoop *loop = all->all.at[k];
        OptLoop at;
        bool todo = next_pass(run, loop->header) < run->passes->n;
        if (todo && !run->waits[k] && run->visits_left && opt_loop_get(all, loop, &at)) {
            run->visits_left--;
            OptLoopResult result = visit(run, &at);
            run->waits[k] = result >= OPT_LOOP_RESHAPED;
            if (result == OPT_LOOP_RESHAPED) an_forget_loop(all, loop);
        }
        if (run->waits[k] && loop->parent) run->waits[loop->parent->index] = true;
    }
}

// A token cannot go through a phi: a loop that it leaves has no closed form, and a copy of such a
// loop would need two of it.
static bool has_tokens(const IrFunc *fn) {
    IR_FOREACH_BLOCK(bb, fn) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.type->kind == IR_TY_TOKEN) return true;
        }
    }
    return false;
}

bool opt_run_loops(OptRun *opt_run, const PassItems *passes, AnFunc *an) {
    LoopRun run = {.r = opt_run, .passes = passes, .an = an};
    bool none = ir_is_decl(an->fn) || opt_is_left_alone(an->fn);
    if (none || !an_loops(an)->all.n || has_tokens(an->fn)) return false;
    arena_init(&run.arena, opt_run->ctx, "loops");
    map_init(&run.progress, &run.arena);
    an_changed(an, AN_LOOPS_BEGIN);
    run.visits_left = VISITS_MORE + (uint64_t)VISITS_PER_LOOP * an_loops(an)->all.n;

    do {
        run.changed |= opt_loop_form(an, &opt_run->tmp);
        arena_clear(&opt_run->tmp);
        round_of_visits(&run, (AnLoops *)(uintptr_t)an_loops(an)); // made anew when reshaped
        if (!run.round.reshaped) break;                            // no loop waits either
        an_changed(an, AN_CHANGED_ALL);
        opt_drop_unreachable(an, &opt_run->tmp);
        arena_clear(&opt_run->tmp);
    } while (run.visits_left);

    arena_free(&run.arena);
    opt_run->changes += run.changed;
    return run.changed;
}
