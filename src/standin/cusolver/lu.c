// SPDX-License-Identifier: Apache-2.0
// Sparse LU by columns: J. Gilbert, T. Peierls, "Sparse partial pivoting in time proportional to
// arithmetic operations", SIAM J. Sci. Stat. Comput. 9 (1988). A column of A is solved with the
// part of L that is known; the pivots that it meets are taken in their order from a heap, in the
// place of the paper's depth-first search.
#include "standin/cusolver/cusolver.h"

#include <complex.h>

// All but `a` is for this factorization. x counts only in rows that are touched.
typedef struct {
    const CusolverRows *a;
    int64_t *offset, *row; // A by columns
    StandinComplex *value;
    int64_t *pivot_of;   // of each row, or -1
    StandinComplex *x;   // the column at hand
    int64_t *touched, n; // rows that are in it
    bool *is_touched;
    int64_t *heap, size;
} State;

// ---- a heap of pivots, the least first ----------------------------------------------------------

// Each pivot is on the heap once at most, so that n places are enough.
static void push(State *s, int64_t pivot) {
    int64_t at = s->size++;
    while (at && s->heap[(at - 1) / 2] > pivot) {
        s->heap[at] = s->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    s->heap[at] = pivot;
}

// There must be one.
static int64_t pop(State *s) {
    int64_t least = s->heap[0], last = s->heap[--s->size], at = 0;
    for (int64_t child = 1; child < s->size; child = 2 * at + 1) {
        if (child + 1 < s->size && s->heap[child + 1] < s->heap[child]) child++;
        if (s->heap[child] >= last) break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    return least;
}

// ---- columns -----------------------------------------------------------------------------------

// A row that has a pivot is still to be eliminated, and so goes on the heap. The rows of a column
// of L have later pivots, so that the heap gives them in their order.
static void touch(State *s, int64_t row) {
    if (s->is_touched[row]) return;
    s->is_touched[row] = true;
    s->touched[s->n++] = row;
    s->x[row] = 0;
    if (s->pivot_of[row] >= 0) push(s, s->pivot_of[row]);
}

// Room for n elements of both arrays. False: no memory; what there was stays.
static bool grow(int64_t **index, StandinComplex **value, int64_t *room, int64_t n) {
    if (n <= *room) return true;
    int64_t more = 2 * n + 1024;
    int64_t *indices = realloc(*index, (size_t)more * sizeof **index);
    if (indices) *index = indices;
    StandinComplex *values = realloc(*value, (size_t)more * sizeof **value);
    if (values) *value = values;
    if (!indices || !values) return false;
    *room = more;
    return true;
}

// By counting. `next` is one place ahead, so that after the filling `offset` is where each column
// begins. False: no memory.
static bool turn(State *s) {
    const CusolverRows *a = s->a;
    s->offset = calloc((size_t)a->n + 2, sizeof *s->offset);
    s->row = malloc((size_t)(a->nnz + 1) * sizeof *s->row);
    s->value = malloc((size_t)(a->nnz + 1) * sizeof *s->value);
    if (!s->offset || !s->row || !s->value) return false;
    int64_t *next = s->offset + 1;
    for (int64_t k = a->offset[0]; k < a->offset[a->m]; k++) next[a->column[k] + 1]++;
    for (int64_t j = 0; j < a->n; j++) next[j + 1] += next[j];
    for (int64_t i = 0; i < a->m; i++) {
        for (int64_t k = a->offset[i]; k < a->offset[i + 1]; k++) {
            int64_t place = next[a->column[k]]++;
            s->row[place] = i;
            s->value[place] = a->value[k];
        }
    }
    return true;
}

// x = L^-1 A[:, column]: what belongs to known pivots goes to U.
static bool solve_column(State *s, CusolverLu *lu, int64_t column, int64_t step) {
    s->n = s->size = 0;
    for (int64_t k = s->offset[column]; k < s->offset[column + 1]; k++) {
        touch(s, s->row[k]);
        s->x[s->row[k]] += s->value[k];
    }
    int64_t n = lu->u_offset[step];
    while (s->size) {
        int64_t pivot = pop(s);
        StandinComplex factor = s->x[lu->pivot_row[pivot]];
        if (!grow(&lu->u_pivot, &lu->u_value, &lu->u_room, n + 2)) return false;
        lu->u_pivot[n] = pivot;
        lu->u_value[n++] = factor;
        for (int64_t k = lu->l_offset[pivot]; k < lu->l_offset[pivot + 1]; k++) {
            touch(s, lu->l_row[k]);
            s->x[lu->l_row[k]] -= factor * lu->l_value[k];
        }
    }
    // the diagonal follows, when its row is chosen
    lu->u_offset[step + 1] = n;
    return grow(&lu->u_pivot, &lu->u_value, &lu->u_room, n + 1);
}

// The largest of the rows that are left; the diagonal's if it is not smaller by the threshold. -1:
// there is none.
static int64_t choose(const State *s, int64_t column, double threshold, bool diagonal) {
    int64_t best = -1;
    double largest = -1;
    for (int64_t i = 0; i < s->n; i++) {
        int64_t row = s->touched[i];
        if (s->pivot_of[row] >= 0) continue;
        double size = cabs(s->x[row]);
        if (size > largest) best = row, largest = size;
    }
    bool own = s->is_touched[column] && s->pivot_of[column] < 0;
    if (own && (diagonal || cabs(s->x[column]) >= threshold * largest)) return column;
    return diagonal ? -1 : best;
}

// The pivot closes U's column, and what is left is L's, divided by it; not where it is 0. False: no
// memory.
static bool finish_column(State *s, CusolverLu *lu, int64_t step, int64_t pivot) {
    int64_t n = lu->l_offset[step], u = lu->u_offset[step + 1];
    StandinComplex value = s->is_touched[pivot] ? s->x[pivot] : 0;
    lu->u_pivot[u] = step;
    lu->u_value[u] = value;
    lu->u_offset[step + 1] = u + 1;
    lu->pivot_row[step] = pivot;
    s->pivot_of[pivot] = step;
    if (!grow(&lu->l_row, &lu->l_value, &lu->l_room, n + s->n)) return false;
    for (int64_t i = 0; i < s->n; i++) {
        int64_t row = s->touched[i];
        s->is_touched[row] = false;
        if (s->pivot_of[row] >= 0 || s->x[row] == 0) continue;
        lu->l_row[n] = row;
        lu->l_value[n++] = value == 0 ? s->x[row] : s->x[row] / value;
    }
    lu->l_offset[step + 1] = n;
    return true;
}

// False: no memory, with what there is to be given back by `stop` and cusolver_lu_free.
static bool start(State *s, CusolverLu *lu, const int64_t *order) {
    size_t n = (size_t)lu->n + 1;
    lu->pivot_row = malloc(n * sizeof *lu->pivot_row);
    lu->order = malloc(n * sizeof *lu->order);
    lu->l_offset = calloc(n + 1, sizeof *lu->l_offset);
    lu->u_offset = calloc(n + 1, sizeof *lu->u_offset);
    s->pivot_of = malloc(n * sizeof *s->pivot_of);
    s->x = calloc(n, sizeof *s->x);
    s->touched = malloc(n * sizeof *s->touched);
    s->is_touched = calloc(n, sizeof *s->is_touched);
    s->heap = malloc(n * sizeof *s->heap);
    bool ok = lu->pivot_row && lu->order && lu->l_offset && lu->u_offset && s->pivot_of && s->x &&
              s->touched && s->is_touched && s->heap && turn(s);
    for (int64_t i = 0; ok && i < lu->n; i++) {
        s->pivot_of[i] = -1;
        lu->order[i] = order ? order[i] : i;
    }
    return ok;
}

static void stop(State *s) {
    free(s->offset);
    free(s->row);
    free(s->value);
    free(s->pivot_of);
    free(s->x);
    free(s->touched);
    free(s->is_touched);
    free(s->heap);
}

// Step by step: solve a column with the L there is, choose its pivot, divide by it.
bool cusolver_lu(CusolverLu *lu, const CusolverRows *a, const int64_t *order, double threshold,
                 bool diagonal) {
    State s = {.a = a};
    *lu = (CusolverLu){.n = a->n};
    bool ok = start(&s, lu, order);
    int64_t unused = 0;
    for (int64_t step = 0; ok && step < lu->n; step++) {
        int64_t column = lu->order[step];
        ok = solve_column(&s, lu, column, step);
        if (!ok) break;
        int64_t pivot = choose(&s, column, threshold, diagonal);
        if (pivot < 0) { // a column of zeros: any row that is left, with a pivot of 0
            pivot = s.pivot_of[column] < 0 ? column : unused;
            while (s.pivot_of[pivot] >= 0) pivot = ++unused;
        }
        ok = finish_column(&s, lu, step, pivot);
    }
    stop(&s);
    if (!ok) cusolver_lu_free(lu);
    return ok;
}

void cusolver_lu_free(CusolverLu *lu) {
    free(lu->pivot_row);
    free(lu->order);
    free(lu->l_offset);
    free(lu->l_row);
    free(lu->l_value);
    free(lu->u_offset);
    free(lu->u_pivot);
    free(lu->u_value);
    *lu = (CusolverLu){0};
}

// A pivot of 0 gives infinities or NaN; cusolver_lu_zero tells of it.
void cusolver_lu_solve(const CusolverLu *lu, StandinComplex *b, StandinComplex *x) {
    // forward; afterwards b at a pivot's row is its number of the right side
    for (int64_t j = 0; j < lu->n; j++) {
        StandinComplex y = b[lu->pivot_row[j]];
        for (int64_t k = lu->l_offset[j]; k < lu->l_offset[j + 1]; k++)
            b[lu->l_row[k]] -= lu->l_value[k] * y;
    }
    for (int64_t j = lu->n - 1; j >= 0; j--) {
        int64_t last = lu->u_offset[j + 1] - 1;
        StandinComplex value = b[lu->pivot_row[j]] / lu->u_value[last];
        for (int64_t k = lu->u_offset[j]; k < last; k++)
            b[lu->pivot_row[lu->u_pivot[k]]] -= lu->u_value[k] * value;
        x[lu->order[j]] = value;
    }
}

// With `positive` the real part decides, as Cholesky's pivots have no other.
int64_t cusolver_lu_zero(const CusolverLu *lu, double tolerance, bool positive) {
    for (int64_t j = 0; j < lu->n; j++) {
        StandinComplex pivot = lu->u_value[lu->u_offset[j + 1] - 1];
        if (cabs(pivot) <= tolerance || (positive && !(creal(pivot) > tolerance))) return j;
    }
    return -1;
}
