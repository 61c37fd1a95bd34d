// SPDX-License-Identifier: Apache-2.0
// Private to src/standin/cublasLt: descriptors. Programs may keep them in memory of their own, of
// the sizes that the asserts have; so they hold no pointers to anything of ours.
#ifndef CUPRUM_STANDIN_CUBLASLT_H
#define CUPRUM_STANDIN_CUBLASLT_H

#include "standin/standin.h"

enum { // cublasStatus_t
    CUBLAS_SUCCESS = 0,
    CUBLAS_NOT_INITIALIZED = 1,
    CUBLAS_ALLOC_FAILED = 3,
    CUBLAS_INVALID_VALUE = 7,
    CUBLAS_EXECUTION_FAILED = 13,
    CUBLAS_NOT_SUPPORTED = 15,
};
enum { LT_COLUMNS, LT_ROWS }; // cublasLtOrder_t: those that are known
enum { LT_HOST, LT_DEVICE };  // cublasLtPointerMode_t
enum { LT_N, LT_T, LT_C };    // cublasOperation_t
enum { LT_FULL = 2 };         // cublasFillMode_t
enum {                        // cublasLtEpilogue_t
    LT_DEFAULT = 1,
    LT_RELU = 2,
    LT_BIAS = 4,
    LT_GELU = 32,
};

typedef struct {
    uint32_t type; // cudaDataType
    int32_t order;
    uint64_t rows, cols;
    int64_t ld, stride, plane;
    int32_t batch;
    uint32_t batch_mode;
} LtLayout;
_Static_assert(sizeof(LtLayout) <= 8 * 8, "cublasLtMatrixLayoutOpaque_t");

typedef struct {
    int32_t compute, scale_type, pointer_mode, trans_a, trans_b, trans_c, fill;
    uint32_t epilogue;
    int32_t bias_type, aux_type, sm_target;
    int8_t fast;
    const void *bias, *aux;
    int64_t bias_stride, aux_ld, aux_stride, alpha_stride;
    const void *scale_a, *scale_b, *scale_c, *scale_d, *scale_aux, *scale_out, *emulation;
    void *amax_d, *amax_aux;
    int32_t mode_a, mode_b, mode_c, mode_d, mode_aux, mode_out;
} LtMatmul;
_Static_assert(sizeof(LtMatmul) <= 32 * 8, "cublasLtMatmulDescOpaque_t");

typedef struct {
    uint64_t workspace, implementations;
    uint32_t search, reductions, align_a, align_b, align_c, align_d;
    float waves;
} LtPreference;
_Static_assert(sizeof(LtPreference) <= 8 * 8, "cublasLtMatmulPreferenceOpaque_t");

// What a program can set of an algorithm. All of them are the same one.
typedef struct {
    int32_t id, splits;
    uint32_t tile, reduction, swizzle, option, stages;
    uint16_t shape, cluster;
} LtAlgorithm;
_Static_assert(sizeof(LtAlgorithm) <= 8 * 8, "cublasLtMatmulAlgo_t");

#define LT_FUNCTION(name, ...)                                                                     \
    STANDIN_PUBLIC int name(__VA_ARGS__);                                                          \
    int name(__VA_ARGS__)

// A handle is one of cublasLtCreate, or of cublasCreate (cuBLAS 3.1.2).
bool lt_is_handle(const void *handle);
// The operation on these layouts as far as it can be done: 0, or a status, after telling the user
// what is missing.
int lt_check(const char *api, const LtMatmul *matmul, const LtLayout *a, const LtLayout *b,
             const LtLayout *c, const LtLayout *d);
// Whether there are products of these types.
bool lt_has_types(int compute, int scale, int a, int b, int c, int d);

#endif
