// SPDX-License-Identifier: Apache-2.0
// Clusters of blocks, dependent launches, address spaces, atomic functions of vectors (CUDA C++
// Programming Guide; PTX ISA 9.7.13.4, "griddepcontrol"). A part of cuprum_runtime.h.
#ifndef CUPRUM_CLUSTER_H
#define CUPRUM_CLUSTER_H

#if __cuprum_says(__cluster* __threadfence_cluster)
#define __CUPRUM_CLUSTER_3(name)                                                                   \
    __CUPRUM_DEV__ dim3 __cluster##name() {                                                        \
        dim3 r;                                                                                    \
        __nv_cluster##name##_impl(&r.x, &r.y, &r.z);                                               \
        return r;                                                                                  \
    }
__CUPRUM_CLUSTER_3(Dim)
__CUPRUM_CLUSTER_3(RelativeBlockIdx)
__CUPRUM_CLUSTER_3(GridDimInClusters)
__CUPRUM_CLUSTER_3(Idx)
#undef __CUPRUM_CLUSTER_3
__CUPRUM_DEV__ unsigned int __clusterDimIsSpecified() {
    return __nv_clusterDimIsSpecifed_impl();
}
__CUPRUM_DEV__ unsigned int __clusterRelativeBlockRank() {
    return __nv_clusterRelativeBlockRank_impl();
}
__CUPRUM_DEV__ unsigned int __clusterSizeInBlocks() {
    return __nv_clusterSizeInBlocks_impl();
}
__CUPRUM_DEV__ void __cluster_barrier_arrive() {
    __nv_cluster_barrier_arrive_impl();
}
__CUPRUM_DEV__ void __cluster_barrier_arrive_relaxed() {
    __nv_cluster_barrier_arrive_relaxed_impl();
}
__CUPRUM_DEV__ void __cluster_barrier_wait() {
    __nv_cluster_barrier_wait_impl();
}
__CUPRUM_DEV__ void __threadfence_cluster() {
    __nv_threadfence_cluster_impl();
}
__CUPRUM_DEV__ void *__cluster_map_shared_rank(const void *p, unsigned int rank) {
    return __nv_cluster_map_shared_rank_impl(p, rank);
}
__CUPRUM_DEV__ unsigned int __cluster_query_shared_rank(const void *p) {
    return __nv_cluster_query_shared_rank_impl(p);
}
#endif

__CUPRUM_DEV__ void cudaGridDependencySynchronize() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}
__CUPRUM_DEV__ void cudaTriggerProgrammaticLaunchCompletion() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// ---- address spaces -----------------------------------------------------------------------------
__CUPRUM_DEV__ unsigned int __isGridConstant(const void *p) {
    return __nv_isGridConstant_impl(p);
}
__CUPRUM_DEV__ unsigned int __isClusterShared(const void *p) {
    return __nv_isClusterShared_impl(p);
}
__CUPRUM_DEV__ unsigned int __isCtaShared(const void *p) {
    return __nv_isShared_impl(p);
}
__CUPRUM_DEV__ size_t __cvta_generic_to_grid_constant(const void *p) {
    size_t r;
    asm("cvta.to.param.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}
__CUPRUM_DEV__ void *__cvta_grid_constant_to_generic(size_t p) {
    void *r;
    asm("cvta.param.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}
__CUPRUM_DEV__ void *__nv_associate_access_property(const void *p, unsigned long long property) {
    return __nv_associate_access_property_impl(p, property);
}

// ---- byte order ---------------------------------------------------------------------------------
__CUPRUM_DEV__ unsigned short __nv_bswap16(unsigned short v) {
    return __nv_bswap16_impl(v);
}
__CUPRUM_DEV__ unsigned int __nv_bswap32(unsigned int v) {
    return __nv_bswap32_impl(v);
}
__CUPRUM_DEV__ unsigned long long __nv_bswap64(unsigned long long v) {
    return __nv_bswap64_impl(v);
}

// ---- atomic functions of two and four floats, and of 128 bits
// ------------------------------------
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
#if __cuprum_says(atomicAdd*) && __cuprum_says(float2 float4 make_float*)
#define __CUPRUM_ATOMIC_FLOATS(scope)                                                              \
    __attribute__((device_builtin, device)) float2 __f2AtomicAdd##scope(float2 *p, float2 v);      \
    __attribute__((device_builtin, device)) float4 __f4AtomicAdd##scope(float4 *p, float4 v);      \
    __CUPRUM_DEV__ float2 atomicAdd##scope(float2 *p, float2 v) {                                  \
        return __f2AtomicAdd##scope(p, v);                                                         \
    }                                                                                              \
    __CUPRUM_DEV__ float4 atomicAdd##scope(float4 *p, float4 v) {                                  \
        return __f4AtomicAdd##scope(p, v);                                                         \
    }
__CUPRUM_ATOMIC_FLOATS()
__CUPRUM_ATOMIC_FLOATS(_block)
__CUPRUM_ATOMIC_FLOATS(_system)
#undef __CUPRUM_ATOMIC_FLOATS
#endif

#if __cuprum_says(atomicExch* atomicCAS*)
#define __CUPRUM_ATOMIC_WIDE(scope)                                                                \
    template <class T> __CUPRUM_DEV__ __CUPRUM_128_BITS(T) atomicExch##scope(T *p, T v) {          \
        T old;                                                                                     \
        __u128AtomicExch##scope((void *)p, (void *)&v, (void *)&old);                              \
        return old;                                                                                \
    }                                                                                              \
    template <class T> __CUPRUM_DEV__ __CUPRUM_128_BITS(T) atomicCAS##scope(T *p, T cmp, T v) {    \
        T old;                                                                                     \
        __u128AtomicCAS##scope((void *)p, (void *)&cmp, (void *)&v, (void *)&old);                 \
        return old;                                                                                \
    }
template <class T, bool> struct __cuprum_only_if {};
template <class T> struct __cuprum_only_if<T, true> { typedef T type; };
#define __CUPRUM_128_BITS(T) typename __cuprum_only_if<T, sizeof(T) == 16 && alignof(T) == 16>::type
__CUPRUM_ATOMIC_WIDE()
__CUPRUM_ATOMIC_WIDE(_block)
__CUPRUM_ATOMIC_WIDE(_system)
#undef __CUPRUM_ATOMIC_WIDE
#undef __CUPRUM_128_BITS
#endif
#endif

#endif
