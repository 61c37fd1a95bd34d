// SPDX-License-Identifier: Apache-2.0
// two-dimensional blocks and a padded tile
// RUN: sh %S/kernel.sh %s --grid=2,2 --block=16,16 buf:i32:1024:iota buf:i32:1024:zero
__global__ void k(const int *a, int *o) {
    __shared__ int tile[16][17];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[y * 32 + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x;
    y = blockIdx.x * 16 + threadIdx.y;
    o[y * 32 + x] = tile[threadIdx.x][threadIdx.y];
}
