// SPDX-License-Identifier: Apache-2.0
// Integer operators, with division and remainder.
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:i32:256:rand:1 buf:i32:256:rand:2 buf:i32:256:zero i32:256
__global__ void k(const int *a, const int *b, int *o, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int x = a[i], y = b[i] | 1;
    int r = x + y;
    r = r * 31 - (x ^ y);
    r += x / y + x % y;
    r ^= (x & y) | (~x & 0xff00ff);
    r -= -x;
    o[i] = r;
}
