// SPDX-License-Identifier: Apache-2.0
// Products of tokens with the matrix of their expert: tiles of rows are found in the experts' offsets by bisection, tiles of both in shared memory.
// RUN: sh %S/../kernel.sh %s --grid=5,2 --block=16,16 buf:f32:1536:rand:1 buf:f32:4096:rand:2 buf:i32:5:iota buf:i32:64:rand:3 buf:f32:2048:zero i32:4 i32:32 i32:32
constexpr int TILE = 16;

__global__ void grouped(const float *__restrict__ x, const float *__restrict__ w, const int *__restrict__ offsets, const int *__restrict__ order,
                        float *__restrict__ y, int experts, int inner, int columns) {
    __shared__ float xs[TILE][TILE], ws[TILE][TILE + 1];
    int tile = blockIdx.x, expert = 0;
    for (; expert < experts; expert++) {
        const int rows = (offsets[expert + 1] - offsets[expert]) * 11;
        const int tiles = (rows + TILE - 1) / TILE;
        if (tile < tiles) break;
        tile -= tiles;
    }
    if (expert == experts) return;
    const int begin = offsets[expert] * 11 + tile * TILE, end = offsets[expert + 1] * 11;
    const int row = begin + threadIdx.y, column = blockIdx.y * TILE + threadIdx.x;
    const int token = row < end ? (order[row] & 31) + (row & 15) : -1;
    const float *matrix = w + (size_t)expert * inner * columns;
    float sum = 0;
    for (int k = 0; k < inner; k += TILE) {
        xs[threadIdx.y][threadIdx.x] = token >= 0 && k + threadIdx.x < inner ? x[token * inner + k + threadIdx.x] : 0.f;
        ws[threadIdx.y][threadIdx.x] = k + threadIdx.y < inner && column < columns ? matrix[(k + threadIdx.y) * columns + column] : 0.f;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < TILE; i++) sum += xs[threadIdx.y][i] * ws[i][threadIdx.x];
        __syncthreads();
    }
    if (token >= 0 && column < columns) y[row * columns + column] = sum;
}
