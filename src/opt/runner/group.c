// SPDX-License-Identifier: Apache-2.0
// Groups: consecutive function passes, run function by function, callees first, on several threads.
//
// The call graph's tasks of one wave do not refer to one another (callgraph.c), so they run side by
// side; what they may read of other functions belongs to earlier waves and is finished. The result
// is the same for any number of threads: also a single one goes wave by wave, and what is made for
// the whole module on the way (declarations of intrinsics, diagnostics) waits and gets an order
// that does not depend on who was first.
#include "opt/runner/runner.h"

#include "base/task.h"
#include "opt/opt_diag.h"

static bool run_on_func(OptRun *run, const PassItems *pass_items, uint32_t from, uint32_t to,
                        AnFunc *an) {
    bool changed = false;
    for (uint32_t i = from; i < to; i++) {
        const PassItem *item = &pass_items->at[i];
        if (item->kind == PASS_ITEM_REPEAT) {
            for (uint32_t k = 0; k < item->times; k++) {
                if (!run_on_func(run, item->sub, 0, item->sub->n, an)) break;
                changed = true;
            }
            continue;
        }
        changed |= item->kind == PASS_ITEM_LOOP ? opt_run_loops(run, item->sub, an)
                                                : opt_run_step(run, item, an, NULL, NULL);
        opt_run_stress(run, an);
    }
    return changed;
}

// Functions that nobody calls any more, found when the last of their callers is done: in template
// libraries nearly all are, and their bodies would be most of the memory until globaldce.
typedef struct {
    uint32_t *first, *next; // by place: functions whose last caller it is, + 1
    bool *kept;             // by place: some call of it was not inlined
    bool any;               // are there such functions
    VEC(IrGlobal *) dead;
} Inlined;

static void inlined_init(Inlined *inlined, const AnCallGraph *call_graph, Arena *arena) {
    *inlined = (Inlined){0};
    inlined->first = arena_array(arena, uint32_t, call_graph->n);
    inlined->next = arena_array(arena, uint32_t, call_graph->n);
    inlined->kept = arena_array(arena, bool, call_graph->n);
    for (uint32_t i = 0; i < call_graph->n && !call_graph->order[0]->g.m->names_blocks; i++) {
        if (call_graph->last[i] == AN_NONE || call_graph->recursive[i] ||
            call_graph->address_taken[i])
            continue;
        if (!ir_is_discardable(call_graph->order[i]->g.linkage)) continue;
        inlined->any = true;
        inlined->next[i] = inlined->first[call_graph->last[i]];
        inlined->first[call_graph->last[i]] = i + 1;
    }
}

// The function at place i is done.
static void drop_inlined(Inlined *inlined, const AnCallGraph *call_graph, uint32_t i,
                         Arena *arena) {
    IR_FOREACH_BLOCK(bb, call_graph->order[i]) {
        IR_FOREACH_INST(c, bb) {
            const IrFunc *f = c->v.op == IR_CALL ? ir_called(c) : NULL;
            uint32_t place = f && !ir_is_decl(f) ? an_cg_place(call_graph, f) : AN_NONE;
            if (place != AN_NONE) inlined->kept[place] = true;
        }
    }
    for (uint32_t k = inlined->first[i]; k; k = inlined->next[k - 1]) {
        if (inlined->kept[k - 1]) continue;
        ir_func_drop_body(call_graph->order[k - 1]);
        vec_push(arena, &inlined->dead, &call_graph->order[k - 1]->g);
    }
}

typedef struct {
    OptRun *r;
    const PassItems *items;
    uint32_t from, to; // of items
    const AnCallGraph *graph;
    uint32_t first_task; // of the wave
    _Atomic bool changed;
    AnFunc *an; // one a worker
} Group;

static void run_task(Ctx *thread, void *data, uint32_t index) {
    Group *group = data;
    uint32_t number = thread->timer_thread - group->r->ctx->timer_thread,
             t = group->first_task + index;
    OptRun *run = group->r->worker[number];
    AnFunc *an = &group->an[number];
    run->timing = thread;
    for (uint32_t i = group->graph->task_start[t]; i < group->graph->task_start[t + 1]; i++) {
        IrFunc *f = group->graph->order[i];
        an_begin(an, f);
        run->changes++;
        if (run_on_func(run, group->items, group->from, group->to, an)) group->changed = true;
        // passes have left holes in the numbering; tables by id should stay small
        ir_func_renumber(f);
        an_changed(an, AN_CHANGED_ALL);
        opt_run_shrink(run, f);
        opt_remarks_flush(run->ctx, run->remarks, &run->remark_buf); // asked for: one thread
    }
}

// Whoever reads along (dumps, remarks, bisecting) wants one function after the other.
static bool in_sequence(const OptRun *run) {
    const OptOptions *o = run->options;
    return o->nprint_after || o->nprint_before || o->print_changed || o->bisect_limit >= 0 ||
           o->bisect_aloud || o->remarks || run->m->names_blocks;
}

static void make_workers(OptRun *run) {
    uint32_t n = in_sequence(run) ? 1 : run->options->jobs ? run->options->jobs : task_processors();
    run->nworkers = n;
    run->worker = arena_array(&run->plan, OptRun *, n);
    run->worker[0] = run;
    run->pc.reports = &run->reports;
    for (uint32_t i = 1; i < n; i++) {
        OptRun *w = run->worker[i] = arena_new(&run->plan, OptRun);
        *w = (OptRun){.m = run->m,
                      .ctx = run->ctx,
                      .timing = run->ctx,
                      .options = run->options,
                      .off = run->off};
        arena_init(&w->plan, run->ctx, "opt-plan");
        arena_init(&w->tmp, run->ctx, "opt-pass");
        w->pc = run->pc;
        w->pc.tmp = &w->tmp;
        w->pc.run = &w->plan;
        w->pc.rules = NULL;
        w->pc.reports = &w->reports;
    }
}

// The reports of all workers in the order of functions.
static void give_out_reports(OptRun *run, const AnCallGraph *call_graph, uint32_t from,
                             uint32_t to) {
    for (uint32_t i = 0; i < run->nworkers; i++) {
        if (run->worker[i]->reports.n) goto some;
    }
    return;
some:
    for (uint32_t place = from; place < to; place++) {
        for (uint32_t i = 0; i < run->nworkers; i++) {
            const OptReports *reports = &run->worker[i]->reports;
            for (uint32_t k = 0; k < reports->n; k++) {
                const OptReport *x = &reports->at[k];
                if (x->at == call_graph->order[place]) diag(run->ctx, x->row, 0, x->what, x->with);
            }
        }
    }
    for (uint32_t i = 0; i < run->nworkers; i++) run->worker[i]->reports.n = 0;
}

// What a task costs goes by its functions' values.
static const uint32_t *weights_of_tasks(const AnCallGraph *call_graph, uint32_t first, uint32_t n,
                                        Arena *arena) {
    uint32_t *weight = arena_array(arena, uint32_t, n);
    for (uint32_t t = 0; t < n; t++) {
        for (uint32_t i = call_graph->task_start[first + t];
             i < call_graph->task_start[first + t + 1]; i++) {
            weight[t] += call_graph->order[i]->nvalues;
        }
    }
    return weight;
}

static void run_wave(Group *group, uint32_t wave, Inlined *inlined, Arena *arena) {
    const AnCallGraph *graph = group->graph;
    OptRun *run = group->r;
    group->first_task = graph->wave_start[wave];
    uint32_t n = graph->wave_start[wave + 1] - group->first_task;
    if (run->nworkers == 1 || n == 1) {
        for (uint32_t k = 0; k < n; k++) run_task(run->ctx, group, k);
    } else {
        task_for(run->ctx, run->nworkers, n, weights_of_tasks(graph, group->first_task, n, arena),
                 run_task, group);
    }
    uint32_t from = graph->task_start[group->first_task],
             to = graph->task_start[group->first_task + n];
    for (uint32_t i = from; i < to && inlined->any; i++) drop_inlined(inlined, graph, i, arena);
    give_out_reports(run, graph, from, to);
}

bool opt_run_group(OptRun *run, const PassItems *pass_items, uint32_t from, uint32_t to) {
    Arena arena;
    Inlined inlined;
    arena_init(&arena, run->ctx, "callgraph");
    if (!run->worker) make_workers(run);
    AnCallGraph *graph = an_callgraph_make(run->m, &arena);
    inlined_init(&inlined, graph, &arena);
    Group group = {.r = run, .items = pass_items, .from = from, .to = to, .graph = graph};
    group.an = arena_array(&arena, AnFunc, run->nworkers);
    for (uint32_t i = 0; i < run->nworkers; i++) {
        an_init(&group.an[i], run->ctx);
        run->worker[i]->pc.cg = graph;
    }

    bool late = !in_sequence(run); // a dump wants the names of declarations
    if (late) ir_parallel_begin(run->m);
    for (uint32_t w = 0; w < graph->nwaves; w++) run_wave(&group, w, &inlined, &arena);
    if (late) ir_parallel_end(run->m);
    if (inlined.dead.n) ir_globals_remove(run->m, inlined.dead.n, inlined.dead.at);
    for (uint32_t i = 0; i < run->nworkers; i++) {
        an_free(&group.an[i]);
        run->worker[i]->pc.cg = NULL;
    }
    arena_free(&arena);
    return group.changed;
}
