// SPDX-License-Identifier: Apache-2.0
// Sparse matrices by rows, and orders of their rows that keep factors small.
#include "standin/cusolver/cusolver.h"

// Indices of the program are checked here and nowhere else: what uses the rows trusts them. Without
// values all elements are 0.
bool cusolver_rows(CusolverRows *rows, const StandinSparse *description, int64_t m, int64_t n,
                   int64_t nnz, int type, const void *values, const int *offsets,
                   const int *columns) {
    int base = description->base;
    *rows = (CusolverRows){.m = m, .n = n, .nnz = nnz};
    rows->offset = malloc((size_t)(m + 1) * sizeof *rows->offset);
    rows->column = malloc((size_t)(nnz ? nnz : 1) * sizeof *rows->column);
    rows->value = malloc((size_t)(nnz ? nnz : 1) * sizeof *rows->value);
    bool ok = rows->offset && rows->column && rows->value && offsets && (columns || !nnz);
    // rows follow each other, so that they have nnz elements at most
    for (int64_t i = 0; ok && i <= m; i++) {
        rows->offset[i] = (int64_t)offsets[i] - base;
        ok = rows->offset[i] >= (i ? rows->offset[i - 1] : 0) && rows->offset[i] <= nnz;
    }
    for (int64_t k = 0; ok && k < nnz; k++) {
        rows->column[k] = (int64_t)columns[k] - base;
        rows->value[k] = values ? standin_load(type, values, k) : 0;
        ok = rows->column[k] >= 0 && rows->column[k] < n;
    }
    if (!ok) cusolver_rows_free(rows);
    return ok;
}

void cusolver_rows_free(CusolverRows *rows) {
    free(rows->offset);
    free(rows->column);
    free(rows->value);
    *rows = (CusolverRows){0};
}

// ---- order -------------------------------------------------------------------------------------

typedef struct { // neighbours in A + A'
    int64_t n, *offset, *neighbour;
} Graph;

// An element (i, j) makes j a neighbour of i and i one of j; where (j, i) is there, too, both are
// so twice. False: no memory.
static bool make_graph(Graph *g, const CusolverRows *a) {
    *g = (Graph){.n = a->n};
    g->offset = calloc((size_t)a->n + 2, sizeof *g->offset);
    g->neighbour = malloc((size_t)(2 * a->nnz + 1) * sizeof *g->neighbour);
    if (!g->offset || !g->neighbour) return false;
    int64_t *next = g->offset + 1; // shifted by one while it is filled
    for (int64_t i = 0; i < a->n; i++) {
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) {
            if (a->column[k] == i) continue;
            next[i + 1]++;
            next[a->column[k] + 1]++;
        }
    }
    for (int64_t i = 0; i < a->n; i++) next[i + 1] += next[i];
    for (int64_t i = 0; i < a->n; i++) {
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) {
            int64_t j = a->column[k];
            if (j == i) continue;
            g->neighbour[next[i]++] = j;
            g->neighbour[next[j]++] = i;
        }
    }
    return true;
}

typedef struct {
    int64_t vertex, degree;
} Found;

// Those with few neighbours first; equal ones as they were found.
static int compare(const void *left, const void *right) {
    const Found *a = *(const Found *const *)left, *b = *(const Found *const *)right;
    if (a->degree != b->degree) return a->degree < b->degree ? -1 : 1;
    return (a > b) - (a < b);
}

typedef struct { // a search through a graph
    const Graph *graph;
    int64_t *order; // of the vertices that have been reached
    bool *seen;
    Found *found, **sorted; // the new neighbours of a vertex
} Search;

// The neighbours of a vertex that are new become part of the order, which has n vertices. Gives the
// new n.
static int64_t reach(Search *s, int64_t vertex, int64_t n) {
    const Graph *g = s->graph;
    size_t found = 0;
    for (int64_t k = g->offset[vertex]; k < g->offset[vertex + 1]; k++) {
        int64_t next = g->neighbour[k];
        if (s->seen[next]) continue;
        s->seen[next] = true;
        s->found[found] = (Found){next, g->offset[next + 1] - g->offset[next]};
        s->sorted[found] = &s->found[found];
        found++;
    }
    if (found) qsort(s->sorted, found, sizeof *s->sorted, compare);
    for (size_t i = 0; i < found; i++) s->order[n++] = s->sorted[i]->vertex;
    return n;
}

// Breadth first from a vertex: from n on the order has the vertices that are reached. Gives the new
// n. The last one is the farthest.
static int64_t spread(Search *s, int64_t from, int64_t n) {
    int64_t first = n;
    s->order[n++] = from;
    s->seen[from] = true;
    for (int64_t at = first; at < n; at++) n = reach(s, s->order[at], n);
    return n;
}

// Each part that hangs together begins at its border, where levels are small; the reverse order has
// less fill (A. George, 1971).
int64_t *cusolver_order(const CusolverRows *a) {
    Graph g;
    size_t most = (size_t)a->n + 1;
    int64_t *order = malloc(most * sizeof *order), n = 0;
    Search s = {.graph = &g,
                .order = order,
                .seen = calloc(most, sizeof *s.seen),
                .found = malloc(most * sizeof *s.found),
                .sorted = malloc(most * sizeof *s.sorted)};
    bool ok = make_graph(&g, a) && order && s.seen && s.found && s.sorted;
    for (int64_t i = 0; ok && i < a->n; i++) {
        if (s.seen[i]) continue;
        // twice: the vertex that is found last lies at the border
        int64_t end = spread(&s, i, n);
        for (int64_t k = n; k < end; k++) s.seen[order[k]] = false;
        n = spread(&s, order[end - 1], n);
    }
    for (int64_t i = 0; ok && i < n / 2; i++) {
        int64_t other = order[i];
        order[i] = order[n - 1 - i];
        order[n - 1 - i] = other;
    }
    free(g.offset);
    free(g.neighbour);
    free(s.seen);
    free(s.found);
    free(s.sorted);
    if (ok) return order;
    free(order);
    return NULL;
}
