// SPDX-License-Identifier: Apache-2.0
// A first program: an integral over the unit square by Sobol's sequence, with direction numbers of the program's own,
// beside the same number of pseudo-random points: the error must be far smaller.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

__device__ double value(double x, double y) { return exp(x * y) * sin(3 * x + y); }

// Thread i's points are number i * each, i * each + 1, ...
__global__ void quasi(curandDirectionVectors32_t *directions, int each, double *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStateSobol32_t x, y;
    curand_init(directions[0], i * each, &x);
    curand_init(directions[1], i * each, &y);
    double sum = 0;
    for (int k = 0; k < each; k++) sum += value(curand_uniform_double(&x), curand_uniform_double(&y));
    sums[i] = sum;
}

__global__ void pseudo(int each, double *sums) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStateMRG32k3a_t s;
    curand_init(5, i, 0, &s);
    double sum = 0;
    for (int k = 0; k < each; k++) {
        double x = curand_uniform_double(&s);
        sum += value(x, curand_uniform_double(&s));
    }
    sums[i] = sum;
}

static double mean_of(const double *sums, int threads, int each) {
    double sum = 0;
    for (int i = 0; i < threads; i++) sum += sums[i];
    return sum / threads / each;
}

int main() {
    const int threads = 256, each = 64;
    curandDirectionVectors32_t *directions;
    double *sums;
    if (cudaMallocManaged(&directions, 2 * sizeof *directions) != cudaSuccess) return 1;
    if (cudaMallocManaged(&sums, threads * sizeof *sums) != cudaSuccess) return 1;
    // dimension 1: 2^-k; dimension 2: of the primitive polynomial x + 1, whose m[k] = 2 m[k-1] xor m[k-1]
    unsigned m = 1;
    for (int k = 0; k < 32; k++) {
        directions[0][k] = 1u << (31 - k);
        directions[1][k] = m << (31 - k);
        m = 2 * m ^ m;
    }

    // the midpoint rule on a fine grid
    double exact = 0;
    const int grid = 1000;
    for (int i = 0; i < grid; i++) {
        for (int j = 0; j < grid; j++) {
            double x = (i + 0.5) / grid, y = (j + 0.5) / grid;
            exact += std::exp(x * y) * std::sin(3 * x + y) / grid / grid;
        }
    }

    quasi<<<threads / 64, 64>>>(directions, each, sums);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    double by_quasi = std::fabs(mean_of(sums, threads, each) - exact);
    pseudo<<<threads / 64, 64>>>(each, sums);
    if (cudaDeviceSynchronize() != cudaSuccess) return 1;
    double by_pseudo = std::fabs(mean_of(sums, threads, each) - exact);
    printf("%.6f: Sobol %.1e, MRG32k3a %.1e\n", exact, by_quasi, by_pseudo);
    printf("%s\n", by_quasi < 2e-4 && by_pseudo < 2e-2 ? "PASS" : "FAIL");
    return 0;
}
