// SPDX-License-Identifier: Apache-2.0
// What programs may get wrong: sizes, addresses, offsets, indices and orders that cannot be. A call is refused, or the
// operation says once what is wrong; nothing is read or written that is not there, and the program goes on.
// REQUIRES: gcc, %B/lib/cuprum/libcusolver.so.12
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcublas.so.13 -l:libcufft.so.12 -l:libcurand.so.10 \
// RUN: -l:libcusparse.so.12 -l:libcusolver.so.12 -l:libcudart.so.13 -lm && cuprum exec %t.exe 2>&1
// EXPECT:
// cuprum exec: cusparseSpMV: offsets of the matrix are wrong
// cuprum exec: cusparseSpMV: offsets of the matrix are wrong
// cuprum exec: cusparseSpSV_solve: offsets of the matrix are wrong
// cuprum exec: cusparseDcsrilu02: offsets or indices are wrong
// values stay: 1
// cuprum exec: cusparseXcsr2coo: offsets of the matrix are wrong
// cuprum exec: cusparseDcsr2csr_compress: offsets of the matrix are wrong
// cusparse: 3 3 3 3 3 3 0 3 3
// cuprum exec: cusolverSpDcsrlsvluHost: no memory, or wrong indices
// cuprum exec: cusolverSpDcsrluSolveHost: no matrix of the size is factored
// cusolver: 2 3 3 2 0
// symmetric: 1 0
// cuprum exec: cublasAxpyEx_64: sizes of more than 32 bits is not supported on the virtual GPU; it returns an error
// cublas: 7 15 7 7
// cuprum exec: cublasDgemv_v2: a leading dimension is less than the number of rows
// cuprum exec: cublasDgemv_v2: the step of a vector is 0
// cufft: 1 4 8 4
// cuprum exec: curandGenerate: a matrix has an impossible size
// cuprum exec: curandGenerateUniform: the length is no multiple of the dimensions
// curand: 103
// a long row: right
// order: 0 1
// still there: 0
#include "api.h"

typedef void *D;
int cudaStreamCreate(void **stream);
int cudaStreamBeginCapture(void *stream, int mode);
int cudaStreamEndCapture(void *stream, void **graph);
int cudaGraphInstantiate(void **exec, void *graph, unsigned long long flags);
int cudaGraphLaunch(void *exec, void *stream);
int cublasCreate_v2(D *handle);
int cublasDestroy_v2(D handle);
int cublasDaxpy_v2(D h, int n, const double *alpha, const double *x, int incx, double *y, int incy);
int cublasAxpyEx_64(D h, int64_t n, const void *alpha, int type_alpha, const void *x, int type_x, int64_t incx, void *y, int type_y,
                    int64_t incy, int compute);
int cublasDrotm_v2(D h, int n, double *x, int incx, double *y, int incy, const double *parameter);
int cublasSetMatrix_64(int64_t rows, int64_t columns, int64_t size, const void *a, int64_t lda, void *b, int64_t ldb);
int cublasDgemv_v2(D h, int op, int m, int n, const double *alpha, const double *a, int lda, const double *x, int incx,
                   const double *beta, double *y, int incy);
int cufftPlanMany(int *plan, int rank, int *n, int *in, int is, int id, int *out, int os, int od, int type, int batch);
int cufftCreate(int *plan);
int cufftDestroy(int plan);
int cufftMakePlanMany64(int plan, int rank, long long *n, long long *in, long long is, long long id, long long *out, long long os,
                        long long od, int type, long long batch, size_t *work);
int cufftXtExecDescriptor(int plan, void *in, void *out, int direction);
int curandCreateGenerator(D *generator, int type);
int curandSetStream(D generator, void *stream);
int curandSetGeneratorOffset(D generator, unsigned long long offset);
int curandSetQuasiRandomGeneratorDimensions(D generator, unsigned dimensions);
int curandGenerate(D generator, void *to, size_t n);
int curandGenerateUniform(D generator, void *to, size_t n);
int curandDestroyGenerator(D generator);
int cusparseCreate(D *handle);
int cusparseDestroy(D handle);
int cusparseCreateCsr(D *m, int64_t rows, int64_t columns, int64_t nnz, void *o, void *i, void *v, int to, int ti, int base, int t);
int cusparseCreateDnMat(D *m, int64_t rows, int64_t columns, int64_t ld, void *values, int type, int order);
int cusparseDestroySpMat(D m);
int cusparseCreateDnVec(D *v, int64_t n, void *values, int type);
int cusparseDestroyDnVec(D v);
int cusparseSpMV(D h, int op, const void *alpha, D a, D x, const void *beta, D y, int type, int algorithm, void *buffer);
int cusparseSpSV_solve(D h, int op, const void *alpha, D a, D x, D y, int type, int algorithm, D descriptor);
int cusparseSpMatGetSize(D m, int64_t *rows, int64_t *columns, int64_t *nnz);
int cusparseDnVecGet(D v, int64_t *n, void **values, int *type);
int cusparseGetMatType(D m);
int cusparseSpGEMM_createDescr(D *d);
int cusparseSpGEMM_destroyDescr(D d);
int cusparseSpGEMM_copy(D h, int opa, int opb, const void *alpha, D a, D b, const void *beta, D c, int type, int algorithm, D d);
int cusparseCreateMatDescr(D *m);
int cusparseDestroyMatDescr(D m);
int cusparseCreateCsrilu02Info(D *i);
int cusparseDestroyCsrilu02Info(D i);
int cusparseDcsrilu02(D h, int m, int nnz, D a, void *v, const int *o, const int *c, D info, int policy, void *buffer);
int cusparseXcsr2coo(D h, const int *offsets, int nnz, int m, int *rows, int base);
int cusparseDcsr2csr_compress(D h, int m, int n, D a, const void *values, const int *columns, const int *offsets, int nnz,
                              const int *counts, void *to_values, int *to_columns, int *to_offsets, double tolerance);
int cusparseDgtsv2StridedBatch(D h, int m, const void *dl, const void *d, const void *du, void *x, int count, int stride, void *buffer);
int cusolverSpCreate(D *handle);
int cusolverSpDestroy(D handle);
int cusolverSpDcsrlsvluHost(D h, int n, int nnz, D a, const void *v, const int *o, const int *c, const void *b, double tolerance,
                            int reorder, void *x, int *singularity);
int cusolverSpXcsrpermHost(D h, int m, int n, int nnz, D a, int *o, int *c, const int *p, const int *q, int *map, void *buffer);
int cusolverSpCreateCsrluInfoHost(D *info);
int cusolverSpDestroyCsrluInfoHost(D info);
int cusolverSpDcsrluFactorHost(D h, int n, int nnz, D a, const void *v, const int *o, const int *c, D info, double threshold,
                               void *buffer);
int cusolverSpDcsrluSolveHost(D h, int n, const void *b, void *x, D info, void *buffer);
int cusolverSpXcsrissymHost(D h, int m, int nnz, D a, const int *offsets, const int *ends, const int *columns, int *answer);
int cusolverSpXcsrsymrcmHost(D h, int n, int nnz, D a, const int *offsets, const int *columns, int *p);

enum { I32 = 2, N = 4, NNZ = 4 };
static D h, description;

// A square matrix with the offsets; vectors of its size.
static void with_offsets(const int *offset) {
    int column[] = {0, 1, 2, 3};
    double one[] = {1, 1, 1, 1}, zero = 0;
    int *o = device(offset, (N + 1) * sizeof *offset), *c = device(column, sizeof column);
    double *v = device(one, sizeof one), *px = device(one, sizeof one), *py = device(one, sizeof one);
    D a, x, y;
    cusparseCreateCsr(&a, N, N, NNZ, o, c, v, I32, I32, 0, R_64F);
    cusparseCreateDnVec(&x, N, px, R_64F), cusparseCreateDnVec(&y, N, py, R_64F);
    cusparseSpMV(h, 0, one, a, x, &zero, y, R_64F, 0, NULL);
    // rows that lie in each other have more elements than the matrix
    if (offset[2] == 0) cusparseSpSV_solve(h, 0, one, a, x, y, R_64F, 0, NULL);
    cusparseDestroySpMat(a), cusparseDestroyDnVec(x), cusparseDestroyDnVec(y);
    cudaFree(o), cudaFree(c), cudaFree(v), cudaFree(px), cudaFree(py);
}

static void older(void) {
    int offset[] = {0, 1, 2, 3, 4}, column[] = {0, 1, 1000000, 3}, wild[] = {-1000000, 1, 2, 3, 1000000}, count[] = {1, 1, 1, 1};
    double value[] = {1, 2, 3, 4}, got[NNZ];
    int *o = device(offset, sizeof offset), *c = device(column, sizeof column), *w = device(wild, sizeof wild);
    int *n = device(count, sizeof count), *row = device(NULL, sizeof column), *to = device(NULL, sizeof offset);
    double *v = device(value, sizeof value), *tv = device(NULL, sizeof value);
    D info;
    cusparseCreateCsrilu02Info(&info);
    cusparseDcsrilu02(h, N, NNZ, description, v, o, c, info, 0, NULL);
    cudaMemcpy(got, v, sizeof got, 2);
    printf("values stay: %d\n", memcmp(got, value, sizeof got) == 0);
    cusparseXcsr2coo(h, w, NNZ, N, row, 0);
    cusparseDcsr2csr_compress(h, N, N, description, v, c, w, NNZ, n, tv, row, to, 0);
    cusparseDestroyCsrilu02Info(info);
    cudaFree(o), cudaFree(c), cudaFree(w), cudaFree(n), cudaFree(row), cudaFree(to), cudaFree(v), cudaFree(tv);
}

static void refused(void) {
    D m, v, a, c, product;
    int64_t n = 0;
    double one = 1;
    cusparseCreateCsr(&a, 3, 3, 0, NULL, NULL, NULL, I32, I32, 0, R_64F);
    cusparseCreateCsr(&c, 2, 3, 0, NULL, NULL, NULL, I32, I32, 0, R_64F);
    cusparseCreateDnVec(&v, 3, NULL, R_64F), cusparseSpGEMM_createDescr(&product);
    printf("cusparse: %d %d %d %d %d %d %d %d %d\n",
           cusparseCreateCsr(&m, 3, 3, (int64_t)1 << 61, NULL, NULL, NULL, I32, I32, 0, R_64F),
           cusparseCreateCsr(&m, INT64_MAX, 3, 1, NULL, NULL, NULL, I32, I32, 0, R_64F),
           cusparseCreateCsr(&m, 3, 3, 1, NULL, NULL, NULL, 7, I32, 0, R_64F),
           cusparseCreateDnMat(&m, (int64_t)1 << 60, 1, (int64_t)1 << 60, NULL, R_64F, 1), cusparseSpMatGetSize(a, &n, &n, NULL),
           cusparseDnVecGet(v, &n, NULL, NULL), cusparseGetMatType(NULL),
           cusparseSpGEMM_copy(h, 0, 0, &one, a, a, &one, c, R_64F, 0, product),
           cusparseDgtsv2StridedBatch(h, 4, &one, &one, &one, &one, 3, -4, NULL));
    cusparseDestroySpMat(a), cusparseDestroySpMat(c), cusparseDestroyDnVec(v), cusparseSpGEMM_destroyDescr(product);
}

static void solver(void) {
    int offset[] = {0, 1, 2, 3, 4}, inside[] = {0, 4, 0, 4, 4}, column[] = {0, 1, 2, 3}, p[] = {0, 1, 2, 3}, twice[] = {0, 1, 1, 9};
    int map[] = {0, 1, 2, 3}, singularity, symmetric[2];
    double value[] = {1, 2, 3, 4}, b[100] = {0}, x[100];
    D s, info;
    cusolverSpCreate(&s), cusolverSpCreateCsrluInfoHost(&info);
    int wrong = cusolverSpDcsrlsvluHost(s, N, NNZ, description, value, inside, column, b, 0, 1, x, &singularity);
    int null = cusolverSpDcsrlsvluHost(s, N, NNZ, description, value, NULL, column, b, 0, 0, x, &singularity);
    int order = cusolverSpXcsrpermHost(s, N, N, NNZ, description, offset, column, p, twice, map, NULL);
    cusolverSpDcsrluFactorHost(s, N, NNZ, description, value, offset, column, info, 1, NULL);
    int size = cusolverSpDcsrluSolveHost(s, 2, b, x, info, NULL);
    printf("cusolver: %d %d %d %d %d\n", wrong, null, order, size, cusolverSpDcsrluSolveHost(s, N, b, x, info, NULL));
    int pattern[] = {1, 0, 2, 1}, other[] = {1, 2, 3, 0}, rows[] = {0, 1, 3, 4, 4};
    cusolverSpXcsrissymHost(s, N, NNZ, description, rows, rows + 1, pattern, &symmetric[0]);
    cusolverSpXcsrissymHost(s, N, NNZ, description, offset, offset + 1, other, &symmetric[1]);
    printf("symmetric: %d %d\n", symmetric[0], symmetric[1]);
    cusolverSpDestroyCsrluInfoHost(info), cusolverSpDestroy(s);
}

static void blas(void) {
    D b;
    double two[2] = {1, 1};
    cublasCreate_v2(&b);
    printf("cublas: %d %d %d %d\n", cublasDaxpy_v2(b, 1, NULL, two, 1, two, 1),
           cublasAxpyEx_64(b, ((int64_t)1 << 32) + 1, two, R_64F, two, R_64F, 1, two, R_64F, 1, R_64F),
           cublasDrotm_v2(b, 1, two, 1, two, 1, NULL), cublasSetMatrix_64((int64_t)1 << 62, 1, 8, two, (int64_t)1 << 62, two, 1));
    void *at = device(two, sizeof two);
    cublasDgemv_v2(b, 0, 2, 1, two, at, 1, at, 1, two, at, 1);
    cublasDgemv_v2(b, 0, 1, 2, two, at, 1, at, 0, two, at, 1);
    cudaFree(at);
    cublasDestroy_v2(b);
}

static void transforms(void) {
    int plan, n[] = {4}, empty[64] = {0};
    long long wide[] = {4};
    cufftCreate(&plan);
    printf("cufft: %d %d %d %d\n", cufftDestroy(INT32_MIN), cufftPlanMany(&plan, 1, n, n, -1, 4, n, 1, 4, 0x69, 2),
           cufftMakePlanMany64(plan, 1, wide, NULL, 1, 0, NULL, 1, 0, 0x69, INT64_MAX, NULL),
           cufftXtExecDescriptor(plan, empty, empty, -1));
    cufftDestroy(plan);
}

static void numbers(void) {
    float *to = device(NULL, 12 * sizeof *to);
    void *stream, *graph, *exec;
    D generator;
    cudaStreamCreate(&stream);
    curandCreateGenerator(&generator, 101);
    curandGenerate(generator, to, (size_t)1 << 62);
    curandDestroyGenerator(generator);
    // a node of a graph whose generator has other dimensions by now
    curandCreateGenerator(&generator, 201), curandSetStream(generator, stream);
    cudaStreamBeginCapture(stream, 2);
    curandGenerateUniform(generator, to, 10);
    cudaStreamEndCapture(stream, &graph);
    curandSetQuasiRandomGeneratorDimensions(generator, 4);
    cudaGraphInstantiate(&exec, graph, 0), cudaGraphLaunch(exec, stream);
    curandDestroyGenerator(generator);
    curandCreateGenerator(&generator, 142);
    printf("curand: %d\n", curandSetGeneratorOffset(generator, (unsigned long long)1 << 60));
    curandDestroyGenerator(generator);
    cudaFree(to);
}

// A last row whose columns descend: sorting it may not be quadratic.
static void long_row(void) {
    enum { LONG = 400000 };
    int *offset = calloc(LONG + 1, sizeof *offset), *column = malloc(LONG * sizeof *column);
    double *value = malloc(LONG * sizeof *value), *got = malloc(LONG * sizeof *got), one = 1;
    for (int i = 0; i < LONG; i++) column[i] = LONG - 1 - i, value[i] = i;
    offset[LONG] = LONG;
    int *o = device(offset, (LONG + 1) * sizeof *offset), *c = device(column, LONG * sizeof *column);
    double *v = device(value, LONG * sizeof *value), *px = device(value, LONG * sizeof *value);
    double *py = device(NULL, LONG * sizeof *value);
    D a, x, y;
    cusparseCreateCsr(&a, LONG, LONG, LONG, o, c, v, I32, I32, 0, R_64F);
    cusparseCreateDnVec(&x, LONG, px, R_64F), cusparseCreateDnVec(&y, LONG, py, R_64F);
    cusparseSpSV_solve(h, 0, &one, a, x, y, R_64F, 0, NULL);
    host(got, py, LONG * sizeof *got);
    printf("a long row: %s\n", got[1] == 1 && got[LONG - 2] == LONG - 2 ? "right" : "wrong");
    cusparseDestroySpMat(a), cusparseDestroyDnVec(x), cusparseDestroyDnVec(y);
    cudaFree(o), cudaFree(c), cudaFree(v), cudaFree(px);
    free(offset), free(column), free(value), free(got);
}

// A star of many arms, of which the first half has two vertices: neither order nor symmetry may be quadratic in it.
static void star(void) {
    enum { ARMS = 400000, LONGER = ARMS / 2, VERTICES = 1 + ARMS + LONGER, EDGES = 2 * (ARMS + LONGER) };
    int *offset = malloc((VERTICES + 1) * sizeof *offset), *column = malloc(EDGES * sizeof *column);
    int *p = malloc(VERTICES * sizeof *p), n = 0, symmetric = 0, status;
    D s;
    for (int i = 0; i < VERTICES; i++) {
        offset[i] = n;
        if (i > ARMS) column[n++] = i - ARMS;
        else if (i) column[n++] = 0;
        for (int k = 1; i == 0 && k <= ARMS; k++) column[n++] = k;
        if (i && i <= LONGER) column[n++] = ARMS + i;
    }
    offset[VERTICES] = n;
    cusolverSpCreate(&s);
    status = cusolverSpXcsrsymrcmHost(s, VERTICES, n, description, offset, column, p);
    cusolverSpXcsrissymHost(s, VERTICES, n, description, offset, offset + 1, column, &symmetric);
    printf("order: %d %d\n", status, symmetric);
    cusolverSpDestroy(s);
    free(offset), free(column), free(p);
}

int main(void) {
    int inside[] = {0, 4, 0, 4, 4}, outside[] = {0, -7, 1 << 30, 5, 9};
    setvbuf(stdout, NULL, _IONBF, 0);
    cusparseCreate(&h), cusparseCreateMatDescr(&description);
    with_offsets(outside), with_offsets(inside);
    older();
    refused();
    solver();
    blas();
    transforms();
    numbers();
    long_row();
    star();
    cusparseDestroyMatDescr(description), cusparseDestroy(h);
    printf("still there: %d\n", cudaDeviceSynchronize());
    return 0;
}
