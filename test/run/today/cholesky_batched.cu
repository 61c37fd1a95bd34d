// SPDX-License-Identifier: Apache-2.0
// Cholesky's factors of many small matrices, a warp each, a row each lane, then a right side solved.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32,3 buf:f32:2048:rand:1 buf:f32:128:rand:2 buf:f32:2048:zero buf:f32:128:zero i32:5
constexpr int N = 20;

__global__ void factor(const float *__restrict__ matrices, const float *__restrict__ right, float *__restrict__ factors, float *__restrict__ solutions, int count) {
    __shared__ float a[3][N][N + 1];
    const int which = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
    if (which >= count) return;
    float(*m)[N + 1] = a[threadIdx.y];
    for (int e = lane; e < N * N; e += 32) {
        const int i = e / N, j = e % N;
        const float x = 0.5f * (matrices[which * N * N + i * N + j] + matrices[which * N * N + j * N + i]);
        m[i][j] = i == j ? fabsf(x) + 2 * N : x;
    }
    __syncwarp();
    for (int k = 0; k < N; k++) {
        const float pivot = sqrtf(m[k][k]);
        __syncwarp();
        if (lane == k) m[k][k] = pivot;
        if (lane > k && lane < N) m[lane][k] /= pivot;
        __syncwarp();
        if (lane > k && lane < N)
            for (int j = k + 1; j <= lane; j++) m[lane][j] -= m[lane][k] * m[j][k];
        __syncwarp();
    }
    float x = lane < N ? right[which * N + lane] : 0;
    for (int k = 0; k < N; k++) {
        const float known = __shfl_sync(~0u, x, k) / m[k][k];
        if (lane == k) x = known;
        if (lane > k && lane < N) x -= m[lane][k] * known;
    }
    if (lane < N) {
        solutions[which * N + lane] = x;
        for (int j = 0; j <= lane; j++) factors[which * N * N + lane * N + j] = m[lane][j];
    }
}
