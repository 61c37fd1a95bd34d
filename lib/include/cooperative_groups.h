// SPDX-License-Identifier: Apache-2.0
// Cooperative groups (CUDA C++ Programming Guide, "Cooperative Groups"): sets of threads that wait for each other and
// exchange values. Groups are small values; a group of at most a warp is a mask of lanes.
#ifndef CUPRUM_COOPERATIVE_GROUPS_H
#define CUPRUM_COOPERATIVE_GROUPS_H

#include <cooperative_groups/cuprum_base.h>

namespace cooperative_groups {

template <unsigned int size, class Parent = void> class thread_block_tile;
class coalesced_group;
class thread_block;

// ---- any group of a block, known when the program runs ------------------------------------------
class thread_group {
  public:
    __device__ void sync() const;
    __device__ unsigned long long num_threads() const;
    __device__ unsigned long long size() const { return num_threads(); }
    __device__ unsigned long long thread_rank() const;
    __device__ unsigned int get_type() const { return kind; }

  protected:
    enum Kind { COALESCED, BLOCK, GRID, CLUSTER };
    unsigned int kind, mask, meta_rank, meta_size;
    __device__ thread_group(unsigned int k, unsigned int m = 0, unsigned int rank = 0,
                            unsigned int size = 1)
        : kind(k), mask(m), meta_rank(rank), meta_size(size) {}
    friend class thread_block;
    friend __device__ thread_group tiled_partition(const thread_group &g, unsigned int size);
    friend __device__ thread_group tiled_partition(const thread_block &g, unsigned int size);
};

// ---- the block ----------------------------------------------------------------------------------
class thread_block : public thread_group {
  public:
    static constexpr unsigned int _group_id = 3;
    static constexpr int thread_scope = 2; // cuda::thread_scope_block
    struct arrival_token {};

    __device__ static void sync() { __syncthreads(); }
    __device__ arrival_token barrier_arrive() const { return arrival_token(); }
    __device__ void barrier_wait(arrival_token &&) const { __syncthreads(); }
    __device__ static unsigned int thread_rank() { return __cuprum::thread_rank(); }
    __device__ static unsigned int num_threads() { return __cuprum::num_threads(); }
    __device__ static unsigned int size() { return __cuprum::num_threads(); }
    __device__ static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    __device__ static dim3 dim_threads() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    __device__ static dim3 group_dim() { return dim_threads(); }

    __device__ __cuprum::Scratch *__scratch() const { return scratch; }

  private:
    __cuprum::Scratch *scratch; // NULL: tiles of several warps take the kernel's own
    __device__ thread_block(__cuprum::Scratch *s = nullptr) : thread_group(BLOCK), scratch(s) {}
    friend __device__ thread_block this_thread_block();
    template <unsigned int n>
    friend __device__ thread_block this_thread_block(block_tile_memory<n> &memory);
};
__device__ inline thread_block this_thread_block() {
    return thread_block();
}
template <unsigned int n>
__device__ inline thread_block this_thread_block(block_tile_memory<n> &memory) {
    return thread_block((__cuprum::Scratch *)&memory);
}

// ---- the grid of a cooperative launch -----------------------------------------------------------
class grid_group : public thread_group {
    unsigned int *barrier; // the driver's, NULL where the launch was not a cooperative one
    __device__ grid_group(unsigned int *b) : thread_group(GRID), barrier(b) {}
    friend __device__ grid_group this_grid();

  public:
    static constexpr unsigned int _group_id = 2;
    static constexpr int thread_scope = 1; // cuda::thread_scope_device
    struct arrival_token {
        unsigned int before;
    };

    __device__ bool is_valid() const { return barrier != nullptr; }
    __device__ arrival_token barrier_arrive() const {
        if (!barrier) __trap();
        return arrival_token{__cuprum::grid_arrive(barrier)};
    }
    __device__ void barrier_wait(arrival_token &&token) const {
        __cuprum::grid_wait(barrier, token.before);
    }
    __device__ void sync() const { barrier_wait(barrier_arrive()); }

    __device__ static dim3 dim_blocks() { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    __device__ static dim3 group_dim() { return dim_blocks(); }
    __device__ static dim3 block_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    __device__ static dim3 dim_threads() {
        return dim3(gridDim.x * blockDim.x, gridDim.y * blockDim.y, gridDim.z * blockDim.z);
    }
    __device__ static dim3 thread_index() {
        return dim3(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y * blockDim.y + threadIdx.y,
                    blockIdx.z * blockDim.z + threadIdx.z);
    }
    __device__ static unsigned long long num_blocks() {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
    }
    __device__ static unsigned long long block_rank() {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    __device__ static unsigned long long num_threads() {
        return num_blocks() * __cuprum::num_threads();
    }
    __device__ static unsigned long long size() { return num_threads(); }
    __device__ static unsigned long long thread_rank() {
        return block_rank() * __cuprum::num_threads() + __cuprum::thread_rank();
    }
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    __device__ static dim3 dim_clusters() {
        unsigned int x, y, z;
        __nv_clusterGridDimInClusters_impl(&x, &y, &z);
        return dim3(x, y, z);
    }
    __device__ static dim3 cluster_index() {
        unsigned int x, y, z;
        __nv_clusterIdx_impl(&x, &y, &z);
        return dim3(x, y, z);
    }
    __device__ static unsigned long long num_clusters() {
        dim3 n = dim_clusters();
        return (unsigned long long)n.x * n.y * n.z;
    }
    __device__ static unsigned long long cluster_rank() {
        dim3 n = dim_clusters(), i = cluster_index();
        return ((unsigned long long)i.z * n.y + i.y) * n.x + i.x;
    }
#endif
};
__device__ inline grid_group this_grid() {
    return grid_group(__cuprum::grid_barrier());
}

// ---- the cluster (sm_90) ------------------------------------------------------------------------
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
class cluster_group : public thread_group {
    __device__ cluster_group() : thread_group(CLUSTER) {}
    friend __device__ cluster_group this_cluster();

  public:
    static constexpr unsigned int _group_id = 4;
    static constexpr int thread_scope = 3; // cuda::thread_scope_cluster
    struct arrival_token {};

    __device__ static arrival_token barrier_arrive() {
        __nv_cluster_barrier_arrive_impl();
        return arrival_token();
    }
    __device__ static void barrier_wait() { __nv_cluster_barrier_wait_impl(); }
    __device__ static void barrier_wait(arrival_token &&) { __nv_cluster_barrier_wait_impl(); }
    __device__ static void sync() {
        __nv_cluster_barrier_arrive_impl();
        __nv_cluster_barrier_wait_impl();
    }
    __device__ static unsigned int query_shared_rank(const void *p) {
        return __nv_cluster_query_shared_rank_impl(p);
    }
    template <class T> __device__ static T *map_shared_rank(T *p, int rank) {
        return (T *)__nv_cluster_map_shared_rank_impl(p, (unsigned int)rank);
    }
    __device__ static dim3 block_index() {
        unsigned int x, y, z;
        __nv_clusterRelativeBlockIdx_impl(&x, &y, &z);
        return dim3(x, y, z);
    }
    __device__ static unsigned int block_rank() { return __nv_clusterRelativeBlockRank_impl(); }
    __device__ static dim3 dim_blocks() {
        unsigned int x, y, z;
        __nv_clusterDim_impl(&x, &y, &z);
        return dim3(x, y, z);
    }
    __device__ static unsigned int num_blocks() { return __nv_clusterSizeInBlocks_impl(); }
    __device__ static dim3 dim_threads() {
        dim3 n = dim_blocks();
        return dim3(n.x * blockDim.x, n.y * blockDim.y, n.z * blockDim.z);
    }
    __device__ static dim3 thread_index() {
        dim3 i = block_index();
        return dim3(i.x * blockDim.x + threadIdx.x, i.y * blockDim.y + threadIdx.y,
                    i.z * blockDim.z + threadIdx.z);
    }
    __device__ static unsigned int num_threads() {
        return num_blocks() * __cuprum::num_threads();
    }
    __device__ static unsigned int size() { return num_threads(); }
    __device__ static unsigned int thread_rank() {
        return block_rank() * __cuprum::num_threads() + __cuprum::thread_rank();
    }
};
__device__ inline cluster_group this_cluster() {
    return cluster_group();
}
#endif

// ---- some lanes of a warp -----------------------------------------------------------------------
class coalesced_group : public thread_group {
    __device__ coalesced_group(unsigned int m, unsigned int rank = 0, unsigned int size = 1)
        : thread_group(COALESCED, m, rank, size) {}
    friend class __cuprum::Access;

  public:
    static constexpr unsigned int _group_id = 1;
    static constexpr int thread_scope = 2;

    __device__ void sync() const { __syncwarp(mask); }
    __device__ unsigned int num_threads() const { return (unsigned int)__popc(mask); }
    __device__ unsigned int size() const { return num_threads(); }
    __device__ unsigned int thread_rank() const {
        return (unsigned int)__popc(mask & __cuprum::lanes_below());
    }
    __device__ unsigned int meta_group_rank() const { return meta_rank; }
    __device__ unsigned int meta_group_size() const { return meta_size; }

    // The ranks of the group are found among the lanes; those outside give a thread its own value.
    template <class T> __device__ __cuprum::plain<T> shfl(T &&v, int rank) const {
        int lane = mask == ~0u ? rank : (int)__fns(mask, 0, rank + 1);
        return __cuprum::shuffle<__cuprum::plain<T>>(v, [=](unsigned int w) {
            return __shfl_sync(mask, w, lane);
        });
    }
    template <class T> __device__ __cuprum::plain<T> shfl_down(T &&v, unsigned int delta) const {
        unsigned int from = __fns(mask, __cuprum::lane(), (int)delta + 1);
        int lane = (int)(from >= 32 ? __cuprum::lane() : from);
        return __cuprum::shuffle<__cuprum::plain<T>>(v, [=](unsigned int w) {
            return __shfl_sync(mask, w, lane);
        });
    }
    template <class T> __device__ __cuprum::plain<T> shfl_up(T &&v, unsigned int delta) const {
        unsigned int from = __fns(mask, __cuprum::lane(), -(int)(delta + 1));
        int lane = (int)(from >= 32 ? __cuprum::lane() : from);
        return __cuprum::shuffle<__cuprum::plain<T>>(v, [=](unsigned int w) {
            return __shfl_sync(mask, w, lane);
        });
    }
    __device__ int any(int p) const { return __ballot_sync(mask, p) != 0; }
    __device__ int all(int p) const { return __ballot_sync(mask, p) == mask; }
    __device__ unsigned int ballot(int p) const {
        return __cuprum::pack_lanes(__ballot_sync(mask, p), mask);
    }
    template <class T> __device__ unsigned int match_any(T v) const {
        return __cuprum::pack_lanes(__match_any_sync(mask, v), mask);
    }
    template <class T> __device__ unsigned int match_all(T v, int &pred) const {
        return __cuprum::pack_lanes(__match_all_sync(mask, v, &pred), mask);
    }
};
__device__ inline coalesced_group coalesced_threads() {
    return __cuprum::Access::coalesced(__activemask());
}

} // namespace cooperative_groups

#include <cooperative_groups/cuprum_tile.h>
#include <cooperative_groups/cuprum_partition.h>

#endif
