// SPDX-License-Identifier: Apache-2.0
// Special registers that have no value of their own are 0, whatever ran in that memory before.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit %s -o %t && cuprum exec --jit=off %t && cuprum exec --jit=on %t
// CHECK: 0 of 1600 are not 0
// CHECK-NEXT: 0 of 1600 are not 0
#include <cstdio>
__global__ void dirty(unsigned *out, int n) {
    unsigned own[64], sum = 0;
    for (int i = 0; i < 64; i++) own[i] = ~0u - i * n;
    for (int i = 0; i < 64; i++) sum += own[(i * n) & 63];
    out[threadIdx.x] = sum;
}
__global__ void read(unsigned *out) {
    unsigned tid, ctaid, ntid;
    asm volatile("mov.u32 %0, %%tid.w;" : "=r"(tid));
    asm volatile("mov.u32 %0, %%ctaid.w;" : "=r"(ctaid));
    asm volatile("mov.u32 %0, %%ntid.w;" : "=r"(ntid));
    out[threadIdx.x] = tid | ctaid | ntid;
}
int main() {
    unsigned *out, got[32], bad = 0;
    cudaMalloc(&out, 4096);
    for (int i = 0; i < 50; i++) {
        dirty<<<7, 512>>>(out, i);
        read<<<1, 32>>>(out);
        cudaMemcpy(got, out, sizeof got, cudaMemcpyDeviceToHost);
        for (unsigned value : got) bad += value != 0;
    }
    printf("%u of 1600 are not 0\n", bad);
}
