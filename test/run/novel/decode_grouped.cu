// SPDX-License-Identifier: Apache-2.0
// Decoding with grouped queries: four query heads share a key head, pages of halves come by cp.async in two stages, a part of the sequence a block.
// RUN: sh %S/../kernel.sh %s --min-sm=80 --grid=2,2,2 --block=128 buf:u32:512:rand:1 buf:u32:16384:rand:2 buf:u32:16384:rand:3 buf:i32:16:rand:4 buf:f32:2048:zero buf:f32:64:zero i32:61 i32:8
#include <cuda_fp16.h>
constexpr int DIM = 64, GROUP = 4, PAGE = 16;
struct Partial {
    float top, sum;
};
__device__ __forceinline__ void copy16(void *to, const void *from, bool valid) {
    const unsigned shared = static_cast<unsigned>(__cvta_generic_to_shared(to));
    const int bytes = valid ? 16 : 0;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(shared), "l"(from), "r"(bytes) : "memory");
}
__device__ __forceinline__ __half2 small(unsigned bits) {  // random bits as numbers from 1 to 2, less 1.5
    bits = bits & 0x03ff03ff | 0x3c003c00;
    __half2 h = *reinterpret_cast<__half2 *>(&bits);
    return __hsub2(h, __half2half2(__float2half(1.5f)));
}
__global__ void __launch_bounds__(128) decode(const unsigned *__restrict__ q, const unsigned *__restrict__ keys, const unsigned *__restrict__ values, const int *__restrict__ table,
                                              float *__restrict__ out, Partial *__restrict__ parts, int length, int pages) {
    __shared__ __align__(16) unsigned k_tile[2][PAGE][DIM / 2], v_tile[2][PAGE][DIM / 2];
    __shared__ float score[GROUP][PAGE];
    const int kv_head = blockIdx.x, split = blockIdx.y, splits = gridDim.y, seq = blockIdx.z, heads = gridDim.x;
    const int t = threadIdx.x, warp = t / 32, lane = t % 32;
    const int all = (length + PAGE - 1) / PAGE, each = (all + splits - 1) / splits;
    const int first = split * each, last = min(all, first + each);
    const __half2 mine = small(q[((seq * heads + kv_head) * GROUP + warp) * (DIM / 2) + lane]);
    const float2 query = __half22float2(mine);
    auto load = [&](int page, int stage) {
        const size_t physical = static_cast<unsigned>(table[seq * pages + page]) % 8u;
        const size_t base = (physical * heads + kv_head) * PAGE * (DIM / 2);
        for (int i = t; i < PAGE * DIM / 8; i += blockDim.x) {
            const int row = i / (DIM / 8), column = i % (DIM / 8) * 4;
            const bool valid = page * PAGE + row < length;
            copy16(&k_tile[stage][row][column], keys + base + row * (DIM / 2) + column, valid);
            copy16(&v_tile[stage][row][column], values + base + row * (DIM / 2) + column, valid);
        }
        asm volatile("cp.async.commit_group;" ::: "memory");
    };
    float top = -INFINITY, sum = 0;
    float2 acc = make_float2(0.f, 0.f);
    if (first < last) load(first, 0);
    for (int page = first; page < last; page++) {
        const int stage = (page - first) & 1;
        if (page + 1 < last) {
            load(page + 1, stage ^ 1);
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        } else {
            asm volatile("cp.async.wait_group 0;" ::: "memory");
        }
        __syncthreads();
        for (int i = 0; i < PAGE; i++) {
            const float2 k = __half22float2(small(k_tile[stage][i][lane]));
            float dot = query.x * k.x + query.y * k.y;
#pragma unroll
            for (int mask = 16; mask > 0; mask >>= 1) dot += __shfl_xor_sync(~0u, dot, mask);
            if (lane == i) score[warp][i] = page * PAGE + i < length ? dot * 0.125f : -INFINITY;
        }
        __syncwarp();
        float page_top = lane < PAGE ? score[warp][lane] : -INFINITY;
#pragma unroll
        for (int mask = 8; mask > 0; mask >>= 1) page_top = fmaxf(page_top, __shfl_xor_sync(~0u, page_top, mask, 16));
        page_top = __shfl_sync(~0u, page_top, 0);
        const float now = fmaxf(top, page_top), scale = __expf(top - now);
        sum *= scale;
        acc.x *= scale;
        acc.y *= scale;
        for (int i = 0; i < PAGE; i++) {
            const float p = __expf(score[warp][i] - now);
            const float2 v = __half22float2(small(v_tile[stage][i][lane]));
            sum += p;
            acc.x += p * v.x;
            acc.y += p * v.y;
        }
        top = now;
        __syncthreads();
    }
    const int head = (seq * heads + kv_head) * GROUP + warp;
    float2 *to = reinterpret_cast<float2 *>(out + (static_cast<size_t>(head) * splits + split) * DIM);
    to[lane] = acc;
    if (lane == 0) parts[head * splits + split] = Partial{top, sum};
}
