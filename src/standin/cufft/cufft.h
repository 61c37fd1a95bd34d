// SPDX-License-Identifier: Apache-2.0
// Private to src/standin/cufft: plans, and transforms of one row.
#ifndef CUPRUM_STANDIN_CUFFT_H
#define CUPRUM_STANDIN_CUFFT_H

#include "standin/standin.h"

enum { // cufftResult
    CUFFT_SUCCESS = 0,
    CUFFT_INVALID_PLAN = 1,
    CUFFT_ALLOC_FAILED = 2,
    CUFFT_INVALID_TYPE = 3,
    CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5,
    CUFFT_EXEC_FAILED = 6,
    CUFFT_SETUP_FAILED = 7,
    CUFFT_INVALID_SIZE = 8,
    CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INVALID_DEVICE = 11,
    CUFFT_NOT_IMPLEMENTED = 14,
    CUFFT_NOT_SUPPORTED = 16,
};
enum { // cufftType
    CUFFT_C2C = 0x29,
    CUFFT_R2C = 0x2a,
    CUFFT_C2R = 0x2c,
    CUFFT_Z2Z = 0x69,
    CUFFT_D2Z = 0x6a,
    CUFFT_Z2D = 0x6c,
};
enum { CUFFT_FORWARD = -1, CUFFT_INVERSE = 1 };

// ---- one row (row.c) ---------------------------------------------------------------------------

typedef struct CufftRow CufftRow;
// What transforms of n elements need; NULL: no memory.
CufftRow *cufft_row_new(int64_t n);
// Gives it back; NULL is nothing.
void cufft_row_free(CufftRow *row);
// X[k] = sum of x[j] exp(-2 pi i j k / n), in place. `space` has cufft_row_space(row) elements.
void cufft_row_run(const CufftRow *row, StandinComplex *x, StandinComplex *space);
// Elements of space for one run.
int64_t cufft_row_space(const CufftRow *row);

// ---- plans (plan.c) ----------------------------------------------------------------------------

enum { CUFFT_MAX_RANK = 3, CUFFT_CALLBACKS = 8 };
typedef struct { // where elements lie: batch * dist + ((x * embed[1] + y) * embed[2] + z) * stride
    int type;    // cudaDataType
    bool given;  // else rows follow each other
    int64_t embed[CUFFT_MAX_RANK], stride, dist;
} CufftLayout;
typedef struct { // of a plan and of its executions, which may outlive it in graphs
    StandinShared shared;
    CufftRow *at[CUFFT_MAX_RANK]; // by dimension; equal lengths have one row
} CufftRows;
typedef struct {
    bool made;
    int rank, gpus;
    int64_t n[CUFFT_MAX_RANK], batch;
    CufftLayout in, out;
    CufftRows *rows; // NULL before it is made
    void *stream;
    void *callback[CUFFT_CALLBACKS], *caller_info[CUFFT_CALLBACKS]; // on the device
    void *kernel[CUFFT_CALLBACKS]; // that calls it; NULL before the first execution
    unsigned shared[CUFFT_CALLBACKS];
} CufftPlan;

CufftPlan *cufft_plan(int handle); // NULL: no such plan
// An empty plan and its number.
int cufft_plan_new(int *handle); // a result
// Gives the plan back.
int cufft_plan_end(int handle);
// cufftResult of how a call ended.
int cufft_result(StandinResult result);

// ---- layouts (layout.c) ------------------------------------------------------------------------

// Elements from the first to the last that a layout reaches; -1: too many, or some lie in front of
// the first.
int64_t cufft_extent(const CufftPlan *plan, const CufftLayout *layout);
// The layouts of an execution: rows of real numbers are padded where it is in place.
void cufft_layouts(const CufftPlan *plan, bool in_place, CufftLayout *in, CufftLayout *out);

// ---- execution (transform.c, callback.c) --------------------------------------------------------

// Gives the transform, and the callbacks around it, to the plan's stream.
int cufft_execute(CufftPlan *plan, const char *api, const void *in, void *out, int direction);
// The callbacks of a plan before and after the transform: reads `in` by the load callback into new
// device memory, or gives memory from which cufft_store writes by the store callback. NULL at *at:
// the plan has none.
int cufft_load(CufftPlan *plan, const CufftLayout *layout, const void *in, void **at);
int cufft_store_space(CufftPlan *plan, const CufftLayout *layout, void **at);
int cufft_store(CufftPlan *plan, const CufftLayout *layout, const void *from, void *out);
// Memory of the two functions above; NULL is nothing.
void cufft_give_back(CufftPlan *plan, void *at);

#define CUFFT_FUNCTION(name, ...)                                                                  \
    STANDIN_PUBLIC int name(__VA_ARGS__);                                                          \
    int name(__VA_ARGS__)

#endif
