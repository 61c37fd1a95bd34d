// SPDX-License-Identifier: Apache-2.0
// Integer intrinsics: high products, averages, sums of differences, funnel shifts.
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:i32:256:rand:22 buf:i32:256:rand:23 buf:i32:1024:zero
__global__ void k(const int *a, const int *b, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = a[i], y = b[i];
    o[i] = __mulhi(x, y) + __mul24(x, y) + (int)__umul24(x, y);
    o[i + 256] = (int)__sad(x, y, 7u) + __hadd(x, y) + __rhadd(x, y) + (int)__uhadd(x, y) + (int)__urhadd(x, y);
    o[i + 512] = min(x, y) - max(x, y) + abs(x);
    o[i + 768] = (int)(__funnelshift_l(x, y, x & 31) + __funnelshift_r(x, y, y & 31) + __funnelshift_lc(x, y, 40) + __funnelshift_rc(x, y, y & 63));
}
