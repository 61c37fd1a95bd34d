// SPDX-License-Identifier: Apache-2.0
// Keys are put into buckets of four by compare-and-swap, and found again: two hashes, 64-bit pairs, one thread a key.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=32 buf:i32:64:iota buf:i64:256:zero buf:i32:64:zero i32:64 i32:64
typedef unsigned long long u64;

__device__ unsigned mixed(unsigned x, unsigned seed) {
    x ^= seed;
    x ^= x >> 16;
    x *= 0x85ebca6b;
    x ^= x >> 13;
    x *= 0xc2b2ae35;
    x ^= x >> 16;
    return x;
}

__device__ bool put(u64 *table, unsigned buckets, unsigned key, unsigned value) {
    const u64 pair = (u64)value << 32 | (key + 1);
    for (int h = 0; h < 2; h++) {
        u64 *bucket = table + (mixed(key, h ? 0x9e3779b9 : 0x7f4a7c15) % buckets) * 4;
        for (int i = 0; i < 4; i++)
            if (atomicCAS(bucket + i, 0ull, pair) == 0) return true;
    }
    return false;
}

__device__ int find(const u64 *table, unsigned buckets, unsigned key) {
    for (int h = 0; h < 2; h++) {
        const u64 *bucket = table + (mixed(key, h ? 0x9e3779b9 : 0x7f4a7c15) % buckets) * 4;
        for (int i = 0; i < 4; i++) {
            const u64 pair = bucket[i];
            if ((unsigned)pair == key + 1) return (int)(pair >> 32);
        }
    }
    return -1;
}

__global__ void cuckoo(const int *keys, u64 *table, int *out, int n, int buckets) {
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i += 2) put(table, buckets, keys[i], i * 3);
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = find(table, buckets, keys[i]);
}
