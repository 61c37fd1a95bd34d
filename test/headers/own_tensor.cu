// SPDX-License-Identifier: Apache-2.0
// cuda/ptx and cuda/barrier of our own: every form of a tensor's copies and of reductions is text that an assembler takes.
// RUN: cuprum %s --no-toolkit -arch=sm_90 -o %t.ptx
// RUN: ptxas -arch=sm_90 %t.ptx -o %t.cubin
// REQUIRES: ptxas
#include <cuda/barrier>
#include <cuda/ptx>
namespace ptx = cuda::ptx;
namespace cde = cuda::device::experimental;
struct Map {
    alignas(64) char bytes[128];
};
template <class T, class Op> __device__ void global(void *g, void *s, Op op) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, op, (T *)g, (const T *)s, 128);
}
template <class T, class Op> __device__ void cluster(void *s, uint64_t *b, Op op) {
    ptx::cp_reduce_async_bulk(ptx::space_cluster, ptx::space_shared, op, (T *)s, (const T *)s, 128, b);
    ptx::red_async(op, (T *)s, *(const T *)s, b);
}
template <int d> __device__ void tensor(const void *map, void *s, uint64_t *b) {
    const int at[d] = {};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, map, at, b);
    ptx::cp_async_bulk_tensor(ptx::space_shared, ptx::space_global, s, map, at, b);
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, s, map, at, b, (uint16_t)3);
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_min, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_max, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_inc, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_dec, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_and_op, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_or_op, map, at, s);
    ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_xor_op, map, at, s);
}
__global__ void k(const __grid_constant__ Map map, void *g) {
    __shared__ alignas(128) char s[1024];
    __shared__ alignas(8) uint64_t b[1];
    tensor<1>(&map, s, b);
    tensor<2>(&map, s, b);
    tensor<3>(&map, s, b);
    tensor<4>(&map, s, b);
    tensor<5>(&map, s, b);
    global<uint32_t>(g, s, ptx::op_add);
    global<uint32_t>(g, s, ptx::op_min);
    global<uint32_t>(g, s, ptx::op_max);
    global<uint32_t>(g, s, ptx::op_inc);
    global<uint32_t>(g, s, ptx::op_dec);
    global<uint32_t>(g, s, ptx::op_and_op);
    global<uint32_t>(g, s, ptx::op_or_op);
    global<uint32_t>(g, s, ptx::op_xor_op);
    global<int32_t>(g, s, ptx::op_add);
    global<int32_t>(g, s, ptx::op_min);
    global<int32_t>(g, s, ptx::op_max);
    global<int32_t>(g, s, ptx::op_and_op);
    global<int32_t>(g, s, ptx::op_or_op);
    global<int32_t>(g, s, ptx::op_xor_op);
    global<uint64_t>(g, s, ptx::op_add);
    global<uint64_t>(g, s, ptx::op_min);
    global<uint64_t>(g, s, ptx::op_max);
    global<uint64_t>(g, s, ptx::op_and_op);
    global<uint64_t>(g, s, ptx::op_or_op);
    global<uint64_t>(g, s, ptx::op_xor_op);
    global<int64_t>(g, s, ptx::op_add);
    global<int64_t>(g, s, ptx::op_min);
    global<int64_t>(g, s, ptx::op_max);
    global<float>(g, s, ptx::op_add);
    global<double>(g, s, ptx::op_add);
    cluster<uint32_t>(s, b, ptx::op_add);
    cluster<uint32_t>(s, b, ptx::op_min);
    cluster<uint32_t>(s, b, ptx::op_max);
    cluster<uint32_t>(s, b, ptx::op_inc);
    cluster<uint32_t>(s, b, ptx::op_dec);
    cluster<uint32_t>(s, b, ptx::op_and_op);
    cluster<uint32_t>(s, b, ptx::op_or_op);
    cluster<uint32_t>(s, b, ptx::op_xor_op);
    cluster<int32_t>(s, b, ptx::op_add);
    cluster<int32_t>(s, b, ptx::op_min);
    cluster<int32_t>(s, b, ptx::op_max);
    cluster<int32_t>(s, b, ptx::op_and_op);
    cluster<int32_t>(s, b, ptx::op_or_op);
    cluster<int32_t>(s, b, ptx::op_xor_op);
    cluster<uint64_t>(s, b, ptx::op_add);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, s, g, 128, b, (uint16_t)3);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_shared, s, s, 128, b);
    ptx::fence_proxy_tensormap_generic(ptx::sem_acquire, ptx::scope_gpu, &map, ptx::n32_t<128>());
    ptx::fence_proxy_tensormap_generic(ptx::sem_release, ptx::scope_sys);
    ptx::tensormap_cp_fenceproxy(ptx::sem_release, ptx::scope_gpu, g, s, ptx::n32_t<128>());
    int two[2] = {1, 2}, four[4] = {1, 2, 3, 4};
    ptx::st_async((int *)s, two, b);
    ptx::st_async((int *)s, four, b);
    ptx::st_async((long *)s, 5l, b);
    ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, b, 1u);
    ptx::mbarrier_expect_tx(ptx::sem_relaxed, ptx::scope_cluster, ptx::space_cluster, b, 16);
    (void)ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cta, b, 0ul, 100u);
    (void)ptx::mbarrier_arrive_no_complete(b, 1u);
    __shared__ cuda::barrier<cuda::thread_scope_block> bar;
    cde::cp_async_bulk_tensor_2d_global_to_shared(s, &map, 0, 0, bar);
    cde::cp_async_bulk_tensor_5d_shared_to_global(&map, 0, 1, 2, 3, 4, s);
}
