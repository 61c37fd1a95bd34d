// SPDX-License-Identifier: Apache-2.0
// A product of matrices by tiles.
extern "C" __global__ void matmul(const float *a, const float *b, float *c, int n) {
    constexpr int T = 16;
    __shared__ float ta[T][T], tb[T][T + 1];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k += T) {
        ta[threadIdx.y][threadIdx.x] = a[row * n + k + threadIdx.x];
        tb[threadIdx.y][threadIdx.x] = b[(k + threadIdx.y) * n + col];
        __syncthreads();
#pragma unroll
        for (int i = 0; i < T; i++) sum += ta[threadIdx.y][i] * tb[i][threadIdx.x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
