// SPDX-License-Identifier: Apache-2.0
// a structure passed by value
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:128:iota bytes:0500000003000000000000000000f03f0102030405060708 buf:f64:128:zero
struct P { int a, b; double d; unsigned char c[8]; };
__global__ void k(const int *x, P p, double *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    p.b += i;
    o[i] = p.a * x[i] + p.b * p.d + p.c[i & 7];
}
