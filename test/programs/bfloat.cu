// SPDX-License-Identifier: Apache-2.0
// A first program: bfloat16: conversions on both sides, arithmetic, a dot product.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <cuda_bf16.h>

__global__ void dot(const __nv_bfloat16 *a, const __nv_bfloat16 *b, float *out, int n) {
    float s = 0;
    for (int i = threadIdx.x; i < n; i += 32) s += __bfloat162float(a[i]) * __bfloat162float(b[i]);
    for (int k = 16; k; k /= 2) s += __shfl_xor_sync(~0u, s, k);
    if (threadIdx.x == 0) *out = s;
}

__global__ void twice(__nv_bfloat16 *a, int n) {
    int i = threadIdx.x;
    if (i < n) a[i] = __hadd(a[i], a[i]);
}

int main() {
    const int n = 64;
    __nv_bfloat16 *a, *b;
    float *out;
    cudaMallocManaged(&a, n * sizeof *a);
    cudaMallocManaged(&b, n * sizeof *b);
    cudaMallocManaged(&out, sizeof *out);
    float expected = 0;
    for (int i = 0; i < n; i++) {
        a[i] = __float2bfloat16(i * 0.5f);
        b[i] = __float2bfloat16(2.0f - i % 3);
        expected += __bfloat162float(a[i]) * __bfloat162float(b[i]);
    }
    dot<<<1, 32>>>(a, b, out, n);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = *out == expected;
    twice<<<1, n>>>(a, n);
    if (cudaDeviceSynchronize()) return 1;
    for (int i = 0; i < n; i++) ok = ok && __bfloat162float(a[i]) == i;
    ok = ok && __bfloat162float(__float2bfloat16(3.14159f)) == 3.140625f;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
