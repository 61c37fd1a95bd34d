// SPDX-License-Identifier: Apache-2.0
// Reductions over tiles and coalesced groups (CUDA C++ Programming Guide, "reduce").
#ifndef CUPRUM_COOPERATIVE_GROUPS_REDUCE_H
#define CUPRUM_COOPERATIVE_GROUPS_REDUCE_H

#include <cooperative_groups.h>
#include <cooperative_groups/cuprum_functional.h>
#include <cooperative_groups/cuprum_update.h>

namespace cooperative_groups {

template <class G, class T, class F>
__device__ inline auto reduce(const G &g, T &&v, F &&op) -> decltype(op(v, v)) {
    static_assert(cuda::std::is_trivially_copyable_v<__cuprum::plain<T>>,
                  "what is reduced is copied as bits");
    return __cuprum::reduce(g, static_cast<__cuprum::plain<T>>(v), op);
}

// The result goes to one place, which other groups may add to at the same time.
template <class G, class T, cuda::thread_scope scope, class V, class F>
__device__ inline void reduce_update_async(const G &g, cuda::atomic<T, scope> &to, V &&v, F &&op) {
    T sum = __cuprum::reduce(g, static_cast<T>(v), op);
    if (g.thread_rank() == 0) __cuprum::update(to, sum, op);
}
template <class G, class T, cuda::thread_scope scope, class V, class F>
__device__ inline void reduce_update_async(const G &g, const cuda::atomic_ref<T, scope> &to, V &&v,
                                           F &&op) {
    T sum = __cuprum::reduce(g, static_cast<T>(v), op);
    if (g.thread_rank() == 0) __cuprum::update(to, sum, op);
}
template <class G, class T, cuda::thread_scope scope, class V, class F>
__device__ inline void reduce_store_async(const G &g, cuda::atomic<T, scope> &to, V &&v, F &&op) {
    T sum = __cuprum::reduce(g, static_cast<T>(v), op);
    if (g.thread_rank() == 0) to.store(sum, cuda::std::memory_order_relaxed);
}
template <class G, class T, cuda::thread_scope scope, class V, class F>
__device__ inline void reduce_store_async(const G &g, const cuda::atomic_ref<T, scope> &to, V &&v,
                                          F &&op) {
    T sum = __cuprum::reduce(g, static_cast<T>(v), op);
    if (g.thread_rank() == 0) to.store(sum, cuda::std::memory_order_relaxed);
}
template <class G, class T, class V, class F>
__device__ inline void reduce_store_async(const G &g, T *to, V &&v, F &&op) {
    T sum = __cuprum::reduce(g, static_cast<T>(v), op);
    if (g.thread_rank() == 0) *to = sum;
}

} // namespace cooperative_groups

#endif
