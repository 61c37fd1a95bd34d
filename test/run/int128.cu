// SPDX-License-Identifier: Apache-2.0
// 128-bit integers: all operators.
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:u64:128:rand:8 buf:u64:128:rand:9 buf:u64:256:zero
__global__ void k(const unsigned long long *a, const unsigned long long *b, unsigned long long *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned __int128 x = ((unsigned __int128)a[i] << 64) | b[i];
    unsigned __int128 y = (unsigned __int128)b[i] * a[i] + 12345;
    __int128 z = (__int128)(x ^ y) - (__int128)y;
    z = z << (a[i] & 63);
    z >>= 7;
    unsigned __int128 q = x / (b[i] | 1), m = x % (b[i] | 1);
    x = (unsigned __int128)z + q * 3 + m;
    o[2 * i] = (unsigned long long)x + (z < 0) + (y > x);
    o[2 * i + 1] = (unsigned long long)(x >> 64);
}
