// SPDX-License-Identifier: Apache-2.0
// Immediate dominators on numbers: Lengauer and Tarjan, "A Fast Algorithm for Finding Dominators in
// a Flowgraph" (1979), in its simple form: O(m log n) on any graph. Walks up the tree from the
// predecessors (Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm", 2001) are square
// where many ways out of two long chains meet; on a few nodes they cost a fraction of the other.
//
// In Lengauer's and Tarjan's nodes are called by their place in a depth-first walk from the root.
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

static uint32_t *table(uint32_t n, Arena *owner) { // all NONE
    uint32_t *t = arena_array(owner, uint32_t, n);
    memset(t, 0xff, n * sizeof *t);
    return t;
}

// Successors of node i: succ[start[i] .. start[i + 1]], in increasing order.
static uint32_t *successors(const IrGraph *graph, uint32_t *start, Arena *owner) {
    uint32_t *succ = arena_array(owner, uint32_t, graph->pred_start[graph->n]);
    for (uint32_t k = 0; k < graph->pred_start[graph->n]; k++) start[graph->pred[k]]++;
    for (uint32_t i = 0; i < graph->n; i++) start[i + 1] += start[i];
    for (uint32_t i = graph->n; i-- > 0;) {
        for (uint32_t k = graph->pred_start[i]; k < graph->pred_start[i + 1]; k++) {
            succ[--start[graph->pred[k]]] = i;
        }
    }
    return succ;
}

// Gives every node its place: a depth-first walk with a stack of its own, successors in increasing
// order.
static void walk(Finder *finder, Arena *owner) {
    uint32_t n = finder->g->n, sp = 0, found = 0;
    uint32_t *start = arena_array(owner, uint32_t, n + 1), *next = arena_array(owner, uint32_t, n);
    const uint32_t *succ = successors(finder->g, start, owner);
    memcpy(next, start, n * sizeof *next);
    finder->place[0] = found++;
    finder->stack[sp++] = 0;
    while (sp) {
        uint32_t at = finder->stack[sp - 1];
        if (next[at] == start[at + 1]) {
            sp--;
            continue;
        }
        uint32_t to = succ[next[at]++];
        if (finder->place[to] != NONE) continue;
        finder->parent[found] = finder->place[at];
        finder->node[found] = to;
        finder->place[to] = found++;
        finder->stack[sp++] = to;
    }
}

// The node of least semidominator on the way from node v up the forest, its root left out. Paths
// are compressed on the way, which is what makes the whole O(m log n).
static uint32_t evaluate(Finder *finder, uint32_t v) {
    uint32_t sp = 0;
    if (finder->up[v] == NONE) return v;
    for (uint32_t x = v; finder->up[finder->up[x]] != NONE; x = finder->up[x])
        finder->stack[sp++] = x;
    while (sp) { // from the root down; the path is compressed
        uint32_t x = finder->stack[--sp], y = finder->up[x];
        if (finder->semi[finder->best[y]] < finder->semi[finder->best[x]])
            finder->best[x] = finder->best[y];
        finder->up[x] = finder->up[y];
    }
    return finder->best[v];
}

// Node w, when all later places are done: its semidominator is the least that its predecessors lead
// to. Then the nodes in the bucket of its parent have theirs known: their dominator is that parent,
// or is that of a node met later (ir_idoms' last pass).
static void finish(Finder *finder, uint32_t w) {
    const IrGraph *graph = finder->g;
    uint32_t node = finder->node[w], p = finder->parent[w];
    for (uint32_t k = graph->pred_start[node]; k < graph->pred_start[node + 1]; k++) {
        uint32_t s = finder->semi[evaluate(finder, finder->place[graph->pred[k]])];
        if (s < finder->semi[w]) finder->semi[w] = s;
    }
    finder->rest[w] = finder->bucket[finder->semi[w]];
    finder->bucket[finder->semi[w]] = w;
    finder->up[w] = p;
    for (uint32_t v = finder->bucket[p]; v != NONE; v = finder->rest[v]) {
        uint32_t u = evaluate(finder, v);
        finder->dom[v] = finder->semi[u] < finder->semi[v] ? u : p;
    }
    finder->bucket[p] = NONE;
}

static void lengauer_tarjan(const IrGraph *graph, uint32_t *idom, Arena *owner) {
    uint32_t n = graph->n;
    Finder finder = {.g = graph,
                     .place = table(n, owner),
                     .node = arena_array(owner, uint32_t, n),
                     .parent = arena_array(owner, uint32_t, n),
                     .semi = arena_array(owner, uint32_t, n),
                     .up = table(n, owner),
                     .best = arena_array(owner, uint32_t, n),
                     .bucket = table(n, owner),
                     .rest = arena_array(owner, uint32_t, n),
                     .dom = arena_array(owner, uint32_t, n),
                     .stack = arena_array(owner, uint32_t, n)};
    walk(&finder, owner);
    for (uint32_t i = 0; i < n; i++) finder.semi[i] = finder.best[i] = i;
    for (uint32_t w = n; w-- > 1;) finish(&finder, w);
    for (uint32_t w = 1; w < n; w++) {
        if (finder.dom[w] != finder.semi[w]) finder.dom[w] = finder.dom[finder.dom[w]];
        idom[finder.node[w]] = finder.node[finder.dom[w]];
    }
}

// ---- few nodes ---------------------------------------------------------------------------------

// The nearest node above both in the tree as it is so far, where what is above has a lower number.
static uint32_t common(const uint32_t *idom, uint32_t a, uint32_t b) {
    while (a != b) {
        if (a > b) {
            a = idom[a];
        } else {
            b = idom[b];
        }
    }
    return a;
}

// Each node goes below what is common to its predecessors, in the order of the numbers; one that an
// edge back comes from counts when it has a place. Whether another round may find more.
static bool refine(const IrGraph *graph, uint32_t *idom) {
    bool changed = false, cyclic = false;
    for (uint32_t i = 1; i < graph->n; i++) {
        uint32_t up = NONE;
        for (uint32_t k = graph->pred_start[i]; k < graph->pred_start[i + 1]; k++) {
            uint32_t p = graph->pred[k];
            cyclic |= p >= i;
            if (idom[p] != NONE) up = up == NONE ? p : common(idom, up, p);
        }
        changed |= idom[i] != up;
        idom[i] = up;
    }
    return changed && cyclic;
}

// `owner` also takes the tables of the work.
uint32_t *ir_idoms(const IrGraph *graph, Arena *owner) {
    enum { FEW = 64 };
    uint32_t *idom = arena_array(owner, uint32_t, graph->n);
    if (graph->n > FEW) {
        lengauer_tarjan(graph, idom, owner);
    } else {
        memset(idom, 0xff, graph->n * sizeof *idom); // NONE
        idom[0] = 0;
        while (refine(graph, idom)) {
        }
    }
    return idom;
}
