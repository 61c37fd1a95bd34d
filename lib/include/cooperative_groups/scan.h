// SPDX-License-Identifier: Apache-2.0
// Scans over tiles and coalesced groups (CUDA C++ Programming Guide, "inclusive_scan and exclusive_scan").
#ifndef CUPRUM_COOPERATIVE_GROUPS_SCAN_H
#define CUPRUM_COOPERATIVE_GROUPS_SCAN_H

#include <cooperative_groups.h>
#include <cooperative_groups/cuprum_functional.h>
#include <cooperative_groups/cuprum_update.h>

namespace cooperative_groups {

template <class G, class T, class F>
__device__ inline auto inclusive_scan(const G &g, T &&v, F &&op) -> decltype(op(v, v)) {
    return __cuprum::scan(g, static_cast<__cuprum::plain<T>>(v), op);
}
template <class G, class T>
__device__ inline __cuprum::plain<T> inclusive_scan(const G &g, T &&v) {
    return inclusive_scan(g, v, plus<__cuprum::plain<T>>());
}
template <class G, class T, class F>
__device__ inline auto exclusive_scan(const G &g, T &&v, F &&op) -> decltype(op(v, v)) {
    using V = __cuprum::plain<T>;
    V sum = __cuprum::scan(g, static_cast<V>(v), op);
    return __cuprum::exclusive<F>(g, sum, static_cast<const V &>(v));
}
template <class G, class T>
__device__ inline __cuprum::plain<T> exclusive_scan(const G &g, T &&v) {
    return exclusive_scan(g, v, plus<__cuprum::plain<T>>());
}

namespace __cuprum {

// The whole sum goes to an atomic object, and what that was before in front of every thread's own.
template <bool inclusive, class G, class A, class T, class F>
__device__ inline T scan_update(const G &g, A &to, T v, F &op) {
    T sum = scan(g, v, op), before = T();
    if (is_last(g)) before = update(to, sum, op);
    before = from_last(g, before);
    if constexpr (inclusive) return op(before, sum);
    T below = exclusive<F>(g, sum, v);
    return g.thread_rank() ? op(before, below) : before;
}

} // namespace __cuprum

#define __CUPRUM_SCAN_UPDATE(name, inclusive, target)                                              \
    template <class G, class T, class V, cuda::thread_scope scope, class F>                        \
    __device__ inline auto name(const G &g, target<T, scope> &to, V &&v, F &&op)                   \
        -> decltype(op(v, v)) {                                                                    \
        return __cuprum::scan_update<inclusive>(g, to, static_cast<T>(v), op);                     \
    }                                                                                              \
    template <class G, class T, class V, cuda::thread_scope scope>                                 \
    __device__ inline T name(const G &g, target<T, scope> &to, V &&v) {                            \
        plus<T> op;                                                                                \
        return __cuprum::scan_update<inclusive>(g, to, static_cast<T>(v), op);                     \
    }
__CUPRUM_SCAN_UPDATE(inclusive_scan_update, true, cuda::atomic)
__CUPRUM_SCAN_UPDATE(inclusive_scan_update, true, const cuda::atomic_ref)
__CUPRUM_SCAN_UPDATE(exclusive_scan_update, false, cuda::atomic)
__CUPRUM_SCAN_UPDATE(exclusive_scan_update, false, const cuda::atomic_ref)
#undef __CUPRUM_SCAN_UPDATE

} // namespace cooperative_groups

#endif
