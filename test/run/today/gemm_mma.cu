// SPDX-License-Identifier: Apache-2.0
// A product of halves by mma.sync: cp.async in three stages, ldmatrix, swizzled shared memory.
// RUN: sh %S/../kernel.sh %s --min-sm=80 --grid=1,2 --block=64 buf:u32:2048:rand:1 buf:u32:4096:rand:2 buf:f32:4096:zero i32:64 i32:64
#include <cuda_fp16.h>
#include <cstdint>
constexpr int BM = 32, BN = 32, BK = 32, STAGES = 3;

__device__ __forceinline__ uint32_t shared_address(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }

__device__ __forceinline__ void copy16(void *to, const void *from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from) : "memory");
}

__device__ __forceinline__ void matrices(uint32_t (&r)[4], const void *p) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(shared_address(p)) : "memory");
}

__device__ __forceinline__ int swizzled(int row, int chunk) { return row * BK + ((chunk ^ (row >> 1 & 3)) << 3); }

// Any bits are given: exponents are made small in what was loaded.
__device__ __forceinline__ void tame(uint32_t (&r)[4]) {
#pragma unroll
    for (int i = 0; i < 4; i++) r[i] &= 0xb3ffb3ffu;
}

__global__ void gemm(const __half *__restrict__ a, const __half *__restrict__ b, float *__restrict__ c, int n, int k) {
    __shared__ __align__(16) __half as[STAGES][BM * BK], bs[STAGES][BN * BK];
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5, m0 = blockIdx.x * BM, n0 = blockIdx.y * BN;
    const int steps = k / BK;
    auto fetch = [&](int step) {
        if (step < steps) {
            const int s = step % STAGES;
#pragma unroll
            for (int i = 0; i < 2; i++) {
                const int id = t + i * 64, row = id / 4, chunk = id % 4;
                copy16(&as[s][swizzled(row, chunk)], a + (m0 + row) * k + step * BK + chunk * 8);
                copy16(&bs[s][swizzled(row, chunk)], b + (n0 + row) * k + step * BK + chunk * 8);
            }
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    float acc[4][4] = {};
    for (int s = 0; s < STAGES - 1; s++) fetch(s);
    for (int step = 0; step < steps; step++) {
        asm volatile("cp.async.wait_group 1;" ::: "memory");
        __syncthreads();
        fetch(step + STAGES - 1);
        const int s = step % STAGES;
#pragma unroll
        for (int kk = 0; kk < BK / 16; kk++) {
            uint32_t fa[4], fb[2][4];
            matrices(fa, &as[s][swizzled(warp * 16 + lane % 16, kk * 2 + lane / 16)]);
            tame(fa);
#pragma unroll
            for (int j = 0; j < 2; j++) {
                matrices(fb[j], &bs[s][swizzled(j * 16 + lane % 8 + lane / 16 * 8, kk * 2 + (lane / 8 & 1))]);
                tame(fb[j]);
            }
#pragma unroll
            for (int j = 0; j < 4; j++)
                asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                             : "+f"(acc[j][0]), "+f"(acc[j][1]), "+f"(acc[j][2]), "+f"(acc[j][3])
                             : "r"(fa[0]), "r"(fa[1]), "r"(fa[2]), "r"(fa[3]), "r"(fb[j / 2][j % 2 * 2]), "r"(fb[j / 2][j % 2 * 2 + 1]));
        }
    }
#pragma unroll
    for (int j = 0; j < 4; j++) {
        const int row = m0 + warp * 16 + lane / 4, column = n0 + j * 8 + lane % 4 * 2;
        *reinterpret_cast<float2 *>(&c[row * n + column]) = make_float2(acc[j][0], acc[j][1]);
        *reinterpret_cast<float2 *>(&c[(row + 8) * n + column]) = make_float2(acc[j][2], acc[j][3]);
    }
}
