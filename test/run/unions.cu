// SPDX-License-Identifier: Apache-2.0
// unions and anonymous members
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:f32:64:rand:53 buf:u32:64:zero
union U { float f; unsigned u; unsigned char b[4]; struct { short lo, hi; }; };
__global__ void k(const float *a, unsigned *o) {
    int t = threadIdx.x;
    U u;
    u.f = a[t];
    u.b[1] ^= 0x55;
    u.lo += 3;
    o[t] = u.u + (unsigned)u.hi;
}
