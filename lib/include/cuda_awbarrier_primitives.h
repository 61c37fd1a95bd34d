// SPDX-License-Identifier: Apache-2.0
// Barriers in shared memory (CUDA C++ Programming Guide, "Memory Barrier Primitives Interface"; PTX ISA, mbarrier). On
// sm_80 and above by the hardware's; before by the same counts in the same 64 bits.
#ifndef CUPRUM_CUDA_AWBARRIER_PRIMITIVES_H
#define CUPRUM_CUDA_AWBARRIER_PRIMITIVES_H

#include <cuda_pipeline_primitives.h>

typedef unsigned long long __mbarrier_token_t;

static __inline__ __device__ unsigned int __mbarrier_maximum_count() {
    return (1u << 20) - 1;
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
static __inline__ __device__ void __mbarrier_init(__mbarrier_t *barrier, unsigned int count) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier);
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory");
}
static __inline__ __device__ void __mbarrier_inval(__mbarrier_t *barrier) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier);
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(at) : "memory");
}
static __inline__ __device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier);
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(at) : "memory");
    return token;
}
static __inline__ __device__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier);
    __mbarrier_token_t token;
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1];" : "=l"(token) : "r"(at) : "memory");
    return token;
}
static __inline__ __device__ bool __mbarrier_test_wait(__mbarrier_t *barrier,
                                                       __mbarrier_token_t token) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier), done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.test_wait.shared.b64 p, [%1], %2;\n\t"
                 "selp.b32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(at), "l"(token)
                 : "memory");
    return done != 0;
}
static __inline__ __device__ bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier), done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
                 "selp.b32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(at), "r"((unsigned int)parity)
                 : "memory");
    return done != 0;
}
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
static __inline__ __device__ bool __mbarrier_try_wait(__mbarrier_t *barrier,
                                                      __mbarrier_token_t token,
                                                      unsigned int nanoseconds) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier), done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.try_wait.shared.b64 p, [%1], %2, %3;\n\t"
                 "selp.b32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(at), "l"(token), "r"(nanoseconds)
                 : "memory");
    return done != 0;
}
static __inline__ __device__ bool __mbarrier_try_wait_parity(__mbarrier_t *barrier, bool parity,
                                                             unsigned int nanoseconds) {
    unsigned int at = (unsigned int)__cvta_generic_to_shared(barrier), done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.try_wait.parity.shared.b64 p, [%1], %2, %3;\n\t"
                 "selp.b32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(at), "r"((unsigned int)parity), "r"(nanoseconds)
                 : "memory");
    return done != 0;
}
#endif
static __inline__ __device__ unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token) {
    unsigned int n;
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(token));
    return n;
}
#else
// Low half: arrivals that are missing, counted up to zero at bit 31, with the phase above it by the carry.
// High half: minus the number expected, which a new phase begins with.
static __inline__ __device__ void __mbarrier_init(__mbarrier_t *barrier, unsigned int count) {
    unsigned int start = 0x80000000u - count;
    *barrier = (unsigned long long)start << 32 | start;
}
static __inline__ __device__ void __mbarrier_inval(__mbarrier_t *) {}
// The bits of a phase are the top bit of the low half: it turns when the last arrival has come.
static __inline__ __device__ __mbarrier_token_t __cuprum_mbarrier_arrive(__mbarrier_t *barrier,
                                                                         bool drop) {
    __threadfence_block();
    unsigned long long before = *(volatile __mbarrier_t *)barrier, after;
    for (;;) {
        unsigned int now = (unsigned int)before, start = (unsigned int)(before >> 32);
        unsigned int expected = (0x80000000u - start) & 0x7fffffffu;
        unsigned int phase = now & 0x80000000u, left = (0x80000000u - now) & 0x7fffffffu;
        if (drop) expected--;
        left--;
        if (left == 0) {
            phase ^= 0x80000000u;
            left = expected;
        }
        now = phase | ((0x80000000u - left) & 0x7fffffffu);
        start = 0x80000000u - expected;
        after = (unsigned long long)start << 32 | now;
        unsigned long long seen = atomicCAS(barrier, before, after);
        if (seen == before) return before;
        before = seen;
    }
}
static __inline__ __device__ __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *barrier) {
    return __cuprum_mbarrier_arrive(barrier, false);
}
static __inline__ __device__ __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *barrier) {
    return __cuprum_mbarrier_arrive(barrier, true);
}
static __inline__ __device__ bool __mbarrier_test_wait(__mbarrier_t *barrier,
                                                       __mbarrier_token_t token) {
    unsigned int now = (unsigned int)*(volatile __mbarrier_t *)barrier;
    bool done = ((now ^ (unsigned int)token) >> 31) != 0;
    if (done) __threadfence_block();
    return done;
}
static __inline__ __device__ bool __mbarrier_test_wait_parity(__mbarrier_t *barrier, bool parity) {
    unsigned int now = (unsigned int)*(volatile __mbarrier_t *)barrier;
    bool done = (now >> 31) != (unsigned int)parity;
    if (done) __threadfence_block();
    return done;
}
static __inline__ __device__ unsigned int __mbarrier_token_pending_count(__mbarrier_token_t token) {
    return (0x80000000u - (unsigned int)token) & 0x7fffffffu;
}
#endif

#endif
