// SPDX-License-Identifier: Apache-2.0
// Threads of the host that begin when a launch has run for a while: before and behind that, sums of all blocks in one place
// are whole, a block may wait for a later one, and what a fault says is that of the first block that has one.
// REQUIRES: nvcc, %B/lib/cuprum/libcudart.so.13
// RUN: nvcc -O3 -cudart shared -gencode arch=compute_75,code=compute_75 -o %t.exe %s && cuprum exec -j4 %t.exe 2>&1
// CHECK: small 64 64
// CHECK-NEXT: large 16777216 16777216
// CHECK-NEXT: waited 1
// CHECK-NEXT: status 1
#include <cstdio>

struct Sums {
    unsigned count;
    unsigned long long rounds;
    int flag, seen;
};

__global__ void add(Sums *sums, int rounds) {
    unsigned mixed = threadIdx.x;
    for (int i = 0; i < rounds; i++) mixed = mixed * 1664525u + 1013904223u;
    atomicAdd(&sums->count, 1u + (mixed == 7u && rounds == 1));
    atomicAdd(&sums->rounds, 1ull);
}

// The first block waits for the last one.
__global__ void wait(Sums *sums) {
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        while (!atomicAdd(&sums->flag, 0)) {}
        sums->seen = 1;
    }
    if (blockIdx.x == gridDim.x - 1) atomicExch(&sums->flag, 1);
}

__global__ void overrun(int *out) { out[blockIdx.x > 20 ? 1u << 28 : threadIdx.x] = 1; }

int main() {
    Sums *sums, host;
    cudaMalloc(&sums, sizeof *sums);
    for (int i = 0; i < 1000; i++) { // none of these lasts
        cudaMemset(sums, 0, sizeof *sums);
        add<<<2, 32>>>(sums, 1);
    }
    cudaMemcpy(&host, sums, sizeof host, cudaMemcpyDeviceToHost);
    printf("small %u %llu\n", host.count, host.rounds);
    cudaMemset(sums, 0, sizeof *sums);
    for (int i = 0; i < 4; i++) add<<<16384, 256>>>(sums, 2);
    cudaMemcpy(&host, sums, sizeof host, cudaMemcpyDeviceToHost);
    printf("large %u %llu\n", host.count, host.rounds);
    wait<<<64, 32>>>(sums);
    cudaMemcpy(&host, sums, sizeof host, cudaMemcpyDeviceToHost);
    printf("waited %d\n", host.seen);
    int *out;
    cudaMalloc(&out, 128);
    overrun<<<4096, 32>>>(out);
    printf("status %d\n", cudaDeviceSynchronize() != cudaSuccess);
}
