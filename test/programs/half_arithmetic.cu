// SPDX-License-Identifier: Apache-2.0
// A first program: half precision in host and device code: conversions, operators, comparisons, half2.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>

__global__ void axpy(__half a, const __half *x, __half *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}

__global__ void pairs(const __half2 *x, __half2 *y, float *sum, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    __half2 v = __hfma2(x[i], __float2half2_rn(0.5f), __floats2half2_rn(1.0f, 2.0f));
    y[i] = v;
    atomicAdd(sum, __low2float(v) + __high2float(v));
}

int main() {
    const int n = 256;
    __half *x, *y;
    float *sum;
    cudaMallocManaged(&x, n * sizeof(__half));
    cudaMallocManaged(&y, n * sizeof(__half));
    cudaMallocManaged(&sum, sizeof(float));
    for (int i = 0; i < n; i++) x[i] = __float2half(i * 0.25f), y[i] = __float2half(1.0f - i);
    axpy<<<2, 128>>>(__float2half(1.5f), x, y, n);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        float right = 1.5f * (i * 0.25f) + (1.0f - i);
        float got = __half2float(y[i]);
        if (std::fabs(got - right) > 0.0625f) ok = false;
    }
    *sum = 0;
    pairs<<<1, 128>>>((__half2 *)x, (__half2 *)y, sum, n / 2);
    if (cudaDeviceSynchronize()) return 1;
    float expected = 0;
    for (int i = 0; i < n; i++) expected += i * 0.125f + 1.0f + i % 2;
    printf("%g %g\n", *sum, expected);
    ok = ok && *sum == expected && __half2float(y[3]) == 3 * 0.125f + 2;
    ok = ok && __hlt(x[1], x[2]) && (float)__hadd(x[4], x[4]) == 2.0f;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
