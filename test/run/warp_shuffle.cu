// SPDX-License-Identifier: Apache-2.0
// shuffles of several types and widths
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:42 buf:i32:256:zero buf:f64:64:zero
__global__ void k(const int *a, int *o, double *d) {
    int t = threadIdx.x, v = a[t];
    o[t] = __shfl_sync(0xffffffffu, v, (t * 7) & 31);
    o[t + 64] = __shfl_up_sync(0xffffffffu, v, 3) + __shfl_down_sync(0xffffffffu, v, 5, 16);
    int s = v & 0xffff;
    for (int m = 16; m > 0; m >>= 1) s += __shfl_xor_sync(0xffffffffu, s, m);
    o[t + 128] = s;
    long long w = __shfl_sync(0xffffffffu, (long long)v << 20, 9);
    o[t + 192] = (int)(w >> 13);
    d[t] = __shfl_xor_sync(0xffffffffu, (double)v, 1);
}
