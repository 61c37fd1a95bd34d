// SPDX-License-Identifier: Apache-2.0
// barriers that count, and, or
// RUN: sh %S/kernel.sh %s --grid=2 --block=96 buf:i32:192:rand:45 buf:i32:192:zero
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * 96 + threadIdx.x;
    int n = __syncthreads_count(a[i] & 1);
    int all = __syncthreads_and(a[i] != 7), any = __syncthreads_or(a[i] < 0);
    __threadfence_block();
    __threadfence();
    o[i] = n * 4 + (all != 0) * 2 + (any != 0);
}
