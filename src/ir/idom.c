// SPDX-License-Identifier: Apache-2.0
// Immediate dominators on numbers: Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in
// a Flowgraph" (1979), in its simple form: O(m log n) on any graph. Walks up the tree from the
// predecessors (Cooper, Harvey, Kennedy 2001) are square where many ways out of two long chains
// meet.
//
// In here nodes are called by their place in a depth-first walk from the root.
#include "ir/ir.h"

#define NONE UINT32_MAX

typedef struct {
    const IrGraph *g;
    uint32_t *place, *node;  // of the walk: node -> place, place -> node
    uint32_t *parent;        // in the tree of the walk
    uint32_t *semi;          // semidominator
    uint32_t *up, *best;     // forest of finished nodes: ancestor; node of least semi up to it
    uint32_t *bucket, *rest; // nodes by semidominator: first of them, next one
    uint32_t *dom;
    uint32_t *stack;
} Finder;

static uint32_t *table(uint32_t n, Arena *a) { // all NONE
    uint32_t *t = arena_array(a, uint32_t, n);
    memset(t, 0xff, n * sizeof *t);
    return t;
}

// Successors of node i: succ[start[i] .. start[i + 1]], in increasing order.
static uint32_t *successors(const IrGraph *g, uint32_t *start, Arena *a) {
    uint32_t *succ = arena_array(a, uint32_t, g->pred_start[g->n]);
    for (uint32_t k = 0; k < g->pred_start[g->n]; k++) start[g->pred[k]]++;
    for (uint32_t i = 0; i < g->n; i++) start[i + 1] += start[i];
    for (uint32_t i = g->n; i-- > 0;) {
        for (uint32_t k = g->pred_start[i]; k < g->pred_start[i + 1]; k++) {
            succ[--start[g->pred[k]]] = i;
        }
    }
    return succ;
}

static void walk(Finder *f, Arena *a) {
    uint32_t n = f->g->n, sp = 0, found = 0;
    uint32_t *start = arena_array(a, uint32_t, n + 1), *next = arena_array(a, uint32_t, n);
    const uint32_t *succ = successors(f->g, start, a);
    memcpy(next, start, n * sizeof *next);
    f->place[0] = found++;
    f->stack[sp++] = 0;
    while (sp) {
        uint32_t at = f->stack[sp - 1];
        if (next[at] == start[at + 1]) {
            sp--;
            continue;
        }
        uint32_t to = succ[next[at]++];
        if (f->place[to] != NONE) continue;
        f->parent[found] = f->place[at];
        f->node[found] = to;
        f->place[to] = found++;
        f->stack[sp++] = to;
    }
}

// The node of least semidominator on the way from v up the forest, its root left out.
static uint32_t evaluate(Finder *f, uint32_t v) {
    uint32_t sp = 0;
    if (f->up[v] == NONE) return v;
    for (uint32_t x = v; f->up[f->up[x]] != NONE; x = f->up[x]) f->stack[sp++] = x;
    while (sp) { // from the root down; the path is compressed
        uint32_t x = f->stack[--sp], y = f->up[x];
        if (f->semi[f->best[y]] < f->semi[f->best[x]]) f->best[x] = f->best[y];
        f->up[x] = f->up[y];
    }
    return f->best[v];
}

static void finish(Finder *f, uint32_t w) {
    const IrGraph *g = f->g;
    uint32_t node = f->node[w], p = f->parent[w];
    for (uint32_t k = g->pred_start[node]; k < g->pred_start[node + 1]; k++) {
        uint32_t s = f->semi[evaluate(f, f->place[g->pred[k]])];
        if (s < f->semi[w]) f->semi[w] = s;
    }
    f->rest[w] = f->bucket[f->semi[w]];
    f->bucket[f->semi[w]] = w;
    f->up[w] = p;
    for (uint32_t v = f->bucket[p]; v != NONE; v = f->rest[v]) {
        uint32_t u = evaluate(f, v);
        f->dom[v] = f->semi[u] < f->semi[v] ? u : p;
    }
    f->bucket[p] = NONE;
}

uint32_t *ir_idoms(const IrGraph *g, Arena *a) {
    uint32_t n = g->n;
    uint32_t *idom = arena_array(a, uint32_t, n);
    Finder f = {.g = g,
                .place = table(n, a),
                .node = arena_array(a, uint32_t, n),
                .parent = arena_array(a, uint32_t, n),
                .semi = arena_array(a, uint32_t, n),
                .up = table(n, a),
                .best = arena_array(a, uint32_t, n),
                .bucket = table(n, a),
                .rest = arena_array(a, uint32_t, n),
                .dom = arena_array(a, uint32_t, n),
                .stack = arena_array(a, uint32_t, n)};
    walk(&f, a);
    for (uint32_t i = 0; i < n; i++) f.semi[i] = f.best[i] = i;
    for (uint32_t w = n; w-- > 1;) finish(&f, w);
    for (uint32_t w = 1; w < n; w++) {
        if (f.dom[w] != f.semi[w]) f.dom[w] = f.dom[f.dom[w]];
        idom[f.node[w]] = f.node[f.dom[w]];
    }
    return idom;
}
