// SPDX-License-Identifier: Apache-2.0
// Loop passes over the loops of a function, in rounds (OptLoop in opt.h says what a pass may rely
// on). A loop is known by its header from round to round; how far it has come is kept with it.
//
// Work is linear in the function for each round. There are as many rounds as one loop and those
// around it are reshaped one after the other, so about the depth of the nest times the passes that
// reshape; a limit holds passes off that make loops without end.
#include "opt/opt_run.h"

typedef struct {
    OptRun *r;
    const PassItems *passes;
    AnFunc *an;
    Arena arena;
    Map progress; // header -> number of the next pass + 1
    bool *waits;  // by loop's index: it or one within was reshaped in this round
    bool reshaped, changed;
    uint64_t visits_left;
} LoopRun;

enum { VISITS_MORE = 256, VISITS_PER_LOOP = 16 };

static uint32_t next_pass(LoopRun *run, const IrBlock *header) {
    uintptr_t next = (uintptr_t)map_get(&run->progress, (uintptr_t)header);
    return next ? (uint32_t)next - 1 : 0;
}

static void set_next_pass(LoopRun *run, const IrBlock *header, uint32_t next) {
    map_put(&run->progress, (uintptr_t)header, (void *)(uintptr_t)(next + 1));
}

// Runs the passes that are left on the loop, up to one that reshapes it.
static void visit(LoopRun *run, OptLoop *loop) {
    uint32_t next = next_pass(run, loop->header);
    bool reshaped = false;
    while (next < run->passes->n && !reshaped) {
        OptLoopResult result = OPT_LOOP_SAME;
        loop->stale = run->reshaped;
        run->changed |= opt_run_step(run->r, &run->passes->at[next++], run->an, loop, &result);
        reshaped = result == OPT_LOOP_RESHAPED;
    }
    set_next_pass(run, loop->header, next);
    run->reshaped |= reshaped;
    run->waits[loop->loop->index] = reshaped;
}

static void round_of_visits(LoopRun *run, const AnLoops *all) {
    run->reshaped = false;
    run->waits = arena_array(&run->arena, bool, all->all.n);
    for (uint32_t k = all->all.n; k-- > 0;) { // children stand behind their parents
        const AnLoop *loop = all->all.at[k];
        OptLoop at;
        bool todo = next_pass(run, loop->header) < run->passes->n;
        if (todo && !run->waits[k] && run->visits_left && opt_loop_get(all, loop, &at)) {
            run->visits_left--;
            visit(run, &at);
        }
        if (run->waits[k] && loop->parent) run->waits[loop->parent->index] = true;
    }
}

// A token cannot go through a phi: a loop that it leaves has no closed form, and a copy of such a
// loop would need two of it.
static bool has_tokens(const IrFunc *f) {
    IR_FOREACH_BLOCK(bb, f) {
        IR_FOREACH_INST(i, bb) {
            if (i->v.type->kind == IR_TY_TOKEN) return true;
        }
    }
    return false;
}

bool opt_run_loops(OptRun *r, const PassItems *passes, AnFunc *an) {
    LoopRun run = {.r = r, .passes = passes, .an = an};
    bool none = ir_is_decl(an->fn) || opt_is_left_alone(an->fn);
    if (none || !an_loops(an)->all.n || has_tokens(an->fn)) return false;
    arena_init(&run.arena, r->ctx, "loops");
    map_init(&run.progress, &run.arena);
    run.visits_left = VISITS_MORE + (uint64_t)VISITS_PER_LOOP * an_loops(an)->all.n;

    do {
        run.changed |= opt_loop_form(an, &r->tmp);
        arena_clear(&r->tmp);
        round_of_visits(&run, an_loops(an));
        if (!run.reshaped) break;
        opt_remove_unreachable(an->fn, &r->tmp);
        arena_clear(&r->tmp);
        an_changed(an, AN_CHANGED_ALL);
    } while (run.visits_left);

    arena_free(&run.arena);
    return run.changed;
}
