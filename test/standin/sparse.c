// SPDX-License-Identifier: Apache-2.0
// cuSPARSE's stand-in: products, triangles, conversions, sums and products of sparse matrices, against the same with
// dense ones. A wrong index is said.
// REQUIRES: gcc, %B/lib/cuprum/libcusparse.so.12
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcusparse.so.12 -l:libcudart.so.13 -lm && \
// RUN: cuprum exec --check %t.exe 2>&1
// CHECK: 0 failures
// CHECK: cusparseSpMV: an index is outside of the matrix
#include "api.h"

typedef void *D;
int cusparseCreate(D *handle);
int cusparseDestroy(D handle);
int cusparseCreateCsr(D *m, int64_t rows, int64_t columns, int64_t nnz, void *o, void *i, void *v, int to, int ti, int base, int t);
int cusparseCreateCoo(D *m, int64_t rows, int64_t columns, int64_t nnz, void *r, void *c, void *v, int ti, int base, int t);
int cusparseDestroySpMat(D m);
int cusparseCreateDnVec(D *v, int64_t n, void *values, int type);
int cusparseDestroyDnVec(D v);
int cusparseCreateDnMat(D *m, int64_t rows, int64_t columns, int64_t ld, void *values, int type, int order);
int cusparseDestroyDnMat(D m);
int cusparseSpMV(D h, int op, const void *alpha, D a, D x, const void *beta, D y, int type, int algorithm, void *buffer);
int cusparseSpMM(D h, int op, int opb, const void *alpha, D a, D b, const void *beta, D c, int type, int algorithm, void *buffer);
int cusparseSpSV_solve(D h, int op, const void *alpha, D a, D x, D y, int type, int algorithm, D descriptor);
int cusparseSpMatSetAttribute(D m, int attribute, void *data, size_t size);
int cusparseSpMatGetSize(D m, int64_t *rows, int64_t *columns, int64_t *nnz);
int cusparseCsrSetPointers(D m, void *o, void *i, void *v);
int cusparseSpGEMM_createDescr(D *d);
int cusparseSpGEMM_destroyDescr(D d);
int cusparseSpGEMM_compute(D h, int opa, int opb, const void *alpha, D a, D b, const void *beta, D c, int type, int algorithm, D d,
                           size_t *size, void *buffer);
int cusparseSpGEMM_copy(D h, int opa, int opb, const void *alpha, D a, D b, const void *beta, D c, int type, int algorithm, D d);
int cusparseDenseToSparse_analysis(D h, D a, D b, int algorithm, void *buffer);
int cusparseDenseToSparse_convert(D h, D a, D b, int algorithm, void *buffer);
int cusparseSparseToDense(D h, D a, D b, int algorithm, void *buffer);
int cusparseCreateMatDescr(D *m);
int cusparseDestroyMatDescr(D m);
int cusparseCreateCsrilu02Info(D *i);
int cusparseDestroyCsrilu02Info(D i);
int cusparseDcsrilu02(D h, int m, int nnz, D a, void *v, const int *o, const int *c, D info, int policy, void *buffer);
int cusparseXcsrilu02_zeroPivot(D h, D info, int *position);
int cusparseDgtsv2(D h, int m, int n, const void *dl, const void *d, const void *du, void *b, int ldb, void *buffer);
int cusparseXcoosortByRow(D h, int m, int n, int nnz, int *rows, int *columns, int *order, void *buffer);
int cusparseXcoo2csr(D h, const int *rows, int nnz, int m, int *offsets, int base);
int cusparseCsr2cscEx2(D h, int m, int n, int nnz, const void *v, const int *o, const int *c, void *tv, int *to, int *tr, int type,
                       int action, int base, int algorithm, void *buffer);

enum { I32 = 2, M = 6, N = 6 };
static D h;

// A matrix with a diagonal and a third of the other elements, dense and by rows.
typedef struct {
    double dense[M][N];
    int nnz, offset[M + 1], column[M * N];
    double value[M * N];
    int *d_offset, *d_column;
    double *d_value;
    D a;
} Matrix;

static void make(Matrix *m, int base) {
    memset(m, 0, sizeof *m);
    for (int i = 0; i < M; i++) {
        m->offset[i] = m->nnz + base;
        for (int j = 0; j < N; j++) {
            double value = number();
            if (i != j && value > -0.15) continue;
            m->dense[i][j] = i == j ? 4 + value : value;
            m->column[m->nnz] = j + base;
            m->value[m->nnz++] = m->dense[i][j];
        }
    }
    m->offset[M] = m->nnz + base;
    m->d_offset = device(m->offset, sizeof m->offset);
    m->d_column = device(m->column, sizeof m->column);
    m->d_value = device(m->value, sizeof m->value);
    cusparseCreateCsr(&m->a, M, N, m->nnz, m->d_offset, m->d_column, m->d_value, I32, I32, base, R_64F);
}

static void end(Matrix *m) {
    cusparseDestroySpMat(m->a);
    cudaFree(m->d_offset), cudaFree(m->d_column), cudaFree(m->d_value);
}

static void vectors(const Matrix *m) {
    double x[N], y[M], got[M], alpha = 2, beta = -1;
    for (int i = 0; i < N; i++) x[i] = number(), y[i] = number();
    void *px = device(x, sizeof x);
    D vx, vy;
    cusparseCreateDnVec(&vx, N, px, R_64F);
    for (int op = 0; op < 2; op++) {
        void *py = device(y, sizeof y);
        cusparseCreateDnVec(&vy, M, py, R_64F);
        cusparseSpMV(h, op, &alpha, m->a, vx, &beta, vy, R_64F, 0, NULL);
        host(got, py, sizeof got);
        cusparseDestroyDnVec(vy);
        for (int i = 0; i < M; i++) {
            double want = beta * y[i];
            for (int j = 0; j < N; j++) want += alpha * (op ? m->dense[j][i] : m->dense[i][j]) * x[j];
            check("SpMV", fabs(got[i] - want), 1e-14);
        }
    }
    cusparseDestroyDnVec(vx);
    // three columns, by rows in memory
    double b[N][3], c[M][3];
    for (int i = 0; i < 3 * N; i++) b[i / 3][i % 3] = number();
    void *pb = device(b, sizeof b), *pc = device(NULL, sizeof c);
    D mb, mc;
    beta = 0;
    cusparseCreateDnMat(&mb, N, 3, 3, pb, R_64F, 2);
    cusparseCreateDnMat(&mc, M, 3, 3, pc, R_64F, 2);
    cusparseSpMM(h, 0, 0, &alpha, m->a, mb, &beta, mc, R_64F, 0, NULL);
    host(c, pc, sizeof c);
    double want = 0;
    for (int j = 0; j < N; j++) want += alpha * m->dense[3][j] * b[j][1];
    check("SpMM", fabs(c[3][1] - want), 1e-14);
    cusparseDestroyDnMat(mb), cusparseDestroyDnMat(mc);
    cudaFree(px), cudaFree(pb);
}

// The triangles of a matrix, turned and not, with its diagonal and with ones.
static void triangles(const Matrix *m) {
    double x[N], got[N], one = 1;
    for (int i = 0; i < N; i++) x[i] = number();
    void *px = device(x, sizeof x), *py = device(NULL, sizeof x);
    D vx, vy;
    cusparseCreateDnVec(&vx, N, px, R_64F), cusparseCreateDnVec(&vy, N, py, R_64F);
    for (int k = 0; k < 8; k++) {
        int fill = k & 1, unit = k >> 1 & 1, op = k >> 2;
        cusparseSpMatSetAttribute(m->a, 0, &fill, sizeof fill);
        cusparseSpMatSetAttribute(m->a, 1, &unit, sizeof unit);
        cusparseSpSV_solve(h, op, &one, m->a, vx, vy, R_64F, 0, NULL);
        cudaMemcpy(got, py, sizeof got, 2);
        for (int i = 0; i < N; i++) {
            double sum = 0;
            for (int j = 0; j < N; j++) {
                int r = op ? j : i, c = op ? i : j;
                double element = r == c ? (unit ? 1 : m->dense[r][c]) : (fill ? c > r : c < r) ? m->dense[r][c] : 0;
                sum += element * got[j];
            }
            check("SpSV", fabs(sum - x[i]), 1e-14);
        }
    }
    cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy);
    cudaFree(px), cudaFree(py);
}

static void product(const Matrix *m, const Matrix *n) {
    D c, d;
    double one = 1, zero = 0, value[M * N];
    int offset[M + 1], column[M * N];
    int64_t rows, columns, nnz;
    size_t size = 1;
    int *po = device(NULL, sizeof offset);
    cusparseCreateCsr(&c, M, N, 0, po, NULL, NULL, I32, I32, 0, R_64F);
    cusparseSpGEMM_createDescr(&d);
    cusparseSpGEMM_compute(h, 0, 0, &one, m->a, n->a, &zero, c, R_64F, 0, d, &size, &size);
    cusparseSpMatGetSize(c, &rows, &columns, &nnz);
    int *pc = device(NULL, sizeof column);
    double *pv = device(NULL, sizeof value);
    cusparseCsrSetPointers(c, po, pc, pv);
    cusparseSpGEMM_copy(h, 0, 0, &one, m->a, n->a, &zero, c, R_64F, 0, d);
    host(offset, po, sizeof offset);
    cudaMemcpy(column, pc, (size_t)nnz * 4, 2), cudaMemcpy(value, pv, (size_t)nnz * 8, 2);
    cudaFree(pc), cudaFree(pv);
    check("SpGEMM's count", fabs((double)(nnz - offset[M])), 0);
    for (int i = 0; i < M; i++) {
        double got[N] = {0};
        for (int k = offset[i]; k < offset[i + 1]; k++) got[column[k]] = value[k];
        for (int j = 0; j < N; j++) {
            for (int k = 0; k < N; k++) got[j] -= m->dense[i][k] * n->dense[k][j];
            check("SpGEMM", fabs(got[j]), 1e-14);
        }
    }
    cusparseSpGEMM_destroyDescr(d);
    cusparseDestroySpMat(c);
}

static void conversions(const Matrix *m) {
    double dense[M][N], value[M * N];
    int offset[N + 1], row[M * N];
    int64_t rows, columns, nnz;
    void *pd = device(NULL, sizeof dense), *po = device(NULL, sizeof offset);
    D d, c;
    cusparseCreateDnMat(&d, M, N, N, pd, R_64F, 2);
    cusparseSparseToDense(h, m->a, d, 0, NULL);
    cudaMemcpy(dense, pd, sizeof dense, 2);
    check("dense", memcmp(dense, m->dense, sizeof dense) != 0, 0);
    cusparseCreateCsr(&c, M, N, 0, po, NULL, NULL, I32, I32, 1, R_64F);
    cusparseDenseToSparse_analysis(h, d, c, 0, NULL);
    cusparseSpMatGetSize(c, &rows, &columns, &nnz);
    check("DenseToSparse", fabs((double)(nnz - m->nnz)), 0);
    void *pr = device(NULL, sizeof row), *pv = device(NULL, sizeof value);
    cusparseCsrSetPointers(c, po, pr, pv);
    cusparseDenseToSparse_convert(h, d, c, 0, NULL);
    cudaMemcpy(row, pr, (size_t)nnz * 4, 2);
    for (int k = 0; k < m->nnz; k++) check("columns", abs(row[k] - 1 - m->column[k]), 0);
    // by columns
    cusparseCsr2cscEx2(h, M, N, m->nnz, m->d_value, m->d_offset, m->d_column, pv, po, pr, R_64F, 1, 0, 1, NULL);
    host(offset, po, sizeof offset);
    cudaMemcpy(row, pr, (size_t)nnz * 4, 2), cudaMemcpy(value, pv, (size_t)nnz * 8, 2);
    cudaFree(pr), cudaFree(pv);
    for (int j = 0; j < N; j++)
        for (int k = offset[j]; k < offset[j + 1]; k++) check("csc", fabs(value[k] - m->dense[row[k]][j]), 0);
    cusparseDestroyDnMat(d), cusparseDestroySpMat(c);
    cudaFree(pd);
    int r[] = {2, 0, 1, 0}, q[] = {1, 3, 0, 2}, order[] = {0, 1, 2, 3}, o[4];
    int *dr = device(r, sizeof r), *dq = device(q, sizeof q), *dorder = device(order, sizeof order), *doff = device(NULL, sizeof o);
    cusparseXcoosortByRow(h, 3, 4, 4, dr, dq, dorder, NULL);
    cusparseXcoo2csr(h, dr, 4, 3, doff, 0);
    host(r, dr, sizeof r), host(q, dq, sizeof q), host(order, dorder, sizeof order), host(o, doff, sizeof o);
    check("coosort", order[0] != 3 || order[1] != 1 || q[0] != 2 || q[3] != 1, 0);
    check("coo2csr", o[1] != 2 || o[2] != 3 || o[3] != 4, 0);
}

// ILU(0) of a matrix of three diagonals is LU; and gtsv2 solves it.
static void factors(void) {
    int offset[] = {0, 2, 5, 8, 10}, column[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3}, position = 0;
    double value[] = {4, 1, 1, 4, 1, 1, 4, 1, 1, 4}, got[10];
    int *po = device(offset, sizeof offset), *pc = device(column, sizeof column);
    double *pv = device(value, sizeof value);
    D a, info;
    cusparseCreateMatDescr(&a), cusparseCreateCsrilu02Info(&info);
    cusparseDcsrilu02(h, 4, 10, a, pv, po, pc, info, 0, NULL);
    cudaMemcpy(got, pv, sizeof got, 2);
    check("ilu", fabs(got[2] - 0.25) + fabs(got[3] - 3.75) + fabs(got[5] - 1 / 3.75), 1e-15);
    check("pivots", cusparseXcsrilu02_zeroPivot(h, info, &position) != 0 || position != -1, 0);
    value[0] = 0;
    cudaMemcpy(pv, value, sizeof value, 1);
    cusparseDcsrilu02(h, 4, 10, a, pv, po, pc, info, 0, NULL);
    check("a pivot of 0", cusparseXcsrilu02_zeroPivot(h, info, &position) != 9 || position != 0, 0);
    cusparseDestroyCsrilu02Info(info), cusparseDestroyMatDescr(a);
    cudaFree(po), cudaFree(pc), cudaFree(pv);
    // exchanges of rows are needed
    double dl[] = {0, 1, 2, 1, 3}, d[] = {0, 0, 1, 0, 2}, du[] = {1, 3, 1, 2, 0}, x[] = {1, 2, 3, 4, 5}, b[5];
    for (int i = 0; i < 5; i++) b[i] = d[i] * x[i] + (i ? dl[i] * x[i - 1] : 0) + (i < 4 ? du[i] * x[i + 1] : 0);
    void *p[] = {device(dl, sizeof dl), device(d, sizeof d), device(du, sizeof du), device(b, sizeof b)};
    cusparseDgtsv2(h, 5, 1, p[0], p[1], p[2], p[3], 5, NULL);
    host(b, p[3], sizeof b);
    for (int i = 0; i < 5; i++) check("gtsv2", fabs(b[i] - x[i]), 1e-13);
    for (int i = 0; i < 3; i++) cudaFree(p[i]);
}

int main(void) {
    Matrix m, n;
    cusparseCreate(&h);
    make(&m, 0), make(&n, 1);
    vectors(&m), vectors(&n);
    product(&m, &n);
    conversions(&m);
    triangles(&m), triangles(&n);
    factors();
    printf("%d failures\n", failures);
    fflush(stdout);
    int wrong = 7;
    double one = 1, zero = 0;
    D vx, vy;
    cudaMemcpy(m.d_column + 2, &wrong, sizeof wrong, 1);
    void *x = device(m.value, 48), *y = device(m.value, 48);
    cusparseCreateDnVec(&vx, N, x, R_64F), cusparseCreateDnVec(&vy, M, y, R_64F);
    cusparseSpMV(h, 0, &one, m.a, vx, &zero, vy, R_64F, 0, NULL);
    cusparseDestroyDnVec(vx), cusparseDestroyDnVec(vy);
    cudaFree(x), cudaFree(y);
    end(&m), end(&n);
    cusparseDestroy(h);
    return failures != 0;
}
