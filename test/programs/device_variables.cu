// SPDX-License-Identifier: Apache-2.0
// A first program: variables of every space: __device__, __constant__, __managed__, in and out of namespaces.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

__constant__ float weights[4];
__device__ int counter = 5;
__managed__ double shared_by_both = 1.5;
namespace here {
namespace {
__device__ unsigned hidden[3] = {1, 2, 3};
}
struct Settings {
    int a;
    float b;
};
__constant__ Settings settings = {7, 0.5f};
__managed__ int list[4];
} // namespace here

__global__ void use(float *out) {
    float s = 0;
    for (float w : weights) s += w;
    *out = s + here::settings.a * here::settings.b;
    atomicAdd(&counter, (int)here::hidden[2]);
    shared_by_both *= 2;
    here::list[3] = here::list[0] + 1;
}

int main() {
    float w[4] = {1, 2, 3, 4}, *out;
    cudaMallocManaged(&out, sizeof(float));
    cudaMemcpyToSymbol(weights, w, sizeof w);
    unsigned h = 30;
    cudaMemcpyToSymbol(here::hidden, &h, sizeof h, 2 * sizeof h);
    here::list[0] = 41;
    use<<<1, 1>>>(out);
    if (cudaDeviceSynchronize()) return 1;
    int c;
    cudaMemcpyFromSymbol(&c, counter, sizeof c);
    size_t size;
    cudaGetSymbolSize(&size, here::settings);
    printf("%g %d %g %d %zu\n", *out, c, shared_by_both, here::list[3], size);
    bool ok = *out == 13.5f && c == 35 && shared_by_both == 3 && here::list[3] == 42 && size == 8;
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
