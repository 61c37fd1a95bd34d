// SPDX-License-Identifier: Apache-2.0
// tree reduction in shared memory
// RUN: sh %S/kernel.sh %s --grid=4 --block=128 buf:i32:512:rand:32 buf:i32:4:zero
__global__ void k(const int *a, int *o) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = a[blockIdx.x * 128 + t] & 0xffff;
    __syncthreads();
    for (int d = 64; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) o[blockIdx.x] = s[0];
}
