// SPDX-License-Identifier: Apache-2.0
// Kernels of an unmodified program run in native code, asked for or not; counts, and --jit=off, want the interpreter.
// With checkers it is native code, too.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit %s -o %t && (grep -qw avx2 /proc/cpuinfo && cuprum exec %t || echo without AVX2); cuprum exec --jit=off %t; (grep -qw avx2 /proc/cpuinfo && cuprum exec --check %t || echo without AVX2)
// CHECK: {{pages of code: made|without AVX2}}
// CHECK-NEXT: pages of code: none
// CHECK-NEXT: {{pages of code: made|without AVX2}}
#include <cstdio>
#include <cstring>
__global__ void k(float *v) { v[threadIdx.x] = v[threadIdx.x] * 2 + 1; }
// What a file or the kernel gives has a name; code that was made while running has none.
static bool has_nameless_code() {
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], rights[8], name[256];
    bool found = false;
    while (fgets(line, sizeof line, maps)) {
        name[0] = 0;
        int n = sscanf(line, "%*s %7s %*s %*s %*s %255s", rights, name);
        found |= n == 1 && strcmp(rights, "r-xp") == 0;
    }
    fclose(maps);
    return found;
}
int main() {
    float *v;
    cudaMalloc(&v, 128);
    k<<<1, 32>>>(v);
    cudaDeviceSynchronize();
    printf("pages of code: %s\n", has_nameless_code() ? "made" : "none");
}
