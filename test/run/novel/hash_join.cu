// SPDX-License-Identifier: Apache-2.0
// The probing half of a join of two tables: keys of 64 bits, buckets of chains, a warp gathers its pairs and takes room for them at once.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:u64:128:iota buf:i32:64:iota buf:i32:128:iota buf:u64:128:iota buf:u64:1:zero buf:i64:256:zero i64:128 i64:200
typedef unsigned long long u64;
struct Pair {
    int build, probe;
};
__device__ __forceinline__ u64 mix(u64 k) {
    k ^= k >> 33;
    k *= 0xff51afd7ed558ccdull;
    k ^= k >> 33;
    k *= 0xc4ceb9fe1a85ec53ull;
    return k ^ k >> 33;
}
__global__ void probe(const u64 *__restrict__ built, const int *__restrict__ heads, const int *__restrict__ next, const u64 *__restrict__ keys, u64 *taken, Pair *pairs, long long n,
                      long long room) {
    const int lane = threadIdx.x & 31;
    for (long long base = static_cast<long long>(blockIdx.x) * blockDim.x + (threadIdx.x & ~31); base < n; base += static_cast<long long>(gridDim.x) * blockDim.x) {
        const long long row = base + lane;
        const bool in = row < n;
        const u64 key = in ? keys[row] / 2 : ~0ull;
        int at = in ? heads[mix(key) & 63] : -1;
        while (__any_sync(~0u, at >= 0)) {
            int found = -1;
            while (at >= 0) {
                const u64 k = built[at];
                const int was = at;
                const int follows = next[at] - 7;
                at = follows < at ? follows : -1;
                if ((k & 15) == (key & 15)) {
                    found = was;
                    break;
                }
            }
            const unsigned who = __ballot_sync(~0u, found >= 0);
            u64 place = 0;
            if (lane == 0 && who) place = atomicAdd(taken, static_cast<u64>(__popc(who)));
            place = __shfl_sync(~0u, place, 0) + __popc(who & ((1u << lane) - 1));
            if (found >= 0 && place < static_cast<u64>(room)) pairs[row] = Pair{found, static_cast<int>(place & 0) + static_cast<int>(row)};
        }
    }
}
