// SPDX-License-Identifier: Apache-2.0
// Bulk copies between global and shared memory, of bytes and of tensors' tiles, that a cuda::barrier waits for (CUDA C++
// Programming Guide, "Asynchronous Data Copies using the Tensor Memory Accelerator"). A part of cuda/barrier, sm_90.
#ifndef CUPRUM_CUDA_BULK_H
#define CUPRUM_CUDA_BULK_H

#include <cuda/ptx>

namespace cuda {
namespace device {
namespace experimental {

using block_barrier = barrier<thread_scope_block>;

__device__ inline void cp_async_bulk_global_to_shared(void *to, const void *from, std::uint32_t n,
                                                      block_barrier &b) {
    ptx::cp_async_bulk(ptx::space_cluster_t(), ptx::space_global_t(), to, from, n,
                       (std::uint64_t *)b.__native());
}
__device__ inline void cp_async_bulk_shared_to_global(void *to, const void *from,
                                                      std::uint32_t n) {
    ptx::cp_async_bulk(ptx::space_global_t(), ptx::space_shared_t(), to, from, n);
}

// map: the CUtensorMap that the host encoded.
#define __CUPRUM_TENSOR(d, params, at)                                                             \
    __device__ inline void cp_async_bulk_tensor_##d##d_global_to_shared(                           \
        void *to, const void *map, __CUPRUM_ALL params, block_barrier &b) {                        \
        const int c[] = {__CUPRUM_ALL at};                                                         \
        ptx::cp_async_bulk_tensor(ptx::space_cluster_t(), ptx::space_global_t(), to, map, c,       \
                                  (std::uint64_t *)b.__native());                                  \
    }                                                                                              \
    __device__ inline void cp_async_bulk_tensor_##d##d_shared_to_global(                           \
        const void *map, __CUPRUM_ALL params, const void *from) {                                  \
        const int c[] = {__CUPRUM_ALL at};                                                         \
        ptx::cp_async_bulk_tensor(ptx::space_global_t(), ptx::space_shared_t(), map, c, from);     \
    }
#define __CUPRUM_ALL(...) __VA_ARGS__
__CUPRUM_TENSOR(1, (int c0), (c0))
__CUPRUM_TENSOR(2, (int c0, int c1), (c0, c1))
__CUPRUM_TENSOR(3, (int c0, int c1, int c2), (c0, c1, c2))
__CUPRUM_TENSOR(4, (int c0, int c1, int c2, int c3), (c0, c1, c2, c3))
__CUPRUM_TENSOR(5, (int c0, int c1, int c2, int c3, int c4), (c0, c1, c2, c3, c4))
#undef __CUPRUM_TENSOR
#undef __CUPRUM_ALL

__device__ inline void fence_proxy_async_shared_cta() {
    ptx::fence_proxy_async(ptx::space_shared_t());
}
__device__ inline void cp_async_bulk_commit_group() {
    ptx::cp_async_bulk_commit_group();
}
template <int n> __device__ inline void cp_async_bulk_wait_group_read() {
    static_assert(n >= 0 && n <= 8, "the number of groups is between 0 and 8");
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<n>());
}

} // namespace experimental
} // namespace device
} // namespace cuda

#endif
