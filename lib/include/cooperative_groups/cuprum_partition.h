// SPDX-License-Identifier: Apache-2.0
// Parts of groups whose sizes or members are known when the program runs; functions of any group. A part of
// cooperative_groups.h.
#ifndef CUPRUM_COOPERATIVE_GROUPS_PARTITION_H
#define CUPRUM_COOPERATIVE_GROUPS_PARTITION_H

namespace cooperative_groups {

// ---- tiles of a size known when the program runs ------------------------------------------------
// The lanes of `mask` in parts of `size` by rank: the part of this thread.
__device__ inline unsigned int __part_of_lanes(unsigned int mask, unsigned int size,
                                               unsigned int *rank, unsigned int *count) {
    if (size == 0 || size > 32 || (size & (size - 1))) __trap();
    unsigned int mine = (unsigned int)__popc(mask & __cuprum::lanes_below());
    *rank = mine / size;
    *count = ((unsigned int)__popc(mask) + size - 1) / size;
    unsigned int part = 0, i = 0;
    for (unsigned int left = mask; left; left &= left - 1, i++) {
        if (i / size == *rank) part |= left & (0u - left);
    }
    return part;
}
__device__ inline thread_group tiled_partition(const thread_block &, unsigned int size) {
    if (size == 0 || size > 32 || (size & (size - 1))) __trap();
    unsigned int base = thread_block::thread_rank() & ~(size - 1);
    unsigned int left = thread_block::num_threads() - base, n = left < size ? left : size;
    unsigned int mask = ~0u >> (32 - n) << (__cuprum::lane() & ~(size - 1));
    return thread_group(thread_group::COALESCED, mask, base / size,
                        (thread_block::num_threads() + size - 1) / size);
}
__device__ inline thread_group tiled_partition(const thread_group &g, unsigned int size) {
    if (g.kind == thread_group::BLOCK) return tiled_partition(this_thread_block(), size);
    if (g.kind != thread_group::COALESCED) __trap();
    unsigned int rank, count, mask = __part_of_lanes(g.mask, size, &rank, &count);
    return thread_group(thread_group::COALESCED, mask, rank, count);
}
__device__ inline coalesced_group tiled_partition(const coalesced_group &g, unsigned int size) {
    unsigned int all = __cuprum::Access::mask(g);
    unsigned int rank, count, mask = __part_of_lanes(all, size, &rank, &count);
    return __cuprum::Access::coalesced(mask, rank, count);
}

// ---- parts by a value ---------------------------------------------------------------------------
__device__ inline unsigned int __lanes_of(const coalesced_group &g) {
    return __cuprum::Access::mask(g);
}
template <unsigned int n, class P>
__device__ inline unsigned int __lanes_of(const thread_block_tile<n, P> &) {
    static_assert(n <= 32, "parts by a value are of groups within a warp");
    return __cuprum::WarpTile<n>::__mask();
}
__device__ inline coalesced_group __part_by(unsigned int all, bool p) {
    unsigned int yes = __ballot_sync(all, p), no = all & ~yes;
    bool one = yes == all || no == all;
    return __cuprum::Access::coalesced(p ? yes : no, one ? 0 : p, one ? 1 : 2);
}
template <class G> __device__ inline coalesced_group binary_partition(const G &g, bool p) {
    return __part_by(__lanes_of(g), p);
}
template <class G, class T>
__device__ inline coalesced_group labeled_partition(const G &g, T label) {
    unsigned int all = __lanes_of(g);
    if constexpr (cuda::std::is_same_v<T, bool>) {
        return __part_by(all, label);
    } else {
        unsigned int mine;
        if constexpr (cuda::std::is_pointer_v<T>)
            mine = __match_any_sync(all, (unsigned long long)label);
        else if constexpr (sizeof(T) == 8)
            mine = __match_any_sync(all, (unsigned long long)label);
        else
            mine = __match_any_sync(all, (unsigned int)label);
        // Parts are ranked by their first lanes.
        bool first = (mine & __cuprum::lanes_below()) == 0;
        unsigned int firsts = __ballot_sync(all, first);
        unsigned int below = (mine & (0u - mine)) - 1;
        return __cuprum::Access::coalesced(mine, (unsigned int)__popc(firsts & below),
                                           (unsigned int)__popc(firsts));
    }
}

// ---- any group ----------------------------------------------------------------------------------
// A tile within a warp as a group that only the running program knows; larger ones cannot be.
template <unsigned int n> __device__ inline unsigned int __tile_lanes() {
    static_assert(n <= 32, "a tile of several warps is no thread_group");
    return __cuprum::WarpTile<n>::__mask();
}
struct __any_group : thread_group {
    __device__ __any_group(unsigned int m, unsigned int rank, unsigned int size)
        : thread_group(COALESCED, m, rank, size) {}
};
template <unsigned int n> __device__ inline thread_block_tile<n, void>::operator thread_group() const {
    return __any_group(__tile_lanes<n>(), meta_rank, meta_size);
}
template <unsigned int n, class P>
__device__ inline thread_block_tile<n, P>::operator thread_group() const {
    return __any_group(__tile_lanes<n>(), meta_group_rank(), meta_group_size());
}
__device__ inline void thread_group::sync() const {
    if (kind == COALESCED) {
        __syncwarp(mask);
    } else if (kind == BLOCK) {
        __syncthreads();
    } else if (kind == GRID) {
        this_grid().sync();
    } else {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
        this_cluster().sync();
#endif
    }
}
__device__ inline unsigned long long thread_group::num_threads() const {
    if (kind == COALESCED) return (unsigned long long)__popc(mask);
    if (kind == BLOCK) return thread_block::num_threads();
    if (kind == GRID) return grid_group::num_threads();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    return cluster_group::num_threads();
#else
    return 0;
#endif
}
__device__ inline unsigned long long thread_group::thread_rank() const {
    if (kind == COALESCED) return (unsigned long long)__popc(mask & __cuprum::lanes_below());
    if (kind == BLOCK) return thread_block::thread_rank();
    if (kind == GRID) return grid_group::thread_rank();
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    return cluster_group::thread_rank();
#else
    return 0;
#endif
}
template <class G> __device__ inline void sync(const G &g) {
    g.sync();
}
template <class G> __device__ inline auto thread_rank(const G &g) -> decltype(g.thread_rank()) {
    return g.thread_rank();
}
template <class G> __device__ inline auto group_size(const G &g) -> decltype(g.num_threads()) {
    return g.num_threads();
}

// ---- one thread for all -------------------------------------------------------------------------
template <class G, class F, class... A>
__device__ inline void invoke_one(const G &g, F &&f, A &&...a) {
    if (g.thread_rank() == 0) (void)static_cast<F &&>(f)(static_cast<A &&>(a)...);
}
template <class G, class F, class... A>
__device__ inline auto invoke_one_broadcast(const G &g, F &&f, A &&...a)
    -> __cuprum::plain<decltype(static_cast<F &&>(f)(static_cast<A &&>(a)...))> {
    using R = __cuprum::plain<decltype(static_cast<F &&>(f)(static_cast<A &&>(a)...))>;
    static_assert(!cuda::std::is_void_v<R>, "what returns nothing is for invoke_one");
    alignas(R) unsigned char room[sizeof(R)] = {};
    R &r = *(R *)room;
    if (g.thread_rank() == 0) r = static_cast<F &&>(f)(static_cast<A &&>(a)...);
    return g.shfl(r, 0);
}

} // namespace cooperative_groups

#endif
