// SPDX-License-Identifier: Apache-2.0
// A first program: pi by Monte Carlo, a XORWOW state a thread that lives in memory between two kernels.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

__global__ void start(curandState *states, unsigned long long seed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curand_init(seed, i, 0, &states[i]);
}

__global__ void throw_darts(curandState *states, unsigned long long *inside, int darts) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned long long hits = 0;
    for (int n = 0; n < darts; n++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        if (x * x + y * y <= 1.0f) hits++;
    }
    states[i] = state;
    atomicAdd(inside, hits);
}

#define CHECK(call)                                                                                \
    do {                                                                                           \
        cudaError_t error = (call);                                                                \
        if (error != cudaSuccess) {                                                                \
            printf("line %d: %s\n", __LINE__, cudaGetErrorString(error));                          \
            return 1;                                                                              \
        }                                                                                          \
    } while (0)

int main() {
    const int blocks = 8, threads = 128, darts = 200, rounds = 2;
    curandState *states;
    unsigned long long *inside, hits;
    CHECK(cudaMalloc(&states, blocks * threads * sizeof(curandState)));
    CHECK(cudaMalloc(&inside, sizeof *inside));
    CHECK(cudaMemset(inside, 0, sizeof *inside));
    start<<<blocks, threads>>>(states, 2024);
    CHECK(cudaGetLastError());
    for (int i = 0; i < rounds; i++) throw_darts<<<blocks, threads>>>(states, inside, darts);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&hits, inside, sizeof hits, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(states));
    CHECK(cudaFree(inside));

    // four standard deviations of the mean
    double n = (double)blocks * threads * darts * rounds, pi = 4.0 * hits / n;
    double allowed = 4 * 4 * std::sqrt(0.785 * 0.215 / n);
    printf("pi is about %.5f\n%s\n", pi, std::fabs(pi - 3.14159265) < allowed ? "PASS" : "FAIL");
    return 0;
}
