// SPDX-License-Identifier: Apache-2.0
// A wgmma to which not all four warps of a warpgroup come ends with an error, in every order of the warps.
// RUN[GONE]: for s in 0 1 2 3 4; do cuprum run %s -arch=sm_90a --block=160 --seed=$s --max-instructions=100000 i32:0 buf:f32:640:zero; done
// EXIT[GONE]: 1
// GONE-COUNT-5: deadlock: warp 3 of the warpgroup, which wgmma waits for, has exited
// RUN[FEW]: cuprum run %s -arch=sm_90a --block=96 i32:1 buf:f32:640:zero
// EXIT[FEW]: 1
// FEW: deadlock: warp 3 of the warpgroup, which wgmma waits for, does not exist
// RUN[BAR]: for s in 0 1 2 3 4; do cuprum run %s -arch=sm_90a --block=160 --seed=$s --max-instructions=100000 i32:2 buf:f32:640:zero; done
// EXIT[BAR]: 1
// BAR-COUNT-5: deadlock: thread waits at a {{barrier|wgmma.mma_async of its warpgroup}} that other threads never reach
// RUN[SYNC]: cuprum run %s -arch=sm_90a --block=128 --check=sync i32:2 buf:f32:640:zero
// EXIT[SYNC]: 1
// SYNC: sync: deadlock: lanes ffffffff of warp 0 wait for the other warps of their warpgroup
// RUN[OTHER]: for s in 0 1 2 3 4; do cuprum run %s -arch=sm_90a --block=128 --seed=$s i32:3 buf:f32:640:zero; done
// EXIT[OTHER]: 1
// OTHER-COUNT-5: the warps of a warpgroup execute different wgmma instructions: warp {{\d}} waits at PTX line
// RUN[OK]: for s in 0 1 2 3 4; do cuprum run %s -arch=sm_90a --block=128 --seed=$s i32:4 buf:f32:640:zero || echo wrong; done
// OK-NOT: {{.}}
typedef unsigned u32;
__device__ void multiply(float *d) {
    asm volatile("wgmma.fence.sync.aligned;\n\t"
                 "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0,%1,%2,%3}, {%5,%5,%5,%5}, %4, 0, 1, 1, 0;\n\t"
                 "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "l"(64ull | 8ull << 16), "r"(0) : "memory");
}
extern "C" __global__ void k(int mistake, float *out) {
    __shared__ __align__(128) char b[512];
    float d[4] = {1, 2, 3, 4};
    u32 warp = threadIdx.x / 32;
    b[threadIdx.x] = b[threadIdx.x + 160] = 0;
    asm volatile("fence.proxy.async;" ::: "memory");
    __syncthreads();
    if (mistake == 0 && warp == 3) return;
    if (mistake == 2 && warp == 3) __syncthreads();
    if (mistake == 3 && warp == 3) {
        multiply(d); // not the instruction of the other warps
        d[1] = 5;
    } else if (warp < 4) {
        multiply(d);
    } else if (mistake == 0) {
        while (!((volatile char *)b)[0]); // somebody else goes on for ever
    }
    __syncthreads();
    out[threadIdx.x] = d[0] + d[1];
}
