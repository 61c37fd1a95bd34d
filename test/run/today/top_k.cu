// SPDX-License-Identifier: Apache-2.0
// The eight largest of a row with their places: a sorted list a thread, lists merged over the warp.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=32 buf:f32:2048:rand:1 buf:f32:32:zero buf:i32:32:zero i32:512
constexpr int K = 8;

__device__ void insert(float (&v)[K], int (&p)[K], float x, int at) {
    if (x <= v[K - 1]) return;
    v[K - 1] = x;
    p[K - 1] = at;
#pragma unroll
    for (int i = K - 1; i > 0; i--)
        if (v[i] > v[i - 1]) {
            const float f = v[i];
            v[i] = v[i - 1];
            v[i - 1] = f;
            const int n = p[i];
            p[i] = p[i - 1];
            p[i - 1] = n;
        }
}

__global__ void top_k(const float *__restrict__ in, float *__restrict__ values, int *__restrict__ places, int n) {
    float v[K];
    int p[K];
#pragma unroll
    for (int i = 0; i < K; i++) v[i] = -1e30f, p[i] = -1;
    const float *row = in + blockIdx.x * n;
    for (int i = threadIdx.x; i < n; i += 32) insert(v, p, row[i], i);
#pragma unroll
    for (int o = 16; o > 0; o >>= 1) {
        float ov[K];
        int op[K];
#pragma unroll
        for (int i = 0; i < K; i++) ov[i] = __shfl_down_sync(~0u, v[i], o), op[i] = __shfl_down_sync(~0u, p[i], o);
#pragma unroll
        for (int i = 0; i < K; i++) insert(v, p, ov[i], op[i]);
    }
    if (threadIdx.x == 0)
        for (int i = 0; i < K; i++) values[blockIdx.x * K + i] = v[i], places[blockIdx.x * K + i] = p[i];
}
