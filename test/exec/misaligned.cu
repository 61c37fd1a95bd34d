// SPDX-License-Identifier: Apache-2.0
// Memory that begins at no multiple of what is accessed (a part of the host's that is registered): words of eight bytes at
// multiples of eight are loaded, and one between two of them is a fault, by the interpreter as in native code, whether the
// lanes have one place, a row, or places of their own.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -O3 -arch=sm_80 %s -o %t.exe && \
// RUN: for jit in off on avx2; do cuprum exec --jit=$jit %t.exe 2>/dev/null; done
// CHECK: one 45423f3c39363330 45423f3c39363330, then misaligned address
// CHECK-NEXT: row 45423f3c39363330 2d2a2724211e1b18, then misaligned address
// CHECK-NEXT: each 45423f3c39363330 cfccc9c6c3c0bdb8, then misaligned address
// CHECK-NEXT: one 45423f3c39363330 45423f3c39363330, then misaligned address
// CHECK-NEXT: row 45423f3c39363330 2d2a2724211e1b18, then misaligned address
// CHECK-NEXT: each 45423f3c39363330 cfccc9c6c3c0bdb8, then misaligned address
// CHECK-NEXT: one 45423f3c39363330 45423f3c39363330, then misaligned address
// CHECK-NEXT: row 45423f3c39363330 2d2a2724211e1b18, then misaligned address
// CHECK-NEXT: each 45423f3c39363330 cfccc9c6c3c0bdb8, then misaligned address
#include <cstdio>
#include <cstdlib>
#include <sys/wait.h>
#include <unistd.h>
typedef unsigned long long Word;

// The fourth round is at half a word.
__device__ Word sum_from(const char *place, int rounds) {
    Word sum = 0;
    for (int r = 0; r < rounds; r++) sum += *(const Word *)(place + r * 8 + (r == 3 ? 4 : 0));
    return sum;
}
__global__ void one(const char *bytes, int rounds, Word *out) { out[threadIdx.x] = sum_from(bytes, rounds); }
__global__ void row(const char *bytes, int rounds, Word *out) { out[threadIdx.x] = sum_from(bytes + threadIdx.x * 8, rounds); }
__global__ void each(const char *bytes, int rounds, Word *out) {
    out[threadIdx.x] = sum_from(bytes + (threadIdx.x * 37 % 32) * 8, rounds);
}

static void tried(const char *name, void (*kernel)(const char *, int, Word *)) {
    char *whole = (char *)aligned_alloc(64, 4096);
    for (int i = 0; i < 4096; i++) whole[i] = (char)i;
    cudaHostRegister(whole + 4, 2048, 0);
    Word *out, host[32];
    cudaMalloc(&out, sizeof host);
    kernel<<<1, 32>>>(whole + 8, 3, out);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    kernel<<<1, 32>>>(whole + 8, 6, out);
    printf("%s %llx %llx, then %s\n", name, host[0], host[31], cudaGetErrorString(cudaDeviceSynchronize()));
    fflush(stdout);
}

// A fault is the end of a process's device.
int main() {
    if (!fork()) return tried("one", one), 0;
    wait(NULL);
    if (!fork()) return tried("row", row), 0;
    wait(NULL);
    if (!fork()) return tried("each", each), 0;
    wait(NULL);
}
