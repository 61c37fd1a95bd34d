// SPDX-License-Identifier: Apache-2.0
// A first program: functions of bits and bytes, compared with the same on the host.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// CHECK: PASS
#include <cstdio>

struct Row {
    int popc, clz, ffs, perm, funnel;
    unsigned brev, mulhi, sad, bfe;
    long long mul64;
};

__global__ void bits(const unsigned *x, Row *r) {
    unsigned v = x[threadIdx.x], w = v * 2654435761u;
    Row &o = r[threadIdx.x];
    o.popc = __popc(v);
    o.clz = __clz(v);
    o.ffs = __ffs(v);
    o.perm = __byte_perm(v, w, 0x1604);
    o.funnel = __funnelshift_l(v, w, 7);
    o.brev = __brev(v);
    o.mulhi = __umulhi(v, w);
    o.sad = __usad(v, w, 5);
    asm("bfe.u32 %0, %1, 5, 9;" : "=r"(o.bfe) : "r"(v));
    o.mul64 = __mul64hi((long long)v << 31, (long long)w << 17);
}

int main() {
    const int n = 64;
    unsigned *x;
    Row *r;
    cudaMallocManaged(&x, n * sizeof *x);
    cudaMallocManaged(&r, n * sizeof *r);
    for (int i = 0; i < n; i++) x[i] = i < 33 ? (i ? 1u << (i - 1) : 0) : i * 0x9E3779B9u;
    bits<<<1, n>>>(x, r);
    if (cudaDeviceSynchronize()) return 1;
    bool ok = true;
    for (int i = 0; i < n; i++) {
        unsigned v = x[i], w = v * 2654435761u, brev = 0;
        for (int k = 0; k < 32; k++) brev |= (v >> k & 1) << (31 - k);
        unsigned perm = (w & 255) | (v & 255) << 8 | (w >> 16 & 255) << 16 | (v >> 8 & 255) << 24;
        ok = ok && r[i].popc == __builtin_popcount(v) && r[i].clz == (v ? __builtin_clz(v) : 32);
        ok = ok && r[i].ffs == __builtin_ffs(v) && r[i].brev == brev && (unsigned)r[i].perm == perm;
        ok = ok && (unsigned)r[i].funnel == (w << 7 | v >> 25);
        ok = ok && r[i].mulhi == (unsigned)((unsigned long long)v * w >> 32);
        ok = ok && r[i].sad == (v > w ? v - w : w - v) + 5 && r[i].bfe == (v >> 5 & 511);
        ok = ok && r[i].mul64 == (long long)((__int128)((long long)v << 31) * ((long long)w << 17) >> 64);
    }
    puts(ok ? "PASS" : "FAIL");
    return !ok;
}
