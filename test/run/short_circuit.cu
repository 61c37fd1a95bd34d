// SPDX-License-Identifier: Apache-2.0
// short-circuit evaluation and the comma
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:128:rand:31 buf:i32:128:zero
__device__ bool touch(int *c, bool r) { ++*c; return r; }
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int c = 0, x = a[i];
    bool p = touch(&c, x & 1) && touch(&c, x & 2) || touch(&c, x & 4);
    bool q = !p || (touch(&c, x & 8) && !touch(&c, x & 16));
    int v = p ? (q ? 3 : 5) : (touch(&c, true), 7);
    o[i] = v + c * 10 + q * 100;
}
