// SPDX-License-Identifier: Apache-2.0
// cuBLAS: what BLAS has not among the updates of triangles: symmetric ones of rank 2 of complex
// matrices (csyr2, zsyr2), and products that are known to be symmetric (syrkx, herkx).
#include "standin/cublas/cublas.h"

static bool is_in(const Blas *o, int64_t i, int64_t j) {
    return o->uplo == 'L' ? i >= j : i <= j;
}

// A += alpha (x y' + y x')
static void work_syr2(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    int type = cublas_type_of(o->type);
    int64_t n = o->n, stepx = o->ldb, stepy = o->ldc;
    cublas_check_step(run, stepx);
    cublas_check_step(run, stepy);
    const void *p = cublas_scalar_at(run, &o->alpha);
    char *x = standin_vector(run, o->b, o->size, n, stepx, STANDIN_IN);
    char *y = standin_vector(run, o->c, o->size, n, stepy, STANDIN_IN);
    void *a = standin_matrix(run, o->a, o->size, n, n, o->lda, STANDIN_INOUT);
    if (run->failed) return;
    StandinComplex alpha = standin_load(type, p, 0);
    if (stepx < 0) x += (1 - n) * stepx * (int64_t)o->size;
    if (stepy < 0) y += (1 - n) * stepy * (int64_t)o->size;
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i < n; i++) {
            if (!is_in(o, i, j)) continue;
            StandinComplex sum =
                standin_load(type, x, i * stepx) * standin_load(type, y, j * stepy);
            sum += standin_load(type, y, i * stepy) * standin_load(type, x, j * stepx);
            int64_t at = i + j * o->lda;
            standin_store(type, a, at, standin_load(type, a, at) + alpha * sum);
        }
    }
}

// C = alpha op(A) op(B)' + beta C on a triangle; of herkx (trans_b: 'C') the diagonal is real. The
// whole product is made beside it.
static void work_syrkx(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    int type = cublas_type_of(o->type);
    bool turned = o->trans != 'N', hermitian = o->trans_b == 'C';
    int64_t n = o->n, k = o->k;
    const void *p = cublas_scalar_at(run, &o->alpha), *q = cublas_scalar_at(run, &o->beta);
    void *a =
        standin_matrix(run, o->a, o->size, turned ? k : n, turned ? n : k, o->lda, STANDIN_IN);
    void *b =
        standin_matrix(run, o->b, o->size, turned ? k : n, turned ? n : k, o->ldb, STANDIN_IN);
    void *c = standin_matrix(run, o->c, o->size, n, n, o->ldc, STANDIN_INOUT);
    void *all = standin_scratch(run, (uint64_t)n * (uint64_t)n, o->size);
    if (!run->failed) {
        int type_q = hermitian && o->beta.size == o->size / 2
                         ? (o->size == 8 ? CUDA_R_32F : CUDA_R_64F)
                         : type;
        StandinComplex beta = standin_load(type_q, q, 0);
        StandinMatrix left = standin_op(a, type, o->lda, o->trans);
        // op(B)' is B, or B turned where op(B) is B itself
        StandinMatrix right = standin_op(b, type, o->ldb, turned ? 'N' : o->trans_b);
        standin_product(run, n, n, k, standin_load(type, p, 0), left, right, 0,
                        standin_op(all, type, n, 'N'));
        for (int64_t j = 0; j < n; j++) {
            for (int64_t i = 0; i < n; i++) {
                if (!is_in(o, i, j)) continue;
                int64_t at = i + j * o->ldc;
                StandinComplex value = standin_load(type, all, i + j * n);
                if (beta != 0) value += beta * standin_load(type, c, at);
                if (hermitian && i == j) value = creal(value);
                standin_store(type, c, at, value);
            }
        }
    }
    free(all);
}

#define RANK_2(T, LETTER, NUMBER, INT, SUFFIX)                                                     \
    CUBLAS_FUNCTION(cublas##T##syr2_v2##SUFFIX, Cublas *handle, int uplo, INT n,                   \
                    const void *alpha, const void *x, INT incx, const void *y, INT incy, void *a,  \
                    INT lda) {                                                                     \
        Blas o = {                                                                                 \
            .type = LETTER, .size = sizeof(NUMBER), .a = a, .b = x, .c = (void *)(uintptr_t)y};    \
        o.uplo = cublas_letter(&o, "LU", uplo);                                                    \
        o.n = cublas_narrow(&o, n);                                                                \
        o.lda = cublas_narrow(&o, lda);                                                            \
        o.ldb = cublas_narrow(&o, incx);                                                           \
        o.ldc = cublas_narrow(&o, incy);                                                           \
        o.alpha = cublas_scalar(handle, alpha, o.size);                                            \
        return cublas_issue(handle, __func__, &o, NULL, true, work_syr2);                          \
    }
RANK_2(C, 'c', float _Complex, int, )
RANK_2(C, 'c', float _Complex, int64_t, _64)
RANK_2(Z, 'z', double _Complex, int, )
RANK_2(Z, 'z', double _Complex, int64_t, _64)

// BETA is the type of beta, which is real for herkx; END is op(B)'s end: T or C.
#define RANK_K(NAME, LETTER, NUMBER, BETA, END, INT)                                               \
    CUBLAS_FUNCTION(NAME, Cublas *handle, int uplo, int trans, INT n, INT k, const void *alpha,    \
                    const void *a, INT lda, const void *b, INT ldb, const void *beta, void *c,     \
                    INT ldc) {                                                                     \
        Blas o = {.type = LETTER, .size = sizeof(NUMBER), .trans_b = END, .a = a, .b = b, .c = c}; \
        o.uplo = cublas_letter(&o, "LU", uplo);                                                    \
        o.trans = cublas_letter(&o, "NTC", trans);                                                 \
        o.n = cublas_narrow(&o, n);                                                                \
        o.k = cublas_narrow(&o, k);                                                                \
        o.lda = cublas_narrow(&o, lda);                                                            \
        o.ldb = cublas_narrow(&o, ldb);                                                            \
        o.ldc = cublas_narrow(&o, ldc);                                                            \
        o.alpha = cublas_scalar(handle, alpha, o.size);                                            \
        o.beta = cublas_scalar(handle, beta, sizeof(BETA));                                        \
        return cublas_issue(handle, __func__, &o, NULL, true, work_syrkx);                         \
    }
#define BOTH(NAME, LETTER, NUMBER, BETA, END)                                                      \
    RANK_K(NAME, LETTER, NUMBER, BETA, END, int)                                                   \
    RANK_K(NAME##_64, LETTER, NUMBER, BETA, END, int64_t)
BOTH(cublasSsyrkx, 's', float, float, 'T')
BOTH(cublasDsyrkx, 'd', double, double, 'T')
BOTH(cublasCsyrkx, 'c', float _Complex, float _Complex, 'T')
BOTH(cublasZsyrkx, 'z', double _Complex, double _Complex, 'T')
BOTH(cublasCherkx, 'c', float _Complex, float, 'C')
BOTH(cublasZherkx, 'z', double _Complex, double, 'C')
