// SPDX-License-Identifier: Apache-2.0
// device variables with address initialisers
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Node { int value; Node *next; };
__device__ Node third = {30, 0};
__device__ Node second = {20, &third};
__device__ Node first = {10, &second};
__device__ int counter = 5;
__device__ int (*nothing)(int) = 0;
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, s = 0;
    for (Node *n = &first; n; n = n->next) s += n->value * (a[t] + 1);
    int old = atomicAdd(&counter, 1);
    __syncthreads();
    o[t] = s + counter + (old < 0) + (nothing == 0);
}
