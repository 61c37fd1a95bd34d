// SPDX-License-Identifier: Apache-2.0
// cuBLAS: products of matrices in all their forms (one, many by stride or by pointers, of any
// types), and what BLAS has not: sums of matrices (geam), products with diagonals (dgmm).
#include "standin/cublas/cublas.h"

#include <stdio.h>

// ---- products ----------------------------------------------------------------------------------

// The computer's BLAS has the four types that it has letters for; all others are ours.
void cublas_gemm_once(StandinRun *run, const Blas *o, const void *alpha, const void *beta, void *a,
                      void *b, void *c) {
    if (o->function) {
        o->function(&o->trans, &o->trans_b, &o->m, &o->n, &o->k, alpha, a, &o->lda, b, &o->ldb,
                    beta, c, &o->ldc, STANDIN_LETTERS);
        return;
    }
    standin_product(run, o->m, o->n, o->k, standin_load(o->type_scalar, alpha, 0),
                    standin_op(a, o->type_a, o->lda, o->trans),
                    standin_op(b, o->type_b, o->ldb, o->trans_b),
                    standin_load(o->type_scalar, beta, 0), standin_op(c, o->type_c, o->ldc, 'N'));
}

// Operand number i of many: by pointers that lie in the device's memory, or by stride.
static const void *operand(const Blas *o, const void *first, const void *const *table,
                           int64_t stride, int type, int64_t i) {
    if (o->pointers) return table[i];
    return (const char *)first + i * stride * (int64_t)standin_type_size(type);
}

static const void *const *table_of(StandinRun *run, const Blas *o, const void *at) {
    return o->pointers ? standin_bytes(run, at, (uint64_t)o->batch * sizeof(void *), STANDIN_IN)
                       : NULL;
}

// C = alpha op(A) op(B) + beta C for each of the batch in turn (cuBLAS,
// cublasGemmStridedBatchedEx). A stride of 0 lets all products share an operand.
static void work_gemm(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = cublas_scalar_at(run, &o->alpha), *beta = cublas_scalar_at(run, &o->beta);
    const void *const *as = table_of(run, o, o->a), *const *bs = table_of(run, o, o->b),
                      *const *cs = table_of(run, o, o->c);
    if (run->failed) return;
    bool turned_a = o->trans != 'N', turned_b = o->trans_b != 'N';
    // where beta is 0, C need not be initialised
    int use = standin_load(o->type_scalar, beta, 0) == 0 ? STANDIN_OUT : STANDIN_INOUT;
    for (int64_t i = 0; i < o->batch && !run->failed; i++) {
        const void *a = operand(o, o->a, as, o->stride_a, o->type_a, i),
                   *b = operand(o, o->b, bs, o->stride_b, o->type_b, i),
                   *c = operand(o, o->c, cs, o->stride_c, o->type_c, i);
        void *va = standin_matrix(run, a, standin_type_size(o->type_a), turned_a ? o->k : o->m,
                                  turned_a ? o->m : o->k, o->lda, STANDIN_IN | o->host);
        void *vb = standin_matrix(run, b, standin_type_size(o->type_b), turned_b ? o->n : o->k,
                                  turned_b ? o->k : o->n, o->ldb, STANDIN_IN | o->host);
        void *vc =
            standin_matrix(run, c, standin_type_size(o->type_c), o->m, o->n, o->ldc, use | o->host);
        if (va && vb && vc && o->m && o->n) cublas_gemm_once(run, o, alpha, beta, va, vb, vc);
    }
}

// BLAS refuses such leading dimensions by ending the program.
static bool is_gemm_wrong(const Blas *o) {
    int a = o->trans == 'N' ? o->m : o->k, b = o->trans_b == 'N' ? o->k : o->n;
    return o->lda < (a > 1 ? a : 1) || o->ldb < (b > 1 ? b : 1) || o->ldc < (o->m > 1 ? o->m : 1);
}

// `blas`: all types are the same one of BLAS's.
static int issue_gemm(const Cublas *handle, const char *api, Blas *o, bool blas) {
    if (is_gemm_wrong(o)) o->wrong = true;
    return cublas_issue(handle, api, o, blas ? "gemm" : NULL, true, work_gemm);
}

// ---- products of any types ---------------------------------------------------------------------

// cublasComputeType_t: what it computes in, and the type of alpha and beta.
// 64 and 65 are halfs; 68 and 69 floats, as are 74 to 78, which NVIDIA's library may compute in
// narrower parts; 70, 71 and 79 doubles; 72 and 73 integers. -1: not known.
static int scalar_type(int compute, int type_c) {
    bool is_complex = standin_type_is_complex(type_c);
    switch (compute) {
    case 64:
    case 65: return CUDA_R_16F;
    case 68:
    case 69:
    case 74:
    case 75:
    case 77:
    case 78: return is_complex ? CUDA_C_32F : CUDA_R_32F;
    case 70:
    case 71:
    case 79: return is_complex ? CUDA_C_64F : CUDA_R_64F;
    case 72:
    case 73: return type_c == CUDA_R_32I ? CUDA_R_32I : CUDA_R_32F;
    default: return -1;
    }
}

// 0: BLAS has no routines for the type.
static char letter_of(int type) {
    switch (type) {
    case CUDA_R_32F: return 's';
    case CUDA_R_64F: return 'd';
    case CUDA_C_32F: return 'c';
    case CUDA_C_64F: return 'z';
    default: return 0;
    }
}

// The types are known and all real or all complex; alpha and beta are read.
static int issue_typed(const Cublas *handle, const char *api, Blas *o, const void *alpha,
                       const void *beta) {
    char text[128];
    if (!cublas_is_handle(handle)) return CUBLAS_NOT_INITIALIZED;
    o->type_scalar = scalar_type(o->compute, o->type_c);
    bool is_complex = standin_type_is_complex(o->type_c);
    bool known = o->type_scalar >= 0 && standin_type_size(o->type_a) &&
                 standin_type_size(o->type_b) && standin_type_size(o->type_c) &&
                 standin_type_is_complex(o->type_a) == is_complex &&
                 standin_type_is_complex(o->type_b) == is_complex;
    if (!known) {
        snprintf(text, sizeof text, "%s: types %d, %d, %d (cudaDataType), computed in %d", api,
                 o->type_a, o->type_b, o->type_c, o->compute);
        standin_missing(text);
        return CUBLAS_NOT_SUPPORTED;
    }
    size_t size = standin_type_size(o->type_scalar);
    o->alpha = cublas_scalar(handle, alpha, size);
    o->beta = cublas_scalar(handle, beta, size);
    o->type = letter_of(o->type_c);
    // BLAS has one type for all operands and factors
    bool same = o->type_a == o->type_c && o->type_b == o->type_c && o->type_scalar == o->type_c;
    return issue_gemm(handle, api, o, o->type && same);
}

// What the entry points have in common: the letters and sizes.
static Blas product(int transa, int transb, int64_t m, int64_t n, int64_t k, int64_t lda,
                    int64_t ldb, int64_t ldc) {
    Blas o = {.batch = 1};
    o.trans = cublas_letter(&o, "NTC", transa);
    o.trans_b = cublas_letter(&o, "NTC", transb);
    o.m = cublas_narrow(&o, m);
    o.n = cublas_narrow(&o, n);
    o.k = cublas_narrow(&o, k);
    o.lda = cublas_narrow(&o, lda);
    o.ldb = cublas_narrow(&o, ldb);
    o.ldc = cublas_narrow(&o, ldc);
    return o;
}

// The product of a matrix with a vector is one with a matrix of one row: C' = x' op(A)', so that
// steps of vectors (which may not be negative here) are leading dimensions, x is a and A is b.
static Blas vector_product(int trans, int64_t m, int64_t n, int64_t lda, int64_t incx, int64_t incy,
                           bool is_complex) {
    bool turned = trans != CUBLAS_N;
    Blas o = product(CUBLAS_N, turned ? CUBLAS_N : CUBLAS_T, 1, turned ? n : m, turned ? m : n,
                     incx, lda, incy);
    if (trans < 0 || trans > CUBLAS_C || (trans == CUBLAS_C && is_complex)) o.wrong = true;
    return o;
}

static Blas with_types(Blas o, int type_a, int type_b, int type_c, int compute) {
    o.type_a = type_a;
    o.type_b = type_b;
    o.type_c = type_c;
    o.compute = compute;
    return o;
}

// All operands and both factors are of one type, which `compute` computes in.
static Blas with_type(Blas o, int type, int compute) {
    return with_types(o, type, type, type, compute);
}

static Blas with_operands(Blas o, const void *a, const void *b, const void *c) {
    o.a = a;
    o.b = b;
    o.c = (void *)(uintptr_t)c;
    return o;
}

// The operands are arrays of the device, of one pointer for each product.
static Blas with_tables(Blas o, const void *a, const void *b, const void *c, int64_t count) {
    o.pointers = true;
    o.batch = cublas_narrow(&o, count);
    return with_operands(o, a, b, c);
}

// Operand i lies i strides, in elements, behind the first.
static Blas with_strides(Blas o, int64_t stride_a, int64_t stride_b, int64_t stride_c,
                         int64_t count) {
    o.batch = cublas_narrow(&o, count);
    o.stride_a = stride_a;
    o.stride_b = stride_b;
    o.stride_c = stride_c;
    return o;
}

#define TYPED(INT, SUFFIX)                                                                         \
    CUBLAS_FUNCTION(cublasGemmEx##SUFFIX, Cublas *handle, int transa, int transb, INT m, INT n,    \
                    INT k, const void *alpha, const void *a, int type_a, INT lda, const void *b,   \
                    int type_b, INT ldb, const void *beta, void *c, int type_c, INT ldc,           \
                    int compute, int algorithm) {                                                  \
        Blas o = with_operands(product(transa, transb, m, n, k, lda, ldb, ldc), a, b, c);          \
        o = with_types(o, type_a, type_b, type_c, compute);                                        \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasGemmBatchedEx##SUFFIX, Cublas *handle, int transa, int transb, INT m,    \
                    INT n, INT k, const void *alpha, const void *const *a, int type_a, INT lda,    \
                    const void *const *b, int type_b, INT ldb, const void *beta, void *const *c,   \
                    int type_c, INT ldc, INT count, int compute, int algorithm) {                  \
        Blas o = with_tables(product(transa, transb, m, n, k, lda, ldb, ldc), a, b, c, count);     \
        o = with_types(o, type_a, type_b, type_c, compute);                                        \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }                                                                                              \
    CUBLAS_FUNCTION(cublasGemmStridedBatchedEx##SUFFIX, Cublas *handle, int transa, int transb,    \
                    INT m, INT n, INT k, const void *alpha, const void *a, int type_a, INT lda,    \
                    long long stride_a, const void *b, int type_b, INT ldb, long long stride_b,    \
                    const void *beta, void *c, int type_c, INT ldc, long long stride_c, INT count, \
                    int compute, int algorithm) {                                                  \
        Blas o = with_operands(product(transa, transb, m, n, k, lda, ldb, ldc), a, b, c);          \
        o = with_strides(o, stride_a, stride_b, stride_c, count);                                  \
        o = with_types(o, type_a, type_b, type_c, compute);                                        \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }
TYPED(int, )
TYPED(int64_t, _64)

// Computed in 32 bits, with operands of other types.
#define OTHER_TYPES(NAME, INT, SUFFIX)                                                             \
    CUBLAS_FUNCTION(cublas##NAME##SUFFIX, Cublas *handle, int transa, int transb, INT m, INT n,    \
                    INT k, const void *alpha, const void *a, int type_a, INT lda, const void *b,   \
                    int type_b, INT ldb, const void *beta, void *c, int type_c, INT ldc) {         \
        Blas o = with_operands(product(transa, transb, m, n, k, lda, ldb, ldc), a, b, c);          \
        o = with_types(o, type_a, type_b, type_c, 68);                                             \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }
OTHER_TYPES(SgemmEx, int, )
OTHER_TYPES(SgemmEx, int64_t, _64)
OTHER_TYPES(CgemmEx, int, )
OTHER_TYPES(CgemmEx, int64_t, _64)
OTHER_TYPES(Cgemm3mEx, int, )
OTHER_TYPES(Cgemm3mEx, int64_t, _64)

// ---- products of one type ----------------------------------------------------------------------

#define GEMM_ONE(NAME, TYPE, COMPUTE, INT)                                                         \
    CUBLAS_FUNCTION(NAME, Cublas *handle, int transa, int transb, INT m, INT n, INT k,             \
                    const void *alpha, const void *a, INT lda, const void *b, INT ldb,             \
                    const void *beta, void *c, INT ldc) {                                          \
        Blas o = with_operands(product(transa, transb, m, n, k, lda, ldb, ldc), a, b, c);          \
        o = with_type(o, TYPE, COMPUTE);                                                           \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }
#define GEMM_BATCHED(NAME, TYPE, COMPUTE, INT)                                                     \
    CUBLAS_FUNCTION(NAME, Cublas *handle, int transa, int transb, INT m, INT n, INT k,             \
                    const void *alpha, const void *const *a, INT lda, const void *const *b,        \
                    INT ldb, const void *beta, void *const *c, INT ldc, INT count) {               \
        Blas o = with_tables(product(transa, transb, m, n, k, lda, ldb, ldc), a, b, c, count);     \
        o = with_type(o, TYPE, COMPUTE);                                                           \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }
#define GEMM_STRIDED(NAME, TYPE, COMPUTE, INT)                                                     \
    CUBLAS_FUNCTION(NAME, Cublas *handle, int transa, int transb, INT m, INT n, INT k,             \
                    const void *alpha, const void *a, INT lda, long long stride_a, const void *b,  \
                    INT ldb, long long stride_b, const void *beta, void *c, INT ldc,               \
                    long long stride_c, INT count) {                                               \
        Blas o = with_operands(product(transa, transb, m, n, k, lda, ldb, ldc), a, b, c);          \
        o = with_type(with_strides(o, stride_a, stride_b, stride_c, count), TYPE, COMPUTE);        \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }
#define GEMV_BATCHED(NAME, TYPE, COMPUTE, INT)                                                     \
    CUBLAS_FUNCTION(NAME, Cublas *handle, int trans, INT m, INT n, const void *alpha,              \
                    const void *const *a, INT lda, const void *const *x, INT incx,                 \
                    const void *beta, void *const *y, INT incy, INT count) {                       \
        bool is_complex = standin_type_is_complex(TYPE);                                           \
        Blas o = vector_product(trans, m, n, lda, incx, incy, is_complex);                         \
        o = with_type(with_tables(o, x, a, y, count), TYPE, COMPUTE);                              \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }
#define GEMV_STRIDED(NAME, TYPE, COMPUTE, INT)                                                     \
    CUBLAS_FUNCTION(NAME, Cublas *handle, int trans, INT m, INT n, const void *alpha,              \
                    const void *a, INT lda, long long stride_a, const void *x, INT incx,           \
                    long long stride_x, const void *beta, void *y, INT incy, long long stride_y,   \
                    INT count) {                                                                   \
        bool is_complex = standin_type_is_complex(TYPE);                                           \
        Blas o = vector_product(trans, m, n, lda, incx, incy, is_complex);                         \
        o = with_strides(with_operands(o, x, a, y), stride_x, stride_a, stride_y, count);          \
        o = with_type(o, TYPE, COMPUTE);                                                           \
        return issue_typed(handle, __func__, &o, alpha, beta);                                     \
    }

#define ONE_WIDTH(T, TYPE, COMPUTE, INT, SUFFIX)                                                   \
    GEMM_BATCHED(cublas##T##gemmBatched##SUFFIX, TYPE, COMPUTE, INT)                               \
    GEMM_STRIDED(cublas##T##gemmStridedBatched##SUFFIX, TYPE, COMPUTE, INT)
#define ALL(T, TYPE, COMPUTE)                                                                      \
    GEMM_ONE(cublas##T##gemm_v2, TYPE, COMPUTE, int)                                               \
    GEMM_ONE(cublas##T##gemm_v2_64, TYPE, COMPUTE, int64_t)                                        \
    ONE_WIDTH(T, TYPE, COMPUTE, int, )                                                             \
    ONE_WIDTH(T, TYPE, COMPUTE, int64_t, _64)                                                      \
    GEMV_BATCHED(cublas##T##gemvBatched, TYPE, COMPUTE, int)                                       \
    GEMV_BATCHED(cublas##T##gemvBatched_64, TYPE, COMPUTE, int64_t)                                \
    GEMV_STRIDED(cublas##T##gemvStridedBatched, TYPE, COMPUTE, int)                                \
    GEMV_STRIDED(cublas##T##gemvStridedBatched_64, TYPE, COMPUTE, int64_t)
ALL(S, CUDA_R_32F, 68)
ALL(D, CUDA_R_64F, 70)
ALL(C, CUDA_C_32F, 68)
ALL(Z, CUDA_C_64F, 70)
GEMM_ONE(cublasHgemm, CUDA_R_16F, 64, int)
GEMM_ONE(cublasHgemm_64, CUDA_R_16F, 64, int64_t)
ONE_WIDTH(H, CUDA_R_16F, 64, int, )
ONE_WIDTH(H, CUDA_R_16F, 64, int64_t, _64)
// with three products of parts instead of four: the same to rounding
GEMM_ONE(cublasCgemm3m, CUDA_C_32F, 68, int)
GEMM_ONE(cublasCgemm3m_64, CUDA_C_32F, 68, int64_t)
GEMM_ONE(cublasZgemm3m, CUDA_C_64F, 70, int)
GEMM_ONE(cublasZgemm3m_64, CUDA_C_64F, 70, int64_t)
GEMM_BATCHED(cublasCgemm3mBatched, CUDA_C_32F, 68, int)
GEMM_BATCHED(cublasCgemm3mBatched_64, CUDA_C_32F, 68, int64_t)
GEMM_STRIDED(cublasCgemm3mStridedBatched, CUDA_C_32F, 68, int)
GEMM_STRIDED(cublasCgemm3mStridedBatched_64, CUDA_C_32F, 68, int64_t)

// On memory of the host, by handles of cublasXtCreate.
#define XT(T, TYPE, COMPUTE) GEMM_ONE(cublasXt##T##gemm, TYPE, COMPUTE, size_t)
XT(S, CUDA_R_32F, 68)
XT(D, CUDA_R_64F, 70)
XT(C, CUDA_C_32F, 68)
XT(Z, CUDA_C_64F, 70)

// ---- sums, and products with diagonals ---------------------------------------------------------

static StandinComplex at_op(const Blas *o, const StandinMatrix *from, int64_t i, int64_t j) {
    StandinComplex value = standin_load(from->type, from->at, i * from->row + j * from->column);
    return from->conjugate ? conj(value) : value;
}

// C = alpha op(A) + beta op(B). An operand whose factor is 0 is not read.
static void work_geam(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *p = cublas_scalar_at(run, &o->alpha), *q = cublas_scalar_at(run, &o->beta);
    if (run->failed) return;
    int type = o->type_a;
    StandinComplex alpha = standin_load(type, p, 0), beta = standin_load(type, q, 0);
    bool turned_a = o->trans != 'N', turned_b = o->trans_b != 'N';
    void *a = alpha == 0 ? NULL
                         : standin_matrix(run, o->a, o->size, turned_a ? o->n : o->m,
                                          turned_a ? o->m : o->n, o->lda, STANDIN_IN);
    void *b = beta == 0 ? NULL
                        : standin_matrix(run, o->b, o->size, turned_b ? o->n : o->m,
                                         turned_b ? o->m : o->n, o->ldb, STANDIN_IN);
    void *c = standin_matrix(run, o->c, o->size, o->m, o->n, o->ldc, STANDIN_OUT);
    if (run->failed) return;
    StandinMatrix ma = standin_op(a, type, o->lda, o->trans);
    StandinMatrix mb = standin_op(b, type, o->ldb, o->trans_b);
    for (int64_t j = 0; j < o->n; j++) {
        for (int64_t i = 0; i < o->m; i++) {
            StandinComplex sum = 0;
            if (a) sum += alpha * at_op(o, &ma, i, j);
            if (b) sum += beta * at_op(o, &mb, i, j);
            standin_store(type, c, i + j * o->ldc, sum);
        }
    }
}

// C = A diag(x), or diag(x) A when the side is the left one.
// C may be A, as each element is read before it is written.
static void work_dgmm(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    int type = o->type_a;
    int64_t n = o->side == 'L' ? o->m : o->n;
    void *a = standin_matrix(run, o->a, o->size, o->m, o->n, o->lda, STANDIN_IN);
    void *x = standin_vector(run, o->b, o->size, n, o->ldb, STANDIN_IN);
    void *c = standin_matrix(run, o->c, o->size, o->m, o->n, o->ldc, STANDIN_OUT);
    if (run->failed) return;
    // with a negative step the first element lies behind the others
    int64_t first = o->ldb < 0 ? (1 - n) * o->ldb : 0;
    for (int64_t j = 0; j < o->n; j++) {
        for (int64_t i = 0; i < o->m; i++) {
            int64_t at = first + (o->side == 'L' ? i : j) * o->ldb;
            standin_store(type, c, i + j * o->ldc,
                          standin_load(type, a, i + j * o->lda) * standin_load(type, x, at));
        }
    }
}

// The type and the factors; a sum has no k.
static int issue_sum(const Cublas *handle, const char *api, Blas o, int type, const void *alpha,
                     const void *beta) {
    o.type_a = type;
    o.size = standin_type_size(type);
    o.alpha = cublas_scalar(handle, alpha, o.size);
    o.beta = cublas_scalar(handle, beta, o.size);
    return cublas_issue(handle, api, &o, NULL, true, work_geam);
}

static int issue_diagonal(const Cublas *handle, const char *api, Blas o, int type, int side) {
    o.type_a = type;
    o.size = standin_type_size(type);
    o.side = cublas_letter(&o, "LR", side);
    return cublas_issue(handle, api, &o, NULL, true, work_dgmm);
}

#define SUMS(T, TYPE, INT, SUFFIX)                                                                 \
    CUBLAS_FUNCTION(cublas##T##geam##SUFFIX, Cublas *handle, int transa, int transb, INT m, INT n, \
                    const void *alpha, const void *a, INT lda, const void *beta, const void *b,    \
                    INT ldb, void *c, INT ldc) {                                                   \
        Blas o = with_operands(product(transa, transb, m, n, 0, lda, ldb, ldc), a, b, c);          \
        return issue_sum(handle, __func__, o, TYPE, alpha, beta);                                  \
    }                                                                                              \
    CUBLAS_FUNCTION(cublas##T##dgmm##SUFFIX, Cublas *handle, int side, INT m, INT n,               \
                    const void *a, INT lda, const void *x, INT incx, void *c, INT ldc) {           \
        Blas o = with_operands(product(CUBLAS_N, CUBLAS_N, m, n, 0, lda, incx, ldc), a, x, c);     \
        return issue_diagonal(handle, __func__, o, TYPE, side);                                    \
    }
#define BOTH(T, TYPE)                                                                              \
    SUMS(T, TYPE, int, )                                                                           \
    SUMS(T, TYPE, int64_t, _64)
BOTH(S, CUDA_R_32F)
BOTH(D, CUDA_R_64F)
BOTH(C, CUDA_C_32F)
BOTH(Z, CUDA_C_64F)
