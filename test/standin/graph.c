// SPDX-License-Identifier: Apache-2.0
// Work that was captured runs after its plan, generator, or descriptors have ended: what it needs of them lives as long as
// the graph does.
// REQUIRES: gcc, %B/lib/cuprum/libcusolver.so.12
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcufft.so.12 -l:libcurand.so.10 -l:libcusparse.so.12 \
// RUN: -l:libcusolver.so.12 -l:libcudart.so.13 -lm && cuprum exec %t.exe 2>&1
// EXPECT:
// transform: 0, then right
// numbers: 0, then right
// factors: 0, then right
// product: 0, then right
// system: 0, then right
#include "api.h"

typedef void *D;
int cudaStreamCreate(void **stream);
int cudaStreamBeginCapture(void *stream, int mode);
int cudaStreamEndCapture(void *stream, void **graph);
int cudaGraphInstantiate(void **exec, void *graph, unsigned long long flags);
int cudaGraphLaunch(void *exec, void *stream);
int cudaGraphDestroy(void *graph);
int cudaGraphExecDestroy(void *exec);
int cudaStreamSynchronize(void *stream);
int cufftPlan1d(int *plan, int n, int type, int batch);
int cufftSetStream(int plan, void *stream);
int cufftExecZ2Z(int plan, void *in, void *out, int direction);
int cufftDestroy(int plan);
int curandCreateGenerator(D *generator, int type);
int curandSetStream(D generator, void *stream);
int curandGenerateUniformDouble(D generator, double *to, size_t n);
int curandDestroyGenerator(D generator);
int cusparseCreate(D *handle);
int cusparseDestroy(D handle);
int cusparseSetStream(D handle, void *stream);
int cusparseCreateMatDescr(D *m);
int cusparseDestroyMatDescr(D m);
int cusparseCreateCsrilu02Info(D *i);
int cusparseDestroyCsrilu02Info(D i);
int cusparseDcsrilu02(D h, int m, int nnz, D a, void *v, const int *o, const int *c, D info, int policy, void *buffer);
int cusparseCreateCsr(D *m, int64_t rows, int64_t columns, int64_t nnz, void *o, void *i, void *v, int to, int ti, int base, int t);
int cusparseDestroySpMat(D m);
int cusparseSpGEMM_createDescr(D *d);
int cusparseSpGEMM_destroyDescr(D d);
int cusparseSpGEMM_compute(D h, int opa, int opb, const void *alpha, D a, D b, const void *beta, D c, int type, int algorithm, D d,
                           size_t *size, void *buffer);
int cusparseSpGEMM_copy(D h, int opa, int opb, const void *alpha, D a, D b, const void *beta, D c, int type, int algorithm, D d);
int cusolverSpCreate(D *handle);
int cusolverSpDestroy(D handle);
int cusolverSpSetStream(D handle, void *stream);
int cusolverSpCreateCsrcholInfo(D *info);
int cusolverSpDestroyCsrcholInfo(D info);
int cusolverSpDcsrcholFactor(D h, int n, int nnz, D a, const void *v, const int *o, const int *c, D info, void *buffer);
int cusolverSpDcsrcholSolve(D h, int n, const void *b, void *x, D info, void *buffer);

static void *stream;

// Memory that has been given back gets other contents.
static void scribble(void) {
    static void *block[4096];
    for (int i = 0; i < 4096; i++) {
        size_t n = (size_t)(i % 256 + 1) * 16;
        block[i] = malloc(n);
        memset(block[i], 0x5a, n);
    }
    for (int i = 0; i < 4096; i++) free(block[i]);
}

static void begin(void) {
    cudaStreamBeginCapture(stream, 2);
}

// What can be launched is a copy of the graph, which ends here.
static void *end(void) {
    void *graph = NULL, *exec = NULL;
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    return exec;
}

static void launch(void *exec) {
    scribble();
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
}

static void say(const char *what, int status, bool right) {
    printf("%s: %d, then %s\n", what, status, right ? "right" : "wrong");
}

static void transform(void) {
    enum { N = 12 };
    double complex x[N], got[N];
    for (int i = 0; i < N; i++) x[i] = i == 1;
    void *from = device(x, sizeof x), *to = device(NULL, sizeof x);
    int plan;
    cufftPlan1d(&plan, N, 0x69, 1), cufftSetStream(plan, stream);
    begin();
    int status = cufftExecZ2Z(plan, from, to, -1);
    void *exec = end();
    cufftDestroy(plan);
    launch(exec);
    host(got, to, sizeof got);
    bool right = true;
    for (int i = 0; i < N; i++) right &= cabs(got[i] - cexp(-2 * M_PI * I * i / N)) < 1e-14;
    say("transform", status, right);
    cudaFree(from);
}

static void numbers(void) {
    enum { N = 100 };
    double want[N], got[N];
    double *to = device(NULL, sizeof want);
    D generator;
    for (int i = 0; i < 2; i++) {
        curandCreateGenerator(&generator, 101), curandSetStream(generator, stream);
        if (i) begin();
        int status = curandGenerateUniformDouble(generator, to, N);
        void *exec = i ? end() : NULL;
        curandDestroyGenerator(generator);
        if (i) launch(exec);
        cudaMemcpy(i ? got : want, to, sizeof want, 2);
        if (i) say("numbers", status, memcmp(got, want, sizeof want) == 0);
    }
    cudaFree(to);
}

// Three diagonals.
static int offset[] = {0, 2, 5, 8, 10}, column[] = {0, 1, 0, 1, 2, 1, 2, 3, 2, 3};
static double value[] = {4, 1, 1, 4, 1, 1, 4, 1, 1, 4};

static void sparse(void) {
    double got[16], one = 1, zero = 0;
    int *o = device(offset, sizeof offset), *c = device(column, sizeof column);
    double *v = device(value, sizeof value);
    D h, a, info;
    cusparseCreate(&h), cusparseSetStream(h, stream);
    cusparseCreateMatDescr(&a), cusparseCreateCsrilu02Info(&info);
    begin();
    int status = cusparseDcsrilu02(h, 4, 10, a, v, o, c, info, 0, NULL);
    void *exec = end();
    cusparseDestroyCsrilu02Info(info), cusparseDestroyMatDescr(a);
    launch(exec);
    cudaMemcpy(got, v, sizeof value, 2);
    say("factors", status, got[2] == 0.25 && got[3] == 3.75);

    D product, left, result;
    size_t size = 1;
    cudaMemcpy(v, value, sizeof value, 1);
    int *po = device(NULL, sizeof offset), *pc = device(NULL, 16 * sizeof(int));
    double *pv = device(NULL, sizeof got);
    cusparseCreateCsr(&left, 4, 4, 10, o, c, v, 2, 2, 0, R_64F);
    cusparseCreateCsr(&result, 4, 4, 0, po, pc, pv, 2, 2, 0, R_64F);
    cusparseSpGEMM_createDescr(&product);
    begin();
    status = cusparseSpGEMM_compute(h, 0, 0, &one, left, left, &zero, result, R_64F, 0, product, &size, &size);
    status += cusparseSpGEMM_copy(h, 0, 0, &one, left, left, &zero, result, R_64F, 0, product);
    exec = end();
    cusparseSpGEMM_destroyDescr(product);
    cusparseDestroySpMat(left), cusparseDestroySpMat(result);
    cusparseDestroy(h);
    launch(exec);
    host(got, pv, sizeof got);
    // rows 0 to 3 have 3, 4, 4 and 3 elements: 17 8 1, 8 18 8 1, ...
    say("product", status, got[0] == 17 && got[1] == 8 && got[2] == 1 && got[4] == 18 && got[13] == 17);
    cudaFree(o), cudaFree(c), cudaFree(v), cudaFree(po), cudaFree(pc);
}

static void system_of_equations(void) {
    double b[] = {6, 12, 18, 19}, x[4]; // of 1, 2, 3, 4
    int *o = device(offset, sizeof offset), *c = device(column, sizeof column);
    double *v = device(value, sizeof value), *pb = device(b, sizeof b), *px = device(NULL, sizeof b);
    D h, a, info;
    cusolverSpCreate(&h), cusolverSpSetStream(h, stream);
    cusparseCreateMatDescr(&a), cusolverSpCreateCsrcholInfo(&info);
    begin();
    int status = cusolverSpDcsrcholFactor(h, 4, 10, a, v, o, c, info, NULL);
    status += cusolverSpDcsrcholSolve(h, 4, pb, px, info, NULL);
    void *exec = end();
    cusolverSpDestroyCsrcholInfo(info), cusparseDestroyMatDescr(a);
    cusolverSpDestroy(h);
    launch(exec);
    host(x, px, sizeof x);
    bool right = true;
    for (int i = 0; i < 4; i++) right &= fabs(x[i] - i - 1) < 1e-14;
    say("system", status, right);
    cudaFree(o), cudaFree(c), cudaFree(v), cudaFree(pb);
}

int main(void) {
    cudaStreamCreate(&stream);
    transform();
    numbers();
    sparse();
    system_of_equations();
    return 0;
}
