// SPDX-License-Identifier: Apache-2.0
// The call graph's strongly connected components, callees first (Tarjan 1972, without recursion),
// and the order in which functions are worked on.
//
// A function whose address is taken anywhere is called from nowhere we see; that adds no edge of
// the call graph. But a pass may find out that it is called, by whoever names it, itself or through
// the initialisers of variables: the order comes from a second, larger graph of functions and
// variables with these edges too. Its components fall into waves: what stands in one refers only to
// earlier waves, and to itself.
#include "analysis/analysis.h"

typedef struct {
    VEC(uint32_t) to; // numbers
} Node;

// ---- components of any graph ----

typedef struct {
    const Node *node;
    uint32_t n;
    Arena *a;
    uint32_t *index, *low, *of; // of: the number of the component, callees' first
    bool *on_stack;
    VEC(uint32_t) stack;
    uint32_t clock, ncomponents, nout;
    uint32_t *out; // nodes, callees first
} Tarjan;

// The nodes on the stack from v on are a component: what they call has been closed before.
static void close_component(Tarjan *tarjan, uint32_t v) {
    uint32_t w;
    do {
        w = vec_pop(&tarjan->stack);
        tarjan->on_stack[w] = false;
        tarjan->of[w] = tarjan->ncomponents;
        tarjan->out[tarjan->nout++] = w;
    } while (w != v);
    tarjan->ncomponents++;
}

// Visits all that `root` reaches; `low` is the least index that a node gets back to.
static void connect(Tarjan *tarjan, uint32_t root) {
    typedef struct {
        uint32_t v, next;
    } Frame;
    VEC(Frame) work = {0};
    vec_push(tarjan->a, &work, ((Frame){root, 0}));
    while (work.n) {
        Frame *frame = &vec_last(&work);
        uint32_t v = frame->v;
        if (frame->next == 0) {
            tarjan->index[v] = tarjan->low[v] = ++tarjan->clock;
            tarjan->on_stack[v] = true;
            vec_push(tarjan->a, &tarjan->stack, v);
        }
        if (frame->next < tarjan->node[v].to.n) {
            uint32_t w = tarjan->node[v].to.at[frame->next++];
            if (!tarjan->index[w]) {
                vec_push(tarjan->a, &work, ((Frame){w, 0}));
            } else if (tarjan->on_stack[w]) {
                tarjan->low[v] = CU_MIN(tarjan->low[v], tarjan->index[w]);
            }
            continue;
        }
        if (tarjan->low[v] == tarjan->index[v]) close_component(tarjan, v);
        work.n--;
        if (work.n) {
            uint32_t up = vec_last(&work).v;
            tarjan->low[up] = CU_MIN(tarjan->low[up], tarjan->low[v]);
        }
    }
}

// All components of the graph; the tables are the caller's.
static void components(Tarjan *tarjan, const Node *graph, uint32_t n, Arena *owner) {
    *tarjan = (Tarjan){.node = graph, .n = n, .a = owner};
    tarjan->index = arena_array(owner, uint32_t, n);
    tarjan->low = arena_array(owner, uint32_t, n);
    tarjan->of = arena_array(owner, uint32_t, n);
    tarjan->out = arena_array(owner, uint32_t, n);
    tarjan->on_stack = arena_array(owner, bool, n);
    for (uint32_t k = 0; k < n; k++) {
        if (!tarjan->index[k]) connect(tarjan, k);
    }
}

// ---- the edges ----

typedef struct {
    IrModule *m;
    Arena *a;
    IrFunc **fn; // in module order
    uint32_t n;  // functions; variables have the numbers from n on
    uint32_t ntotal;
    Node *call, *refer; // the two graphs
    Map of;             // IrFunc, IrGlobal -> number + 1
    Map seen;           // constant, metadata -> number of the last that it was looked at for, + 1
    bool *self, *address;
    uint32_t *ncalls;
} Scan;

static void add_reference(Scan *scan, uint32_t from, uint32_t to) {
    if (from != AN_NONE) vec_push(scan->a, &scan->refer[from].to, to);
}

// What a constant refers to; of functions the address is taken.
static void scan_const(Scan *scan, uint32_t from, IrConst *constant) {
    if (constant->v.kind < IR_C_AGG) return;
    if (is_any_of(constant->v.kind, IR_C_FUNC, IR_C_VAR)) {
        uintptr_t k = (uintptr_t)map_get(&scan->of, (uintptr_t)constant);
        if (!k) return;
        if (constant->v.kind == IR_C_FUNC) scan->address[k - 1] = true;
        add_reference(scan, from, (uint32_t)k - 1);
        return;
    }
    uintptr_t mark = (uintptr_t)from + 2;
    if ((uintptr_t)map_get(&scan->seen, (uintptr_t)constant) == mark) return;
    map_put(&scan->seen, (uintptr_t)constant, (void *)mark);
    if (constant->v.kind >= IR_C_VAR) { // an alias, whose target may not be known
        IrConst *to = ((IrGlobal *)constant)->init;
        if (to) scan_const(scan, from, to);
        return;
    }
    for (uint32_t i = 0; i < constant->n; i++) scan_const(scan, from, constant->elem[i]);
}

// Functions that only metadata names have their address taken too. Depth is bounded.
static void scan_md(Scan *scan, const IrMd *reached, int depth) {
    if (!reached || depth > 64) return;
    if (reached->kind == IR_MD_VALUE && ir_is_const(reached->value))
        scan_const(scan, AN_NONE, (IrConst *)reached->value);
    if (reached->kind != IR_MD_NODE || map_get(&scan->seen, (uintptr_t)reached)) return;
    map_put(&scan->seen, (uintptr_t)reached, (void *)reached);
    for (uint32_t i = 0; i < reached->n; i++) scan_md(scan, reached->op[i], depth + 1);
}

// A direct call is an edge; whatever else names a function refers to it.
static void scan_inst(Scan *scan, uint32_t from, IrInst *user) {
    uint32_t n = user->nops;
    if (user->v.op == IR_CALL) {
        IrFunc *f = ir_called(user);
        uintptr_t k = f ? (uintptr_t)map_get(&scan->of, (uintptr_t)f) : 0;
        if (f) n--;
        if (k) {
            vec_push(scan->a, &scan->call[from].to, (uint32_t)k - 1);
            add_reference(scan, from, (uint32_t)k - 1);
            scan->ncalls[k - 1]++;
            if (k - 1 == from) scan->self[from] = true;
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        IrValue *value = ir_op(user, k);
        if (value->kind >= IR_C_AGG) scan_const(scan, from, (IrConst *)value);
    }
}

// Bodies, initialisers, aliases, named metadata: everything that may name a function.
static void scan(Scan *s) {
    const IrModule *module = s->m;
    for (uint32_t k = 0; k < s->n; k++) {
        IR_FOREACH_BLOCK(bb, s->fn[k]) {
            IR_FOREACH_INST(i, bb) scan_inst(s, k, i);
        }
    }
    for (uint32_t i = 0; i < module->vars.n; i++) {
        if (module->vars.at[i]->init) scan_const(s, s->n + i, module->vars.at[i]->init);
    }
    for (uint32_t i = 0; i < module->aliases.n; i++) {
        if (module->aliases.at[i]->init) scan_const(s, AN_NONE, module->aliases.at[i]->init);
    }
    for (uint32_t i = 0; i < module->nnamed_md; i++) {
        for (uint32_t k = 0; k < module->named_md_[i].ops.n; k++)
            scan_md(s, module->named_md_[i].ops.at[k], 0);
    }
}

// Numbers: functions with bodies first, in module order, then variables.
static void scan_init(Scan *scan, IrModule *scanned, Arena *owner) {
    *scan = (Scan){.m = scanned, .a = owner};
    map_init(&scan->of, owner);
    map_init(&scan->seen, owner);
    scan->fn = arena_array(owner, IrFunc *, scanned->funcs.n);
    IR_FOREACH_FUNC(f, scanned) {
        if (ir_is_decl(f)) continue;
        scan->fn[scan->n++] = f;
        map_put(&scan->of, (uintptr_t)f, (void *)(uintptr_t)scan->n);
    }
    scan->ntotal = scan->n + scanned->vars.n;
    for (uint32_t i = 0; i < scanned->vars.n; i++)
        map_put(&scan->of, (uintptr_t)scanned->vars.at[i], (void *)(uintptr_t)(scan->n + i + 1));
    scan->call = arena_array(owner, Node, scan->n);
    scan->refer = arena_array(owner, Node, scan->ntotal);
    scan->self = arena_array(owner, bool, scan->n);
    scan->address = arena_array(owner, bool, scan->n);
    scan->ncalls = arena_array(owner, uint32_t, scan->n);
}

// ---- the order ----

// The wave of each component of the larger graph: behind all that it refers to.
static uint32_t *find_waves(const Scan *scan, const Tarjan *large, uint32_t *nwaves) {
    uint32_t *wave = arena_array(scan->a, uint32_t, large->ncomponents);
    *nwaves = 0;
    for (uint32_t k = 0; k < large->nout;) {
        uint32_t component = large->of[large->out[k]], at = 0;
        bool functions = false;
        for (; k < large->nout && large->of[large->out[k]] == component; k++) {
            uint32_t v = large->out[k];
            functions = functions || v < scan->n;
            for (uint32_t i = 0; i < large->node[v].to.n; i++) {
                uint32_t to = large->of[large->node[v].to.at[i]];
                if (to != component) at = CU_MAX(at, wave[to]);
            }
        }
        wave[component] = at + functions; // of variables alone: that of the functions behind them
        *nwaves = CU_MAX(*nwaves, wave[component]);
    }
    return wave;
}

// Sorts numbers by key[number] < nkeys; equal ones keep their order.
static uint32_t *sorted(const uint32_t *from, uint32_t n, const uint32_t *key, uint32_t nkeys,
                        Arena *owner) {
    uint32_t *start = arena_array(owner, uint32_t, nkeys + 1),
             *to = arena_array(owner, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) start[key[from[i]] + 1]++;
    for (uint32_t k = 0; k < nkeys; k++) start[k + 1] += start[k];
    for (uint32_t i = 0; i < n; i++) to[start[key[from[i]]]++] = from[i];
    return to;
}

// By wave, then component of the larger graph, then callees first.
static uint32_t *find_order(const Scan *scan, const Tarjan *small, AnCallGraph *made) {
    Tarjan large;
    components(&large, scan->refer, scan->ntotal, scan->a);
    uint32_t *wave = find_waves(scan, &large, &made->nwaves);
    uint32_t *of_wave = arena_array(scan->a, uint32_t, scan->n);
    for (uint32_t k = 0; k < scan->n; k++) of_wave[k] = wave[large.of[k]];
    uint32_t *order = sorted(small->out, scan->n, large.of, large.ncomponents, scan->a);
    order = sorted(order, scan->n, of_wave, made->nwaves + 1, scan->a);

    made->task = arena_array(scan->a, uint32_t, scan->n);
    made->task_start = arena_array(scan->a, uint32_t, scan->n + 1);
    made->wave_start = arena_array(scan->a, uint32_t, made->nwaves + 1);
    uint32_t w = 0;
    for (uint32_t i = 0; i < scan->n; i++) {
        if (i == 0 || large.of[order[i]] != large.of[order[i - 1]]) {
            while (w < of_wave[order[i]])
                made->wave_start[w++] = made->ntasks; // waves count from 1
            made->task_start[made->ntasks++] = i;
        }
        made->task[i] = made->ntasks - 1;
    }
    made->task_start[made->ntasks] = scan->n;
    made->wave_start[made->nwaves] = made->ntasks;
    return order;
}

// For each function the place of the last one in the order that calls it: after that it is done
// with.
static void last_callers(const Scan *scan, const uint32_t *order, AnCallGraph *made) {
    uint32_t *place = arena_array(scan->a, uint32_t, scan->n); // of a number
    for (uint32_t i = 0; i < scan->n; i++) place[order[i]] = i;
    for (uint32_t i = 0; i < scan->n; i++) made->last[i] = AN_NONE;
    for (uint32_t i = 0; i < scan->n; i++) {
        const Node *n = &scan->call[order[i]];
        for (uint32_t k = 0; k < n->to.n; k++) made->last[place[n->to.at[k]]] = i;
    }
}

// Two graphs: calls for recursion, references for the order.
AnCallGraph *an_callgraph_make(IrModule *module, Arena *owner) {
    Scan s;
    Tarjan small;
    scan_init(&s, module, owner);
    scan(&s);
    components(&small, s.call, s.n, owner);
    AnCallGraph *graph = arena_new(owner, AnCallGraph);
    graph->n = s.n;
    const uint32_t *order = find_order(&s, &small, graph);
    graph->order = arena_array(owner, IrFunc *, s.n);
    graph->scc = arena_array(owner, uint32_t, s.n);
    graph->recursive = arena_array(owner, bool, s.n);
    graph->ncalls = arena_array(owner, uint32_t, s.n);
    graph->last = arena_array(owner, uint32_t, s.n);
    graph->address_taken = arena_array(owner, bool, s.n);
    uint32_t *size = arena_array(owner, uint32_t, s.n);
    for (uint32_t k = 0; k < s.n; k++) size[small.of[k]]++;
    map_init(&graph->place, owner);
    for (uint32_t i = 0; i < s.n; i++) {
        uint32_t k = order[i];
        graph->order[i] = s.fn[k];
        graph->scc[i] = small.of[k];
        graph->recursive[i] = s.self[k] || size[small.of[k]] > 1;
        graph->ncalls[i] = s.ncalls[k];
        graph->address_taken[i] = s.address[k];
        map_put(&graph->place, (uintptr_t)s.fn[k], (void *)(uintptr_t)(i + 1));
    }
    last_callers(&s, order, graph);
    return graph;
}

uint32_t an_cg_place(const AnCallGraph *g, const IrFunc *fn) {
    uintptr_t k = (uintptr_t)map_get(&g->place, (uintptr_t)fn);
    return k ? (uint32_t)k - 1 : AN_NONE;
}

// By the tasks' numbers, which grow with the waves.
static uint32_t wave_of(const AnCallGraph *g, uint32_t place) {
    uint32_t low = 0, high = g->nwaves;
    while (high - low > 1) {
        uint32_t middle = (low + high) / 2;
        *(g->wave_start[middle] <= g->task[place] ? &low : &high) = middle;
    }
    return low;
}

bool an_cg_before(const AnCallGraph *g, uint32_t a, uint32_t b) {
    if (a >= b) return false;
    return g->task[a] == g->task[b] || wave_of(g, a) < wave_of(g, b);
}
