// SPDX-License-Identifier: Apache-2.0
// Shuffles, votes and reductions among the lanes of a branch, which are all that their members name: by a mask that lanes
// found by themselves, and by a constant; sums that one lane makes for all of its branch; in a loop that lanes leave; and where others
// are named that are in another branch.
// RUN: sh %S/both.sh %s --grid=4 --block=64 buf:u32:512:rand:11 buf:u32:1024:zero
// CHECK: arg 0: 512 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
__device__ unsigned place(unsigned *counter) {
    unsigned active = __activemask(), lane = threadIdx.x % 32, base = 0;
    unsigned before = __popc(active & ((1u << lane) - 1));
    if (before == 0) base = atomicAdd(counter, __popc(active));
    return __shfl_sync(active, base, __ffs(active) - 1) + before;
}
extern "C" __global__ void k(unsigned *words, unsigned *out) {
    __shared__ unsigned counters[2];
    unsigned t = threadIdx.x, at = blockIdx.x * 64 + t, x = words[at], sum = 0, lane = t % 32;
    unsigned *counter = &counters[t / 32];
    unsigned all = __activemask();
    if (lane == 0) *counter = 0;
    __syncwarp();
    if (x & 1) sum = place(counter) * 3;
    __syncwarp();
    if (x & 6) sum += place(counter) * 5 + 1;
    if (lane % 2 == 0) {
        unsigned both = __ballot_sync(0x55555555, x & 8);
        sum += both + __any_sync(0x55555555, x & 16) * 7 + __shfl_xor_sync(0x55555555, x, 2);
        __syncwarp(0x55555555);
    } else {
        sum += __shfl_up_sync(0xaaaaaaaa, x, 4) + __all_sync(0xaaaaaaaa, x > 5);
    }
    for (unsigned i = 0; i < (x & 7); i++) {
        unsigned here = __activemask();
        sum += __ballot_sync(here, x >> i & 1) ^ here;
        if (i == 3 && x & 32) break;
    }
    __syncwarp();
    // Members of both sides of a branch wait for each other.
    if (x & 128)
        sum += __ballot_sync(all, x & 64);
    else
        sum += __ballot_sync(all, x & 256) * 3;
    __syncwarp();
    out[at] = sum;
    out[512 + at] = __reduce_add_sync(0xffffffff, sum) + __reduce_max_sync(0xffffffff, x);
}
