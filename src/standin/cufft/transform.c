// SPDX-License-Identifier: Apache-2.0
// Transforms of up to three dimensions: each one of a batch is copied into doubles, its rows are
// transformed along each dimension, and it is copied to where it belongs. Of a transform between
// real and complex numbers only the half of the last dimension is kept that is not the other's
// mirror image.
#include "standin/cufft/cufft.h"

#include <complex.h>

typedef struct {
    CufftPlan plan; // a copy, with which the rows are shared
    CufftLayout in, out;
    const void *from;
    void *to;
    bool inverse;
} Execution;

typedef struct {
    StandinRun *run;
    const CufftPlan *plan;
    bool inverse;
    int64_t size[CUFFT_MAX_RANK]; // of the array that is kept
    StandinComplex *array, *line, *space;
} Transform;

// ---- one transform -----------------------------------------------------------------------------

// Calls `visit` for each row of the last dimension: the first element's numbers, in the array and
// in the layout.
typedef void Visit(Transform *t, const CufftLayout *layout, void *memory, int64_t at,
                   int64_t element);
static void each_row(Transform *t, const CufftLayout *layout, void *memory, int64_t batch,
                     Visit *visit) {
    int rank = t->plan->rank;
    int64_t rows = 1;
    for (int i = 0; i < rank - 1; i++) rows *= t->size[i];
    for (int64_t row = 0; row < rows; row++) {
        int64_t index[CUFFT_MAX_RANK] = {0}, rest = row, element = 0;
        for (int i = rank - 2; i >= 0; i--) {
            index[i] = rest % t->size[i];
            rest /= t->size[i];
        }
        for (int i = 0; i < rank; i++) element = element * layout->embed[i] + index[i];
        visit(t, layout, memory, row * t->size[rank - 1],
              batch * layout->dist + element * layout->stride);
    }
}

// The inverse transform is the forward one between conjugates.
static StandinComplex turned(const Transform *t, StandinComplex value) {
    return t->inverse ? conj(value) : value;
}

static void read_row(Transform *t, const CufftLayout *layout, void *memory, int64_t at,
                     int64_t element) {
    int64_t n = t->size[t->plan->rank - 1];
    for (int64_t i = 0; i < n; i++)
        t->array[at + i] =
            turned(t, standin_load(layout->type, memory, element + i * layout->stride));
}

static void write_row(Transform *t, const CufftLayout *layout, void *memory, int64_t at,
                      int64_t element) {
    int64_t n = t->size[t->plan->rank - 1];
    for (int64_t i = 0; i < n; i++)
        standin_store(layout->type, memory, element + i * layout->stride,
                      turned(t, t->array[at + i]));
}

// Real numbers are transformed as they are read, and the half is kept.
static void read_real_row(Transform *t, const CufftLayout *layout, void *memory, int64_t at,
                          int64_t element) {
    int last = t->plan->rank - 1;
    for (int64_t i = 0; i < t->plan->n[last]; i++)
        t->line[i] = standin_load(layout->type, memory, element + i * layout->stride);
    cufft_row_run(t->plan->rows->at[last], t->line, t->space);
    memcpy(t->array + at, t->line, (size_t)t->size[last] * sizeof *t->line);
}

// And before real numbers are written the other half is made from the first.
static void write_real_row(Transform *t, const CufftLayout *layout, void *memory, int64_t at,
                           int64_t element) {
    int last = t->plan->rank - 1;
    int64_t n = t->plan->n[last];
    for (int64_t i = 0; i <= n / 2; i++) {
        t->line[i] = t->array[at + i];
        if (i && 2 * i != n) t->line[n - i] = conj(t->array[at + i]);
    }
    // numbers that are their own mirror images are real
    t->line[0] = creal(t->line[0]);
    if (n % 2 == 0) t->line[n / 2] = creal(t->line[n / 2]);
    cufft_row_run(t->plan->rows->at[last], t->line, t->space);
    for (int64_t i = 0; i < n; i++)
        standin_store(layout->type, memory, element + i * layout->stride, creal(t->line[i]));
}

// All rows along a dimension.
static void along(Transform *t, int dimension) {
    int64_t inner = 1, outer = 1, n = t->size[dimension];
    for (int i = 0; i < dimension; i++) outer *= t->size[i];
    for (int i = dimension + 1; i < t->plan->rank; i++) inner *= t->size[i];
    const CufftRow *row = t->plan->rows->at[dimension];
    if (n == 1) return;
    for (int64_t o = 0; o < outer; o++) {
        for (int64_t i = 0; i < inner; i++) {
            StandinComplex *first = t->array + o * n * inner + i;
            if (inner == 1) {
                cufft_row_run(row, first, t->space);
                continue;
            }
            for (int64_t k = 0; k < n; k++) t->line[k] = first[k * inner];
            cufft_row_run(row, t->line, t->space);
            for (int64_t k = 0; k < n; k++) first[k * inner] = t->line[k];
        }
    }
}

// Working memory, once for all transforms of a batch. False: no memory, which fails the run.
static bool start(Transform *t) {
    int64_t count = 1, longest = 1, space = 1;
    for (int i = 0; i < t->plan->rank; i++) {
        count *= t->size[i];
        if (t->plan->n[i] > longest) longest = t->plan->n[i];
        int64_t needed = cufft_row_space(t->plan->rows->at[i]);
        if (needed > space) space = needed;
    }
    t->array = standin_scratch(t->run, (uint64_t)count, sizeof *t->array);
    t->line = standin_scratch(t->run, (uint64_t)longest, sizeof *t->line);
    t->space = standin_scratch(t->run, (uint64_t)space, sizeof *t->space);
    return !t->run->failed;
}

// The row along the last dimension is part of reading or writing where one side is real; the others
// are transformed in the array, in any order.
static void work(StandinRun *run, void *arguments) {
    Execution *x = arguments;
    const CufftPlan *plan = &x->plan;
    int last = plan->rank - 1;
    bool real_in = !standin_type_is_complex(x->in.type);
    bool real_out = !standin_type_is_complex(x->out.type);
    Transform t = {.run = run, .plan = plan, .inverse = x->inverse};
    memcpy(t.size, plan->n, sizeof t.size);
    if (real_in || real_out) t.size[last] = plan->n[last] / 2 + 1;
    void *in = standin_array(run, x->from, cufft_extent(plan, &x->in),
                             standin_type_size(x->in.type), STANDIN_IN);
    void *out = standin_array(run, x->to, cufft_extent(plan, &x->out),
                              standin_type_size(x->out.type), STANDIN_OUT);
    for (int64_t b = 0; !run->failed && (t.array || start(&t)) && b < plan->batch; b++) {
        each_row(&t, &x->in, in, b, real_in ? read_real_row : read_row);
        for (int i = 0; i < plan->rank; i++)
            if (i != last || (!real_in && !real_out)) along(&t, i);
        each_row(&t, &x->out, out, b, real_out ? write_real_row : write_row);
    }
    free(t.array);
    free(t.line);
    free(t.space);
}

// The stream gets up to three pieces of work: the load callback's kernel, the transform on the
// host, the store callback's kernel. The spaces between them are freed in the stream's order too.
int cufft_execute(CufftPlan *plan, const char *api, const void *in, void *out, int direction) {
    Execution x = {.plan = *plan, .from = in, .to = out, .inverse = direction == CUFFT_INVERSE};
    if (!in || !out) return CUFFT_INVALID_VALUE;
    cufft_layouts(plan, in == out, &x.in, &x.out);
    void *read = NULL, *store = NULL;
    int error = cufft_load(plan, &x.in, in, &read);
    if (!error) error = cufft_store_space(plan, &x.out, &store);
    if (read) x.from = read;
    if (store) x.to = store;
    if (!error)
        error = cufft_result(standin_issue_sharing(plan->stream, api, work, &x, sizeof x,
                                                   &plan->rows->shared, NULL));
    if (!error && store) error = cufft_store(plan, &x.out, store, out);
    cufft_give_back(plan, read);
    cufft_give_back(plan, store);
    return error;
}
