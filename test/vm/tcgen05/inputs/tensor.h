// SPDX-License-Identifier: Apache-2.0
// tcgen05 as functions, for the tests beside this folder.
#pragma once
#include <cuda_fp16.h>
typedef unsigned int u32;
typedef unsigned long long u64;

__device__ inline u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }
__device__ inline bool leads() {
    u32 yes;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(yes));
    return yes;
}
__device__ inline void mbarrier_init(u64 *m, u32 n) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(m)), "r"(n) : "memory");
}
__device__ inline void mbarrier_wait(u64 *m, u32 phase) {
    u32 done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done) : "r"(shared_address(m)), "r"(phase) : "memory");
}
__device__ inline void alloc(u32 *at, u32 columns) { // by one warp
    asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(shared_address(at)), "r"(columns) : "memory");
    asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;");
}
__device__ inline void dealloc(u32 at, u32 columns) {
    asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(at), "r"(columns));
}
__device__ inline void commit(u64 *m) {
    asm volatile("tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(shared_address(m)) : "memory");
}
__device__ inline void before_sync() { asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory"); }
__device__ inline void after_sync() { asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory"); }
__device__ inline void wait_loads() { asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory"); }
__device__ inline void wait_stores() { asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory"); }
__device__ inline void proxy_fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
__device__ inline u32 load1(u32 at) {
    u32 v;
    asm volatile("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%1];" : "=r"(v) : "r"(at));
    wait_loads();
    return v;
}
__device__ inline void store1(u32 at, u32 v) {
    asm volatile("tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], {%1};" ::"r"(at), "r"(v) : "memory");
    wait_stores();
}
// A matrix descriptor: offsets in bytes, swizzle 0 none, 2 128, 4 64, 6 32 bytes
__device__ inline u64 describe(u32 address, u32 lead, u32 stride, u32 swizzle) {
    return (u64)(address >> 4 & 0x3fff) | (u64)(lead >> 4) << 16 | (u64)(stride >> 4) << 32 | 1ull << 46 | (u64)swizzle << 61;
}
// An instruction descriptor
__device__ inline u32 shape(u32 m, u32 n, u32 d, u32 a, u32 b, u32 more = 0) {
    return d << 4 | a << 7 | b << 10 | n / 8 << 17 | m / 16 << 24 | more;
}
#define MMA(KIND, D, A, B, IDESC, ADD)                                                                                            \
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::" KIND " [%0], %1, %2, %3, p; }" ::"r"(D), \
                 "l"(A), "l"(B), "r"(IDESC), "r"(ADD) : "memory")
#define MMA_TENSOR(KIND, D, A, B, IDESC, ADD)                                                                                       \
    asm volatile("{ .reg .pred p; setp.ne.b32 p, %4, 0; tcgen05.mma.cta_group::1.kind::" KIND " [%0], [%1], %2, %3, p; }" ::"r"(D), \
                 "r"(A), "l"(B), "r"(IDESC), "r"(ADD) : "memory")
