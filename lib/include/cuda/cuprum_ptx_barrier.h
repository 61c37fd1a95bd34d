// SPDX-License-Identifier: Apache-2.0
// mbarrier, fences, barriers of clusters (PTX ISA, "Parallel Synchronization and Communication Instructions"). A part of
// cuda/ptx.
#ifndef CUPRUM_CUDA_PTX_BARRIER_H
#define CUPRUM_CUDA_PTX_BARRIER_H

namespace cuda {
namespace ptx {

// ---- mbarrier, sm_80 ----------------------------------------------------------------------------
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
__device__ inline void mbarrier_init(uint64_t *p, const uint32_t &count) {
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(__shared_address(p)), "r"(count)
                 : "memory");
}
__device__ inline uint64_t mbarrier_arrive(uint64_t *p) {
    uint64_t state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
                 : "=l"(state)
                 : "r"(__shared_address(p))
                 : "memory");
    return state;
}
__device__ inline uint64_t mbarrier_arrive_no_complete(uint64_t *p, const uint32_t &count) {
    uint64_t state;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
                 : "=l"(state)
                 : "r"(__shared_address(p)), "r"(count)
                 : "memory");
    return state;
}
#define __CUPRUM_WAIT(name, instruction, type, constraint)                                         \
    __device__ inline bool name(uint64_t *p, const type &v) {                                      \
        uint32_t r;                                                                                \
        asm volatile(__CUPRUM_PTX_BOOL(instruction ".shared.b64 p, [%1], %2;")                     \
                     : "=r"(r)                                                                     \
                     : "r"(__shared_address(p)), constraint(v)                                     \
                     : "memory");                                                                  \
        return r != 0;                                                                             \
    }
__CUPRUM_WAIT(mbarrier_test_wait, "mbarrier.test_wait", uint64_t, "l")
__CUPRUM_WAIT(mbarrier_test_wait_parity, "mbarrier.test_wait.parity", uint32_t, "r")
__device__ inline void cp_async_mbarrier_arrive(uint64_t *p) {
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(__shared_address(p)) : "memory");
}
__device__ inline void cp_async_mbarrier_arrive_noinc(uint64_t *p) {
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(__shared_address(p))
                 : "memory");
}
#endif

// ---- mbarrier, sm_90: with an order and a scope, in other blocks of the cluster ------------------
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
__CUPRUM_WAIT(mbarrier_try_wait, "mbarrier.try_wait", uint64_t, "l")
__CUPRUM_WAIT(mbarrier_try_wait_parity, "mbarrier.try_wait.parity", uint32_t, "r")
#define __CUPRUM_WAIT_HINT(name, instruction, type, constraint)                                    \
    __device__ inline bool name(uint64_t *p, const type &v, const uint32_t &hint) {                \
        uint32_t r;                                                                                \
        asm volatile(__CUPRUM_PTX_BOOL(instruction ".shared.b64 p, [%1], %2, %3;")                 \
                     : "=r"(r)                                                                     \
                     : "r"(__shared_address(p)), constraint(v), "r"(hint)                          \
                     : "memory");                                                                  \
        return r != 0;                                                                             \
    }
__CUPRUM_WAIT_HINT(mbarrier_try_wait, "mbarrier.try_wait", uint64_t, "l")
__CUPRUM_WAIT_HINT(mbarrier_try_wait_parity, "mbarrier.try_wait.parity", uint32_t, "r")
#define __CUPRUM_WAIT_ORDER(name, instruction, sem, type, constraint)                              \
    template <dot_scope s>                                                                         \
    __device__ inline bool name(sem_##sem##_t, scope_t<s>, uint64_t *p, const type &v) {           \
        uint32_t r;                                                                                \
        __CUPRUM_PTX_SCOPES_2(s, "{\n\t.reg .pred p;\n\t" instruction "." #sem,                    \
                              ".shared::cta.b64 p, [%1], %2;\n\tselp.b32 %0, 1, 0, p;\n\t}",       \
                              : "=r"(r)                                                            \
                              : "r"(__shared_address(p)), constraint(v)                            \
                              : "memory")                                                          \
        return r != 0;                                                                             \
    }
#define __CUPRUM_WAIT_ORDER_HINT(name, instruction, sem, type, constraint)                         \
    template <dot_scope s>                                                                         \
    __device__ inline bool name(sem_##sem##_t, scope_t<s>, uint64_t *p, const type &v,             \
                                const uint32_t &hint) {                                            \
        uint32_t r;                                                                                \
        __CUPRUM_PTX_SCOPES_2(s, "{\n\t.reg .pred p;\n\t" instruction "." #sem,                    \
                              ".shared::cta.b64 p, [%1], %2, %3;\n\tselp.b32 %0, 1, 0, p;\n\t}",   \
                              : "=r"(r)                                                            \
                              : "r"(__shared_address(p)), constraint(v), "r"(hint)                 \
                              : "memory")                                                          \
        return r != 0;                                                                             \
    }
#define __CUPRUM_ALL_WAITS(sem)                                                                    \
    __CUPRUM_WAIT_ORDER(mbarrier_test_wait, "mbarrier.test_wait", sem, uint64_t, "l")              \
    __CUPRUM_WAIT_ORDER(mbarrier_test_wait_parity, "mbarrier.test_wait.parity", sem, uint32_t,     \
                        "r")                                                                       \
    __CUPRUM_WAIT_ORDER(mbarrier_try_wait, "mbarrier.try_wait", sem, uint64_t, "l")                \
    __CUPRUM_WAIT_ORDER(mbarrier_try_wait_parity, "mbarrier.try_wait.parity", sem, uint32_t, "r")  \
    __CUPRUM_WAIT_ORDER_HINT(mbarrier_try_wait, "mbarrier.try_wait", sem, uint64_t, "l")           \
    __CUPRUM_WAIT_ORDER_HINT(mbarrier_try_wait_parity, "mbarrier.try_wait.parity", sem, uint32_t,  \
                             "r")
__CUPRUM_ALL_WAITS(acquire)
__CUPRUM_ALL_WAITS(relaxed)
#undef __CUPRUM_ALL_WAITS
#undef __CUPRUM_WAIT_ORDER
#undef __CUPRUM_WAIT_ORDER_HINT
#undef __CUPRUM_WAIT_HINT

__device__ inline uint64_t mbarrier_arrive(uint64_t *p, const uint32_t &count) {
    uint64_t state;
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1], %2;"
                 : "=l"(state)
                 : "r"(__shared_address(p)), "r"(count)
                 : "memory");
    return state;
}
// instruction: what follows "mbarrier.arrive"; n: how many arrivals, or bytes.
#define __CUPRUM_ARRIVE(name, instruction, sem)                                                    \
    template <dot_scope s>                                                                         \
    __device__ inline uint64_t name(sem_##sem##_t, scope_t<s>, space_shared_t, uint64_t *p,        \
                                    const uint32_t &n) {                                           \
        uint64_t state;                                                                            \
        __CUPRUM_PTX_SCOPES_2(s, "mbarrier.arrive" instruction "." #sem,                           \
                              ".shared::cta.b64 %0, [%1], %2;",                                    \
                              : "=l"(state)                                                        \
                              : "r"(__shared_address(p)), "r"(n)                                   \
                              : "memory")                                                          \
        return state;                                                                              \
    }                                                                                              \
    __device__ inline void name(sem_##sem##_t, scope_cluster_t, space_cluster_t, uint64_t *p,      \
                                const uint32_t &n) {                                               \
        asm volatile("mbarrier.arrive" instruction "." #sem                                        \
                     ".cluster.shared::cluster.b64 _, [%0], %1;" ::"r"(__shared_address(p)),       \
                     "r"(n)                                                                        \
                     : "memory");                                                                  \
    }
#define __CUPRUM_ARRIVE_ONE(sem)                                                                   \
    template <dot_scope s>                                                                         \
    __device__ inline uint64_t mbarrier_arrive(sem_##sem##_t, scope_t<s>, space_shared_t,          \
                                               uint64_t *p) {                                      \
        uint64_t state;                                                                            \
        __CUPRUM_PTX_SCOPES_2(s, "mbarrier.arrive." #sem, ".shared::cta.b64 %0, [%1];",            \
                              : "=l"(state)                                                        \
                              : "r"(__shared_address(p))                                           \
                              : "memory")                                                          \
        return state;                                                                              \
    }                                                                                              \
    __device__ inline void mbarrier_arrive(sem_##sem##_t, scope_cluster_t, space_cluster_t,        \
                                           uint64_t *p) {                                          \
        asm volatile("mbarrier.arrive." #sem ".cluster.shared::cluster.b64 _, [%0];" ::"r"(        \
                         __shared_address(p))                                                      \
                     : "memory");                                                                  \
    }
__CUPRUM_ARRIVE(mbarrier_arrive, "", release)
__CUPRUM_ARRIVE(mbarrier_arrive, "", relaxed)
__CUPRUM_ARRIVE(mbarrier_arrive_expect_tx, ".expect_tx", release)
__CUPRUM_ARRIVE(mbarrier_arrive_expect_tx, ".expect_tx", relaxed)
__CUPRUM_ARRIVE_ONE(release)
__CUPRUM_ARRIVE_ONE(relaxed)
#undef __CUPRUM_ARRIVE
#undef __CUPRUM_ARRIVE_ONE
template <dot_scope s>
__device__ inline void mbarrier_expect_tx(sem_relaxed_t, scope_t<s>, space_shared_t, uint64_t *p,
                                          uint32_t bytes) {
    __CUPRUM_PTX_SCOPES_2(s, "mbarrier.expect_tx.relaxed", ".shared::cta.b64 [%0], %1;",
                          ::"r"(__shared_address(p)), "r"(bytes)
                          : "memory")
}
template <dot_scope s>
__device__ inline void mbarrier_expect_tx(sem_relaxed_t, scope_t<s>, space_cluster_t, uint64_t *p,
                                          uint32_t bytes) {
    __CUPRUM_PTX_SCOPES_2(s, "mbarrier.expect_tx.relaxed", ".shared::cluster.b64 [%0], %1;",
                          ::"r"(__shared_address(p)), "r"(bytes)
                          : "memory")
}
#endif
#undef __CUPRUM_WAIT

// ---- fences -------------------------------------------------------------------------------------
template <dot_scope s> __device__ inline void fence(sem_sc_t, scope_t<s>) {
    __CUPRUM_PTX_SCOPES(s, "fence.sc", ";", ::: "memory")
}
template <dot_scope s> __device__ inline void fence(sem_acq_rel_t, scope_t<s>) {
    __CUPRUM_PTX_SCOPES(s, "fence.acq_rel", ";", ::: "memory")
}
__device__ inline void fence_proxy_alias() {
    asm volatile("fence.proxy.alias;" ::: "memory");
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
template <dot_scope s> __device__ inline void fence(sem_acquire_t, scope_t<s>) {
    __CUPRUM_PTX_SCOPES(s, "fence.acquire", ";", ::: "memory")
}
template <dot_scope s> __device__ inline void fence(sem_release_t, scope_t<s>) {
    __CUPRUM_PTX_SCOPES(s, "fence.release", ";", ::: "memory")
}
__device__ inline void fence_proxy_async() {
    asm volatile("fence.proxy.async;" ::: "memory");
}
template <dot_space s> __device__ inline void fence_proxy_async(space_t<s>) {
    if constexpr (s == dot_space::global) {
        asm volatile("fence.proxy.async.global;" ::: "memory");
    } else if constexpr (s == dot_space::cluster) {
        asm volatile("fence.proxy.async.shared::cluster;" ::: "memory");
    } else {
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    }
}
__device__ inline void fence_mbarrier_init(sem_release_t, scope_cluster_t) {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
template <dot_scope s> __device__ inline void fence_proxy_tensormap_generic(sem_release_t, scope_t<s>) {
    __CUPRUM_PTX_SCOPES(s, "fence.proxy.tensormap::generic.release", ";", ::: "memory")
}
template <int n, dot_scope s>
__device__ inline void fence_proxy_tensormap_generic(sem_acquire_t, scope_t<s>, const void *p,
                                                     n32_t<n>) {
    __CUPRUM_PTX_SCOPES(s, "fence.proxy.tensormap::generic.acquire", " [%0], %1;",
                        ::"l"(p), "n"(n)
                        : "memory")
}

// ---- clusters -----------------------------------------------------------------------------------
__device__ inline void barrier_cluster_arrive() {
    asm volatile("barrier.cluster.arrive;" ::: "memory");
}
__device__ inline void barrier_cluster_arrive(sem_release_t) {
    asm volatile("barrier.cluster.arrive.release;" ::: "memory");
}
__device__ inline void barrier_cluster_arrive(sem_relaxed_t) {
    asm volatile("barrier.cluster.arrive.relaxed;" :::);
}
__device__ inline void barrier_cluster_wait() {
    asm volatile("barrier.cluster.wait;" ::: "memory");
}
__device__ inline void barrier_cluster_wait(sem_acquire_t) {
    asm volatile("barrier.cluster.wait.acquire;" ::: "memory");
}
__device__ inline uint32_t getctarank(space_cluster_t, const void *p) {
    uint32_t r;
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(r) : "r"(__shared_address(p)));
    return r;
}
#endif

} // namespace ptx
} // namespace cuda

#endif
