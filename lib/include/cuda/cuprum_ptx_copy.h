// SPDX-License-Identifier: Apache-2.0
// Bulk copies and reductions, tensors, remote stores (PTX ISA, "Data Movement and Conversion Instructions:
// Asynchronous copy"); all of sm_90. A part of cuda/ptx.
#ifndef CUPRUM_CUDA_PTX_COPY_H
#define CUPRUM_CUDA_PTX_COPY_H

#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900

namespace cuda {
namespace ptx {

// ---- lines of memory ----------------------------------------------------------------------------
__device__ inline void cp_async_bulk(space_cluster_t, space_global_t, void *to, const void *from,
                                     const uint32_t &n, uint64_t *barrier) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
                 "[%3];" ::"r"(__shared_address(to)),
                 "l"(__global_address(from)), "r"(n), "r"(__shared_address(barrier))
                 : "memory");
}
__device__ inline void cp_async_bulk(space_shared_t, space_global_t, void *to, const void *from,
                                     const uint32_t &n, uint64_t *barrier) {
    cp_async_bulk(space_cluster_t(), space_global_t(), to, from, n, barrier);
}
__device__ inline void cp_async_bulk(space_cluster_t, space_shared_t, void *to, const void *from,
                                     const uint32_t &n, uint64_t *barrier) {
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], "
                 "%2, [%3];" ::"r"(__shared_address(to)),
                 "r"(__shared_address(from)), "r"(n), "r"(__shared_address(barrier))
                 : "memory");
}
__device__ inline void cp_async_bulk(space_global_t, space_shared_t, void *to, const void *from,
                                     const uint32_t &n) {
    asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(
                     __global_address(to)),
                 "r"(__shared_address(from)), "r"(n)
                 : "memory");
}
__device__ inline void cp_async_bulk(space_cluster_t, space_global_t, void *to, const void *from,
                                     const uint32_t &n, uint64_t *barrier, const uint16_t &blocks) {
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::"
                 "cluster [%0], [%1], %2, [%3], %4;" ::"r"(__shared_address(to)),
                 "l"(__global_address(from)), "r"(n), "r"(__shared_address(barrier)), "h"(blocks)
                 : "memory");
}
__device__ inline void cp_async_bulk_commit_group() {
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
}
template <int n> __device__ inline void cp_async_bulk_wait_group(n32_t<n>) {
    asm volatile("cp.async.bulk.wait_group %0;" ::"n"(n) : "memory");
}
template <int n> __device__ inline void cp_async_bulk_wait_group_read(n32_t<n>) {
    asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(n) : "memory");
}

// ---- tensors, of one to five dimensions ---------------------------------------------------------
// The coordinates' operands begin behind `first`.
#define __CUPRUM_AT_1 "r"(at[0])
#define __CUPRUM_AT_2 __CUPRUM_AT_1, "r"(at[1])
#define __CUPRUM_AT_3 __CUPRUM_AT_2, "r"(at[2])
#define __CUPRUM_AT_4 __CUPRUM_AT_3, "r"(at[3])
#define __CUPRUM_AT_5 __CUPRUM_AT_4, "r"(at[4])
#define __CUPRUM_TENSOR(d, load_at, cast_at, store_at)                                             \
    __device__ inline void cp_async_bulk_tensor(space_cluster_t, space_global_t, void *to,         \
                                                const void *map, const int32_t(&at)[d],            \
                                                uint64_t *barrier) {                               \
        asm volatile("cp.async.bulk.tensor." #d                                                    \
                     "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {"     \
                     load_at "}], [%2];" ::"r"(__shared_address(to)),                              \
                     "l"(map), "r"(__shared_address(barrier)), __CUPRUM_AT_##d                     \
                     : "memory");                                                                  \
    }                                                                                              \
    __device__ inline void cp_async_bulk_tensor(space_shared_t, space_global_t, void *to,          \
                                                const void *map, const int32_t(&at)[d],            \
                                                uint64_t *barrier) {                               \
        cp_async_bulk_tensor(space_cluster_t(), space_global_t(), to, map, at, barrier);           \
    }                                                                                              \
    __device__ inline void cp_async_bulk_tensor(space_cluster_t, space_global_t, void *to,         \
                                                const void *map, const int32_t(&at)[d],            \
                                                uint64_t *barrier, const uint16_t &blocks) {       \
        asm volatile("cp.async.bulk.tensor." #d                                                    \
                     "d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::"      \
                     "cluster [%0], [%1, {" cast_at "}], [%2], %3;" ::"r"(__shared_address(to)),   \
                     "l"(map), "r"(__shared_address(barrier)), "h"(blocks), __CUPRUM_AT_##d        \
                     : "memory");                                                                  \
    }                                                                                              \
    __device__ inline void cp_async_bulk_tensor(space_global_t, space_shared_t, const void *map,   \
                                                const int32_t(&at)[d], const void *from) {         \
        asm volatile("cp.async.bulk.tensor." #d                                                    \
                     "d.global.shared::cta.tile.bulk_group [%0, {" store_at "}], [%1];" ::"l"(map), \
                     "r"(__shared_address(from)), __CUPRUM_AT_##d                                  \
                     : "memory");                                                                  \
    }                                                                                              \
    __CUPRUM_TENSOR_REDUCE(d, add, "add", store_at)                                                \
    __CUPRUM_TENSOR_REDUCE(d, min, "min", store_at)                                                \
    __CUPRUM_TENSOR_REDUCE(d, max, "max", store_at)                                                \
    __CUPRUM_TENSOR_REDUCE(d, inc, "inc", store_at)                                                \
    __CUPRUM_TENSOR_REDUCE(d, dec, "dec", store_at)                                                \
    __CUPRUM_TENSOR_REDUCE(d, and_op, "and", store_at)                                             \
    __CUPRUM_TENSOR_REDUCE(d, or_op, "or", store_at)                                               \
    __CUPRUM_TENSOR_REDUCE(d, xor_op, "xor", store_at)
#define __CUPRUM_TENSOR_REDUCE(d, op, word, store_at)                                              \
    __device__ inline void cp_reduce_async_bulk_tensor(space_global_t, space_shared_t, op_##op##_t, \
                                                       const void *map, const int32_t(&at)[d],     \
                                                       const void *from) {                         \
        asm volatile("cp.reduce.async.bulk.tensor." #d "d.global.shared::cta." word                \
                     ".tile.bulk_group [%0, {" store_at "}], [%1];" ::"l"(map),                    \
                     "r"(__shared_address(from)), __CUPRUM_AT_##d                                  \
                     : "memory");                                                                  \
    }
__CUPRUM_TENSOR(1, "%3", "%4", "%2")
__CUPRUM_TENSOR(2, "%3, %4", "%4, %5", "%2, %3")
__CUPRUM_TENSOR(3, "%3, %4, %5", "%4, %5, %6", "%2, %3, %4")
__CUPRUM_TENSOR(4, "%3, %4, %5, %6", "%4, %5, %6, %7", "%2, %3, %4, %5")
__CUPRUM_TENSOR(5, "%3, %4, %5, %6, %7", "%4, %5, %6, %7, %8", "%2, %3, %4, %5, %6")
#undef __CUPRUM_TENSOR
#undef __CUPRUM_TENSOR_REDUCE
#undef __CUPRUM_AT_1
#undef __CUPRUM_AT_2
#undef __CUPRUM_AT_3
#undef __CUPRUM_AT_4
#undef __CUPRUM_AT_5
template <int n, dot_scope s>
__device__ inline void tensormap_cp_fenceproxy(sem_release_t, scope_t<s>, void *to,
                                               const void *from, n32_t<n>) {
    __CUPRUM_PTX_SCOPES(s, "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release",
                        ".sync.aligned [%0], [%1], %2;", ::"l"(__global_address(to)),
                        "r"(__shared_address(from)), "n"(n)
                        : "memory")
}

// ---- reductions ---------------------------------------------------------------------------------
// Into another block's shared memory, and into global memory: by type and operation.
#define __CUPRUM_REDUCE_CLUSTER(op, word, T, type)                                                 \
    __device__ inline void cp_reduce_async_bulk(space_cluster_t, space_shared_t, op_##op##_t,      \
                                                T *to, const T *from, uint32_t n,                  \
                                                uint64_t *barrier) {                               \
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::"    \
                     "bytes." word "." type " [%0], [%1], %2, [%3];" ::"r"(__shared_address(to)),  \
                     "r"(__shared_address(from)), "r"(n), "r"(__shared_address(barrier))           \
                     : "memory");                                                                  \
    }
#define __CUPRUM_REDUCE_GLOBAL(op, word, T, type)                                                  \
    __device__ inline void cp_reduce_async_bulk(space_global_t, space_shared_t, op_##op##_t,       \
                                                T *to, const T *from, uint32_t n) {                \
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." word "." type           \
                     " [%0], [%1], %2;" ::"l"(__global_address(to)),                               \
                     "r"(__shared_address(from)), "r"(n)                                           \
                     : "memory");                                                                  \
    }
#define __CUPRUM_RED_ASYNC(op, word, T, type, constraint)                                          \
    __device__ inline void red_async(op_##op##_t, T *to, const T &v, uint64_t *barrier) {          \
        asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes."     \
                     word "." type " [%0], %1, [%2];" ::"r"(__shared_address(to)),                 \
                     constraint(v), "r"(__shared_address(barrier))                                 \
                     : "memory");                                                                  \
    }
#define __CUPRUM_REDUCE(op, word, T, type, constraint)                                             \
    __CUPRUM_REDUCE_CLUSTER(op, word, T, type)                                                     \
    __CUPRUM_REDUCE_GLOBAL(op, word, T, type)                                                      \
    __CUPRUM_RED_ASYNC(op, word, T, type, constraint)
__CUPRUM_REDUCE(min, "min", uint32_t, "u32", "r")
__CUPRUM_REDUCE(max, "max", uint32_t, "u32", "r")
__CUPRUM_REDUCE(add, "add", uint32_t, "u32", "r")
__CUPRUM_REDUCE(inc, "inc", uint32_t, "u32", "r")
__CUPRUM_REDUCE(dec, "dec", uint32_t, "u32", "r")
__CUPRUM_REDUCE(min, "min", int32_t, "s32", "r")
__CUPRUM_REDUCE(max, "max", int32_t, "s32", "r")
__CUPRUM_REDUCE(add, "add", int32_t, "s32", "r")
__CUPRUM_REDUCE(add, "add", uint64_t, "u64", "l")
__CUPRUM_REDUCE_CLUSTER(add, "add", int64_t, "u64")
__CUPRUM_REDUCE_GLOBAL(add, "add", int64_t, "u64")
__device__ inline void red_async(op_add_t, int64_t *to, const int64_t &v, int64_t *barrier) {
    red_async(op_add_t(), (uint64_t *)to, (uint64_t)v, (uint64_t *)barrier);
}
__CUPRUM_REDUCE(and_op, "and", uint32_t, "b32", "r")
__CUPRUM_REDUCE(or_op, "or", uint32_t, "b32", "r")
__CUPRUM_REDUCE(xor_op, "xor", uint32_t, "b32", "r")
__CUPRUM_REDUCE(and_op, "and", int32_t, "b32", "r")
__CUPRUM_REDUCE(or_op, "or", int32_t, "b32", "r")
__CUPRUM_REDUCE(xor_op, "xor", int32_t, "b32", "r")
__CUPRUM_REDUCE_GLOBAL(and_op, "and", uint64_t, "b64")
__CUPRUM_REDUCE_GLOBAL(or_op, "or", uint64_t, "b64")
__CUPRUM_REDUCE_GLOBAL(xor_op, "xor", uint64_t, "b64")
__CUPRUM_REDUCE_GLOBAL(min, "min", uint64_t, "u64")
__CUPRUM_REDUCE_GLOBAL(max, "max", uint64_t, "u64")
__CUPRUM_REDUCE_GLOBAL(min, "min", int64_t, "s64")
__CUPRUM_REDUCE_GLOBAL(max, "max", int64_t, "s64")
__CUPRUM_REDUCE_GLOBAL(add, "add", float, "f32")
__CUPRUM_REDUCE_GLOBAL(add, "add", double, "f64")
#undef __CUPRUM_REDUCE
#undef __CUPRUM_REDUCE_CLUSTER
#undef __CUPRUM_RED_ASYNC

#undef __CUPRUM_REDUCE_GLOBAL

// ---- stores into another block's shared memory --------------------------------------------------
template <class T> __device__ inline void st_async(T *to, const T &v, uint64_t *barrier) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "4 or 8 bytes are stored");
    if constexpr (sizeof(T) == 4) {
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0], %1, [%2];" ::
                         "r"(__shared_address(to)),
                     "r"(__builtin_bit_cast(uint32_t, v)), "r"(__shared_address(barrier))
                     : "memory");
    } else {
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.b64 [%0], %1, [%2];" ::
                         "r"(__shared_address(to)),
                     "l"(__builtin_bit_cast(uint64_t, v)), "r"(__shared_address(barrier))
                     : "memory");
    }
}
template <class T> __device__ inline void st_async(T *to, const T (&v)[2], uint64_t *barrier) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "4 or 8 bytes are stored");
    if constexpr (sizeof(T) == 4) {
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b32 [%0], {%1, "
                     "%2}, [%3];" ::"r"(__shared_address(to)),
                     "r"(__builtin_bit_cast(uint32_t, v[0])),
                     "r"(__builtin_bit_cast(uint32_t, v[1])), "r"(__shared_address(barrier))
                     : "memory");
    } else {
        asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v2.b64 [%0], {%1, "
                     "%2}, [%3];" ::"r"(__shared_address(to)),
                     "l"(__builtin_bit_cast(uint64_t, v[0])),
                     "l"(__builtin_bit_cast(uint64_t, v[1])), "r"(__shared_address(barrier))
                     : "memory");
    }
}
template <class T> __device__ inline void st_async(T *to, const T (&v)[4], uint64_t *barrier) {
    static_assert(sizeof(T) == 4, "four of 4 bytes are stored");
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, "
                 "%3, %4}, [%5];" ::"r"(__shared_address(to)),
                 "r"(__builtin_bit_cast(uint32_t, v[0])), "r"(__builtin_bit_cast(uint32_t, v[1])),
                 "r"(__builtin_bit_cast(uint32_t, v[2])), "r"(__builtin_bit_cast(uint32_t, v[3])),
                 "r"(__shared_address(barrier))
                 : "memory");
}

} // namespace ptx
} // namespace cuda

#endif
#endif
