// SPDX-License-Identifier: Apache-2.0
// bit-counting and permuting intrinsics
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:u32:256:rand:20 buf:u64:256:rand:21 buf:u32:256:zero
__global__ void k(const unsigned *a, const unsigned long long *b, unsigned *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[i];
    unsigned long long y = b[i] >> (x & 31);
    o[i] = __clz(x >> (x & 15)) + __popc(x) * 64 + __ffs(x & 0xfff0) * 4096 + __clzll(y) + __popcll(y) + __ffsll(y) +
           (__brev(x) & 0xffff) + (unsigned)__brevll(y) + __byte_perm(x, (unsigned)y, 0x5410) + __umulhi(x, (unsigned)y);
}
