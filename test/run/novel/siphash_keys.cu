// SPDX-License-Identifier: Apache-2.0
// SipHash-2-4 of words of different lengths: 64-bit additions, rotations and exclusive ors, the rest of a word byte by byte.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:u8:4096:rand:1 buf:i32:129:iota buf:u64:128:zero u64:506097522914230528 u64:1084818905618843912 i32:128 i32:29
typedef unsigned long long u64;
struct State {
    u64 v0, v1, v2, v3;
    __device__ static u64 rotl(u64 x, int b) { return (x << b) | (x >> (64 - b)); }
    __device__ void round() {
        v0 += v1;
        v1 = rotl(v1, 13) ^ v0;
        v0 = rotl(v0, 32);
        v2 += v3;
        v3 = rotl(v3, 16) ^ v2;
        v0 += v3;
        v3 = rotl(v3, 21) ^ v0;
        v2 += v1;
        v1 = rotl(v1, 17) ^ v2;
        v2 = rotl(v2, 32);
    }
};
__global__ void siphash(const unsigned char *__restrict__ text, const int *__restrict__ starts, u64 *__restrict__ hashes, u64 k0, u64 k1, int n, int each) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const unsigned char *p = text + starts[i] * each;
    const int length = (starts[i + 1] - starts[i]) * each - (i & 7);
    State s{k0 ^ 0x736f6d6570736575ull, k1 ^ 0x646f72616e646f6dull, k0 ^ 0x6c7967656e657261ull, k1 ^ 0x7465646279746573ull};
    int at = 0;
    for (; at + 8 <= length; at += 8) {
        u64 m = 0;
        for (int b = 0; b < 8; b++) m |= static_cast<u64>(p[at + b]) << (8 * b);
        s.v3 ^= m;
        s.round();
        s.round();
        s.v0 ^= m;
    }
    u64 last = static_cast<u64>(length) << 56;
    for (int b = 0; at + b < length; b++) last |= static_cast<u64>(p[at + b]) << (8 * b);
    s.v3 ^= last;
    s.round();
    s.round();
    s.v0 ^= last;
    s.v2 ^= 0xff;
    for (int r = 0; r < 4; r++) s.round();
    hashes[i] = s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
