// SPDX-License-Identifier: Apache-2.0
// Matrix product with tiles in shared memory: C = A * B, all n x n, n a multiple of 16.
// RUN: --kernel=matmul --grid=4,4 --block=16,16 --print=1:4 --hash --stats i32:64 buf:f32:4096:zero buf:f32:4096:rand:1 buf:f32:4096:rand:2
constexpr int Tile = 16;

extern "C" __global__ void matmul(int n, float *c, const float *__restrict__ a, const float *__restrict__ b) {
    __shared__ float ta[Tile][Tile], tb[Tile][Tile];
    int x = threadIdx.x, y = threadIdx.y;
    int col = blockIdx.x * Tile + x, row = blockIdx.y * Tile + y;
    float sum = 0;
    for (int t = 0; t < n; t += Tile) {
        ta[y][x] = a[row * n + t + x];
        tb[y][x] = b[(t + y) * n + col];
        __syncthreads();
#pragma unroll
        for (int k = 0; k < Tile; k++) sum += ta[y][k] * tb[k][x];
        __syncthreads();
    }
    c[row * n + col] = sum;
}
