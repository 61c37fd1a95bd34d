// SPDX-License-Identifier: Apache-2.0
// Sparse QR by rotations: A. George, M. Heath, "Solution of sparse linear least squares problems
// using Givens rotations", Linear Algebra and its Applications 34 (1980). Row by row of A, an
// element is rotated into the row of R that begins in its column, until there is none or the row is
// used up. The rotations are kept for right sides that come later.
#include "standin/cusolver/cusolver.h"

#include <complex.h>
#include <math.h>

typedef struct { // the row of A at hand
    StandinComplex *x;
    bool *is_there;
    int64_t *heap, size;
} Row;

// A column that is there already stays; a new one begins as 0. Columns are taken in their order,
// the least first.
static void push(Row *r, int64_t column) {
    if (r->is_there[column]) return;
    r->is_there[column] = true;
    r->x[column] = 0;
    int64_t at = r->size++;
    while (at && r->heap[(at - 1) / 2] > column) {
        r->heap[at] = r->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    r->heap[at] = column;
}

// The least column, whose value stays in x. There must be one.
static int64_t pop(Row *r) {
    int64_t least = r->heap[0], last = r->heap[--r->size], at = 0;
    for (int64_t child = 1; child < r->size; child = 2 * at + 1) {
        if (child + 1 < r->size && r->heap[child + 1] < r->heap[child]) child++;
        if (r->heap[child] >= last) break;
        r->heap[at] = r->heap[child];
        at = child;
    }
    r->heap[at] = last;
    r->is_there[least] = false;
    return least;
}

// What is left of the row becomes a row of R.
// `first` was taken from the row before. The row of R has its columns in order. False: no memory.
static bool settle(CusolverQr *qr, Row *r, int64_t row, int64_t first) {
    int64_t n = r->size + 1;
    qr->column[first] = malloc((size_t)n * sizeof **qr->column);
    qr->value[first] = malloc((size_t)n * sizeof **qr->value);
    if (!qr->column[first] || !qr->value[first]) return false;
    qr->from[first] = row;
    qr->column[first][0] = first;
    qr->value[first][0] = r->x[first];
    for (qr->length[first] = 1; r->size;) {
        int64_t column = pop(r), at = qr->length[first]++;
        qr->column[first][at] = column;
        qr->value[first][at] = r->x[column];
    }
    return true;
}

// False: no memory; the rotations before stay.
static bool keep(CusolverQr *qr, CusolverRotation rotation) {
    if (qr->rotations == qr->room) {
        int64_t room = 2 * qr->room + 1024;
        CusolverRotation *more = realloc(qr->rotation, (size_t)room * sizeof *more);
        if (!more) return false;
        qr->rotation = more;
        qr->room = room;
    }
    qr->rotation[qr->rotations++] = rotation;
    return true;
}

// Rotates R's row p and the row at hand so that the latter's element p is 0. Both have the columns
// of both then.
static bool rotate(CusolverQr *qr, Row *r, int64_t row, int64_t p) {
    StandinComplex a = qr->value[p][0], b = r->x[p];
    double size = hypot(cabs(a), cabs(b));
    if (cabs(b) == 0) return true;
    // R's element keeps its phase, so that the cosine is real
    StandinComplex phase = cabs(a) == 0 ? 1 : a / cabs(a);
    CusolverRotation g = {row, p, phase * conj(b) / size, cabs(a) / size};
    int64_t n = qr->length[p], others = 0;
    // the row's columns, sorted, so that the union keeps its order
    for (int64_t k = 1; k < n; k++) push(r, qr->column[p][k]);
    int64_t all = r->size + 1;
    int64_t *column = malloc((size_t)all * sizeof *column);
    StandinComplex *value = malloc((size_t)all * sizeof *value);
    int64_t *rest = malloc((size_t)all * sizeof *rest);
    if (!column || !value || !rest || !keep(qr, g)) {
        free(column);
        free(value);
        free(rest);
        return false;
    }
    column[0] = p;
    value[0] = g.c * a + g.s * b;
    // both rows at once, by column: x is the row's element, y that of R's row
    int64_t used = 1, k = 1;
    while (r->size) {
        int64_t j = pop(r);
        StandinComplex y = k < n && qr->column[p][k] == j ? qr->value[p][k++] : 0, x = r->x[j];
        column[used] = j;
        value[used++] = g.c * y + g.s * x;
        r->x[j] = g.c * x - conj(g.s) * y;
        rest[others++] = j;
    }
    // sorted is a heap
    for (int64_t i = 0; i < others; i++) {
        r->is_there[rest[i]] = true;
        r->heap[i] = rest[i];
    }
    r->size = others;
    free(rest);
    free(qr->column[p]);
    free(qr->value[p]);
    qr->column[p] = column;
    qr->value[p] = value;
    qr->length[p] = used;
    return true;
}

// Elements at the same place are added. The row ends as a row of R or as nothing. False: no memory.
static bool take_row(CusolverQr *qr, Row *r, const CusolverRows *a, int64_t row) {
    r->size = 0;
    for (int64_t k = a->offset[row]; k < a->offset[row + 1]; k++) {
        push(r, a->column[k]);
        r->x[a->column[k]] += a->value[k];
    }
    while (r->size) {
        int64_t first = pop(r);
        if (r->x[first] == 0) continue;
        if (!qr->length[first]) return settle(qr, r, row, first);
        if (!rotate(qr, r, row, first)) return false;
    }
    return true;
}

// Rows of A come in their order. R has no row where none is left that begins in the column.
bool cusolver_qr(CusolverQr *qr, const CusolverRows *a) {
    size_t n = (size_t)a->n + 1;
    *qr = (CusolverQr){.m = a->m, .n = a->n};
    qr->length = calloc(n, sizeof *qr->length);
    qr->from = calloc(n, sizeof *qr->from);
    qr->column = calloc(n, sizeof *qr->column);
    qr->value = calloc(n, sizeof *qr->value);
    Row row = {.x = calloc(n, sizeof *row.x),
               .is_there = calloc(n, sizeof *row.is_there),
               .heap = malloc(n * sizeof *row.heap)};
    bool ok =
        qr->length && qr->from && qr->column && qr->value && row.x && row.is_there && row.heap;
    for (int64_t i = 0; ok && i < a->m; i++) ok = take_row(qr, &row, a, i);
    free(row.x);
    free(row.is_there);
    free(row.heap);
    if (!ok) cusolver_qr_free(qr);
    return ok;
}

void cusolver_qr_free(CusolverQr *qr) {
    for (int64_t i = 0; qr->column && qr->value && i < qr->n; i++) {
        free(qr->column[i]);
        free(qr->value[i]);
    }
    free(qr->rotation);
    free(qr->length);
    free(qr->from);
    free(qr->column);
    free(qr->value);
    *qr = (CusolverQr){0};
}

// The rotations on the right side, in their order: a row of R has the place of the row of A that it
// began with. Columns without a row of R are 0 in the solution.
bool cusolver_qr_solve(const CusolverQr *qr, const StandinComplex *b, StandinComplex *x) {
    StandinComplex *side = malloc((size_t)(qr->m + 1) * sizeof *side);
    if (!side) return false;
    memcpy(side, b, (size_t)qr->m * sizeof *side);
    for (int64_t i = 0; i < qr->rotations; i++) {
        const CusolverRotation *g = &qr->rotation[i];
        StandinComplex *upper = &side[qr->from[g->pivot]], *lower = &side[g->row], y = *upper;
        *upper = g->c * y + g->s * *lower;
        *lower = g->c * *lower - conj(g->s) * y;
    }
    for (int64_t i = qr->n - 1; i >= 0; i--) {
        x[i] = 0;
        if (!qr->length[i] || qr->value[i][0] == 0) continue;
        StandinComplex sum = side[qr->from[i]];
        for (int64_t k = 1; k < qr->length[i]; k++) sum -= qr->value[i][k] * x[qr->column[i][k]];
        x[i] = sum / qr->value[i][0];
    }
    free(side);
    return true;
}

int64_t cusolver_qr_zero(const CusolverQr *qr, double tolerance) {
    for (int64_t i = 0; i < qr->n; i++)
        if (!qr->length[i] || cabs(qr->value[i][0]) <= tolerance) return i;
    return -1;
}
