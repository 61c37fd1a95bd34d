// SPDX-License-Identifier: Apache-2.0
// cuFFT's stand-in against sums: lengths of all kinds (small factors, primes, Bluestein's), one to three dimensions,
// batches, layouts, real transforms in and out of place, capture. An access outside of an allocation is found.
// REQUIRES: gcc, %B/lib/cuprum/libcufft.so.12
// RUN: gcc -std=gnu11 -O1 -o %t.exe %s -L%B/lib/cuprum -l:libcufft.so.12 -l:libcudart.so.13 -lm && \
// RUN: cuprum exec --check %t.exe
// RUN[B]: cuprum exec --check=mem %t.exe short 2>&1
// EXIT[B]: 1
// B: mem: out-of-bounds: cufftExecC2C writes 512 bytes
// B: of 504 bytes
// RUN[C]: cuprum exec %t.exe missing 2>&1
// C: cufftXtSetJITCallback is not supported on the virtual GPU
// C: missing: 16
// EXPECT:
// lengths: right
// two and three dimensions: right
// layouts: right
// real numbers: right
// in place: right
// captured: 0 then right
// wrong: 1 4 3 8
#include "api.h"

int cudaStreamCreate(void **stream);
int cudaStreamBeginCapture(void *stream, int mode);
int cudaStreamEndCapture(void *stream, void **graph);
int cudaGraphInstantiate(void **exec, void *graph, unsigned long long flags);
int cudaGraphLaunch(void *exec, void *stream);
int cudaGraphDestroy(void *graph);
int cudaGraphExecDestroy(void *exec);
int cudaStreamDestroy(void *stream);
int cudaStreamSynchronize(void *stream);
int cufftPlan1d(int *plan, int n, int type, int batch);
int cufftPlan2d(int *plan, int nx, int ny, int type);
int cufftPlan3d(int *plan, int nx, int ny, int nz, int type);
int cufftPlanMany(int *plan, int rank, int *n, int *in, int is, int id, int *out, int os, int od, int type, int batch);
int cufftExecC2C(int plan, void *in, void *out, int direction);
int cufftExecZ2Z(int plan, void *in, void *out, int direction);
int cufftExecD2Z(int plan, void *in, void *out);
int cufftExecZ2D(int plan, void *in, void *out);
int cufftSetStream(int plan, void *stream);
int cufftDestroy(int plan);
int cufftXtSetJITCallback(int plan);
enum { C2C = 0x29, Z2Z = 0x69, D2Z = 0x6a, Z2D = 0x6c, FORWARD = -1, INVERSE = 1 };
typedef double _Complex Z;

static Z *numbers(int n) {
    Z *x = malloc((size_t)n * sizeof *x);
    for (int i = 0; i < n; i++) x[i] = CMPLX(number(), number());
    return x;
}

// The sum that a transform is, of up to three dimensions.
static void sums(const Z *x, Z *y, const int *n, int sign) {
    for (int a = 0; a < n[0]; a++)
        for (int b = 0; b < n[1]; b++)
            for (int c = 0; c < n[2]; c++) {
                Z sum = 0;
                for (int i = 0; i < n[0]; i++)
                    for (int j = 0; j < n[1]; j++)
                        for (int k = 0; k < n[2]; k++) {
                            double turn = (double)(a * i % n[0]) / n[0] + (double)(b * j % n[1]) / n[1] +
                                          (double)(c * k % n[2]) / n[2];
                            sum += x[(i * n[1] + j) * n[2] + k] * cexp(CMPLX(0, sign * 2 * M_PI * turn));
                        }
                y[(a * n[1] + b) * n[2] + c] = sum;
            }
}

static double distance(const Z *x, const Z *y, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, cabs(x[i] - y[i]));
    return most;
}

static const char *verdict(double worst) {
    return worst < 1e-11 ? "right" : "WRONG";
}

static double one(const int *n, int rank, int sign) {
    int plan = 0, count = n[0] * n[1] * n[2];
    if (rank == 1) cufftPlan1d(&plan, n[0], Z2Z, 1);
    if (rank == 2) cufftPlan2d(&plan, n[0], n[1], Z2Z);
    if (rank == 3) cufftPlan3d(&plan, n[0], n[1], n[2], Z2Z);
    size_t size = (size_t)count * sizeof(Z);
    Z *x = numbers(count), *want = malloc(size), *have = malloc(size);
    void *from = device(x, size), *to = device(NULL, size);
    sums(x, want, n, sign);
    cufftExecZ2Z(plan, from, to, sign);
    host(have, to, size);
    cudaFree(from);
    cufftDestroy(plan);
    double worst = distance(want, have, count);
    free(x), free(want), free(have);
    return worst;
}

// Rows of 5 in arrays of 7, two elements apart, three of them; out into columns.
static double layouts(void) {
    int n = 5, in = 7, out = 5, plan = 0, one_row[] = {5, 1, 1};
    Z *x = numbers(3 * 14), want[15], have[15], row[5];
    for (int b = 0; b < 3; b++) {
        Z y[5];
        for (int i = 0; i < 5; i++) row[i] = x[b * 14 + 2 * i];
        sums(row, y, one_row, FORWARD);
        for (int i = 0; i < 5; i++) want[3 * i + b] = y[i];
    }
    cufftPlanMany(&plan, 1, &n, &in, 2, 14, &out, 3, 1, Z2Z, 3);
    void *from = device(x, 42 * sizeof(Z)), *to = device(NULL, sizeof have);
    cufftExecZ2Z(plan, from, to, FORWARD);
    host(have, to, sizeof have);
    cudaFree(from);
    cufftDestroy(plan);
    free(x);
    return distance(want, have, 15);
}

// To complex numbers and back, which is the count times the input.
static double real_numbers(int nx, int ny, int in_place) {
    int there = 0, back = 0, half = ny / 2 + 1, n[] = {nx, ny, 1};
    int row = in_place ? 2 * half : ny;
    double *x = calloc((size_t)(nx * row), sizeof *x), worst = 0;
    Z *wide = calloc((size_t)(nx * ny), sizeof *wide), *want = calloc((size_t)(nx * ny), sizeof *want);
    Z *have = calloc((size_t)(nx * half), sizeof *have);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) wide[i * ny + j] = x[i * row + j] = number();
    sums(wide, want, n, FORWARD);
    cufftPlan2d(&there, nx, ny, D2Z);
    cufftPlan2d(&back, nx, ny, Z2D);
    size_t real = (size_t)(nx * row) * sizeof *x, complex_size = (size_t)(nx * half) * sizeof(Z);
    void *from = device(x, real), *to = in_place ? from : device(NULL, complex_size);
    cufftExecD2Z(there, from, to);
    cudaMemcpy(have, to, complex_size, 2);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < half; j++) worst = fmax(worst, cabs(have[i * half + j] - want[i * ny + j]));
    cufftExecZ2D(back, to, from);
    cudaMemcpy(x, from, real, 2);
    for (int i = 0; i < nx; i++)
        for (int j = 0; j < ny; j++) worst = fmax(worst, fabs(x[i * row + j] / (nx * ny) - creal(wide[i * ny + j])));
    cudaFree(from);
    if (!in_place) cudaFree(to);
    cufftDestroy(there), cufftDestroy(back);
    free(x), free(wide), free(want), free(have);
    return worst;
}

static void captured(void) {
    int plan = 0, n[] = {12, 1, 1};
    void *stream, *graph, *exec;
    Z *x = numbers(12), want[12], have[12] = {0};
    size_t size = sizeof have;
    void *from = device(x, size), *to = device(have, size);
    sums(x, want, n, INVERSE);
    cudaStreamCreate(&stream);
    cufftPlan1d(&plan, 12, Z2Z, 1);
    cufftSetStream(plan, stream);
    cudaStreamBeginCapture(stream, 0);
    cufftExecZ2Z(plan, from, to, INVERSE);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphDestroy(graph);
    cudaMemcpy(have, to, size, 2);
    printf("captured: %g then ", cabs(have[3]));
    for (int i = 0; i < 2; i++) cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaStreamDestroy(stream);
    host(have, to, size);
    cudaFree(from);
    puts(verdict(distance(want, have, 12)));
    free(x);
}

int main(int argc, char **argv) {
    static const int lengths[] = {1, 2, 3, 4, 5, 7, 8, 12, 16, 30, 31, 61, 64, 67, 97, 122, 128, 210, 243, 625, 134, 509};
    int plan = 0;
    double worst = 0;
    if (argc > 1 && strcmp(argv[1], "short") == 0) {
        Z *x = numbers(64);
        cufftPlan1d(&plan, 64, C2C, 1);
        void *from = device(x, 512), *to = device(NULL, 504);
        cufftExecC2C(plan, from, to, FORWARD);
        return cudaDeviceSynchronize();
    }
    if (argc > 1) {
        printf("missing: %d\n", cufftXtSetJITCallback(0));
        return 0;
    }
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        worst = fmax(worst, one((int[]){lengths[i], 1, 1}, 1, i % 2 ? FORWARD : INVERSE));
    printf("lengths: %s\n", verdict(worst));
    worst = fmax(one((int[]){6, 10, 1}, 2, FORWARD), one((int[]){3, 67, 1}, 2, INVERSE));
    worst = fmax(worst, one((int[]){4, 3, 5}, 3, FORWARD));
    printf("two and three dimensions: %s\n", verdict(worst));
    printf("layouts: %s\n", verdict(layouts()));
    printf("real numbers: %s\n", verdict(fmax(real_numbers(6, 8, 0), real_numbers(3, 9, 0))));
    printf("in place: %s\n", verdict(fmax(real_numbers(6, 8, 1), real_numbers(1, 15, 1))));
    captured();
    cufftPlan1d(&plan, 8, D2Z, 1);
    printf("wrong: %d %d", cufftExecZ2Z(99, NULL, NULL, 1), cufftExecD2Z(plan, NULL, NULL));
    printf(" %d", cufftExecZ2Z(plan, NULL, NULL, 1));
    printf(" %d\n", cufftPlan1d(&plan, 0, Z2Z, 1));
    return 0;
}
