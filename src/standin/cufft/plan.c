// SPDX-License-Identifier: Apache-2.0
// cuFFT: plans. A handle is a number; the table of plans is the library's only state.
#include "standin/cufft/cufft.h"

#include <pthread.h>

enum { FIRST_HANDLE = 1 };

// A handle is a place in the table; a plan that ends leaves a hole, which the next one takes.
static struct {
    pthread_mutex_t lock;
    CufftPlan **at;
    int n;
} plans = {.lock = PTHREAD_MUTEX_INITIALIZER};

// The place of a handle in the table, or NULL. With the lock held.
static CufftPlan **place_of(int handle) {
    bool known = handle >= FIRST_HANDLE && handle - FIRST_HANDLE < plans.n;
    return known ? &plans.at[handle - FIRST_HANDLE] : NULL;
}

CufftPlan *cufft_plan(int handle) {
    pthread_mutex_lock(&plans.lock);
    CufftPlan **place = place_of(handle), *plan = place ? *place : NULL;
    pthread_mutex_unlock(&plans.lock);
    return plan;
}

// In the first place that is free.
static bool enter(CufftPlan *plan, int *handle) {
    int i = 0;
    pthread_mutex_lock(&plans.lock);
    while (i < plans.n && plans.at[i]) i++;
    if (i == plans.n) {
        CufftPlan **more = realloc(plans.at, (size_t)(plans.n + 1) * sizeof *more);
        if (more) {
            plans.at = more;
            plans.at[plans.n++] = NULL;
        }
    }
    bool ok = i < plans.n;
    if (ok) plans.at[i] = plan;
    pthread_mutex_unlock(&plans.lock);
    *handle = i + FIRST_HANDLE;
    return ok;
}

int cufft_plan_new(int *handle) {
    CufftPlan *plan = calloc(1, sizeof *plan);
    if (plan) plan->gpus = 1;
    if (plan && enter(plan, handle)) return CUFFT_SUCCESS;
    free(plan);
    return CUFFT_ALLOC_FAILED;
}

// Rows of equal lengths are one.
static void free_rows(StandinShared *shared) {
    CufftRows *rows = (CufftRows *)shared;
    for (int i = 0; i < CUFFT_MAX_RANK; i++) {
        bool seen = false;
        for (int k = 0; k < i; k++) seen |= rows->at[k] == rows->at[i];
        if (!seen) cufft_row_free(rows->at[i]);
    }
    free(rows);
}

// Executions that a graph holds keep the rows.
int cufft_plan_end(int handle) {
    pthread_mutex_lock(&plans.lock);
    CufftPlan **place = place_of(handle), *plan = place ? *place : NULL;
    if (plan) *place = NULL;
    pthread_mutex_unlock(&plans.lock);
    if (!plan) return CUFFT_INVALID_PLAN;
    if (plan->rows) standin_release(&plan->rows->shared);
    free(plan);
    return CUFFT_SUCCESS;
}

int cufft_result(StandinResult result) {
    switch (result) {
    case STANDIN_OK: return CUFFT_SUCCESS;
    case STANDIN_NO_MEMORY: return CUFFT_ALLOC_FAILED;
    default: return CUFFT_EXEC_FAILED;
    }
}

// ---- making ------------------------------------------------------------------------------------

// A description of a transform, as cufftXtMakePlanMany has it.
typedef struct {
    int rank;
    int64_t n[CUFFT_MAX_RANK];
    const long long *in_embed, *out_embed;
    int64_t in_stride, in_dist, out_stride, out_dist, batch;
    int in_type, out_type;
} Shape;

// Equal dimensions share a row, which free_rows knows. NULL: no memory.
static CufftRows *make_rows(const CufftPlan *plan) {
    CufftRows *rows = calloc(1, sizeof *rows);
    if (!rows) return NULL;
    standin_share(&rows->shared, free_rows);
    for (int i = 0; i < plan->rank; i++) {
        for (int k = 0; k < i; k++)
            if (plan->n[k] == plan->n[i]) rows->at[i] = rows->at[k];
        if (!rows->at[i]) rows->at[i] = cufft_row_new(plan->n[i]);
        if (!rows->at[i]) {
            standin_release(&rows->shared);
            return NULL;
        }
    }
    return rows;
}

static void set_layout(CufftLayout *layout, int type, int rank, const long long *embed,
                       int64_t stride, int64_t dist) {
    *layout = (CufftLayout){.type = type, .given = embed != NULL, .stride = stride, .dist = dist};
    for (int i = 0; embed && i < rank; i++) layout->embed[i] = embed[i];
}

// Both sides have one precision.
static bool are_types_right(int in, int out) {
    size_t part_in = standin_type_size(in) / (standin_type_is_complex(in) ? 2 : 1);
    size_t part_out = standin_type_size(out) / (standin_type_is_complex(out) ? 2 : 1);
    // from real to real there is none
    return part_in && part_in == part_out &&
           (standin_type_is_complex(in) || standin_type_is_complex(out));
}

// Plain layouts are checked, too: a batch may be too large.
static bool are_layouts_possible(const CufftPlan *plan) {
    CufftLayout in, out;
    cufft_layouts(plan, true, &in, &out);
    return cufft_extent(plan, &in) > 0 && cufft_extent(plan, &out) > 0;
}

// A plan which could not be made can be made again with another shape.
static int make(int handle, const Shape *shape, size_t *work) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan || plan->made) return CUFFT_INVALID_PLAN;
    if (shape->rank < 1 || shape->rank > CUFFT_MAX_RANK) return CUFFT_INVALID_VALUE;
    if (!are_types_right(shape->in_type, shape->out_type)) return CUFFT_INVALID_TYPE;
    int64_t count = 1;
    for (int i = 0; i < shape->rank; i++) {
        if (shape->n[i] < 1 || shape->n[i] > INT32_MAX) return CUFFT_INVALID_SIZE;
        count *= shape->n[i];
        // 256 GiB in double: no host has the copy that the transform works on
        if (count > (int64_t)1 << 34) return CUFFT_INVALID_SIZE;
    }
    if (shape->batch < 1) return CUFFT_INVALID_SIZE;
    plan->rank = shape->rank;
    plan->batch = shape->batch;
    memcpy(plan->n, shape->n, sizeof plan->n);
    // Without the sizes of the surrounding arrays strides and distances do not count.
    bool given = shape->in_embed && shape->out_embed;
    set_layout(&plan->in, shape->in_type, shape->rank, given ? shape->in_embed : NULL,
               shape->in_stride, shape->in_dist);
    set_layout(&plan->out, shape->out_type, shape->rank, given ? shape->out_embed : NULL,
               shape->out_stride, shape->out_dist);
    if (!are_layouts_possible(plan)) return given ? CUFFT_INVALID_VALUE : CUFFT_INVALID_SIZE;
    plan->rows = make_rows(plan);
    if (!plan->rows) return CUFFT_ALLOC_FAILED;
    plan->made = true;
    if (work) *work = 0; // what is between is the host's
    return CUFFT_SUCCESS;
}

// The types of both sides; false: no such cufftType.
static bool set_types(Shape *shape, int type) {
    bool wide = type >= CUFFT_Z2Z;
    int complex = wide ? CUDA_C_64F : CUDA_C_32F, real = wide ? CUDA_R_64F : CUDA_R_32F;
    shape->in_type = type == CUFFT_R2C || type == CUFFT_D2Z ? real : complex;
    shape->out_type = type == CUFFT_C2R || type == CUFFT_Z2D ? real : complex;
    return type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_Z2Z ||
           type == CUFFT_D2Z || type == CUFFT_Z2D;
}

// All other ways to make a plan from a cufftType lead here.
CUFFT_FUNCTION(cufftMakePlanMany64, int plan, int rank, long long *n, long long *in_embed,
               long long in_stride, long long in_dist, long long *out_embed, long long out_stride,
               long long out_dist, int type, long long batch, size_t *work) {
    Shape shape = {rank,       {1},      in_embed, out_embed, in_stride, in_dist,
                   out_stride, out_dist, batch,    0,         0};
    if (!set_types(&shape, type)) return CUFFT_INVALID_TYPE;
    if (!n || rank < 1 || rank > CUFFT_MAX_RANK) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < rank; i++) shape.n[i] = n[i];
    return make(plan, &shape, work);
}

// The compute type is not looked at: all is computed in double.
CUFFT_FUNCTION(cufftXtMakePlanMany, int plan, int rank, long long *n, long long *in_embed,
               long long in_stride, long long in_dist, int in_type, long long *out_embed,
               long long out_stride, long long out_dist, int out_type, long long batch,
               size_t *work, int compute_type) {
    Shape shape = {rank,       {1},      in_embed, out_embed, in_stride, in_dist,
                   out_stride, out_dist, batch,    in_type,   out_type};
    if (!n || rank < 1 || rank > CUFFT_MAX_RANK) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < rank; i++) shape.n[i] = n[i];
    return make(plan, &shape, work);
}

// The arrays are as long as the rank, so they are copied before they are widened; embeddings that
// are not given stay NULL, which chooses the plain layout.
CUFFT_FUNCTION(cufftMakePlanMany, int plan, int rank, int *n, int *in_embed, int in_stride,
               int in_dist, int *out_embed, int out_stride, int out_dist, int type, int batch,
               size_t *work) {
    long long wide[3][CUFFT_MAX_RANK];
    if (!n || rank < 1 || rank > CUFFT_MAX_RANK) return CUFFT_INVALID_VALUE;
    for (int i = 0; i < rank; i++) {
        wide[0][i] = n[i];
        wide[1][i] = in_embed ? in_embed[i] : 0;
        wide[2][i] = out_embed ? out_embed[i] : 0;
    }
    return cufftMakePlanMany64(plan, rank, wide[0], in_embed ? wide[1] : NULL, in_stride, in_dist,
                               out_embed ? wide[2] : NULL, out_stride, out_dist, type, batch, work);
}

CUFFT_FUNCTION(cufftMakePlan1d, int plan, int nx, int type, int batch, size_t *work) {
    return cufftMakePlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, work);
}

CUFFT_FUNCTION(cufftMakePlan2d, int plan, int nx, int ny, int type, size_t *work) {
    return cufftMakePlanMany(plan, 2, (int[]){nx, ny}, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}

CUFFT_FUNCTION(cufftMakePlan3d, int plan, int nx, int ny, int nz, int type, size_t *work) {
    return cufftMakePlanMany(plan, 3, (int[]){nx, ny, nz}, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}

CUFFT_FUNCTION(cufftCreate, int *plan) {
    return plan ? cufft_plan_new(plan) : CUFFT_INVALID_VALUE;
}

CUFFT_FUNCTION(cufftDestroy, int plan) {
    return cufft_plan_end(plan);
}

// A plan that cannot be made is ended here: *plan is valid only on success.
CUFFT_FUNCTION(cufftPlanMany, int *plan, int rank, int *n, int *in_embed, int in_stride,
               int in_dist, int *out_embed, int out_stride, int out_dist, int type, int batch) {
    int error = cufftCreate(plan);
    if (error) return error;
    error = cufftMakePlanMany(*plan, rank, n, in_embed, in_stride, in_dist, out_embed, out_stride,
                              out_dist, type, batch, NULL);
    if (error) cufft_plan_end(*plan);
    return error;
}

CUFFT_FUNCTION(cufftPlan1d, int *plan, int nx, int type, int batch) {
    return cufftPlanMany(plan, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch);
}

CUFFT_FUNCTION(cufftPlan2d, int *plan, int nx, int ny, int type) {
    return cufftPlanMany(plan, 2, (int[]){nx, ny}, NULL, 1, 0, NULL, 1, 0, type, 1);
}

CUFFT_FUNCTION(cufftPlan3d, int *plan, int nx, int ny, int nz, int type) {
    return cufftPlanMany(plan, 3, (int[]){nx, ny, nz}, NULL, 1, 0, NULL, 1, 0, type, 1);
}

// ---- settings, sizes of workspaces (none is needed) ---------------------------------------------

CUFFT_FUNCTION(cufftSetStream, int handle, void *stream) {
    CufftPlan *plan = cufft_plan(handle);
    if (!plan) return CUFFT_INVALID_PLAN;
    plan->stream = stream;
    return CUFFT_SUCCESS;
}

CUFFT_FUNCTION(cufftGetVersion, int *version) {
    if (!version) return CUFFT_INVALID_VALUE;
    *version = 12000;
    return CUFFT_SUCCESS;
}

CUFFT_FUNCTION(cufftGetProperty, int which, int *value) {
    if (!value || which < 0 || which > 2) return CUFFT_INVALID_VALUE;
    *value = which == 0 ? 12 : 0;
    return CUFFT_SUCCESS;
}

static int known(int handle) {
    return cufft_plan(handle) ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN;
}

CUFFT_FUNCTION(cufftSetWorkArea, int plan, void *area) {
    return known(plan);
}

CUFFT_FUNCTION(cufftXtSetWorkArea, int plan, void **area) {
    return known(plan);
}

CUFFT_FUNCTION(cufftSetAutoAllocation, int plan, int on) {
    return known(plan);
}

CUFFT_FUNCTION(cufftXtSetWorkAreaPolicy, int plan, int policy, size_t *size) {
    return known(plan);
}

// Estimates are 0 for any size, valid or not: no workspace is used.
static int no_space(size_t *size) {
    if (!size) return CUFFT_INVALID_VALUE;
    *size = 0;
    return CUFFT_SUCCESS;
}

CUFFT_FUNCTION(cufftEstimate1d, int nx, int type, int batch, size_t *size) {
    return no_space(size);
}

CUFFT_FUNCTION(cufftEstimate2d, int nx, int ny, int type, size_t *size) {
    return no_space(size);
}

CUFFT_FUNCTION(cufftEstimate3d, int nx, int ny, int nz, int type, size_t *size) {
    return no_space(size);
}

CUFFT_FUNCTION(cufftEstimateMany, int rank, int *n, int *in_embed, int in_stride, int in_dist,
               int *out_embed, int out_stride, int out_dist, int type, int batch, size_t *size) {
    return no_space(size);
}

CUFFT_FUNCTION(cufftGetSize, int plan, size_t *size) {
    return known(plan) ? known(plan) : no_space(size);
}

CUFFT_FUNCTION(cufftGetSize1d, int plan, int nx, int type, int batch, size_t *size) {
    return cufftGetSize(plan, size);
}

CUFFT_FUNCTION(cufftGetSize2d, int plan, int nx, int ny, int type, size_t *size) {
    return cufftGetSize(plan, size);
}

CUFFT_FUNCTION(cufftGetSize3d, int plan, int nx, int ny, int nz, int type, size_t *size) {
    return cufftGetSize(plan, size);
}

CUFFT_FUNCTION(cufftGetSizeMany, int plan, int rank, int *n, int *in_embed, int in_stride,
               int in_dist, int *out_embed, int out_stride, int out_dist, int type, int batch,
               size_t *size) {
    return cufftGetSize(plan, size);
}

CUFFT_FUNCTION(cufftGetSizeMany64, int plan, int rank, long long *n, long long *in_embed,
               long long in_stride, long long in_dist, long long *out_embed, long long out_stride,
               long long out_dist, int type, long long batch, size_t *size) {
    return cufftGetSize(plan, size);
}

CUFFT_FUNCTION(cufftXtGetSizeMany, int plan, int rank, long long *n, long long *in_embed,
               long long in_stride, long long in_dist, int in_type, long long *out_embed,
               long long out_stride, long long out_dist, int out_type, long long batch,
               size_t *size, int compute_type) {
    return cufftGetSize(plan, size);
}
