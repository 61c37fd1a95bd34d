// SPDX-License-Identifier: Apache-2.0
// Flash attention in single precision: tiles of keys and values in shared memory, causal, online softmax a row.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=32 buf:f32:4096:rand:1 buf:f32:4096:rand:2 buf:f32:4096:rand:3 buf:f32:4096:zero buf:f32:128:zero i32:64
constexpr int D = 32, BR = 32, BC = 16;

__global__ void flash(const float *Q, const float *K, const float *V, float *O, float *L, int n) {
    __shared__ float ks[BC][D], vs[BC][D];
    const int t = threadIdx.x, head = blockIdx.y, row = blockIdx.x * BR + t;
    const float *base_k = K + head * n * D, *base_v = V + head * n * D;
    float q[D], acc[D], m = -1e30f, l = 0;
#pragma unroll
    for (int d = 0; d < D; d++) {
        q[d] = Q[(head * n + row) * D + d] * 0.17677669f;
        acc[d] = 0;
    }
    const int last = min(n, (int)(blockIdx.x + 1) * BR);
    for (int j0 = 0; j0 < last; j0 += BC) {
        __syncthreads();
        for (int i = t; i < BC * D / 4; i += blockDim.x) {
            reinterpret_cast<float4 *>(&ks[0][0])[i] = reinterpret_cast<const float4 *>(base_k + j0 * D)[i];
            reinterpret_cast<float4 *>(&vs[0][0])[i] = reinterpret_cast<const float4 *>(base_v + j0 * D)[i];
        }
        __syncthreads();
        float s[BC], tile = m;
#pragma unroll
        for (int j = 0; j < BC; j++) {
            float dot = 0;
#pragma unroll
            for (int d = 0; d < D; d++) dot += q[d] * ks[j][d];
            s[j] = j0 + j <= row ? dot : -1e30f;
            tile = fmaxf(tile, s[j]);
        }
        const float keep = __expf(m - tile);
        l *= keep;
#pragma unroll
        for (int d = 0; d < D; d++) acc[d] *= keep;
#pragma unroll
        for (int j = 0; j < BC; j++) {
            const float p = __expf(s[j] - tile);
            l += p;
#pragma unroll
            for (int d = 0; d < D; d++) acc[d] += p * vs[j][d];
        }
        m = tile;
    }
    const float inverse = __fdividef(1.0f, l);
    for (int d = 0; d < D; d++) O[(head * n + row) * D + d] = acc[d] * inverse;
    L[head * n + row] = m + __logf(l);
}
