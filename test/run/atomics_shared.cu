// SPDX-License-Identifier: Apache-2.0
// a histogram in shared memory
// RUN: sh %S/kernel.sh %s --grid=2 --block=128 buf:u32:256:rand:41 buf:u32:32:zero
__global__ void k(const unsigned *a, unsigned *o) {
    __shared__ unsigned h[16];
    int t = threadIdx.x;
    if (t < 16) h[t] = 0;
    __syncthreads();
    atomicAdd(&h[a[blockIdx.x * 128 + t] & 15], 1u);
    __syncthreads();
    if (t < 16) o[blockIdx.x * 16 + t] = h[t];
}
