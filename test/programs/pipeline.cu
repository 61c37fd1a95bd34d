// SPDX-License-Identifier: Apache-2.0
// A first program: copies into shared memory beside the computation.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>
#include <cuda_pipeline.h>

__global__ void running(const float4 *in, float *out, int tiles) {
    __shared__ float4 stage[2][64];
    float s = 0;
    __pipeline_memcpy_async(&stage[0][threadIdx.x], &in[threadIdx.x], sizeof(float4));
    __pipeline_commit();
    for (int t = 0; t < tiles; t++) {
        if (t + 1 < tiles) {
            __pipeline_memcpy_async(&stage[(t + 1) % 2][threadIdx.x],
                                    &in[(t + 1) * 64 + threadIdx.x], sizeof(float4));
        }
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        float4 v = stage[t % 2][63 - threadIdx.x];
        s += v.x + v.y + v.z + v.w;
        __syncthreads();
    }
    out[threadIdx.x] = s;
}

int main() {
    const int tiles = 5, n = 64 * tiles;
    float4 *in;
    float *out;
    cudaMallocManaged(&in, n * sizeof(float4));
    cudaMallocManaged(&out, 64 * sizeof(float));
    for (int i = 0; i < n; i++) in[i] = make_float4(i, 1, 2, 3);
    running<<<1, 64>>>(in, out, tiles);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int i = 0; i < 64; i++) {
        float right = 0;
        for (int t = 0; t < tiles; t++) right += t * 64 + 63 - i + 6;
        ok = ok && out[i] == right;
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
