// SPDX-License-Identifier: Apache-2.0
// A first program: Philox: four numbers at once, normal numbers, the same stream from any place.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <curand_kernel.h>

__global__ void stream(uint4 *out, float2 *moments) {
    curandStatePhilox4_32_10_t a, b;
    curand_init(42ull, threadIdx.x, 0ull, &a);
    curand_init(42ull, threadIdx.x, 4ull, &b);
    uint4 first = curand4(&a), second = curand4(&a), again = curand4(&b);
    out[2 * threadIdx.x] = first;
    out[2 * threadIdx.x + 1] = make_uint4(second.x ^ again.x, second.y ^ again.y, second.z ^ again.z,
                                          second.w ^ again.w);
    float s = 0, q = 0;
    for (int i = 0; i < 64; i++) {
        float4 n = curand_normal4(&a);
        s += n.x + n.y + n.z + n.w;
        q += n.x * n.x + n.y * n.y + n.z * n.z + n.w * n.w;
    }
    moments[threadIdx.x] = make_float2(s / 256, q / 256);
}

int main() {
    const int n = 64;
    uint4 *out;
    float2 *moments;
    cudaMallocManaged(&out, 2 * n * sizeof(uint4));
    cudaMallocManaged(&moments, n * sizeof(float2));
    stream<<<1, n>>>(out, moments);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    double mean = 0, square = 0;
    for (int i = 0; i < n; i++) {
        uint4 z = out[2 * i + 1];
        ok = ok && !(z.x | z.y | z.z | z.w);
        ok = ok && (i == 0 || out[2 * i].x != out[0].x);
        mean += moments[i].x / n;
        square += moments[i].y / n;
    }
    printf("mean %.3f, variance %.3f\n", mean, square);
    ok = ok && std::fabs(mean) < 0.05 && std::fabs(square - 1) < 0.05;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
