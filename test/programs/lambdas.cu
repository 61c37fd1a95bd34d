// SPDX-License-Identifier: Apache-2.0
// A first program: kernels that take lambdas: with captures, marked for one side or both.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 --extended-lambda %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

template <class F> __global__ void for_each(int n, F f) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) f(i);
}

template <class T> static void fill(T *p, int n, T first, T step) {
    for_each<<<(n + 63) / 64, 64>>>(n, [=] __device__(int i) { p[i] = first + step * (T)i; });
}

struct Range {
    int n;
    template <class F> void each(F f) const {
        for_each<<<(n + 31) / 32, 32>>>(n, f);
    }
};

int main() {
    int *a;
    float *b;
    const int n = 100;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMallocManaged(&b, n * sizeof(float));
    fill(a, n, 5, 3);
    fill(b, n, 0.5f, 0.25f);
    int bias = 1000;
    auto both = [bias] __host__ __device__(int x) { return x + bias; };
    Range{n}.each([=] __device__(int i) {
        b[i] += both(a[i]);
        atomicAdd(&a[0], i == 7 ? threadIdx.x : 0);
    });
    if (cudaDeviceSynchronize()) return 1;
    bool ok = a[0] == 12;
    for (int i = 1; i < n; i++) ok = ok && b[i] == 0.5f + 0.25f * i + both(5 + 3 * i);
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
