// SPDX-License-Identifier: Apache-2.0
// nested divergence and reconvergence
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:46 buf:i32:64:zero
__device__ int work(int v, int depth) {
    int r = 0;
    while (v > 0) {
        if (v & 1) {
            for (int j = 0; j < (v & 7); j++) r += j ^ depth;
        } else if (v & 2) {
            r -= 3;
            if (r < -50) return r;
        }
        v >>= 1;
    }
    return r;
}
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    int r = work(a[t] & 0x7ff, t);
    if (t & 1) r += work(t, r);
    __syncwarp();
    o[t] = r + __shfl_sync(0xffffffffu, r, 0);
}
