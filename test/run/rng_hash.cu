// SPDX-License-Identifier: Apache-2.0
// A 64-bit hash, as a random number generator.
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:u64:256:iota buf:u64:256:zero
__device__ unsigned long long splitmix(unsigned long long &s) {
    unsigned long long z = (s += 0x9e3779b97f4a7c15ull);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}
__global__ void k(const unsigned long long *a, unsigned long long *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long s = a[i], r = 0;
    for (int j = 0; j < 10; j++) r ^= splitmix(s) >> j;
    o[i] = r;
}
