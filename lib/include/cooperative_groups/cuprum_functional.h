// SPDX-License-Identifier: Apache-2.0
// The operations of reductions and scans; less and greater give the smaller and the greater value. A part of
// cooperative_groups/reduce.h and scan.h.
#ifndef CUPRUM_COOPERATIVE_GROUPS_FUNCTIONAL_H
#define CUPRUM_COOPERATIVE_GROUPS_FUNCTIONAL_H

namespace cooperative_groups {

#define __CUPRUM_OPERATION(name, result)                                                           \
    template <class T> struct name {                                                               \
        __device__ __forceinline__ T operator()(T a, T b) const { return result; }                 \
    };
__CUPRUM_OPERATION(plus, a + b)
__CUPRUM_OPERATION(less, b < a ? b : a)
__CUPRUM_OPERATION(greater, a < b ? b : a)
__CUPRUM_OPERATION(bit_and, a &b)
__CUPRUM_OPERATION(bit_or, a | b)
__CUPRUM_OPERATION(bit_xor, a ^ b)
#undef __CUPRUM_OPERATION

namespace __cuprum {

// An operation that the hardware has for a warp (sm_80): by type and operation.
template <class F, class T> struct Redux {
    static constexpr bool value = false;
};
#define __CUPRUM_REDUX(op, T, instruction)                                                         \
    template <> struct Redux<op<T>, T> {                                                           \
        static constexpr bool value = true;                                                        \
        __device__ static T all(unsigned int mask, T v) { return instruction(mask, v); }           \
    };
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__CUPRUM_REDUX(plus, int, __reduce_add_sync)
__CUPRUM_REDUX(plus, unsigned int, __reduce_add_sync)
__CUPRUM_REDUX(less, int, __reduce_min_sync)
__CUPRUM_REDUX(less, unsigned int, __reduce_min_sync)
__CUPRUM_REDUX(greater, int, __reduce_max_sync)
__CUPRUM_REDUX(greater, unsigned int, __reduce_max_sync)
__CUPRUM_REDUX(bit_and, unsigned int, __reduce_and_sync)
__CUPRUM_REDUX(bit_or, unsigned int, __reduce_or_sync)
__CUPRUM_REDUX(bit_xor, unsigned int, __reduce_xor_sync)
#define __CUPRUM_REDUX_BITS(op, instruction)                                                       \
    template <> struct Redux<op<int>, int> {                                                       \
        static constexpr bool value = true;                                                        \
        __device__ static int all(unsigned int mask, int v) {                                      \
            return (int)instruction(mask, (unsigned int)v);                                        \
        }                                                                                          \
    };
__CUPRUM_REDUX_BITS(bit_and, __reduce_and_sync)
__CUPRUM_REDUX_BITS(bit_or, __reduce_or_sync)
__CUPRUM_REDUX_BITS(bit_xor, __reduce_xor_sync)
#undef __CUPRUM_REDUX_BITS
#endif
#undef __CUPRUM_REDUX

// Hillis and Steele's scan: each thread takes the sum that ends `step` below it.
template <class G, class T, class F> __device__ inline T scan_lanes(const G &g, T v, F &op) {
    for (unsigned int step = 1; step < g.size(); step *= 2) {
        T below = g.shfl_up(v, step);
        if (g.thread_rank() >= step) v = op(v, below);
    }
    return v;
}
template <class T, class F>
__device__ inline T reduce_lanes(const coalesced_group &g, T v, F &op) {
    if (g.size() == 32) {
        for (int m = 16; m; m /= 2) {
            v = op(v, shuffle(v, [=](unsigned int w) { return __shfl_xor_sync(~0u, w, m); }));
        }
        return v;
    }
    v = scan_lanes(g, v, op);
    return g.shfl(v, (int)g.size() - 1);
}
template <unsigned int n, class T, class F>
__device__ inline T reduce_lanes(const WarpTile<n> &g, T v, F &op) {
    for (unsigned int m = n / 2; m; m /= 2) v = op(v, g.shfl_xor(v, m));
    return v;
}
template <class F, class T> __device__ inline T reduce_mask(unsigned int mask, T v) {
    return Redux<F, T>::all(mask, v);
}

template <class T, class F> __device__ inline T reduce(const coalesced_group &g, T v, F &op) {
    if constexpr (Redux<plain<F>, T>::value) {
        return Redux<plain<F>, T>::all(Access::mask(g), v);
    } else {
        return reduce_lanes(g, v, op);
    }
}
template <unsigned int n, class T, class F>
__device__ inline T reduce(const WarpTile<n> &g, T v, F &op) {
    if constexpr (Redux<plain<F>, T>::value) {
        return Redux<plain<F>, T>::all(WarpTile<n>::__mask(), v);
    } else {
        return reduce_lanes(g, v, op);
    }
}
template <unsigned int n, class T, class F>
__device__ inline T reduce(const BlockTile<n> &g, T v, F &op) {
    return g.__combine(reduce(WarpTile<32>(), v, op), op);
}

// Inclusive: in each warp, then over the warps' sums.
template <unsigned int n, class T, class F>
__device__ inline T scan_warps(const BlockTile<n> &g, T v, F &op) {
    WarpTile<32> warp;
    WarpTile<n / 32> few;
    unsigned int mine = g.thread_rank() / 32;
    v = scan_lanes(warp, v, op);
    if (lane() == 31) *g.template room<T>(mine) = v;
    g.sync();
    T sum = scan_lanes(few, *g.template room<T>(lane() & (n / 32 - 1)), op);
    T below = warp.shfl(sum, mine ? (int)mine - 1 : 0);
    g.sync();
    return mine ? op(below, v) : v;
}
template <class G, class T, class F> __device__ inline T scan(const G &g, T v, F &op) {
    if constexpr (G::_group_id == 6) {
        return scan_warps(g, v, op);
    } else {
        return scan_lanes(g, v, op);
    }
}
// What the thread below has.
template <unsigned int n, class T>
__device__ inline T below_of_warps(const BlockTile<n> &g, T sum) {
    WarpTile<32> warp;
    unsigned int mine = g.thread_rank() / 32;
    if (lane() == 31) *g.template room<T>(mine) = sum;
    g.sync();
    T r = warp.shfl_up(sum, 1);
    if (lane() == 0 && mine) r = *g.template room<T>(mine - 1);
    g.sync();
    return r;
}
// What all threads below have together: of integers the difference, else what the thread below has; the first has T().
template <class F, class G, class T>
__device__ inline T exclusive(const G &g, T sum, const T &v) {
    if constexpr (cuda::std::is_same_v<plain<F>, plus<T>> && cuda::std::is_integral_v<T>) {
        return sum - v;
    } else {
        T r;
        if constexpr (G::_group_id == 6) {
            r = below_of_warps(g, sum);
        } else {
            r = g.shfl_up(sum, 1);
        }
        return g.thread_rank() ? r : T();
    }
}
// The last thread of a group, whose inclusive sum is the whole.
template <class G> __device__ inline bool is_last(const G &g) {
    return g.thread_rank() + 1 == g.num_threads();
}
template <class G, class T> __device__ inline T from_last(const G &g, T v) {
    return g.shfl(v, g.num_threads() - 1);
}

} // namespace __cuprum
} // namespace cooperative_groups

#endif
