// SPDX-License-Identifier: Apache-2.0
// A first program: numbers of eight bits: both formats, saturation, a table of all values.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <cuda_fp8.h>

__global__ void round_trip(const float *x, float *y, float *z, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    y[i] = (float)__nv_fp8_e4m3(x[i]);
    z[i] = (float)__nv_fp8_e5m2(x[i]);
}

int main() {
    const int n = 8;
    float in[n] = {0, 1, -1.0625f, 3.3f, 448, 1000, 0.001953125f, -0.07f};
    float e4m3[n] = {0, 1, -1, 3.25f, 448, 448, 0.001953125f, -0.0703125f};
    float e5m2[n] = {0, 1, -1, 3.5f, 448, 1024, 0.001953125f, -0.0703125f * 0.888888f};
    e5m2[7] = -0.0625f;
    float *x, *y, *z;
    cudaMallocManaged(&x, sizeof in);
    cudaMallocManaged(&y, sizeof in);
    cudaMallocManaged(&z, sizeof in);
    for (int i = 0; i < n; i++) x[i] = in[i];
    round_trip<<<1, 32>>>(x, y, z, n);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        printf("%g: %g %g\n", in[i], y[i], z[i]);
        ok = ok && y[i] == e4m3[i] && z[i] == e5m2[i];
        ok = ok && (float)__nv_fp8_e4m3(in[i]) == e4m3[i]; // on the host
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
