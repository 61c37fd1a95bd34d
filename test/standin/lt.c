// SPDX-License-Identifier: Apache-2.0
// cuBLASLt: products by descriptors against plain loops, in all types, orders and epilogues; what there is not is refused by
// name. Functions that return texts do, and the version needs no handle.
// REQUIRES: gcc, %B/lib/cuprum/libcublasLt.so.13
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcublas.so.13 -l:libcublasLt.so.13 -l:libcudart.so.13 -lm && cuprum exec %t.exe 2>&1
// EXPECT:
// version: 0 130002 130002
// CUBLAS_STATUS_NOT_SUPPORTED: the functionality is not supported
// f32: right
// f32, transposed, rows: right
// f32, bias: right
// f32, relu: right
// f32, gelu and bias: right
// f64, batch: right
// f16: right
// bf16: right
// tf32: right
// i8: right
// factors of the device: right
// largest value, before the scale of D: right
// largest: 1
// workspace 0, state 0, one of 1
// attribute: 0 4 100 7
// cuprum exec: cublasLtMatmul: this epilogue is not supported on the virtual GPU; it returns an error
// refused: 15, shape 7, handle 1
#include "api.h"
#include <string.h>

enum { F32, F64, F16, I8, I32 = 10, BF16 = 14 }; // cudaDataType
enum { TYPE, ORDER, ROWS, COLS, LD, BATCH, STRIDE };
enum { POINTER_MODE = 2, TRANS_A = 3, TRANS_B = 4, EPILOGUE = 7, BIAS = 8, SCALE_D = 20, LARGEST = 21 };
enum { RELU = 2, WITH_BIAS = 4, GELU = 32, AUX = 128 };
enum { M = 5, N = 4, K = 7 };
typedef void *D;
int cublasGetVersion_v2(void *handle, int *version);
size_t cublasLtGetVersion(void);
const char *cublasLtGetStatusName(int status);
const char *cublasLtGetStatusString(int status);
int cublasLtCreate(D *handle);
int cublasLtDestroy(D handle);
int cublasLtMatmulDescCreate(D *desc, int compute, int scale);
int cublasLtMatmulDescDestroy(D desc);
int cublasLtMatmulDescSetAttribute(D desc, int id, const void *from, size_t n);
int cublasLtMatrixLayoutCreate(D *layout, int type, uint64_t rows, uint64_t cols, int64_t ld);
int cublasLtMatrixLayoutDestroy(D layout);
int cublasLtMatrixLayoutSetAttribute(D layout, int id, const void *from, size_t n);
int cublasLtMatrixLayoutGetAttribute(D layout, int id, void *to, size_t n, size_t *written);
int cublasLtMatmulPreferenceCreate(D *preference);
int cublasLtMatmulAlgoGetHeuristic(D h, D desc, D a, D b, D c, D d, D preference, int n, void *results, int *got);
int cublasLtMatmul(D h, D desc, const void *alpha, const void *a, D la, const void *b, D lb, const void *beta, const void *c, D lc, void *d,
                   D ld, const void *algo, void *workspace, size_t size, void *stream);

typedef struct {
    const char *name;
    int type, out, compute, scale, trans, order, epilogue, batch, device, largest;
} Case;

// Small integers and halves: exact in every type.
static double element(int type, int i) {
    return type == I8 || type == I32 ? i * 7 % 11 - 5 : (i * 7 % 11 - 5) * 0.5;
}
static size_t size_of(int type) {
    return type == F64 ? 8 : type == I8 ? 1 : type == F16 || type == BF16 ? 2 : 4;
}
static void put(int type, void *at, int i, double value) {
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, 4);
    if (type == F32) ((float *)at)[i] = f;
    if (type == F64) ((double *)at)[i] = value;
    if (type == F16) ((_Float16 *)at)[i] = (_Float16)value;
    if (type == BF16) ((uint16_t *)at)[i] = (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
    if (type == I8) ((int8_t *)at)[i] = (int8_t)value;
    if (type == I32) ((int32_t *)at)[i] = (int32_t)value;
}
static double get(int type, const void *at, int i) {
    uint32_t bits = type == BF16 ? (uint32_t)((const uint16_t *)at)[i] << 16 : 0;
    float f;
    memcpy(&f, &bits, 4);
    return type == F32 ? ((const float *)at)[i] : type == F64 ? ((const double *)at)[i]
         : type == F16 ? (double)((const _Float16 *)at)[i] : type == BF16 ? f
         : type == I8 ? ((const int8_t *)at)[i] : ((const int32_t *)at)[i];
}
// Element (i, j) of a matrix of rows x cols.
static int at(int order, int rows, int cols, int i, int j) {
    return order ? i * cols + j : i + j * rows;
}
static D layout(const Case *c, int type, int rows, int cols) {
    D l;
    int64_t stride = rows * cols;
    cublasLtMatrixLayoutCreate(&l, type, (uint64_t)rows, (uint64_t)cols, c->order ? cols : rows);
    cublasLtMatrixLayoutSetAttribute(l, ORDER, &c->order, 4);
    cublasLtMatrixLayoutSetAttribute(l, BATCH, &c->batch, 4);
    cublasLtMatrixLayoutSetAttribute(l, STRIDE, &stride, 8);
    return l;
}
static double expected(const Case *c, int batch, int i, int j) {
    double sum = 0, x;
    int ra = c->trans ? K : M, ca = c->trans ? M : K;
    for (int k = 0; k < K; k++)
        sum += element(c->type, batch * M * K + at(c->order, ra, ca, c->trans ? k : i, c->trans ? i : k)) *
               element(c->type, batch * K * N + at(c->order, K, N, k, j));
    x = 2 * sum - element(c->out, batch * M * N + at(c->order, M, N, i, j));
    if (c->epilogue & WITH_BIAS) x += element(c->out, i);
    if (c->epilogue & RELU) x = x > 0 ? x : 0;
    if (c->epilogue & GELU) x = 0.5 * x * (1 + tanh(sqrt(2 / 3.14159265358979323846) * (x + 0.044715 * x * x * x)));
    return x;
}
static void *filled(int type, int n) {
    char *host = calloc((size_t)n, 8);
    void *device;
    for (int i = 0; i < n; i++) put(type, host, i, element(type, i));
    cudaMalloc(&device, (size_t)n * size_of(type));
    cudaMemcpy(device, host, (size_t)n * size_of(type), 1);
    free(host);
    return device;
}
static int run(D handle, const Case *c, D *desc, D la, D lb, D lc) {
    int ra = c->trans ? K : M, ca = c->trans ? M : K;
    void *a = filled(c->type, c->batch * ra * ca), *b = filled(c->type, c->batch * K * N), *d = filled(c->out, c->batch * M * N);
    void *bias = filled(c->out, M), *factors = NULL;
    double factor[2] = {0};
    put(c->scale, factor, 0, 2);
    put(c->scale, factor + 1, 0, -1);
    void *alpha = factor, *beta = factor + 1;
    if (c->device) {
        cudaMalloc(&factors, sizeof factor);
        cudaMemcpy(factors, factor, sizeof factor, 1);
        alpha = factors, beta = (char *)factors + 8;
    }
    int epilogue = c->epilogue ? c->epilogue : 1;
    float told[2] = {c->largest ? 0.5f : 1, -1}, *largest;
    cudaMalloc((void **)&largest, sizeof told);
    cudaMemcpy(largest, told, sizeof told, 1);
    float *of_d = largest, *to = largest + 1;
    cublasLtMatmulDescCreate(desc, c->compute, c->scale);
    if (c->largest) cublasLtMatmulDescSetAttribute(*desc, SCALE_D, &of_d, 8);
    if (c->largest) cublasLtMatmulDescSetAttribute(*desc, LARGEST, &to, 8);
    cublasLtMatmulDescSetAttribute(*desc, TRANS_A, &c->trans, 4);
    cublasLtMatmulDescSetAttribute(*desc, EPILOGUE, &epilogue, 4);
    cublasLtMatmulDescSetAttribute(*desc, POINTER_MODE, &c->device, 4);
    cublasLtMatmulDescSetAttribute(*desc, BIAS, &bias, 8);
    int status = cublasLtMatmul(handle, *desc, alpha, a, la, b, lb, beta, d, lc, d, lc, NULL, NULL, 0, NULL);
    char got[8 * M * N * 3];
    cudaMemcpy(got, d, (size_t)(c->batch * M * N) * size_of(c->out), 2);
    double limit = c->out == F16 ? 0.02 : c->out == BF16 ? 0.2 : 1e-5;
    int wrong = 0;
    double most = 0;
    for (int n = 0; n < c->batch * M * N; n++) {
        int batch = n / (M * N), i = n % M, j = n / M % N;
        double x = expected(c, batch, i, j), y = get(c->out, got, batch * M * N + at(c->order, M, N, i, j));
        wrong += !(fabs(x * told[0] - y) <= limit);
        most = fmax(most, fabs(x));
    }
    cudaMemcpy(told, largest, sizeof told, 2);
    cudaFree(largest);
    if (c->name) printf("%s: %s\n", c->name, status ? "refused" : wrong ? "wrong" : "right");
    if (c->largest) printf("largest: %d\n", told[1] == most);
    cudaFree(a), cudaFree(b), cudaFree(d), cudaFree(bias), cudaFree(factors);
    return status;
}
static int one(D handle, const Case *c) {
    D desc, la = layout(c, c->type, c->trans ? K : M, c->trans ? M : K), lb = layout(c, c->type, K, N), lc = layout(c, c->out, M, N);
    int status = run(handle, c, &desc, la, lb, lc);
    cublasLtMatmulDescDestroy(desc);
    cublasLtMatrixLayoutDestroy(la), cublasLtMatrixLayoutDestroy(lb), cublasLtMatrixLayoutDestroy(lc);
    return status;
}
static const Case cases[] = {
    {"f32", F32, F32, 68, F32, .batch = 1},
    {"f32, transposed, rows", F32, F32, 68, F32, .trans = 1, .order = 1, .batch = 1},
    {"f32, bias", F32, F32, 68, F32, .epilogue = WITH_BIAS, .batch = 1},
    {"f32, relu", F32, F32, 68, F32, .epilogue = RELU, .batch = 1},
    {"f32, gelu and bias", F32, F32, 68, F32, .epilogue = GELU | WITH_BIAS, .batch = 1},
    {"f64, batch", F64, F64, 70, F64, .batch = 3},
    {"f16", F16, F16, 68, F32, .batch = 1},
    {"bf16", BF16, BF16, 68, F32, .batch = 1},
    {"tf32", F32, F32, 77, F32, .batch = 1},
    {"i8", I8, I32, 72, I32, .batch = 1},
    {"factors of the device", F32, F32, 68, F32, .batch = 1, .device = 1},
    {"largest value, before the scale of D", F32, F32, 68, F32, .batch = 2, .largest = 1},
};
int main(void) {
    setvbuf(stdout, NULL, _IOLBF, 0);
    int version = 0, got = -1, refused;
    D handle, desc, preference, wide;
    cublasLtCreate(&handle);
    refused = cublasGetVersion_v2(NULL, &version);
    printf("version: %d %d %zu\n", refused, version, cublasLtGetVersion());
    printf("%s: %s\n", cublasLtGetStatusName(15), cublasLtGetStatusString(15));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) one(handle, &cases[i]);
    struct { uint64_t algo[8]; size_t workspace; int state; float waves; int reserved[4]; } result = {.state = -1, .workspace = 9};
    const Case *c = cases;
    D la = layout(c, F32, M, K), lb = layout(c, F32, K, N), lc = layout(c, F32, M, N);
    cublasLtMatmulDescCreate(&desc, 68, F32);
    cublasLtMatmulPreferenceCreate(&preference);
    cublasLtMatmulAlgoGetHeuristic(handle, desc, la, lb, lc, lc, preference, 3, &result, &got);
    printf("workspace %zu, state %d, one of %d\n", result.workspace, result.state, got);
    uint32_t rows = 100;
    size_t written = 0;
    cublasLtMatrixLayoutCreate(&wide, F32, 1, 1, 1);
    refused = cublasLtMatrixLayoutGetAttribute(la, TYPE, NULL, 0, &written);
    cublasLtMatrixLayoutSetAttribute(wide, TYPE, &rows, 4);
    rows = 0;
    cublasLtMatrixLayoutGetAttribute(wide, TYPE, &rows, 4, NULL);
    printf("attribute: %d %zu %u %d\n", refused, written, rows, cublasLtMatrixLayoutSetAttribute(wide, TYPE, &rows, 8));
    const Case aux = {NULL, F32, F32, 68, F32, .epilogue = GELU | AUX, .batch = 1};
    refused = one(handle, &aux);
    const Case plain = {NULL, F32, F32, 68, F32, .batch = 1};
    printf("refused: %d, shape %d, handle %d\n", refused, run(handle, &plain, &desc, lb, lb, lc), run(NULL, &plain, &desc, la, lb, lc));
    cublasLtDestroy(handle);
}
