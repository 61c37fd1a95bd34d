// SPDX-License-Identifier: Apache-2.0
// Shortest paths, the last phase of a round by blocks: a tile of distances through the tiles of its row and its column.
// RUN: sh %S/../kernel.sh %s --grid=4,4 --block=16,8 buf:f32:16384:rand:1 buf:i32:16384:zero i32:128 i32:1
constexpr int TILE = 32;

__global__ void through(float *__restrict__ distance, int *__restrict__ next, int n, int round) {
    if (blockIdx.x == round || blockIdx.y == round) return;
    __shared__ float row[TILE][TILE], column[TILE][TILE];
    const int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y, middle = round * TILE;
#pragma unroll
    for (int i = 0; i < TILE; i += 8)
#pragma unroll
        for (int j = 0; j < TILE; j += 16) {
            row[threadIdx.y + i][threadIdx.x + j] = distance[(middle + threadIdx.y + i) * n + x + j];
            column[threadIdx.y + i][threadIdx.x + j] = distance[(y + i) * n + middle + threadIdx.x + j];
        }
    __syncthreads();
    float best[4][2];
    int via[4][2];
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 2; j++) best[i][j] = distance[(y + 8 * i) * n + x + 16 * j], via[i][j] = -1;
    for (int k = 0; k < TILE; k++) {
#pragma unroll
        for (int i = 0; i < 4; i++)
#pragma unroll
            for (int j = 0; j < 2; j++) {
                const float d = column[threadIdx.y + 8 * i][k] + row[k][threadIdx.x + 16 * j];
                if (d < best[i][j]) best[i][j] = d, via[i][j] = middle + k;
            }
    }
#pragma unroll
    for (int i = 0; i < 4; i++)
#pragma unroll
        for (int j = 0; j < 2; j++) {
            if (via[i][j] < 0) continue;
            distance[(y + 8 * i) * n + x + 16 * j] = best[i][j];
            next[(y + 8 * i) * n + x + 16 * j] = via[i][j];
        }
}
