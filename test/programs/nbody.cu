// SPDX-License-Identifier: Apache-2.0
// A first program: bodies that attract each other: float4, shared memory, single precision functions.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cmath>
#include <cstdio>
#include <vector>

const float SOFT = 0.01f;

__host__ __device__ inline float3 pull(float3 a, float4 me, float4 other) {
    float dx = other.x - me.x, dy = other.y - me.y, dz = other.z - me.z;
    float d = dx * dx + dy * dy + dz * dz + SOFT;
    float f = other.w / (d * sqrtf(d));
    a.x += dx * f;
    a.y += dy * f;
    a.z += dz * f;
    return a;
}

__global__ void forces(const float4 *body, float3 *out, int n) {
    __shared__ float4 tile[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float4 me = body[i];
    float3 a = make_float3(0, 0, 0);
    for (int k = 0; k < n; k += 64) {
        tile[threadIdx.x] = body[k + threadIdx.x];
        __syncthreads();
        for (int j = 0; j < 64; j++) a = pull(a, me, tile[j]);
        __syncthreads();
    }
    out[i] = a;
}

int main() {
    const int n = 256;
    std::vector<float4> body(n);
    for (int i = 0; i < n; i++)
        body[i] = make_float4(std::sin(i * 1.0f), std::cos(i * 2.0f), i * 0.01f, 1 + i % 3);
    float4 *d;
    float3 *out;
    cudaMalloc(&d, n * sizeof(float4));
    cudaMallocManaged(&out, n * sizeof(float3));
    cudaMemcpy(d, body.data(), n * sizeof(float4), cudaMemcpyHostToDevice);
    forces<<<n / 64, 64>>>(d, out, n);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        float3 a = make_float3(0, 0, 0);
        for (int j = 0; j < n; j++) a = pull(a, body[i], body[j]);
        float size = std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z) + 1;
        ok = ok && std::fabs(a.x - out[i].x) < 1e-4f * size && std::fabs(a.z - out[i].z) < 1e-4f * size;
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
