// SPDX-License-Identifier: Apache-2.0
// What cooperative groups are made of: ranks, lanes, the grid's barrier, barriers of several warps, shuffles of any
// type. A part of cooperative_groups.h.
#ifndef CUPRUM_COOPERATIVE_GROUPS_BASE_H
#define CUPRUM_COOPERATIVE_GROUPS_BASE_H

#include <cuda/std/type_traits>

namespace cooperative_groups {

class coalesced_group;

namespace __cuprum {

template <class T> using plain = cuda::std::remove_cv_t<cuda::std::remove_reference_t<T>>;

__device__ inline unsigned int num_threads() {
    return blockDim.x * blockDim.y * blockDim.z;
}
__device__ inline unsigned int thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
__device__ inline unsigned int lane() {
    return __lane_id();
}
__device__ inline unsigned int lanes_below() {
    return __cuprum_lanemask_lt();
}

// The bits of `lanes` at the places of `mask`, moved together.
__device__ inline unsigned int pack_lanes(unsigned int lanes, unsigned int mask) {
    if (mask == ~0u) return lanes;
    unsigned int packed = 0;
    for (unsigned int i = 0; mask; i++, mask &= mask - 1) {
        if (lanes & mask & (0u - mask)) packed |= 1u << i;
    }
    return packed;
}

// A value of any type, word by word.
template <class T, class F> __device__ inline T shuffle(const T &v, F each) {
    enum { N = (sizeof(T) + 3) / 4 };
    unsigned int word[N] = {};
    __builtin_memcpy(word, &v, sizeof(T));
#pragma unroll
    for (int i = 0; i < N; i++) word[i] = each(word[i]);
    T r;
    __builtin_memcpy(&r, word, sizeof(T));
    return r;
}

// ---- the barrier of a grid: the driver's memory, at the address in two special registers ---------
// Each block adds one, the first block what brings the sum of all to the top bit, so that the bit changes when the last
// block has come, whatever the number held before.
__device__ inline unsigned int *grid_barrier() {
    unsigned int high, low;
    asm("mov.u32 %0, %%envreg1;" : "=r"(high));
    asm("mov.u32 %0, %%envreg2;" : "=r"(low));
    unsigned int *workspace = (unsigned int *)((unsigned long long)high << 32 | low);
    return workspace ? workspace + 1 : nullptr; // behind its size
}
__device__ inline bool is_first_thread() {
    return (threadIdx.x | threadIdx.y | threadIdx.z) == 0;
}
__device__ inline unsigned int grid_arrive(unsigned int *barrier) {
    unsigned int before = 0;
    __syncthreads();
    if (is_first_thread()) {
        bool first_block = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
        unsigned int blocks = gridDim.x * gridDim.y * gridDim.z;
        unsigned int part = first_block ? 0x80000000u - (blocks - 1) : 1u;
        asm volatile("atom.add.release.gpu.u32 %0, [%1], %2;"
                     : "=r"(before)
                     : "l"(barrier), "r"(part)
                     : "memory");
    }
    return before;
}
__device__ inline void grid_wait(unsigned int *barrier, unsigned int before) {
    if (is_first_thread()) {
        unsigned int now;
        do {
            asm volatile("ld.acquire.gpu.u32 %0, [%1];" : "=r"(now) : "l"(barrier) : "memory");
        } while (!((now ^ before) >> 31));
    }
    __syncthreads();
}

// ---- several warps ------------------------------------------------------------------------------
// What they exchange values by: a barrier for each tile of 64, 128, ... threads of a block of 1024, and room for a value
// of each warp. A barrier counts warps in its low half; the last one to come turns the phase in the high half.
struct Scratch {
    enum { ROOM = 32, BARRIERS = 32 };
    unsigned int barrier[BARRIERS];
    unsigned char value[32][ROOM];
};
// The barriers of tiles of `size` threads begin here: 16 of 64, 8 of 128, 4, 2 and 1.
__device__ constexpr unsigned int first_barrier(unsigned int size) {
    return 32 - 2048 / size;
}
__device__ inline Scratch *kernel_scratch() {
    __shared__ Scratch scratch;
    return &scratch;
}
__device__ inline void init_barriers(Scratch *s) {
    __syncthreads();
    for (unsigned int i = thread_rank(); i < Scratch::BARRIERS; i += num_threads())
        s->barrier[i] = 0;
    __syncthreads();
}
__device__ inline void wait_for_warps(unsigned int *barrier, unsigned int warps) {
    __syncwarp();
    if (lane() == 0) {
        __threadfence_block();
        unsigned int before = atomicAdd(barrier, 1u);
        if ((before & 0xffff) == warps - 1) {
            atomicAdd(barrier, 0x10000u - warps);
        } else {
            while ((*(volatile unsigned int *)barrier ^ before) >> 16 == 0) {}
        }
        __threadfence_block();
    }
    __syncwarp();
}

// Makes groups whose constructors are nobody else's, and shows their masks.
class Access {
  public:
    template <class G = coalesced_group>
    __device__ static G coalesced(unsigned int mask, unsigned int rank = 0, unsigned int size = 1) {
        return G(mask, rank, size);
    }
    template <class G> __device__ static unsigned int mask(const G &g) { return g.mask; }
};

} // namespace __cuprum

template <unsigned int n = 1024> struct __align__(8) block_tile_memory {
    static_assert(n <= 1024, "a block has at most 1024 threads");

  private:
    unsigned char bytes[128 + (n + 31) / 32 * __cuprum::Scratch::ROOM];
};

} // namespace cooperative_groups

#endif
