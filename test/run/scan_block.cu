// SPDX-License-Identifier: Apache-2.0
// Prefix sums of a block, between two buffers in shared memory.
// RUN: sh %S/kernel.sh %s --grid=2 --block=128 buf:i32:256:rand:67 buf:i32:256:zero
__global__ void k(const int *a, int *o) {
    __shared__ int s[2][128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t, cur = 0;
    s[0][t] = a[i] & 255;
    __syncthreads();
    for (int d = 1; d < 128; d *= 2) {
        s[1 - cur][t] = t >= d ? s[cur][t] + s[cur][t - d] : s[cur][t];
        cur = 1 - cur;
        __syncthreads();
    }
    o[i] = s[cur][t];
}
