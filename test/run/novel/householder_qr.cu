// SPDX-License-Identifier: Apache-2.0
// Householder's QR of small matrices: one a warp, a row a lane, columns in registers, dot products by shuffles.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:f32:1024:rand:1 buf:f32:32:zero i32:4
template <int M, int N>
__global__ void qr(float *matrices, float *taus, int count) {
    const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (warp >= count) return;
    float *a = matrices + static_cast<long>(warp) * M * N, *tau = taus + warp * N;
    float column[N];
    for (int j = 0; j < N; j++) column[j] = lane < M ? a[j * M + lane] : 0.f;
    for (int j = 0; j < N; j++) {
        float below = lane > j ? column[j] * column[j] : 0.f;
        for (int k = 16; k; k /= 2) below += __shfl_xor_sync(~0u, below, k);
        const float alpha = __shfl_sync(~0u, column[j], j), norm = sqrtf(alpha * alpha + below);
        const float beta = alpha >= 0 ? -norm : norm;
        const float t = norm == 0 ? 0.f : (beta - alpha) / beta;
        const float scale = norm == 0 ? 0.f : 1 / (alpha - beta);
        if (lane > j) column[j] *= scale;
        const float v = lane < j ? 0.f : lane == j ? 1.f : column[j];
        for (int k = j + 1; k < N; k++) {
            float dot = v * column[k];
            for (int m = 16; m; m /= 2) dot += __shfl_xor_sync(~0u, dot, m);
            column[k] -= t * dot * v;
        }
        if (lane == j) column[j] = beta, tau[j] = t;
    }
    for (int j = 0; j < N; j++)
        if (lane < M) a[j * M + lane] = column[j];
}
template __global__ void qr<32, 8>(float *, float *, int);
