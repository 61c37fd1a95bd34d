// SPDX-License-Identifier: Apache-2.0
// Keccak-f[1600] of a message a thread: 25 lanes of 64 bits in registers, rounds in a loop, constants in constant memory.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:u64:1088:rand:1 buf:u64:256:zero i32:64
__constant__ unsigned long long ROUND[24] = {
    0x0000000000000001, 0x0000000000008082, 0x800000000000808a, 0x8000000080008000, 0x000000000000808b, 0x0000000080000001, 0x8000000080008081, 0x8000000000008009,
    0x000000000000008a, 0x0000000000000088, 0x0000000080008009, 0x000000008000000a, 0x000000008000808b, 0x800000000000008b, 0x8000000000008089, 0x8000000000008003,
    0x8000000000008002, 0x8000000000000080, 0x000000000000800a, 0x800000008000000a, 0x8000000080008081, 0x8000000000008080, 0x0000000080000001, 0x8000000080008008};
typedef unsigned long long u64;
__device__ __forceinline__ u64 turn(u64 x, int n) { return x << n | x >> (64 - n); }
__device__ void permute(u64 *s) {
    const int lane[24] = {10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1};
    const int by[24] = {1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44};
    for (int round = 0; round < 24; round++) {
        u64 c[5];
#pragma unroll
        for (int i = 0; i < 5; i++) c[i] = s[i] ^ s[i + 5] ^ s[i + 10] ^ s[i + 15] ^ s[i + 20];
#pragma unroll
        for (int i = 0; i < 5; i++) {
            const u64 d = c[(i + 4) % 5] ^ turn(c[(i + 1) % 5], 1);
#pragma unroll
            for (int j = 0; j < 25; j += 5) s[j + i] ^= d;
        }
        u64 last = s[1];
#pragma unroll
        for (int i = 0; i < 24; i++) {
            const u64 next = s[lane[i]];
            s[lane[i]] = turn(last, by[i]);
            last = next;
        }
#pragma unroll
        for (int j = 0; j < 25; j += 5) {
            u64 row[5];
#pragma unroll
            for (int i = 0; i < 5; i++) row[i] = s[j + i];
#pragma unroll
            for (int i = 0; i < 5; i++) s[j + i] = row[i] ^ (~row[(i + 1) % 5] & row[(i + 2) % 5]);
        }
        s[0] ^= ROUND[round];
    }
}
__global__ void sha3_256(const u64 *__restrict__ messages, u64 *__restrict__ digests, int n) {
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    u64 s[25] = {};
    for (int i = 0; i < 17; i++) s[i] ^= messages[t * 17 + i];
    permute(s);
    s[0] ^= 6;
    s[16] ^= 1ull << 63;
    permute(s);
    for (int i = 0; i < 4; i++) digests[t * 4 + i] = s[i];
}
