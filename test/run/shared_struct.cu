// SPDX-License-Identifier: Apache-2.0
// structures and scalars in shared memory
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:34 buf:i32:64:zero
struct Cell { int v; short s; char c; };
__global__ void k(const int *a, int *o) {
    __shared__ Cell cells[64];
    __shared__ int total;
    int t = threadIdx.x;
    if (t == 0) total = 0;
    cells[t].v = a[t];
    cells[t].s = (short)(a[t] >> 4);
    cells[t].c = (char)(a[t] >> 9);
    __syncthreads();
    atomicAdd(&total, cells[63 - t].v & 15);
    __syncthreads();
    o[t] = cells[63 - t].v + cells[t].s + cells[(t * 7) & 63].c + total;
}
