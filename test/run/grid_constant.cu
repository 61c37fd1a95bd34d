// SPDX-License-Identifier: Apache-2.0
// A __grid_constant__ parameter whose address is taken.
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 bytes:01000000020000000300000004000000 buf:i32:128:zero
struct Q { int v[4]; };
__device__ int sum(const Q *q) { return q->v[0] + q->v[1] + q->v[2] + q->v[3]; }
__global__ void k(const __grid_constant__ Q q, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = sum(&q) + q.v[i & 3];
}
