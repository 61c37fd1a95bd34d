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
    bool ok = rows->offset && rows->column && rows->value;
    for (int64_t i = 0; ok && i <= m; i++) {
        rows->offset[i] = offsets[i] - base;
        ok = rows->offset[i] >= 0 && rows->offset[i] <= nnz;
    }
    for (int64_t k = 0; ok && k < nnz; k++) {
        rows->column[k] = columns[k] - base;
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

// Breadth first from a vertex: the order of the vertices, and the last one.
// From n on the order has the vertices that are reached; gives the new n. The last one is the
// farthest.
static int64_t spread(const Graph *g, int64_t from, int64_t *order, int64_t n, bool *seen) {
    int64_t first = n;
    order[n++] = from;
    seen[from] = true;
    for (int64_t at = first; at < n; at++) {
        int64_t begin = n;
        for (int64_t k = g->offset[order[at]]; k < g->offset[order[at] + 1]; k++) {
            int64_t next = g->neighbour[k];
            if (seen[next]) continue;
            seen[next] = true;
            order[n++] = next;
        }
        // those with few neighbours first
        for (int64_t i = begin + 1; i < n; i++) {
            int64_t v = order[i], degree = g->offset[v + 1] - g->offset[v], to = i;
            for (; to > begin && g->offset[order[to - 1] + 1] - g->offset[order[to - 1]] > degree;
                 to--)
                order[to] = order[to - 1];
            order[to] = v;
        }
    }
    return n;
}

// Each part that hangs together begins at its border, where levels are small; the reverse order has
// less fill (A. George, 1971).
int64_t *cusolver_order(const CusolverRows *a) {
    Graph g;
    int64_t *order = malloc((size_t)(a->n + 1) * sizeof *order), n = 0;
    bool *seen = calloc((size_t)a->n + 1, sizeof *seen);
    bool ok = make_graph(&g, a) && order && seen;
    for (int64_t i = 0; ok && i < a->n; i++) {
        if (seen[i]) continue;
        // twice: the vertex that is found last lies at the border
        int64_t end = spread(&g, i, order, n, seen);
        for (int64_t k = n; k < end; k++) seen[order[k]] = false;
        n = spread(&g, order[end - 1], order, n, seen);
    }
    for (int64_t i = 0; ok && i < n / 2; i++) {
        int64_t other = order[i];
        order[i] = order[n - 1 - i];
        order[n - 1 - i] = other;
    }
    free(g.offset);
    free(g.neighbour);
    free(seen);
    if (ok) return order;
    free(order);
    return NULL;
}
