// SPDX-License-Identifier: Apache-2.0
// The call graph's strongly connected components, callees first (Tarjan 1972, without recursion),
// and the order in which functions are worked on.
//
// A function whose address is taken anywhere is called from nowhere we see; that adds no edge of the
// call graph. But a pass may find out that it is called, by whoever names it, itself or through the
// initialisers of variables: the order comes from a second, larger graph of functions and variables
// with these edges too. Its components fall into waves: what stands in one refers only to earlier
// waves, and to itself.
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

static void close_component(Tarjan *t, uint32_t v) {
    uint32_t w;
    do {
        w = vec_pop(&t->stack);
        t->on_stack[w] = false;
        t->of[w] = t->ncomponents;
        t->out[t->nout++] = w;
    } while (w != v);
    t->ncomponents++;
}

static void connect(Tarjan *t, uint32_t root) {
    typedef struct {
        uint32_t v, next;
    } Frame;
    VEC(Frame) work = {0};
    vec_push(t->a, &work, ((Frame){root, 0}));
    while (work.n) {
        Frame *f = &vec_last(&work);
        uint32_t v = f->v;
        if (f->next == 0) {
            t->index[v] = t->low[v] = ++t->clock;
            t->on_stack[v] = true;
            vec_push(t->a, &t->stack, v);
        }
        if (f->next < t->node[v].to.n) {
            uint32_t w = t->node[v].to.at[f->next++];
            if (!t->index[w]) {
                vec_push(t->a, &work, ((Frame){w, 0}));
            } else if (t->on_stack[w]) {
                t->low[v] = CU_MIN(t->low[v], t->index[w]);
            }
            continue;
        }
        if (t->low[v] == t->index[v]) close_component(t, v);
        work.n--;
        if (work.n) {
            uint32_t up = vec_last(&work).v;
            t->low[up] = CU_MIN(t->low[up], t->low[v]);
        }
    }
}

static void components(Tarjan *t, const Node *node, uint32_t n, Arena *a) {
    *t = (Tarjan){.node = node, .n = n, .a = a};
    t->index = arena_array(a, uint32_t, n);
    t->low = arena_array(a, uint32_t, n);
    t->of = arena_array(a, uint32_t, n);
    t->out = arena_array(a, uint32_t, n);
    t->on_stack = arena_array(a, bool, n);
    for (uint32_t k = 0; k < n; k++) {
        if (!t->index[k]) connect(t, k);
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

static void add_reference(Scan *s, uint32_t from, uint32_t to) {
    if (from != AN_NONE) vec_push(s->a, &s->refer[from].to, to);
}

// What a constant refers to; of functions the address is taken.
static void scan_const(Scan *s, uint32_t from, IrConst *c) {
    if (c->v.kind < IR_C_AGG) return;
    if (c->v.kind == IR_C_FUNC || c->v.kind == IR_C_VAR) {
        uintptr_t k = (uintptr_t)map_get(&s->of, (uintptr_t)c);
        if (!k) return;
        if (c->v.kind == IR_C_FUNC) s->address[k - 1] = true;
        add_reference(s, from, (uint32_t)k - 1);
        return;
    }
    uintptr_t mark = (uintptr_t)from + 2;
    if ((uintptr_t)map_get(&s->seen, (uintptr_t)c) == mark) return;
    map_put(&s->seen, (uintptr_t)c, (void *)mark);
    if (c->v.kind >= IR_C_VAR) { // an alias, whose target may not be known
        IrConst *to = ((IrGlobal *)c)->init;
        if (to) scan_const(s, from, to);
        return;
    }
    for (uint32_t i = 0; i < c->n; i++) scan_const(s, from, c->elem[i]);
}

static void scan_md(Scan *s, const IrMd *md, int depth) {
    if (!md || depth > 64) return;
    if (md->kind == IR_MD_VALUE && ir_is_const(md->value))
        scan_const(s, AN_NONE, (IrConst *)md->value);
    if (md->kind != IR_MD_NODE || map_get(&s->seen, (uintptr_t)md)) return;
    map_put(&s->seen, (uintptr_t)md, (void *)md);
    for (uint32_t i = 0; i < md->n; i++) scan_md(s, md->op[i], depth + 1);
}

static void scan_inst(Scan *s, uint32_t from, IrInst *i) {
    uint32_t n = i->nops;
    if (i->v.op == IR_CALL) {
        IrFunc *f = ir_called(i);
        uintptr_t k = f ? (uintptr_t)map_get(&s->of, (uintptr_t)f) : 0;
        if (f) n--;
        if (k) {
            vec_push(s->a, &s->call[from].to, (uint32_t)k - 1);
            add_reference(s, from, (uint32_t)k - 1);
            s->ncalls[k - 1]++;
            if (k - 1 == from) s->self[from] = true;
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        IrConst *c = ir_as_const(ir_op(i, k));
        if (c) scan_const(s, from, c);
    }
}

static void scan(Scan *s) {
    const IrModule *m = s->m;
    for (uint32_t k = 0; k < s->n; k++) {
        IR_FOREACH_BLOCK(bb, s->fn[k]) {
            IR_FOREACH_INST(i, bb) scan_inst(s, k, i);
        }
    }
    for (uint32_t i = 0; i < m->vars.n; i++) {
        if (m->vars.at[i]->init) scan_const(s, s->n + i, m->vars.at[i]->init);
    }
    for (uint32_t i = 0; i < m->aliases.n; i++) {
        if (m->aliases.at[i]->init) scan_const(s, AN_NONE, m->aliases.at[i]->init);
    }
    for (uint32_t i = 0; i < m->nnamed_md; i++) {
        for (uint32_t k = 0; k < m->named_md_[i].ops.n; k++)
            scan_md(s, m->named_md_[i].ops.at[k], 0);
    }
}

static void scan_init(Scan *s, IrModule *m, Arena *a) {
    *s = (Scan){.m = m, .a = a};
    map_init(&s->of, a);
    map_init(&s->seen, a);
    s->fn = arena_array(a, IrFunc *, m->funcs.n);
    IR_FOREACH_FUNC(f, m) {
        if (ir_is_decl(f)) continue;
        s->fn[s->n++] = f;
        map_put(&s->of, (uintptr_t)f, (void *)(uintptr_t)s->n);
    }
    s->ntotal = s->n + m->vars.n;
    for (uint32_t i = 0; i < m->vars.n; i++)
        map_put(&s->of, (uintptr_t)m->vars.at[i], (void *)(uintptr_t)(s->n + i + 1));
    s->call = arena_array(a, Node, s->n);
    s->refer = arena_array(a, Node, s->ntotal);
    s->self = arena_array(a, bool, s->n);
    s->address = arena_array(a, bool, s->n);
    s->ncalls = arena_array(a, uint32_t, s->n);
}

// ---- the order ----

// The wave of each component of the larger graph: behind all that it refers to.
static uint32_t *find_waves(const Scan *s, const Tarjan *large, uint32_t *nwaves) {
    uint32_t *wave = arena_array(s->a, uint32_t, large->ncomponents);
    *nwaves = 0;
    for (uint32_t k = 0; k < large->nout;) {
        uint32_t component = large->of[large->out[k]], at = 0;
        bool functions = false;
        for (; k < large->nout && large->of[large->out[k]] == component; k++) {
            uint32_t v = large->out[k];
            functions = functions || v < s->n;
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
                        Arena *a) {
    uint32_t *start = arena_array(a, uint32_t, nkeys + 1), *to = arena_array(a, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) start[key[from[i]] + 1]++;
    for (uint32_t k = 0; k < nkeys; k++) start[k + 1] += start[k];
    for (uint32_t i = 0; i < n; i++) to[start[key[from[i]]]++] = from[i];
    return to;
}

// By wave, then component of the larger graph, then callees first.
static uint32_t *find_order(const Scan *s, const Tarjan *small, AnCallGraph *g) {
    Tarjan large;
    components(&large, s->refer, s->ntotal, s->a);
    uint32_t *wave = find_waves(s, &large, &g->nwaves);
    uint32_t *of_wave = arena_array(s->a, uint32_t, s->n);
    for (uint32_t k = 0; k < s->n; k++) of_wave[k] = wave[large.of[k]];
    uint32_t *order = sorted(small->out, s->n, large.of, large.ncomponents, s->a);
    order = sorted(order, s->n, of_wave, g->nwaves + 1, s->a);

    g->task = arena_array(s->a, uint32_t, s->n);
    g->task_start = arena_array(s->a, uint32_t, s->n + 1);
    g->wave_start = arena_array(s->a, uint32_t, g->nwaves + 1);
    uint32_t w = 0;
    for (uint32_t i = 0; i < s->n; i++) {
        if (i == 0 || large.of[order[i]] != large.of[order[i - 1]]) {
            while (w < of_wave[order[i]]) g->wave_start[w++] = g->ntasks; // waves count from 1
            g->task_start[g->ntasks++] = i;
        }
        g->task[i] = g->ntasks - 1;
    }
    g->task_start[g->ntasks] = s->n;
    g->wave_start[g->nwaves] = g->ntasks;
    return order;
}

static void last_callers(const Scan *s, const uint32_t *order, AnCallGraph *g) {
    uint32_t *place = arena_array(s->a, uint32_t, s->n); // of a number
    for (uint32_t i = 0; i < s->n; i++) place[order[i]] = i;
    for (uint32_t i = 0; i < s->n; i++) g->last[i] = AN_NONE;
    for (uint32_t i = 0; i < s->n; i++) {
        const Node *n = &s->call[order[i]];
        for (uint32_t k = 0; k < n->to.n; k++) g->last[place[n->to.at[k]]] = i;
    }
}

AnCallGraph *an_callgraph_make(IrModule *m, Arena *a) {
    Scan s;
    Tarjan small;
    scan_init(&s, m, a);
    scan(&s);
    components(&small, s.call, s.n, a);
    AnCallGraph *g = arena_new(a, AnCallGraph);
    g->n = s.n;
    const uint32_t *order = find_order(&s, &small, g);
    g->order = arena_array(a, IrFunc *, s.n);
    g->scc = arena_array(a, uint32_t, s.n);
    g->recursive = arena_array(a, bool, s.n);
    g->ncalls = arena_array(a, uint32_t, s.n);
    g->last = arena_array(a, uint32_t, s.n);
    g->address_taken = arena_array(a, bool, s.n);
    uint32_t *size = arena_array(a, uint32_t, s.n);
    for (uint32_t k = 0; k < s.n; k++) size[small.of[k]]++;
    map_init(&g->place, a);
    for (uint32_t i = 0; i < s.n; i++) {
        uint32_t k = order[i];
        g->order[i] = s.fn[k];
        g->scc[i] = small.of[k];
        g->recursive[i] = s.self[k] || size[small.of[k]] > 1;
        g->ncalls[i] = s.ncalls[k];
        g->address_taken[i] = s.address[k];
        map_put(&g->place, (uintptr_t)s.fn[k], (void *)(uintptr_t)(i + 1));
    }
    last_callers(&s, order, g);
    return g;
}

uint32_t an_cg_place(const AnCallGraph *g, const IrFunc *f) {
    uintptr_t k = (uintptr_t)map_get(&g->place, (uintptr_t)f);
    return k ? (uint32_t)k - 1 : AN_NONE;
}

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
