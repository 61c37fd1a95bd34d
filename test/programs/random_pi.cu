// SPDX-License-Identifier: Apache-2.0
// A first program: pi by random points: a generator a thread.
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

__global__ void count(curandState *states, unsigned *hits, int points) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandState state = states[i];
    unsigned n = 0;
    for (int k = 0; k < points; k++) {
        float x = curand_uniform(&state), y = curand_uniform(&state);
        n += x * x + y * y <= 1.0f;
    }
    states[i] = state;
    atomicAdd(hits, n);
}

// The first numbers of NVIDIA's library for this seed.
__global__ void first(unsigned *out) {
    curandState state;
    curand_init(1234ull, 0ull, 0ull, &state);
    for (int i = 0; i < 3; i++) out[i] = curand(&state);
}

int main() {
    const int threads = 256, points = 200;
    curandState *states;
    unsigned *hits;
    cudaMalloc(&states, threads * sizeof(curandState));
    cudaMallocManaged(&hits, 4 * sizeof(unsigned));
    *hits = 0;
    start<<<2, threads / 2>>>(states, 2024);
    count<<<2, threads / 2>>>(states, hits, points);
    first<<<1, 1>>>(hits + 1);
    if (cudaDeviceSynchronize()) return 1;
    double pi = 4.0 * *hits / (threads * points);
    printf("%g %08x %08x %08x\n", pi, hits[1], hits[2], hits[3]);
    bool ok = std::fabs(pi - 3.14159265) < 0.03;
    ok = ok && hits[1] == 0x253d5e15u && hits[2] == 0x6f558604u && hits[3] == 0xdee6daf2u;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
