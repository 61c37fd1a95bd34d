// SPDX-License-Identifier: Apache-2.0
// a local array with dynamic index
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:128:rand:35 buf:i32:128:zero
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int h[16] = {0};
    for (int j = 0; j < 32; j++) h[(a[i] >> j) & 15] += j;
    int best = 0;
    for (int j = 1; j < 16; j++)
        if (h[j] > h[best]) best = j;
    o[i] = best * 1000 + h[best];
}
