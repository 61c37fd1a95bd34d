// SPDX-License-Identifier: Apache-2.0
// Atomic operations in native code: on a place of each thread's own, whose old values count, and on
// places that threads share, where the sum does not depend on their order; in global and shared
// memory, under a condition, at one address for all (sums as one number), in steps, and anywhere.
// RUN: sh %S/both.sh %s --grid=3 --block=64 buf:u32:4096:rand:5 buf:u64:2048:rand:7 buf:f32:512:zero
// CHECK: arg 0: 4096 x u32 fnv1a64
// CHECK: status 0
// CHECK-NEXT: {{functions in native code: 1;|without a processor}}
typedef unsigned u32;
typedef unsigned long long u64;
__device__ u32 own(u32 *at, u32 x) {
    u32 old = atomicAdd(at, x);
    old = old * 31 + atomicMin((int *)at, (int)x - 5);
    old = old * 31 + atomicMax(at, x >> 3);
    old = old * 31 + atomicAnd(at, x | 0xff00ff);
    old = old * 31 + atomicOr(at, x & 0x1010101);
    old = old * 31 + atomicXor(at, x);
    old = old * 31 + atomicInc(at, x);
    old = old * 31 + atomicDec(at, x >> 1);
    return old * 31 + atomicSub(at, 3);
}
__device__ u64 own(u64 *at, u64 x) {
    u64 old = atomicAdd(at, x);
    old = old * 31 + atomicMin((long long *)at, (long long)x - 5);
    old = old * 31 + atomicMax(at, x >> 3);
    old = old * 31 + atomicAnd(at, x | 0xff00ff);
    return old * 31 + atomicXor(at, x);
}
extern "C" __global__ void k(u32 *words, u64 *longs, float *sums) {
    __shared__ u32 shared[64];
    __shared__ float part[4];
    __shared__ double wide[2];
    u32 t = threadIdx.x, g = blockIdx.x * 64 + t, x = words[g + 1024];
    shared[t] = x;
    if (t < 4) part[t] = 0;
    if (t < 2) wide[t] = 0;
    __syncthreads();
    u32 mine = own(&shared[t], x * 7) + own(&words[g * 3], x);
    u64 far = own(&longs[(g * 5) % 1024], longs[1024 + g]);
    atomicAdd(&part[t & 3], (float)(t & 15) * 0.5f);
    atomicAdd(&wide[x & 1], 0.25);
    if (x & 2) {
        atomicAdd(&words[2000 + x % 16], x);
        atomicMax((int *)&words[2100], (int)x);
        atomicAdd(&sums[t % 7], 1.0f);
    }
    atomicAdd(&longs[2040], (u64)g << 20);
    atomicInc(&words[2200], 50);
    __shared__ u32 block_sum;
    block_sum = 7;
    __syncthreads();
    atomicAdd(&words[2300], x); // all lanes' sum, as one number
    atomicAdd(&block_sum, x ^ t);
    if (x & 4) {
        atomicAdd(&words[2301], t);
        atomicAdd(&words[2302], 3u);
        atomicSub(&block_sum, x);
    }
    __syncthreads();
    words[2400 + g] = mine + block_sum + shared[63 - t] + (u32)far + (u32)(far >> 32);
    sums[64 + g] = part[t & 3] + (float)wide[t & 1];
}
