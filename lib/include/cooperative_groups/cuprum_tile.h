// SPDX-License-Identifier: Apache-2.0
// Tiles whose size, a power of two, is known when the program is compiled. A part of cooperative_groups.h.
#ifndef CUPRUM_COOPERATIVE_GROUPS_TILE_H
#define CUPRUM_COOPERATIVE_GROUPS_TILE_H

namespace cooperative_groups {
namespace __cuprum {

// Where the threads of a block lie in tiles of n, and how many tiles a parent has.
template <unsigned int n, class Parent> struct Place {
    __device__ static unsigned int rank() { return (thread_rank() % Parent::__size) / n; }
    __device__ static unsigned int count() { return Parent::__size / n; }
};
template <unsigned int n> struct Place<n, thread_block> {
    __device__ static unsigned int rank() { return thread_rank() / n; }
    __device__ static unsigned int count() { return (num_threads() + n - 1) / n; }
};

// ---- within a warp ------------------------------------------------------------------------------
template <unsigned int n> class WarpTile {
  public:
    static constexpr unsigned int __size = n;
    static constexpr unsigned int _group_id = 5;
    static constexpr int thread_scope = 2;

    __device__ static unsigned int __mask() {
        return n == 32 ? ~0u : ((1u << (n % 32)) - 1) << (lane() & ~(n - 1));
    }
    __device__ static unsigned int thread_rank() { return __cuprum::thread_rank() & (n - 1); }
    __device__ static constexpr unsigned int num_threads() { return n; }
    __device__ static constexpr unsigned int size() { return n; }
    __device__ void sync() const { __syncwarp(__mask()); }

    template <class T> __device__ plain<T> shfl(T &&v, int rank) const {
        return shuffle<plain<T>>(
            v, [=](unsigned int w) { return __shfl_sync(__mask(), w, rank, n); });
    }
    template <class T> __device__ plain<T> shfl_down(T &&v, unsigned int delta) const {
        return shuffle<plain<T>>(
            v, [=](unsigned int w) { return __shfl_down_sync(__mask(), w, delta, n); });
    }
    template <class T> __device__ plain<T> shfl_up(T &&v, unsigned int delta) const {
        return shuffle<plain<T>>(
            v, [=](unsigned int w) { return __shfl_up_sync(__mask(), w, delta, n); });
    }
    template <class T> __device__ plain<T> shfl_xor(T &&v, unsigned int lanes) const {
        return shuffle<plain<T>>(
            v, [=](unsigned int w) { return __shfl_xor_sync(__mask(), w, (int)lanes, n); });
    }
    __device__ int any(int p) const { return __ballot_sync(__mask(), p) != 0; }
    __device__ int all(int p) const { return __ballot_sync(__mask(), p) == __mask(); }
    __device__ unsigned int ballot(int p) const { return down(__ballot_sync(__mask(), p)); }
    template <class T> __device__ unsigned int match_any(T v) const {
        return down(__match_any_sync(__mask(), v));
    }
    template <class T> __device__ unsigned int match_all(T v, int &pred) const {
        return down(__match_all_sync(__mask(), v, &pred));
    }

  private:
    __device__ static unsigned int down(unsigned int lanes) {
        return n == 32 ? lanes : lanes >> (lane() & ~(n - 1));
    }
};

// ---- several warps ------------------------------------------------------------------------------
template <unsigned int n> class BlockTile {
    Scratch *scratch;

    __device__ static unsigned int warp() { return __cuprum::thread_rank() / 32; }
    __device__ static unsigned int first_warp() { return warp() & ~(n / 32 - 1); }

  public:
    static constexpr unsigned int __size = n;
    static constexpr unsigned int _group_id = 6;
    static constexpr int thread_scope = 2;

    __device__ BlockTile(Scratch *s) : scratch(s) {}
    __device__ Scratch *__scratch() const { return scratch; }
    __device__ static unsigned int thread_rank() { return __cuprum::thread_rank() & (n - 1); }
    __device__ static constexpr unsigned int num_threads() { return n; }
    __device__ static constexpr unsigned int size() { return n; }
    __device__ void sync() const {
        unsigned int tile = __cuprum::thread_rank() / n;
        wait_for_warps(&scratch->barrier[first_barrier(n) + tile], n / 32);
    }
    template <class T> __device__ plain<T> shfl(T &&v, unsigned int rank) const {
        typedef plain<T> V;
        V *slot = room<V>(0);
        if (thread_rank() == (rank & (n - 1))) *slot = v;
        sync();
        V r = *slot;
        sync();
        return r;
    }
    __device__ int any(int p) const {
        return __combine(__any_sync(~0u, p), [](int a, int b) { return a | b; });
    }
    __device__ int all(int p) const {
        return __combine(__all_sync(~0u, p), [](int a, int b) { return a & b; });
    }

    template <class V> __device__ V *room(unsigned int i) const {
        static_assert(sizeof(V) <= Scratch::ROOM, "values of tiles of several warps have at most 32 bytes");
        return (V *)scratch->value[first_warp() + i];
    }
    // One value of each warp, the same in its lanes, joined: as a tile of the warps' values would do it.
    template <class V, class F> __device__ V __combine(V v, F op) const {
        if (lane() == 0) *room<V>(warp() - first_warp()) = v;
        sync();
        WarpTile<n / 32> few;
        V r = *room<V>(lane() & (n / 32 - 1));
        for (unsigned int m = n / 64; m; m /= 2) r = op(r, few.shfl_xor(r, m));
        sync();
        return r;
    }
};

template <unsigned int n, bool = (n > 32)> struct TileOf {
    static_assert(n && !(n & (n - 1)), "the size of a tile is a power of two");
    typedef WarpTile<n> type;
    template <class P> __device__ static type make(const P &) { return type(); }
};
template <unsigned int n> struct TileOf<n, true> {
    static_assert(n <= 1024 && !(n & (n - 1)), "the size of a tile is a power of two");
    typedef BlockTile<n> type;
    __device__ static type make(const thread_block &b) {
        Scratch *s = b.__scratch() ? b.__scratch() : kernel_scratch();
        init_barriers(s);
        return type(s);
    }
    template <unsigned int m> __device__ static type make(const BlockTile<m> &t) {
        return type(t.__scratch());
    }
};

} // namespace __cuprum

// The size is enough to know the threads; the place among a parent's tiles is kept where no type knows the parent.
template <unsigned int n>
class thread_block_tile<n, void> : public __cuprum::TileOf<n>::type {
    unsigned int meta_rank, meta_size;

  public:
    template <class P>
    __device__ thread_block_tile(const thread_block_tile<n, P> &t)
        : __cuprum::TileOf<n>::type(t), meta_rank(t.meta_group_rank()),
          meta_size(t.meta_group_size()) {}
    thread_block_tile(const thread_block_tile &) = default;
    __device__ thread_block_tile(const typename __cuprum::TileOf<n>::type &t, unsigned int rank,
                                 unsigned int size)
        : __cuprum::TileOf<n>::type(t), meta_rank(rank), meta_size(size) {}
    __device__ unsigned int meta_group_rank() const { return meta_rank; }
    __device__ unsigned int meta_group_size() const { return meta_size; }
    __device__ operator thread_group() const;
};
template <unsigned int n, class Parent>
class thread_block_tile : public __cuprum::TileOf<n>::type {
    using place = __cuprum::Place<n, Parent>;

  public:
    __device__ thread_block_tile(const Parent &p)
        : __cuprum::TileOf<n>::type(__cuprum::TileOf<n>::make(p)) {}
    __device__ static unsigned int meta_group_rank() { return place::rank(); }
    __device__ static unsigned int meta_group_size() { return place::count(); }
    __device__ operator thread_group() const;
};

template <unsigned int n, class Parent>
__device__ inline thread_block_tile<n, Parent> tiled_partition(const Parent &g) {
    return thread_block_tile<n, Parent>(g);
}
// Behind a tile that does not know its parent, its parts do not either.
template <unsigned int n, unsigned int m>
__device__ inline thread_block_tile<n, thread_block_tile<m, void>>
tiled_partition(const thread_block_tile<m, void> &g) {
    return thread_block_tile<n, thread_block_tile<m, void>>(g);
}
__device__ inline thread_block_tile<1, void> this_thread() {
    return thread_block_tile<1, void>(__cuprum::WarpTile<1>(), 0, 1);
}

} // namespace cooperative_groups

#endif
