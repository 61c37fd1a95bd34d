// SPDX-License-Identifier: Apache-2.0
// Unions whose members have padding in different places: initialisers, copies, arguments, results
// RUN: sh %S/kernel.sh %s --grid=1 --block=4 buf:i32:64:rand:7 buf:i32:256:zero
struct Holes { short f0; signed char f2; long f5; };
union U { int f0; Holes f2; };
union V { char c; Holes s; };
struct W { int k; U u; char t; };
union P { const int *p; struct { int lo, hi; } w; char c[16]; };
union Small { char c[3]; unsigned char u[2]; };
union Alone { float f; unsigned u; };
union alignas(32) Wide { float4 v[2]; double d[4]; char c; };
__device__ int target = 77;
__device__ U g = {0x2BCE6465};
__device__ V h[2] = {{'a'}, {'b'}};
__device__ W w = {1, {0x77665544}, 3};
__device__ P ptr = {&target};
__device__ P words[2] = {{}, {&target}};
__device__ Small small[2] = {{{1, 2, 3}}, {{4, 5, 6}}};
__device__ Alone alone = {1.5f};
__device__ Wide wide = {{{1, 2, 3, 4}, {5, 6, 7, 8}}};
__constant__ U cu = {-2};
__device__ __noinline__ U pass(U a, int x) {
    U r = a;
    if (x & 1) r.f0 = ~a.f0;
    if (x & 2) r.f2.f2 = (signed char)x;
    return r;
}
__device__ __noinline__ W wrap(W a, U b) {
    a.u = b;
    return a;
}
__global__ void k(const int *x, int *o) {
    int t = threadIdx.x;
    U u = {x[t]}, v;
    v = pass(u, t);
    W r = wrap(w, v);
    o[t] = g.f0 + h[1].c + w.u.f0 + w.t + w.k;
    o[t + 4] = *ptr.p + *words[1].p + (words[0].p == nullptr);
    o[t + 8] = small[t & 1].c[2] * 256 + small[t & 1].u[1];
    o[t + 12] = alone.u;
    o[t + 16] = (int)(wide.v[1].z + wide.v[0].y) + (int)(wide.d[0] != 0);
    o[t + 20] = v.f0;
    o[t + 24] = r.u.f0 + r.k + r.t;
    o[t + 28] = cu.f0 + cu.f2.f0 + cu.f2.f2;
    Alone al[3] = {{1.0f}, {2.0f}, {(float)t}};
    o[t + 32] = al[t % 3].u ^ al[(t + 1) % 3].u;
    P l = {&x[t]};
    o[t + 36] = *l.p;
    l.w.lo = t;
    o[t + 40] = l.c[0] + l.w.lo;
    o[t + 44] = sizeof(U) + sizeof(P) * 100 + sizeof(Small) * 10000 + sizeof(Wide) * 100000;
}
