// SPDX-License-Identifier: Apache-2.0
// Blocks that native code ends follow one another in one block's memory, and find nothing of the one before: shared memory has its
// pattern again (static and dynamic), numbers are their own in three dimensions, blocks that print, that part at a lock or that leave native code
// stand among them; a fault in the middle is that block's.
// RUN: sh %S/both.sh %s --kernel=k --grid=17,5,3 --block=48 --shared=256 buf:u32:255:zero buf:u32:1:zero
// CHECK: block 100 prints
// CHECK: block 250 prints
// CHECK: arg 0: 255 x u32 fnv1a64 db3b7b660c75f806
// CHECK: status 0
// CHECK: {{functions in native code: [1-9]|without a processor}}
// RUN[A]: sh %S/both.sh %s --kernel=fails --grid=200 --block=32 buf:u32:150:zero
// A: block (150,0,0){{.*}}out of bounds
// A: status {{[1-9]}}
// RUN[B]: sh %S/both.sh %s --kernel=waits --grid=40 --block=32 buf:u32:41:zero
// B: arg 0: 41 x u32 fnv1a64 1744488a3296be58
// B: status 0
// RUN[C]: sh %S/both.sh %s --kernel=ends_at_barrier --grid=40 --block=64 buf:u32:2560:zero
// C: status 0
// C: {{functions in native code: [1-9]|without a processor}}
#include <stdio.h>
extern "C" __global__ void k(unsigned *out, unsigned *lock) {
    __shared__ unsigned tile[64];
    extern __shared__ unsigned more[];
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z), t = threadIdx.x;
    unsigned before = tile[t] * 3 + more[t]; // what has no value is the same pattern for every block
    tile[t] = more[t] = block + t;
    __syncthreads();
    unsigned sum = before + tile[47 - t] + more[(t * 5) % 48] + blockIdx.z * 7;
    if (block % 50 == 0 && block && t == 0) printf("block %u prints\n", block);
    if (block % 9 == 4) {
        while (atomicCAS(lock, 0u, t + 1) != 0) {}
        sum += 1;
        atomicExch(lock, 0u);
    }
    atomicAdd(&out[block], sum);
}
extern "C" __global__ void fails(unsigned *out) { // block 150 is beyond the end
    if (threadIdx.x == 0) out[blockIdx.x] = blockIdx.x;
}
// Each block waits for the one before.
extern "C" __global__ void waits(unsigned *done) {
    if (threadIdx.x == 0) {
        while (blockIdx.x && atomicAdd(&done[blockIdx.x - 1], 0u) == 0) {}
        done[blockIdx.x] = blockIdx.x + 1 + (blockIdx.x ? done[blockIdx.x - 1] : 0);
        __threadfence();
    }
}
// Nothing lives over the barrier.
extern "C" __global__ void ends_at_barrier(unsigned *out) {
    unsigned at = blockIdx.x * 64 + threadIdx.x;
    out[at] = at * 3 + 1;
    __syncthreads();
}
