// SPDX-License-Identifier: Apache-2.0
// A Fourier transform of 256 points in shared memory: four steps of radix 4, twiddles from a table, the last writes in order.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=64 buf:f32:2048:rand:1 buf:f32:512:rand:2 buf:f32:2048:zero
constexpr int N = 256;

__device__ float2 operator+(float2 a, float2 b) { return {a.x + b.x, a.y + b.y}; }
__device__ float2 operator-(float2 a, float2 b) { return {a.x - b.x, a.y - b.y}; }
__device__ float2 times(float2 a, float2 b) { return {a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }

__global__ void fft(const float2 *__restrict__ in, const float2 *__restrict__ twiddle, float2 *__restrict__ out) {
    __shared__ float2 data[N];
    const int t = threadIdx.x, base = blockIdx.x * N;
    float2 v[4];
#pragma unroll
    for (int i = 0; i < 4; i++) v[i] = in[base + t + i * (N / 4)];
#pragma unroll
    for (int ns = 1; ns < N; ns *= 4) {
        const int k = t % ns;
#pragma unroll
        for (int i = 1; i < 4; i++) v[i] = times(v[i], twiddle[i * k * (N / (ns * 4)) % N]);
        const float2 a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = v[1] - v[3];
        const float2 turned = {d.y, -d.x};
        v[0] = a + c;
        v[1] = b + turned;
        v[2] = a - c;
        v[3] = b - turned;
        const int to = t / ns * ns * 4 + k;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; i++) data[to + i * ns] = v[i];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 4; i++) v[i] = data[t + i * (N / 4)];
    }
    for (int i = 0; i < 4; i++) out[base + t + i * (N / 4)] = v[i];
}
