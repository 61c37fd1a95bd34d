// SPDX-License-Identifier: Apache-2.0
// A bitonic sort in shared memory.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:69
__global__ void k(int *a) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = a[t];
    __syncthreads();
    for (int n = 2; n <= 64; n <<= 1)
        for (int j = n >> 1; j > 0; j >>= 1) {
            int p = t ^ j;
            if (p > t && ((t & n) == 0) == (s[t] > s[p])) {
                int v = s[t];
                s[t] = s[p];
                s[p] = v;
            }
            __syncthreads();
        }
    a[t] = s[t];
}
