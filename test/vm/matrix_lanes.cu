// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp wait for each other at matrix instructions (.sync.aligned), however long one was on its way; where
// some cannot come it is an error.
// RUN: for s in 0 1 2 3; do cuprum run %s -arch=sm_90a --kernel=late --block=128 --seed=$s --print=1 i32:5000 buf:i32:1:zero; done
// CHECK-COUNT-4: arg 1: 128
// RUN[GONE]: cuprum run %s -arch=sm_90a --kernel=some --block=64 i32:0 buf:f32:64:zero
// EXIT[GONE]: 1
// GONE: matrix instruction executed by some threads of the warp only
// RUN[HALF]: cuprum run %s -arch=sm_90a --kernel=some --block=48 i32:1 buf:f32:64:zero
// EXIT[HALF]: 1
// HALF: matrix instruction executed by some threads of the warp only (mask 0000ffff)
// RUN[BAR]: cuprum run %s -arch=sm_90a --kernel=some --block=64 i32:2 buf:f32:64:zero
// EXIT[BAR]: 1
// BAR: deadlock: thread waits at a {{barrier|matrix instruction of its warp}} that other threads never reach
// RUN[SYNC]: cuprum run %s -arch=sm_90a --kernel=some --check=sync --block=32 i32:3 buf:f32:64:zero
// EXIT[SYNC]: 1
// SYNC: sync: deadlock: lanes {{ffff0000 of warp 0 wait for lanes 0000ffff|0000ffff of warp 0 wait for lanes ffff0000}}
typedef unsigned u32;
__device__ void mma(float *d) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%4,%4,%4}, {%4,%4}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(0x3c003c00));
}
__device__ void wgmma(float *d, u32 b) { // A is 1; eight columns of 16
    asm volatile("wgmma.fence.sync.aligned;\n\t"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, {%5,%5,%5,%5}, %4, 1, 1, 1, 0;\n\t"
                 "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"((unsigned long long)(b >> 4) | 8ull << 16), "r"(0x3c003c00) : "memory");
}
__device__ u32 load(u32 a) {
    u32 v;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(v) : "r"(a) : "memory");
    return v;
}
__device__ u32 work(int n, volatile u32 *p) {
    u32 x = 0;
    for (int i = 0; i < n; i++) x = x * 1664525u + p[i & 1];
    return x;
}
extern "C" __global__ void late(int n, u32 *count) {
    __shared__ __align__(128) u32 tile[64];
    u32 t = threadIdx.x, a = (u32)__cvta_generic_to_shared(tile), lane = t % 32, sum = 0;
    if (t < 64) tile[t] = 0x3c003c00;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    float d[4] = {0, 0, 0, 0};
    if (lane == t / 32) sum += work(n, tile) ? 0 : 1;
    mma(d);
    if (lane >= 30) sum += work(n, tile) ? 0 : 1;
    u32 v = load(a + lane % 8 * 16);
    if (lane == 3) sum += work(2 * n, tile) ? 0 : 1;
    wgmma(d, a);
    if (d[0] == 32 && d[1] == 32 && d[2] == 32 && d[3] == 32 && v == 0x3c003c00 && !sum) atomicAdd(count, 1);
}
extern "C" __global__ void some(int mistake, float *out) {
    float d[4] = {0, 0, 0, 0};
    u32 lane = threadIdx.x % 32;
    if (mistake == 0 && lane == 9) return;
    if (mistake == 2 && lane == 9) __syncthreads();
    if (mistake == 3 && lane < 16) {
        mma(d);
        d[1] = 3;
    } else {
        mma(d);
    }
    out[threadIdx.x] = d[0] + d[1];
}
