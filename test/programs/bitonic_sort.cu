// SPDX-License-Identifier: Apache-2.0
// A first program: a sorting network over several launches.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <algorithm>
#include <cstdio>
#include <vector>

__global__ void exchange(unsigned *a, int j, int k) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, p = i ^ j;
    if (p <= i) return;
    bool up = (i & k) == 0;
    unsigned x = a[i], y = a[p];
    if ((x > y) == up) {
        a[i] = y;
        a[p] = x;
    }
}

int main() {
    const int n = 1024;
    std::vector<unsigned> v(n);
    unsigned s = 1;
    for (unsigned &x : v) x = s = s * 1664525u + 1013904223u;
    unsigned *d;
    cudaMalloc(&d, n * sizeof *d);
    cudaMemcpy(d, v.data(), n * sizeof *d, cudaMemcpyDefault);
    for (int k = 2; k <= n; k *= 2) {
        for (int j = k / 2; j > 0; j /= 2) exchange<<<n / 128, 128>>>(d, j, k);
    }
    std::vector<unsigned> got(n);
    cudaMemcpy(got.data(), d, n * sizeof *d, cudaMemcpyDefault);
    std::sort(v.begin(), v.end());
    puts(got == v ? "PASS" : "FAIL");
    return got != v;
}
