// SPDX-License-Identifier: Apache-2.0
// cuBLAS's stand-in without a BLAS (CUPRUM_BLAS names none): vectors, products of all types and layouts, sums, copies,
// pointer modes; and what needs one says so.
// REQUIRES: gcc, %B/lib/cuprum/libcublas.so.13
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcublas.so.13 -l:libcudart.so.13 -lm && \
// RUN: CUPRUM_BLAS=/none cuprum exec --check %t.exe 2>&1
// CHECK: CUPRUM_BLAS: /none cannot be loaded
// CHECK: strsm of BLAS or LAPACK (none is installed that has it
// CHECK: trsm: 15
// CHECK: wrong: 1 7 7
// CHECK: 0 failures
#include "api.h"

int cublasCreate_v2(void **handle);
int cublasDestroy_v2(void *handle);
int cublasSetPointerMode_v2(void *handle, int mode);
int cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *b, int ldb);
int cublasGetVector(int n, int size, const void *x, int incx, void *y, int incy);
int cublasSaxpy_v2(void *h, int n, const float *alpha, const float *x, int incx, float *y, int incy);
int cublasDdot_v2(void *h, int n, const double *x, int incx, const double *y, int incy, double *result);
int cublasZdotc_v2(void *h, int n, const void *x, int incx, const void *y, int incy, void *result);
int cublasDnrm2_v2_64(void *h, int64_t n, const double *x, int64_t incx, double *result);
int cublasScasum_v2(void *h, int n, const void *x, int incx, float *result);
int cublasIdamax_v2(void *h, int n, const double *x, int incx, int *result);
int cublasIdamin_v2_64(void *h, int64_t n, const double *x, int64_t incx, int64_t *result);
int cublasDrot_v2(void *h, int n, double *x, int incx, double *y, int incy, const double *c, const double *s);
int cublasDgemv_v2(void *h, int op, int m, int n, const double *alpha, const double *a, int lda, const double *x, int incx,
                   const double *beta, double *y, int incy);
int cublasZgemm_v2(void *h, int opa, int opb, int m, int n, int k, const void *alpha, const void *a, int lda, const void *b, int ldb,
                   const void *beta, void *c, int ldc);
int cublasDgemmStridedBatched(void *h, int opa, int opb, int m, int n, int k, const void *alpha, const void *a, int lda,
                              long long sa, const void *b, int ldb, long long sb, const void *beta, void *c, int ldc, long long sc,
                              int count);
int cublasSgemmBatched(void *h, int opa, int opb, int m, int n, int k, const float *alpha, const float *const *a, int lda,
                       const float *const *b, int ldb, const float *beta, float *const *c, int ldc, int count);
int cublasGemmEx(void *h, int opa, int opb, int m, int n, int k, const void *alpha, const void *a, int ta, int lda, const void *b,
                 int tb, int ldb, const void *beta, void *c, int tc, int ldc, int compute, int algorithm);
int cublasDgeam(void *h, int opa, int opb, int m, int n, const double *alpha, const double *a, int lda, const double *beta,
                const double *b, int ldb, double *c, int ldc);
int cublasDdgmm(void *h, int side, int m, int n, const double *a, int lda, const double *x, int incx, double *c, int ldc);
int cublasStrsm_v2(void *h, int side, int uplo, int op, int diag, int m, int n, const float *alpha, const float *a, int lda, float *b,
                   int ldb);

typedef double _Complex Z;
static void *h;

static void level1(void) {
    enum { N = 100 };
    double x[N], y[N], want = 0, square = 0, dot = 0, *px = device(NULL, sizeof x), *py = device(NULL, sizeof y);
    int most = 0, least = 0;
    int64_t at = 0;
    for (int i = 0; i < N; i++) {
        x[i] = number(), y[i] = number();
        want += x[i] * y[i];
        square += x[i] * x[i];
        if (fabs(x[i]) > fabs(x[most])) most = i;
        if (fabs(x[i]) < fabs(x[least])) least = i;
    }
    cudaMemcpy(px, x, sizeof x, 1), cudaMemcpy(py, y, sizeof y, 1);
    cublasDdot_v2(h, N, px, 1, py, 1, &dot);
    check("dot", fabs(dot - want), 0);
    // every second, the vectors in opposite directions
    want = 0;
    for (int i = 0; i < N / 2; i++) want += x[2 * i] * y[N - 2 - 2 * i];
    cublasDdot_v2(h, N / 2, px, 2, py, -2, &dot);
    check("dot with steps", fabs(dot - want), 0);
    cublasDnrm2_v2_64(h, N, px, 1, &dot);
    check("nrm2", fabs(dot - sqrt(square)), 1e-14);
    cublasIdamax_v2(h, N, px, 1, &most);
    cublasIdamin_v2_64(h, N, px, 1, &at);
    check("amax and amin", fabs(fabs(x[most - 1]) + fabs(x[at - 1]) - fabs(x[most - 1]) - fabs(x[least])), 0);
    // the result on the device
    double *result = device(NULL, sizeof *result), c = 0.6, s = 0.8;
    cublasSetPointerMode_v2(h, 1);
    cublasDdot_v2(h, N, px, 1, px, 1, result);
    cublasSetPointerMode_v2(h, 0);
    host(&dot, result, sizeof dot);
    check("dot on the device", fabs(dot - square), 1e-14);
    cublasDrot_v2(h, N, px, 1, py, 1, &c, &s);
    double rotated[N];
    host(rotated, px, sizeof rotated);
    check("rot", fabs(rotated[7] - (c * x[7] + s * y[7])), 0);
    cudaFree(py);
    float f[] = {1, -2, 3, 4}, g[] = {10, 20}, alpha = 2, *pf = device(f, sizeof f), *pg = device(g, sizeof g), sum = 0;
    cublasSaxpy_v2(h, 2, &alpha, pf, 2, pg, 1);
    cublasScasum_v2(h, 2, pf, 1, &sum);
    cublasGetVector(2, 4, pg, 1, g, 1);
    check("axpy", fabsf(g[0] - 12) + fabsf(g[1] - 26), 0);
    check("asum", fabsf(sum - 10), 0);
    Z z[] = {1 + 2 * I, 3 - I}, w[] = {I, 2}, r = 0, *pz = device(z, sizeof z), *pw = device(w, sizeof w);
    cublasZdotc_v2(h, 2, pz, 1, pw, 1, &r);
    check("dotc", cabs(r - (conj(z[0]) * w[0] + conj(z[1]) * w[1])), 0);
    cudaFree(pf), cudaFree(pg), cudaFree(pz), cudaFree(pw);
}

static Z element(const Z *a, int ld, int op, int i, int j) {
    return op == 0 ? a[i + j * ld] : op == 1 ? a[j + i * ld] : conj(a[j + i * ld]);
}

static void products(void) {
    enum { M = 5, N = 6, K = 7, LD = 9 };
    Z a[LD * LD], b[LD * LD], c[LD * LD], got[LD * LD], alpha = 2 - I, beta = 0.5 * I;
    for (int i = 0; i < LD * LD; i++) a[i] = CMPLX(number(), number()), b[i] = CMPLX(number(), number()), c[i] = number();
    Z *pa = device(a, sizeof a), *pb = device(b, sizeof b);
    for (int ops = 0; ops < 9; ops++) {
        Z *pc = device(c, sizeof c);
        double worst = 0;
        cublasZgemm_v2(h, ops / 3, ops % 3, M, N, K, &alpha, pa, LD, pb, LD, &beta, pc, LD);
        host(got, pc, sizeof got);
        for (int i = 0; i < LD; i++)
            for (int j = 0; j < LD; j++) {
                Z sum = 0;
                for (int k = 0; k < K; k++) sum += element(a, LD, ops / 3, i, k % LD) * element(b, LD, ops % 3, k, j);
                Z want = i < M && j < N ? alpha * sum + beta * c[i + j * LD] : c[i + j * LD];
                worst = fmax(worst, cabs(got[i + j * LD] - want));
            }
        check("zgemm", worst, 1e-14);
    }
    cudaFree(pa), cudaFree(pb);
    // y may hold anything where beta is 0, and steps may be negative
    double m[6] = {1, 2, 3, 4, 5, 6}, x[2] = {10, 1}, y[3] = {NAN, NAN, NAN}, one = 1, zero = 0;
    double *pm = device(m, sizeof m), *px = device(x, sizeof x), *py = device(y, sizeof y);
    cublasDgemv_v2(h, 0, 3, 2, &one, pm, 3, px, -1, &zero, py, -1);
    host(y, py, sizeof y);
    check("gemv", fabs(y[0] - 63) + fabs(y[1] - 52) + fabs(y[2] - 41), 0);
    // sums, also in place of an operand, and a diagonal
    double *pt = device(NULL, sizeof m), t[6];
    cublasDgeam(h, 1, 1, 2, 3, &one, pm, 3, &one, pm, 3, pt, 2);
    cublasDdgmm(h, 0, 2, 3, pt, 2, px, 1, pt, 2);
    host(t, pt, sizeof t);
    check("geam and dgmm", fabs(t[0] - 20) + fabs(t[1] - 8) + fabs(t[4] - 60) + fabs(t[5] - 12), 0);
    cudaFree(pm), cudaFree(px);
}

static void batches(void) {
    double a[3][4], c[3][4], one = 1, zero = 0;
    for (int i = 0; i < 12; i++) a[i / 4][i % 4] = number();
    double *pa = device(a, sizeof a), *pc = device(NULL, sizeof c);
    // the same second operand for all
    cublasDgemmStridedBatched(h, 0, 0, 2, 2, 2, &one, pa, 2, 4, pa, 2, 0, &zero, pc, 2, 4, 3);
    host(c, pc, sizeof c);
    for (int b = 0; b < 3; b++) check("strided", fabs(c[b][1] - (a[b][1] * a[0][0] + a[b][3] * a[0][1])), 1e-16);
    cudaFree(pa);
    float x[4] = {1, 2, 3, 4}, f1 = 1, f0 = 0, r[4];
    float *p[2] = {device(x, sizeof x), device(NULL, sizeof x)};
    float **table = device(p, sizeof p);
    cublasSgemmBatched(h, 0, 1, 2, 2, 2, &f1, (const float *const *)table, 2, (const float *const *)table, 2, &f0, table + 1, 2, 1);
    host(r, p[1], sizeof r);
    check("by pointers", fabsf(r[0] - 10) + fabsf(r[1] - 14) + fabsf(r[3] - 20), 0);
    cudaFree(p[0]), cudaFree(table);
}

// 16-bit floats and 8-bit integers.
static void mixed(void) {
    uint16_t a[] = {0x3c00, 0x4000, 0xc200, 0x3800}, r16[4]; // 1 2 -3 0.5
    float r[4], one = 1, zero = 0;
    int8_t i8[] = {100, -100, 50, 25};
    int r32[4], i1 = 1, i0 = 0;
    void *pa = device(a, sizeof a), *pf = device(NULL, sizeof r), *ph = device(NULL, sizeof r16);
    cublasGemmEx(h, 0, 0, 2, 2, 2, &one, pa, R_16F, 2, pa, R_16F, 2, &zero, pf, R_32F, 2, 68, -1);
    cublasGemmEx(h, 0, 0, 2, 2, 2, &one, pa, R_16F, 2, pa, R_16F, 2, &zero, ph, R_16F, 2, 68, -1);
    host(r, pf, sizeof r), host(r16, ph, sizeof r16);
    // [1 -3; 2 0.5] squared
    check("halves", fabsf(r[0] + 5) + fabsf(r[1] - 3) + fabsf(r[2] + 4.5f) + fabsf(r[3] + 5.75f), 0);
    check("halves to halves", r16[0] != 0xc500 || r16[3] != 0xc5c0, 0);
    cudaFree(pa);
    void *pi = device(i8, sizeof i8), *pr = device(NULL, sizeof r32);
    cublasGemmEx(h, 1, 0, 2, 2, 2, &i1, pi, R_8I, 2, pi, R_8I, 2, &i0, pr, R_32I, 2, 72, -1);
    host(r32, pr, sizeof r32);
    check("integers", r32[0] != 20000 || r32[1] != 2500 || r32[3] != 3125, 0);
    cudaFree(pi);
}

int main(void) {
    cublasCreate_v2(&h);
    level1();
    products();
    batches();
    mixed();
    float one = 1;
    printf("trsm: %d\n", cublasStrsm_v2(h, 0, 0, 0, 0, 2, 2, &one, NULL, 2, NULL, 2));
    printf("wrong: %d", cublasSaxpy_v2(NULL, 0, &one, NULL, 1, NULL, 1));
    printf(" %d", cublasZgemm_v2(h, 5, 0, 2, 2, 2, &one, NULL, 2, NULL, 2, &one, NULL, 2));
    printf(" %d\n", cublasZgemm_v2(h, 0, 0, 4, 2, 2, &one, NULL, 2, NULL, 2, &one, NULL, 4));
    printf("%d failures\n", failures);
    cublasDestroy_v2(h);
    return failures != 0;
}
