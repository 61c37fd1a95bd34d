// SPDX-License-Identifier: Apache-2.0
// A matrix product: tiles in shared memory, two of them in turns, eight by four results a thread, loads by fours.
// RUN: sh %S/../kernel.sh %s --grid=2,1 --block=128 buf:f32:4096:rand:1 buf:f32:8192:rand:2 buf:f32:8192:rand:3 i32:64 i32:128 i32:64 f32:1 f32:0.5
constexpr int BM = 64, BN = 64, BK = 8, TM = 8, TN = 4;

__global__ void __launch_bounds__(128) gemm(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ c, int m, int n, int k, float alpha, float beta) {
    __shared__ float as[2][BK][BM], bs[2][BK][BN];
    const int t = threadIdx.x, row = t / 16 * TM, column = t % 16 * TN;
    const float *from_a = a + (blockIdx.y * BM + t / 2) * k + t % 2 * 4;
    const float *from_b = b + t / 16 * n + blockIdx.x * BN + t % 16 * 4;
    float acc[TM][TN] = {};
    auto store = [&](int to, float4 va, float4 vb) {
        const int r = t / 2, kk = t % 2 * 4;
        as[to][kk][r] = va.x;
        as[to][kk + 1][r] = va.y;
        as[to][kk + 2][r] = va.z;
        as[to][kk + 3][r] = va.w;
        *reinterpret_cast<float4 *>(&bs[to][t / 16][t % 16 * 4]) = vb;
    };
    store(0, *reinterpret_cast<const float4 *>(from_a), *reinterpret_cast<const float4 *>(from_b));
    __syncthreads();
    int now = 0;
    for (int k0 = 0; k0 < k; k0 += BK) {
        float4 va, vb;
        const bool more = k0 + BK < k;
        if (more) {
            va = *reinterpret_cast<const float4 *>(from_a + k0 + BK);
            vb = *reinterpret_cast<const float4 *>(from_b + (k0 + BK) * n);
        }
#pragma unroll
        for (int kk = 0; kk < BK; kk++) {
            float x[TM], y[TN];
#pragma unroll
            for (int i = 0; i < TM; i++) x[i] = as[now][kk][row + i];
#pragma unroll
            for (int j = 0; j < TN; j++) y[j] = bs[now][kk][column + j];
#pragma unroll
            for (int i = 0; i < TM; i++)
#pragma unroll
                for (int j = 0; j < TN; j++) acc[i][j] += x[i] * y[j];
        }
        if (more) {
            store(now ^ 1, va, vb);
            __syncthreads();
            now ^= 1;
        }
    }
#pragma unroll
    for (int i = 0; i < TM; i++) {
        float4 *to = reinterpret_cast<float4 *>(c + (blockIdx.y * BM + row + i) * n + blockIdx.x * BN + column);
        float4 v = *to;
        v.x = alpha * acc[i][0] + beta * v.x;
        v.y = alpha * acc[i][1] + beta * v.y;
        v.z = alpha * acc[i][2] + beta * v.z;
        v.w = alpha * acc[i][3] + beta * v.w;
        *to = v;
    }
}
