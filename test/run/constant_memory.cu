// SPDX-License-Identifier: Apache-2.0
// __constant__ and const __device__ tables
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:128:iota buf:i32:128:zero
__constant__ int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
__constant__ float scale = 2.5f;
static __device__ const short steps[4] = {-1, 2, -3, 4};
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = table[a[i] & 7] * (int)scale + steps[i & 3];
}
