// SPDX-License-Identifier: Apache-2.0
// tiled matrix product
// RUN: sh %S/kernel.sh %s --grid=2,2 --block=16,16 buf:f32:1024:rand:65 buf:f32:1024:rand:66 buf:f32:1024:zero i32:32
__global__ void k(const float *a, const float *b, float *c, int n) {
    __shared__ float as[16][16], bs[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.y * 16 + ty, col = blockIdx.x * 16 + tx;
    float s = 0;
    for (int m = 0; m < n / 16; m++) {
        as[ty][tx] = a[row * n + m * 16 + tx];
        bs[ty][tx] = b[(m * 16 + ty) * n + col];
        __syncthreads();
        for (int j = 0; j < 16; j++) s += as[ty][j] * bs[j][tx];
        __syncthreads();
    }
    c[row * n + col] = s;
}
