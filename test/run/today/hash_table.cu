// SPDX-License-Identifier: Apache-2.0
// A hash table with open addresses: keys are inserted by compare-and-swap, values added, and looked up. One warp, so that every key finds the same slot each time.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=32 buf:u32:256:rand:1 buf:u64:512:zero buf:u32:512:zero buf:u32:256:zero u32:512 i32:256
__device__ unsigned mixed(unsigned k) {
    k ^= k >> 16;
    k *= 0x85ebca6b;
    k ^= k >> 13;
    k *= 0xc2b2ae35;
    return k ^ k >> 16;
}

__global__ void table(const unsigned *keys, unsigned long long *slots, unsigned *values, unsigned *found, unsigned capacity, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const unsigned long long key = (keys[i] & 63) + 1;
        unsigned at = mixed((unsigned)key) & (capacity - 1);
        while (true) {
            const unsigned long long before = atomicCAS(&slots[at], 0ull, key);
            if (before == 0 || before == key) {
                atomicAdd(&values[at], (unsigned)i);
                break;
            }
            at = (at + 1) & (capacity - 1);
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        const unsigned key = (unsigned)i % 80 + 1;
        unsigned at = mixed(key) & (capacity - 1), value = 0;
        for (unsigned probe = 0; probe < capacity; probe++) {
            const unsigned long long there = slots[at];
            if (there == key) {
                value = values[at];
                break;
            }
            if (there == 0) break;
            at = (at + 1) & (capacity - 1);
        }
        found[i] = value;
    }
}
