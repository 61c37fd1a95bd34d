// SPDX-License-Identifier: Apache-2.0
// Adding to an atomic object by any operation. A part of cooperative_groups/reduce.h and scan.h.
#ifndef CUPRUM_COOPERATIVE_GROUPS_UPDATE_H
#define CUPRUM_COOPERATIVE_GROUPS_UPDATE_H

#include <cuda/atomic>

namespace cooperative_groups {
namespace __cuprum {

// The value before. Of integers by the instruction there is, of anything else by comparing and exchanging.
template <class A, class T, class F> __device__ inline T update(A &to, T v, F &op) {
    constexpr auto relaxed = cuda::std::memory_order_relaxed;
    using O = plain<F>;
    if constexpr (cuda::std::is_integral_v<T> && sizeof(T) >= 4) {
        if constexpr (cuda::std::is_same_v<O, plus<T>>) return to.fetch_add(v, relaxed);
        if constexpr (cuda::std::is_same_v<O, less<T>>) return to.fetch_min(v, relaxed);
        if constexpr (cuda::std::is_same_v<O, greater<T>>) return to.fetch_max(v, relaxed);
        if constexpr (cuda::std::is_same_v<O, bit_and<T>>) return to.fetch_and(v, relaxed);
        if constexpr (cuda::std::is_same_v<O, bit_or<T>>) return to.fetch_or(v, relaxed);
        if constexpr (cuda::std::is_same_v<O, bit_xor<T>>) return to.fetch_xor(v, relaxed);
    }
    T before = to.load(relaxed);
    while (!to.compare_exchange_weak(before, op(before, v), relaxed, relaxed)) {}
    return before;
}

} // namespace __cuprum
} // namespace cooperative_groups

#endif
