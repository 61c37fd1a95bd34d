// SPDX-License-Identifier: Apache-2.0
// cuBLAS, levels 2 and 3: the routines of BLAS, called by their Fortran names. A routine takes all
// its arguments by address, so one function here serves its four types.
#include "standin/cublas/cublas.h"

// ---- operands ----------------------------------------------------------------------------------

static const void *alpha_of(StandinRun *run, const Blas *blas) {
    return cublas_scalar_at(run, &blas->alpha);
}

static const void *beta_of(StandinRun *run, const Blas *blas) {
    return cublas_scalar_at(run, &blas->beta);
}

static void *matrix_a(StandinRun *run, const Blas *blas, int64_t rows, int64_t columns, int use) {
    cublas_check_leading(run, rows, columns, blas->lda);
    return standin_matrix(run, blas->a, blas->size, rows, columns, blas->lda, use | blas->host);
}

static void *matrix_b(StandinRun *run, const Blas *blas, int64_t rows, int64_t columns) {
    cublas_check_leading(run, rows, columns, blas->ldb);
    return standin_matrix(run, blas->b, blas->size, rows, columns, blas->ldb,
                          STANDIN_IN | blas->host);
}

static void *matrix_c(StandinRun *run, const Blas *blas, int64_t rows, int64_t columns, int use) {
    cublas_check_leading(run, rows, columns, blas->ldc);
    return standin_matrix(run, blas->c, blas->size, rows, columns, blas->ldc, use | blas->host);
}

static void *vector_x(StandinRun *run, const Blas *blas, int64_t n) {
    cublas_check_step(run, blas->ldb);
    return standin_vector(run, blas->b, blas->size, n, blas->ldb, STANDIN_IN);
}

static void *vector_y(StandinRun *run, const Blas *blas, int64_t n, int use) {
    cublas_check_step(run, blas->ldc);
    return standin_vector(run, blas->c, blas->size, n, blas->ldc, use);
}

// A triangle of n rows by its columns, packed.
static void *packed(StandinRun *run, const Blas *blas, int use) {
    uint64_t n = (uint64_t)blas->n;
    return standin_bytes(run, blas->a, n * (n + 1) / 2 * blas->size, use);
}

// ---- level 2 -----------------------------------------------------------------------------------

// Ours, where the computer has no BLAS: a product of one column.
// `x` and `y` are the lowest addresses, as BLAS wants them: with a negative step the first element
// lies behind the others.
static void plain_gemv(StandinRun *run, const Blas *blas, const void *alpha, const void *beta,
                       void *a, void *x, void *y) {
    int type = cublas_type_of(blas->type);
    bool turned = blas->trans != 'N';
    int64_t rows = turned ? blas->n : blas->m, k = turned ? blas->m : blas->n;
    size_t size = blas->size;
    if (blas->ldb < 0) x = (char *)x + (1 - k) * blas->ldb * (int64_t)size;
    if (blas->ldc < 0) y = (char *)y + (1 - rows) * blas->ldc * (int64_t)size;
    standin_product(run, rows, 1, k, standin_load(type, alpha, 0),
                    standin_op(a, type, blas->lda, blas->trans),
                    (StandinMatrix){x, type, blas->ldb, 0}, standin_load(type, beta, 0),
                    (StandinMatrix){y, type, blas->ldc, 0});
}

// y = alpha op(A) x + beta y
static void work_gemv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    bool turned = o->trans != 'N';
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = matrix_a(run, o, o->m, o->n, STANDIN_IN);
    void *x = vector_x(run, o, turned ? o->m : o->n),
         *y = vector_y(run, o, turned ? o->n : o->m, STANDIN_INOUT);
    if (run->failed) return;
    if (o->function)
        o->function(&o->trans, &o->m, &o->n, alpha, a, &o->lda, x, &o->ldb, beta, y, &o->ldc,
                    STANDIN_LETTERS);
    else
        plain_gemv(run, o, alpha, beta, a, x, y);
}

// (The band's rows: kl below and ku above the diagonal, and itself.)
// y = alpha op(A) x + beta y
static void work_gbmv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    bool turned = o->trans != 'N';
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = matrix_a(run, o, o->kl + o->ku + 1, o->n, STANDIN_IN);
    void *x = vector_x(run, o, turned ? o->m : o->n),
         *y = vector_y(run, o, turned ? o->n : o->m, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->trans, &o->m, &o->n, &o->kl, &o->ku, alpha, a, &o->lda, x, &o->ldb, beta, y,
                &o->ldc, STANDIN_LETTERS);
}

// symv, hemv:
// y = alpha A x + beta y. The view is of the whole square, of which BLAS reads one triangle.
static void work_symv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = matrix_a(run, o, o->n, o->n, STANDIN_IN);
    void *x = vector_x(run, o, o->n), *y = vector_y(run, o, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, alpha, a, &o->lda, x, &o->ldb, beta, y, &o->ldc, STANDIN_LETTERS);
}

// sbmv, hbmv:
// As symv, of a band: the diagonal and k others are the rows of A.
static void work_sbmv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = matrix_a(run, o, o->k + 1, o->n, STANDIN_IN);
    void *x = vector_x(run, o, o->n), *y = vector_y(run, o, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, &o->k, alpha, a, &o->lda, x, &o->ldb, beta, y, &o->ldc,
                STANDIN_LETTERS);
}

// spmv, hpmv:
// As symv, of a packed triangle.
static void work_spmv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = packed(run, o, STANDIN_IN);
    void *x = vector_x(run, o, o->n), *y = vector_y(run, o, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, alpha, a, x, &o->ldb, beta, y, &o->ldc, STANDIN_LETTERS);
}

// trmv, trsv: c is the vector.
// x = op(A) x, and x of op(A) x = b in the place of b.
static void work_trmv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    void *a = matrix_a(run, o, o->n, o->n, STANDIN_IN), *x = vector_y(run, o, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->trans, &o->diag, &o->n, a, &o->lda, x, &o->ldc, STANDIN_LETTERS);
}

// tbmv, tbsv
static void work_tbmv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    void *a = matrix_a(run, o, o->k + 1, o->n, STANDIN_IN),
         *x = vector_y(run, o, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->trans, &o->diag, &o->n, &o->k, a, &o->lda, x, &o->ldc,
                STANDIN_LETTERS);
}

// tpmv, tpsv
static void work_tpmv(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    void *a = packed(run, o, STANDIN_IN), *x = vector_y(run, o, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->trans, &o->diag, &o->n, a, x, &o->ldc, STANDIN_LETTERS);
}

// ger, geru, gerc: here a is changed, and c is read.
// A = alpha x y' + A; only gerc takes the conjugate of y.
static void work_ger(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o);
    void *x = vector_x(run, o, o->m);
    void *y = vector_y(run, o, o->n, STANDIN_IN);
    void *a = matrix_a(run, o, o->m, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->m, &o->n, alpha, x, &o->ldb, y, &o->ldc, a, &o->lda);
}

// syr, her:
// A = alpha x x' + A on one triangle; alpha of her is real.
static void work_syr(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o);
    void *x = vector_x(run, o, o->n), *a = matrix_a(run, o, o->n, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, alpha, x, &o->ldb, a, &o->lda, STANDIN_LETTERS);
}

// syr2, her2:
// A = alpha x y' + alpha y x' + A on one triangle; the second alpha of her2 is its conjugate.
static void work_syr2(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o);
    void *x = vector_x(run, o, o->n);
    void *y = vector_y(run, o, o->n, STANDIN_IN);
    void *a = matrix_a(run, o, o->n, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, alpha, x, &o->ldb, y, &o->ldc, a, &o->lda, STANDIN_LETTERS);
}

// spr, hpr
static void work_spr(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o);
    void *x = vector_x(run, o, o->n), *a = packed(run, o, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, alpha, x, &o->ldb, a, STANDIN_LETTERS);
}

// spr2, hpr2
static void work_spr2(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    const void *alpha = alpha_of(run, o);
    void *x = vector_x(run, o, o->n);
    void *y = vector_y(run, o, o->n, STANDIN_IN);
    void *a = packed(run, o, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, alpha, x, &o->ldb, y, &o->ldc, a, STANDIN_LETTERS);
}

// ---- level 3 -----------------------------------------------------------------------------------

// symm, hemm: the triangle is on the left or the right.
// C = alpha A B + beta C, or alpha B A + beta C.
static void work_symm(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    int order = o->side == 'L' ? o->m : o->n;
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = matrix_a(run, o, order, order, STANDIN_IN), *b = matrix_b(run, o, o->m, o->n);
    void *c = matrix_c(run, o, o->m, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->side, &o->uplo, &o->m, &o->n, alpha, a, &o->lda, b, &o->ldb, beta, c, &o->ldc,
                STANDIN_LETTERS);
}

// syrk, herk:
// C = alpha op(A) op(A)' + beta C on one triangle; the factors of herk are real.
static void work_syrk(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    bool turned = o->trans != 'N';
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = matrix_a(run, o, turned ? o->k : o->n, turned ? o->n : o->k, STANDIN_IN);
    void *c = matrix_c(run, o, o->n, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->trans, &o->n, &o->k, alpha, a, &o->lda, beta, c, &o->ldc,
                STANDIN_LETTERS);
}

// syr2k, her2k:
// C = alpha op(A) op(B)' + alpha op(B) op(A)' + beta C on one triangle; beta of her2k is real.
static void work_syr2k(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    bool turned = o->trans != 'N';
    const void *alpha = alpha_of(run, o), *beta = beta_of(run, o);
    void *a = matrix_a(run, o, turned ? o->k : o->n, turned ? o->n : o->k, STANDIN_IN);
    void *b = matrix_b(run, o, turned ? o->k : o->n, turned ? o->n : o->k);
    void *c = matrix_c(run, o, o->n, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->trans, &o->n, &o->k, alpha, a, &o->lda, b, &o->ldb, beta, c, &o->ldc,
                STANDIN_LETTERS);
}

// trmm, trsm: on c. cuBLAS's trmm has b, which is copied to c first.
static void work_trmm(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    int order = o->side == 'L' ? o->m : o->n;
    const void *alpha = alpha_of(run, o);
    void *a = matrix_a(run, o, order, order, STANDIN_IN),
         *c = matrix_c(run, o, o->m, o->n, STANDIN_INOUT);
    char *b = o->b && o->b != o->c ? matrix_b(run, o, o->m, o->n) : NULL;
    if (run->failed) return;
    for (int64_t j = 0; b && o->m && j < o->n; j++)
        memmove((char *)c + (size_t)j * (size_t)o->ldc * o->size,
                b + (size_t)j * (size_t)o->ldb * o->size, (size_t)o->m * o->size);
    o->function(&o->side, &o->uplo, &o->trans, &o->diag, &o->m, &o->n, alpha, a, &o->lda, c,
                &o->ldc, STANDIN_LETTERS);
}

// trttp and tpttr: a triangle from a matrix, packed, and back
static void work_trttp(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    int info = 0;
    void *a = matrix_c(run, o, o->n, o->n, STANDIN_IN);
    void *ap = packed(run, o, STANDIN_OUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, a, &o->ldc, ap, &info, STANDIN_LETTERS);
}

// The other triangle of the matrix stays as it is.
static void work_tpttr(StandinRun *run, void *arguments) {
    Blas *o = arguments;
    int info = 0;
    void *ap = packed(run, o, STANDIN_IN), *a = matrix_c(run, o, o->n, o->n, STANDIN_INOUT);
    if (run->failed) return;
    o->function(&o->uplo, &o->n, ap, a, &o->ldc, &info, STANDIN_LETTERS);
}

// ---- entry points: each type, both widths of numbers -------------------------------------------

#define UPLO "LU"
#define OPS  "NTC"
#define DIAG "NU"
#define SIDE "LR"

#define LEVEL23_JOIN(type, name, suffix) cublas##type##name##suffix
#define LEVEL23_NAME(type, name, suffix) LEVEL23_JOIN(type, name, suffix)

#define T          S
#define LETTER     's'
#define NUMBER     float
#define REAL       float
#define IS_COMPLEX 0
#include "standin/cublas/level23_type.inc"

#define T          D
#define LETTER     'd'
#define NUMBER     double
#define REAL       double
#define IS_COMPLEX 0
#include "standin/cublas/level23_type.inc"

#define T          C
#define LETTER     'c'
#define NUMBER     float _Complex
#define REAL       float
#define IS_COMPLEX 1
#include "standin/cublas/level23_type.inc"

#define T          Z
#define LETTER     'z'
#define NUMBER     double _Complex
#define REAL       double
#define IS_COMPLEX 1
#include "standin/cublas/level23_type.inc"
