// SPDX-License-Identifier: Apache-2.0
// The call graph's strongly connected components, callees first (Tarjan 1972, without recursion).
// A function whose address is taken anywhere is called from nowhere we see; that adds no edge.
#include "analysis/analysis.h"

typedef struct {
    VEC(uint32_t) to; // places of callees
} Node;

typedef struct {
    AnCallGraph *g;
    IrModule *m;
    Arena *a;
    IrFunc **fn; // in module order
    Node *node;
    uint32_t n;
    uint32_t *index, *low, *scc_of;
    bool *on_stack;
    VEC(uint32_t) stack;
    uint32_t clock, nscc, nout;
    uint32_t *out; // numbers in bottom-up order
    Map of;        // IrFunc -> number + 1
    Map seen;      // constants looked at
    bool *self, *address;
    uint32_t *ncalls;
} Tarjan;

// Functions whose address a constant holds.
static void scan_const(Tarjan *t, IrConst *c) {
    if (c->v.kind == IR_C_FUNC) {
        uintptr_t k = (uintptr_t)map_get(&t->of, (uintptr_t)c);
        if (k) t->address[k - 1] = true;
        return;
    }
    if (c->v.kind != IR_C_AGG && c->v.kind != IR_C_EXPR) return;
    if (map_get(&t->seen, (uintptr_t)c)) return;
    map_put(&t->seen, (uintptr_t)c, c);
    for (uint32_t i = 0; i < c->n; i++) scan_const(t, c->elem[i]);
}

static void scan_md(Tarjan *t, const IrMd *md, int depth) {
    if (!md || depth > 64) return;
    if (md->kind == IR_MD_VALUE && ir_is_const(md->value)) scan_const(t, (IrConst *)md->value);
    if (md->kind != IR_MD_NODE || map_get(&t->seen, (uintptr_t)md)) return;
    map_put(&t->seen, (uintptr_t)md, (void *)md);
    for (uint32_t i = 0; i < md->n; i++) scan_md(t, md->op[i], depth + 1);
}

static void scan_inst(Tarjan *t, uint32_t from, IrInst *i) {
    uint32_t n = i->nops;
    if (i->v.op == IR_CALL) {
        IrFunc *f = ir_called(i);
        uintptr_t k = f ? (uintptr_t)map_get(&t->of, (uintptr_t)f) : 0;
        if (f) n--;
        if (k) {
            vec_push(t->a, &t->node[from].to, (uint32_t)k - 1);
            t->ncalls[k - 1]++;
            if (k - 1 == from) t->self[from] = true;
        }
    }
    for (uint32_t k = 0; k < n; k++) {
        IrConst *c = ir_as_const(ir_op(i, k));
        if (c) scan_const(t, c);
    }
}

static void scan(Tarjan *t) {
    for (uint32_t k = 0; k < t->n; k++) {
        IR_FOREACH_BLOCK(bb, t->fn[k]) {
            IR_FOREACH_INST(i, bb) scan_inst(t, k, i);
        }
    }
    for (uint32_t i = 0; i < t->m->vars.n; i++) {
        if (t->m->vars.at[i]->init) scan_const(t, t->m->vars.at[i]->init);
    }
    for (uint32_t i = 0; i < t->m->aliases.n; i++) scan_const(t, t->m->aliases.at[i]->init);
    for (uint32_t i = 0; i < t->m->nnamed_md; i++) {
        for (uint32_t k = 0; k < t->m->named_md_[i].ops.n; k++)
            scan_md(t, t->m->named_md_[i].ops.at[k], 0);
    }
}

static void close_scc(Tarjan *t, uint32_t v) {
    uint32_t w;
    do {
        w = vec_pop(&t->stack);
        t->on_stack[w] = false;
        t->scc_of[w] = t->nscc;
        t->out[t->nout++] = w;
    } while (w != v);
    t->nscc++;
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
        if (t->low[v] == t->index[v]) close_scc(t, v);
        work.n--;
        if (work.n) {
            uint32_t up = vec_last(&work).v;
            t->low[up] = CU_MIN(t->low[up], t->low[v]);
        }
    }
}

static void last_callers(Tarjan *t) {
    AnCallGraph *g = t->g;
    uint32_t *place = arena_array(t->a, uint32_t, t->n); // of a number
    for (uint32_t i = 0; i < t->n; i++) place[t->out[i]] = i;
    for (uint32_t i = 0; i < t->n; i++) g->last[i] = AN_NONE;
    for (uint32_t i = 0; i < t->n; i++) {
        const Node *n = &t->node[t->out[i]];
        for (uint32_t k = 0; k < n->to.n; k++) g->last[place[n->to.at[k]]] = i;
    }
}

AnCallGraph *an_callgraph_make(IrModule *m, Arena *a) {
    Tarjan t = {.m = m, .a = a, .g = arena_new(a, AnCallGraph)};
    map_init(&t.of, a);
    map_init(&t.seen, a);
    t.fn = arena_array(a, IrFunc *, m->funcs.n);
    IR_FOREACH_FUNC(f, m) {
        if (ir_is_decl(f)) continue;
        t.fn[t.n++] = f;
        map_put(&t.of, (uintptr_t)f, (void *)(uintptr_t)t.n);
    }
    t.node = arena_array(a, Node, t.n);
    t.index = arena_array(a, uint32_t, t.n);
    t.low = arena_array(a, uint32_t, t.n);
    t.scc_of = arena_array(a, uint32_t, t.n);
    t.out = arena_array(a, uint32_t, t.n);
    t.on_stack = arena_array(a, bool, t.n);
    t.self = arena_array(a, bool, t.n);
    t.address = arena_array(a, bool, t.n);
    t.ncalls = arena_array(a, uint32_t, t.n);
    scan(&t);
    for (uint32_t k = 0; k < t.n; k++) {
        if (!t.index[k]) connect(&t, k);
    }
    AnCallGraph *g = t.g;
    g->n = t.n;
    g->order = arena_array(a, IrFunc *, t.n);
    g->scc = arena_array(a, uint32_t, t.n);
    g->recursive = arena_array(a, bool, t.n);
    g->ncalls = arena_array(a, uint32_t, t.n);
    g->last = arena_array(a, uint32_t, t.n);
    g->address_taken = arena_array(a, bool, t.n);
    uint32_t *size = arena_array(a, uint32_t, t.n);
    for (uint32_t k = 0; k < t.n; k++) size[t.scc_of[k]]++;
    map_init(&g->place, a);
    for (uint32_t i = 0; i < t.n; i++) {
        uint32_t k = t.out[i];
        g->order[i] = t.fn[k];
        g->scc[i] = t.scc_of[k];
        g->recursive[i] = t.self[k] || size[t.scc_of[k]] > 1;
        g->ncalls[i] = t.ncalls[k];
        g->address_taken[i] = t.address[k];
        map_put(&g->place, (uintptr_t)t.fn[k], (void *)(uintptr_t)(i + 1));
    }
    last_callers(&t);
    return g;
}

uint32_t an_cg_place(const AnCallGraph *g, const IrFunc *f) {
    uintptr_t k = (uintptr_t)map_get(&g->place, (uintptr_t)f);
    return k ? (uint32_t)k - 1 : AN_NONE;
}
