// SPDX-License-Identifier: Apache-2.0
// Copies by a whole group (CUDA C++ Programming Guide, "memcpy_async").
#ifndef CUPRUM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define CUPRUM_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include <cooperative_groups.h>
#include <cuda/cuprum_copy.h>

namespace cooperative_groups {

// n: bytes.
template <class G, class T, class Shape>
__device__ inline void memcpy_async(const G &g, T *to, const T *from, const Shape &n) {
    (void)cuda::__cuprum::copy_shape(g, to, from, n);
    __pipeline_commit();
}
template <class G, class Shape>
__device__ inline void memcpy_async(const G &g, void *to, const void *from, const Shape &n) {
    (void)cuda::__cuprum::copy_shape(g, to, from, n);
    __pipeline_commit();
}
// As many elements as both have.
template <class G, class T, class L, class M>
__device__ inline void memcpy_async(const G &g, T *to, const L &have, const T *from,
                                    const M &there) {
    size_t n = (size_t)have < (size_t)there ? (size_t)have : (size_t)there;
    (void)cuda::__cuprum::copy_shape(g, to, from, n * sizeof(T));
    __pipeline_commit();
}
template <class G, class L, class M>
__device__ inline void memcpy_async(const G &g, void *to, const L &have, const void *from,
                                    const M &there) {
    size_t n = (size_t)have < (size_t)there ? (size_t)have : (size_t)there;
    (void)cuda::__cuprum::copy_shape(g, to, from, n);
    __pipeline_commit();
}

template <unsigned int n, class G> __device__ inline void wait_prior(const G &g) {
    __pipeline_wait_prior(n);
    g.sync();
}
template <class G> __device__ inline void wait(const G &g) {
    __pipeline_wait_prior(0);
    g.sync();
}

} // namespace cooperative_groups

#endif
