// SPDX-License-Identifier: Apache-2.0
// cuSOLVER's stand-in, sparse part (which needs no LAPACK): solutions by LU, QR and Cholesky's method, at once and in
// steps, on the host and the device; singular matrices; orders; factoring again. Where there is a LAPACK, solutions,
// eigenvalues and singular values of dense matrices too.
// REQUIRES: gcc, %B/lib/cuprum/libcusolver.so.12
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcusolver.so.12 -l:libcusparse.so.12 -l:libcudart.so.13 -lm && \
// RUN: cuprum exec --check %t.exe
// CHECK: dense: {{right|skipped, there is no LAPACK}}
// CHECK: 0 failures
#include "api.h"

typedef void *D;
typedef const int *Ints;
int cusparseCreateMatDescr(D *m);
int cusparseDestroyMatDescr(D m);
int cusolverSpCreate(D *h);
int cusolverSpDestroy(D h);
typedef int Solve(D h, int n, int nnz, D a, const double *v, Ints o, Ints c, const double *b, double tol, int order, double *x, int *s);
Solve cusolverSpDcsrlsvluHost, cusolverSpDcsrlsvqrHost, cusolverSpDcsrlsvcholHost, cusolverSpDcsrlsvqr, cusolverSpDcsrlsvchol;
int cusolverSpCreateCsrqrInfo(D *i);
int cusolverSpDestroyCsrqrInfo(D i);
int cusolverSpDcsrqrSetup(D h, int m, int n, int nnz, D a, const double *v, Ints o, Ints c, double mu, D info);
int cusolverSpDcsrqrFactor(D h, int m, int n, int nnz, double *b, double *x, D info, void *buffer);
int cusolverSpDcsrqrSolve(D h, int m, int n, double *b, double *x, D info, void *buffer);
int cusolverSpDcsrqrZeroPivot(D h, D info, double tol, int *position);
int cusolverSpXcsrsymrcmHost(D h, int n, int nnz, D a, Ints o, Ints c, int *p);
int cusolverRfCreate(D *h);
int cusolverRfDestroy(D h);
int cusolverRfResetValues(int n, int nnz, Ints o, Ints c, const double *v, Ints p, Ints q, D h);
int cusolverRfRefactor(D h);
int cusolverRfSolve(D h, Ints p, Ints q, int nrhs, double *t, int ldt, double *x, int ld);
int cusolverDnCreate(D *h);
int cusolverDnDestroy(D h);
int cusolverDnDgetrf(D h, int m, int n, double *a, int lda, double *space, int *pivots, int *info);
int cusolverDnDgetrs(D h, int op, int n, int nrhs, const double *a, int lda, Ints pivots, double *b, int ldb, int *info);
int cusolverDnDsyevd(D h, int job, int uplo, int n, double *a, int lda, double *w, double *space, int length, int *info);
int cusolverDnDgesvdj(D h, int job, int econ, int m, int n, double *a, int lda, double *s, double *u, int ldu, double *v, int ldv,
                      double *space, int length, int *info, void *parameters);
enum { SIDE = 7, N = SIDE * SIDE, MAX = 5 * N };
static int offset[N + 1], column[MAX], nnz;
static double value[MAX], b[N];

// The five points of a grid, with a part that is not symmetric.
static void make(double skew) {
    nnz = 0;
    for (int i = 0; i < N; i++) {
        int steps[] = {-SIDE, -1, 0, 1, SIDE};
        offset[i] = nnz;
        for (int k = 0; k < 5; k++) {
            int j = i + steps[k];
            bool wraps = (k == 1 && i % SIDE == 0) || (k == 3 && i % SIDE == SIDE - 1);
            if (j < 0 || j >= N || wraps) continue;
            column[nnz] = j;
            value[nnz++] = k == 2 ? 4.5 : -1 + (k > 2 ? skew : -skew);
        }
        b[i] = number();
    }
    offset[N] = nnz;
}

static void residual(const char *what, const double *x) {
    double worst = 0;
    for (int i = 0; i < N; i++) {
        double rest = b[i];
        for (int k = offset[i]; k < offset[i + 1]; k++) rest -= value[k] * x[column[k]];
        worst = fmax(worst, fabs(rest));
    }
    check(what, worst, 1e-13);
}

static D sp, description;
static void on_host(const char *what, Solve *solve) {
    double x[N];
    for (int order = 0; order < 3; order++) {
        int singularity = 5;
        solve(sp, N, nnz, description, value, offset, column, b, 1e-12, order, x, &singularity);
        residual(what, x);
        check("not singular", singularity + 1, 0);
    }
}

typedef struct {
    int *offset, *column;
    double *value, *b, *x;
} OnDevice;
static OnDevice upload(void) {
    return (OnDevice){device(offset, sizeof offset), device(column, sizeof column), device(value, sizeof value), device(b, sizeof b),
                      device(NULL, sizeof b)};
}
static void end(OnDevice d) {
    cudaFree(d.offset), cudaFree(d.column), cudaFree(d.value), cudaFree(d.b), cudaFree(d.x);
}

static void on_device(const char *what, Solve *solve) {
    OnDevice d = upload();
    double x[N];
    int singularity = 5;
    solve(sp, N, nnz, description, d.value, d.offset, d.column, d.b, 1e-12, 1, d.x, &singularity);
    cudaMemcpy(x, d.x, sizeof x, 2);
    residual(what, x);
    end(d);
}

static void in_steps(void) {
    OnDevice d = upload();
    D info;
    double x[N];
    int position = 5;
    cusolverSpCreateCsrqrInfo(&info);
    cusolverSpDcsrqrSetup(sp, N, N, nnz, description, d.value, d.offset, d.column, 0, info);
    cusolverSpDcsrqrFactor(sp, N, N, nnz, NULL, NULL, info, NULL);
    cusolverSpDcsrqrZeroPivot(sp, info, 1e-12, &position);
    check("QR's pivots", position + 1, 0);
    cusolverSpDcsrqrSolve(sp, N, N, d.b, d.x, info, NULL);
    cudaMemcpy(x, d.x, sizeof x, 2);
    residual("QR in steps", x);
    cusolverSpDestroyCsrqrInfo(info);
    // factored again, with the right side replaced
    D again;
    cusolverRfCreate(&again);
    cusolverRfResetValues(N, nnz, d.offset, d.column, d.value, NULL, NULL, again);
    cusolverRfRefactor(again);
    cusolverRfSolve(again, NULL, NULL, 1, NULL, N, d.b, N);
    cudaMemcpy(x, d.b, sizeof x, 2);
    residual("factored again", x);
    cusolverRfDestroy(again);
    end(d);
}

static void dense(void) {
    enum { K = 4 };
    D h;
    double a[K][K], s[K][K], x[K] = {1, -2, 3, -4}, side[K] = {0}, w[K], u[K][K], v[K][K], sigma[K];
    int info = 5;
    for (int i = 0; i < K * K; i++) a[i / K][i % K] = number();
    for (int i = 0; i < K; i++)
        for (int j = 0; j < K; j++) s[i][j] = a[i][j] + a[j][i];
    for (int j = 0; j < K; j++)
        for (int i = 0; i < K; i++) side[i] += a[j][i] * x[j]; // by columns
    cusolverDnCreate(&h);
    double *pa = device(a, sizeof a), *pb = device(side, sizeof side), *pw = device(NULL, sizeof w);
    int *pivots = device(NULL, sizeof(int[K])), *pi = device(&info, sizeof info);
    if (cusolverDnDgetrf(h, K, K, pa, K, NULL, pivots, pi) == 9) {
        puts("dense: skipped, there is no LAPACK");
    } else {
        int before = failures;
        cusolverDnDgetrs(h, 0, K, 1, pa, K, pivots, pb, K, pi);
        cudaMemcpy(side, pb, sizeof side, 2), cudaMemcpy(&info, pi, sizeof info, 2);
        for (int i = 0; i < K; i++) check("getrs", fabs(side[i] - x[i]), 1e-12);
        check("info", info, 0);
        // S v = w v
        cudaMemcpy(pa, s, sizeof s, 1);
        cusolverDnDsyevd(h, 1, 0, K, pa, K, pw, NULL, 0, pi);
        cudaMemcpy(v, pa, sizeof v, 2), cudaMemcpy(w, pw, sizeof w, 2);
        for (int k = 0; k < K; k++)
            for (int i = 0; i < K; i++) {
                double rest = -w[k] * v[k][i];
                for (int j = 0; j < K; j++) rest += s[i][j] * v[k][j];
                check("syevd", fabs(rest), 1e-14);
            }
        // A = U S V'
        double *pu = device(NULL, sizeof u), *pv = device(NULL, sizeof v);
        cudaMemcpy(pa, a, sizeof a, 1);
        cusolverDnDgesvdj(h, 1, 0, K, K, pa, K, pw, pu, K, pv, K, NULL, 0, pi, NULL);
        host(u, pu, sizeof u), host(v, pv, sizeof v);
        cudaMemcpy(sigma, pw, sizeof sigma, 2);
        for (int j = 0; j < K; j++)
            for (int i = 0; i < K; i++) {
                double rest = a[j][i];
                for (int k = 0; k < K; k++) rest -= u[k][i] * sigma[k] * v[k][j];
                check("gesvdj", fabs(rest), 1e-14);
            }
        if (failures == before) puts("dense: right");
    }
    cudaFree(pa), cudaFree(pb), cudaFree(pw), cudaFree(pivots), cudaFree(pi);
    cusolverDnDestroy(h);
}

int main(void) {
    int p[N], seen = 0, singularity = 5;
    double x[N];
    cusparseCreateMatDescr(&description);
    cusolverSpCreate(&sp);
    make(0.3);
    on_host("LU", cusolverSpDcsrlsvluHost);
    on_host("QR", cusolverSpDcsrlsvqrHost);
    on_device("QR on the device", cusolverSpDcsrlsvqr);
    in_steps();
    make(0);
    on_host("Cholesky", cusolverSpDcsrlsvcholHost);
    on_device("Cholesky on the device", cusolverSpDcsrlsvchol);
    cusolverSpXcsrsymrcmHost(sp, N, nnz, description, offset, column, p);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < N; k++) seen += p[k] == i;
    check("an order has every row", fabs((double)(seen - N)), 0);
    // a row of zeros; a matrix that is not positive
    for (int k = offset[9]; k < offset[10]; k++) value[k] = 0;
    cusolverSpDcsrlsvqrHost(sp, N, nnz, description, value, offset, column, b, 1e-12, 0, x, &singularity);
    check("singular", singularity < 0, 0);
    make(0);
    value[offset[3]] = value[offset[3] + 1] = -4.5;
    cusolverSpDcsrlsvcholHost(sp, N, nnz, description, value, offset, column, b, 1e-12, 0, x, &singularity);
    check("not positive", singularity < 0, 0);
    dense();
    cusolverSpDestroy(sp);
    cusparseDestroyMatDescr(description);
    printf("%d failures\n", failures);
    return failures != 0;
}
