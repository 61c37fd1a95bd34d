// SPDX-License-Identifier: Apache-2.0
// Bit-fields of several types in one structure, read, written and incremented.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:52 buf:u32:128:zero
struct Bits { unsigned a : 3; int b : 7; unsigned c : 13; unsigned long long d : 40; bool e : 1; };
__global__ void k(const int *x, unsigned *o) {
    int t = threadIdx.x;
    Bits v = {};
    v.a = x[t];
    v.b = x[t] >> 3;
    v.c += x[t] >> 10;
    v.d = (unsigned long long)x[t] * 77777u;
    v.e = v.b < 0;
    v.a++;
    o[t] = v.a + v.b * 8 + v.c * 1024;
    o[t + 64] = (unsigned)(v.d >> 8) + v.e;
}
