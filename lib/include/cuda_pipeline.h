// SPDX-License-Identifier: Apache-2.0
// nvcuda::experimental::pipeline: the groups of a thread's asynchronous copies, numbered.
#ifndef CUPRUM_CUDA_PIPELINE_H
#define CUPRUM_CUDA_PIPELINE_H

#include <cuda_pipeline_primitives.h>
#include <cuda_awbarrier_primitives.h>
#include <cuda_awbarrier.h>

namespace nvcuda {
namespace experimental {

class pipeline {
    size_t current = 0;

  public:
    __device__ pipeline() {}
    pipeline(const pipeline &) = delete;
    pipeline &operator=(const pipeline &) = delete;
    // The number of the batch that is closed.
    __device__ size_t commit() {
        __pipeline_commit();
        return current++;
    }
    __device__ void commit_and_wait() {
        (void)commit();
        __pipeline_wait_prior(0);
    }
    // Until the batch and all before it have come.
    __device__ void wait(size_t batch) {
        __pipeline_wait_prior(current > batch + 1 ? current - batch - 1 : 0);
    }
    template <unsigned int n> __device__ void wait_prior() { __pipeline_wait_prior(n); }
    __device__ void arrive_on(awbarrier &b) { __pipeline_arrive_on(&b.barrier); }
};

template <class T> __device__ inline void memcpy_async(T &to, const T &from, pipeline &) {
    if constexpr (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16)
        __pipeline_memcpy_async(&to, &from, sizeof(T));
    else
        to = from;
}
// What the source does not fill becomes zero.
template <class T, size_t n, size_t m>
__device__ inline void memcpy_async(T (*to)[n], const T (*from)[m], pipeline &) {
    static_assert(m <= n, "the source is no larger than the destination");
    constexpr size_t size = n * sizeof(T), zero = (n - m) * sizeof(T);
    if constexpr (size == 4 || size == 8 || size == 16) {
        __pipeline_memcpy_async(*to, *from, size, zero);
    } else {
        for (size_t i = 0; i < n; i++) (*to)[i] = i < m ? (*from)[i] : T();
    }
}

} // namespace experimental
} // namespace nvcuda

#endif
