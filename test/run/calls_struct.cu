// SPDX-License-Identifier: Apache-2.0
// structures as arguments and results of real calls
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:39 buf:i32:64:zero
struct Pair { int a; float b; };
struct Wide { long long v[4]; };
__device__ __noinline__ Pair swap(Pair p) { Pair r = {(int)p.b, (float)p.a}; return r; }
__device__ __noinline__ Wide widen(Pair p, char c, short s, double d) {
    Wide w = {{p.a, (long long)p.b, c + s, (long long)d}};
    return w;
}
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    Pair p = {a[t] & 0xfff, (float)t};
    p = swap(p);
    Wide w = widen(p, (char)t, (short)-t, t * 1.5);
    o[t] = (int)(w.v[0] + w.v[1] * 3 + w.v[2] * 5 + w.v[3] * 7);
}
