// SPDX-License-Identifier: Apache-2.0
// Members of packed structures, which lie at odd addresses.
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:u8:512:rand:51 buf:u32:32:zero
struct __attribute__((packed)) Pk { char c; int i; short s; };
__global__ void k(const unsigned char *a, unsigned *o) {
    const Pk *p = (const Pk *)a;
    int t = threadIdx.x;
    o[t] = (unsigned)(p[t].i + p[t].s * 3 + p[t].c);
}
