// SPDX-License-Identifier: Apache-2.0
// Groups: consecutive function passes, run function by function, callees first, on several threads.
//
// The call graph's tasks of one wave do not refer to one another (callgraph.c), so they run side by
// side; what they may read of other functions belongs to earlier waves and is finished. The result
// is the same for any number of threads: also a single one goes wave by wave, and what is made for
// the whole module on the way (declarations of intrinsics, diagnostics) waits and gets an order
// that does not depend on who was first.
#include "opt/opt_run.h"

#include "base/task.h"
#include "opt/opt_diag.h"

static bool run_on_func(OptRun *r, const PassItems *v, uint32_t from, uint32_t to, AnFunc *an) {
    bool changed = false;
    for (uint32_t i = from; i < to; i++) {
        const PassItem *item = &v->at[i];
        if (item->kind == PASS_ITEM_REPEAT) {
            for (uint32_t k = 0; k < item->times; k++) {
                if (!run_on_func(r, item->sub, 0, item->sub->n, an)) break;
                changed = true;
            }
            continue;
        }
        changed |= item->kind == PASS_ITEM_LOOP ? opt_run_loops(r, item->sub, an)
                                                : opt_run_step(r, item, an, NULL, NULL);
        opt_run_stress(r, an);
    }
    return changed;
}

// Functions that nobody calls any more, found when the last of their callers is done: in template
// libraries nearly all are, and their bodies would be most of the memory until globaldce.
typedef struct {
    uint32_t *first, *next; // by place: functions whose last caller it is, + 1
    bool *kept;             // by place: some call of it was not inlined
    VEC(IrGlobal *) dead;
} Inlined;

static void inlined_init(Inlined *d, const AnCallGraph *g, Arena *a) {
    *d = (Inlined){0};
    d->first = arena_array(a, uint32_t, g->n);
    d->next = arena_array(a, uint32_t, g->n);
    d->kept = arena_array(a, bool, g->n);
    for (uint32_t i = 0; i < g->n && !g->order[0]->g.m->names_blocks; i++) {
        if (g->last[i] == AN_NONE || g->recursive[i] || g->address_taken[i]) continue;
        if (!ir_is_discardable(g->order[i]->g.linkage)) continue;
        d->next[i] = d->first[g->last[i]];
        d->first[g->last[i]] = i + 1;
    }
}

// The function at place i is done.
static void drop_inlined(Inlined *d, const AnCallGraph *g, uint32_t i, Arena *a) {
    IR_FOREACH_BLOCK(bb, g->order[i]) {
        IR_FOREACH_INST(c, bb) {
            const IrFunc *f = c->v.op == IR_CALL ? ir_called(c) : NULL;
            uint32_t place = f && !ir_is_decl(f) ? an_cg_place(g, f) : AN_NONE;
            if (place != AN_NONE) d->kept[place] = true;
        }
    }
    for (uint32_t k = d->first[i]; k; k = d->next[k - 1]) {
        if (d->kept[k - 1]) continue;
        ir_func_drop_body(g->order[k - 1]);
        vec_push(a, &d->dead, &g->order[k - 1]->g);
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
    Group *g = data;
    uint32_t number = thread->timer_thread - g->r->ctx->timer_thread, t = g->first_task + index;
    OptRun *r = g->r->worker[number];
    AnFunc *an = &g->an[number];
    r->timing = thread;
    for (uint32_t i = g->graph->task_start[t]; i < g->graph->task_start[t + 1]; i++) {
        IrFunc *f = g->graph->order[i];
        an_begin(an, f);
        r->changes++;
        if (run_on_func(r, g->items, g->from, g->to, an)) g->changed = true;
        // passes have left holes in the numbering; tables by id should stay small
        ir_func_renumber(f);
        an_changed(an, AN_CHANGED_ALL);
        opt_run_shrink(r, f);
        opt_remarks_flush(r->ctx, r->remarks, &r->remark_buf); // asked for: one thread
    }
}

// Whoever reads along (dumps, remarks, bisecting) wants one function after the other.
static bool in_sequence(const OptRun *r) {
    const OptOptions *o = r->options;
    return o->nprint_after || o->nprint_before || o->print_changed || o->bisect_limit >= 0 ||
           o->remarks || r->m->names_blocks;
}

static void make_workers(OptRun *r) {
    uint32_t n = in_sequence(r) ? 1 : r->options->jobs ? r->options->jobs : task_processors();
    r->nworkers = n;
    r->worker = arena_array(&r->plan, OptRun *, n);
    r->worker[0] = r;
    r->pc.reports = &r->reports;
    for (uint32_t i = 1; i < n; i++) {
        OptRun *w = r->worker[i] = arena_new(&r->plan, OptRun);
        *w = (OptRun){
            .m = r->m, .ctx = r->ctx, .timing = r->ctx, .options = r->options, .off = r->off};
        arena_init(&w->plan, r->ctx, "opt-plan");
        arena_init(&w->tmp, r->ctx, "opt-pass");
        w->pc = r->pc;
        w->pc.tmp = &w->tmp;
        w->pc.run = &w->plan;
        w->pc.rules = NULL;
        w->pc.reports = &w->reports;
    }
}

// The reports of all workers in the order of functions.
static void give_out_reports(OptRun *r, const AnCallGraph *g, uint32_t from, uint32_t to) {
    for (uint32_t i = 0; i < r->nworkers; i++) {
        if (r->worker[i]->reports.n) goto some;
    }
    return;
some:
    for (uint32_t place = from; place < to; place++) {
        for (uint32_t i = 0; i < r->nworkers; i++) {
            const OptReports *reports = &r->worker[i]->reports;
            for (uint32_t k = 0; k < reports->n; k++) {
                const OptReport *x = &reports->at[k];
                if (x->at == g->order[place])
                    diag(r->ctx, &opt_diag_rows[x->row], 0, x->what, x->with);
            }
        }
    }
    for (uint32_t i = 0; i < r->nworkers; i++) r->worker[i]->reports.n = 0;
}

// What a task costs goes by its functions' values.
static const uint32_t *weights_of_tasks(const AnCallGraph *g, uint32_t first, uint32_t n,
                                        Arena *a) {
    uint32_t *weight = arena_array(a, uint32_t, n);
    for (uint32_t t = 0; t < n; t++) {
        for (uint32_t i = g->task_start[first + t]; i < g->task_start[first + t + 1]; i++) {
            weight[t] += g->order[i]->nvalues;
        }
    }
    return weight;
}

static void run_wave(Group *g, uint32_t wave, Inlined *inlined, Arena *a) {
    const AnCallGraph *graph = g->graph;
    OptRun *r = g->r;
    g->first_task = graph->wave_start[wave];
    uint32_t n = graph->wave_start[wave + 1] - g->first_task;
    if (r->nworkers == 1 || n == 1) {
        for (uint32_t k = 0; k < n; k++) run_task(r->ctx, g, k);
    } else {
        task_for(r->ctx, r->nworkers, n, weights_of_tasks(graph, g->first_task, n, a), run_task, g);
    }
    uint32_t from = graph->task_start[g->first_task], to = graph->task_start[g->first_task + n];
    for (uint32_t i = from; i < to; i++) drop_inlined(inlined, graph, i, a);
    give_out_reports(r, graph, from, to);
}

bool opt_run_group(OptRun *r, const PassItems *v, uint32_t from, uint32_t to) {
    Arena a;
    Inlined inlined;
    arena_init(&a, r->ctx, "callgraph");
    if (!r->worker) make_workers(r);
    AnCallGraph *graph = an_callgraph_make(r->m, &a);
    inlined_init(&inlined, graph, &a);
    Group g = {.r = r, .items = v, .from = from, .to = to, .graph = graph};
    g.an = arena_array(&a, AnFunc, r->nworkers);
    for (uint32_t i = 0; i < r->nworkers; i++) {
        an_init(&g.an[i], r->ctx);
        r->worker[i]->pc.cg = graph;
    }

    bool late = !in_sequence(r); // a dump wants the names of declarations
    if (late) ir_parallel_begin(r->m);
    for (uint32_t w = 0; w < graph->nwaves; w++) run_wave(&g, w, &inlined, &a);
    if (late) ir_parallel_end(r->m);
    if (inlined.dead.n) ir_globals_remove(r->m, inlined.dead.n, inlined.dead.at);
    for (uint32_t i = 0; i < r->nworkers; i++) {
        an_free(&g.an[i]);
        r->worker[i]->pc.cg = NULL;
    }
    arena_free(&a);
    return g.changed;
}
