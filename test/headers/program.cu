// SPDX-License-Identifier: Apache-2.0
// A whole program with our headers and no toolkit: symbols, streams, events, occupancy, launch
// attributes, arrays, textures, surfaces, device lambdas, small formats on the host.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 120
// RUN: cuprum build --no-toolkit --extended-lambda %s -o %t.exe && cuprum exec %t.exe
// EXPECT:
// 10.578 1819.38
// 8 15.1089 no error
// 5.73205 8
// 7.5 3 1.25 4
// 32

#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cstdio>
#include <cmath>
#include <vector>
#include <algorithm>
__constant__ float scale[4];
__device__ float total;
__global__ void k(float *o, const __half *h, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        o[i] = __half2float(h[i]) * scale[i & 3] + tanhf((float)i / n) + pow(2.0f, 3);
        atomicAdd(&total, o[i]);
    }
}
__global__ void tex(cudaTextureObject_t t, cudaSurfaceObject_t s, float *o) {
    int x = threadIdx.x;
    o[x] = tex2D<float>(t, x + 0.5f, 0.5f);
    surf2Dwrite(o[x] * 2, s, x * 4, 1);
}
template <class F> __global__ void each(F f, int n) {
    int i = threadIdx.x;
    if (i < n) f(i);
}
int main() {
    const int n = 64;
    std::vector<__half> h(n);
    for (int i = 0; i < n; i++) h[i] = __float2half(i * 0.25f);
    float c[4] = {1, 2, 3, 4};
    cudaMemcpyToSymbol(scale, c, sizeof c);
    __half *d;
    float *o;
    cudaMalloc(&d, n * 2);
    cudaMallocManaged(&o, n * 4);
    cudaMemcpy(d, h.data(), n * 2, cudaMemcpyHostToDevice);
    int grid, block;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, k);
    cudaStream_t s;
    cudaStreamCreate(&s);
    cudaEvent_t a, b;
    cudaEventCreate(&a);
    cudaEventCreate(&b);
    cudaEventRecord(a, s);
    k<<<1, n, 0, s>>>(o, d, n);
    cudaEventRecord(b, s);
    cudaEventSynchronize(b);
    float ms;
    cudaEventElapsedTime(&ms, a, b);
    float t;
    cudaMemcpyFromSymbol(&t, total, 4);
    printf("%g %g\n", o[5], t);
    cudaLaunchConfig_t cfg = {};
    cfg.gridDim = 1;
    cfg.blockDim = n;
    cudaLaunchKernelEx(&cfg, k, o, (const __half *)d, n);
    cudaDeviceSynchronize();
    cudaArray_t arr;
    auto desc = cudaCreateChannelDesc<float>();
    cudaMallocArray(&arr, &desc, 8, 2, cudaArraySurfaceLoadStore);
    cudaMemcpy2DToArray(arr, 0, 0, o, 32, 32, 2, cudaMemcpyDefault);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = arr;
    cudaTextureDesc td = {};
    cudaTextureObject_t to;
    cudaSurfaceObject_t so;
    cudaCreateTextureObject(&to, &r, &td, nullptr);
    cudaCreateSurfaceObject(&so, &r);
    tex<<<1, 8>>>(to, so, o + 16);
    cudaDeviceSynchronize();
    printf("%g %g %s\n", o[16], o[23], cudaGetErrorString(cudaGetLastError()));
    each<<<1, 32>>>(
        [=] __device__(int i) {
            o[i] = sqrtf(i) + __expf(0.0f) + __shfl_xor_sync(~0u, i, 1);
            if (i == 3) atomicAdd(&o[i], 1.0f);
            __syncthreads();
        },
        32);
    cudaDeviceSynchronize();
    printf("%g %g\n", o[3], o[4]);
    __half x = 2.5f, y = 3;
    __nv_bfloat16 z = 1.5f;
    __nv_fp8_e4m3 q(1.3f);
    printf("%g %g %g %d\n", (float)(x * y), (float)(z + z), (float)q, max(3, 4));
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    printf("%d\n", p.warpSize);
    return 0;
}
