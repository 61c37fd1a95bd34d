// SPDX-License-Identifier: Apache-2.0
// The sync checker: each kernel takes `ok`; 0 makes the mistake.
// RUN[CLEAN]: sh %S/inputs/each.sh %s 1 --check
// CLEAN: divergent 0
// CLEAN-NEXT: counts 0
// CLEAN-NEXT: deadlock 0
// CLEAN-NEXT: masks 0
// CLEAN-NEXT: exited 0
// CLEAN-NEXT: shuffle 0
// CLEAN-NEXT: uninit 0
// CLEAN-NEXT: twice 0
// CLEAN-NEXT: overflow 0
// RUN[BAD]: sh %S/inputs/each.sh %s 0 --check=sync
// BAD: divergent 1 sync: divergent-barrier
// BAD-NEXT: counts 1 sync: barrier-count
// BAD-NEXT: deadlock 1 sync: deadlock
// BAD-NEXT: masks 1 sync: wrong-use
// BAD-NEXT: exited 1 sync: shuffle-source
// BAD-NEXT: shuffle 1 sync: shuffle-source
// BAD-NEXT: uninit 1 sync: mbarrier-uninitialised
// BAD-NEXT: twice 1 sync: mbarrier-initialised
// BAD-NEXT: overflow 1 sync: wrong-use
// RUN[DEAD]: cuprum run %s --check=sync --kernel=deadlock --block=128 i32:0 buf:i32:128:zero
// EXIT[DEAD]: 1
// DEAD-NOT: 3 findings
// DEAD: sync: deadlock: lanes ffffffff of warp 0 wait for barrier 1, to which 32 of 128 threads have come; 32 threads have exited
// DEAD: bar.sync 1
// DEAD: sync: deadlock: lanes ffffffff of warp 1 wait for barrier 2, to which 64 of 128 threads have come; 32 threads have exited
// DEAD: bar.sync 2
// DEAD: 2 times
// DEAD: 2 findings
// RUN[MASK]: cuprum run %s --check=sync --kernel=masks --block=128 i32:0 buf:i32:128:zero
// EXIT[MASK]: 1
// MASK: sync: wrong-use: thread is not in the member mask 0000ffff
// Lanes of a warp meet at barriers in both arms
extern "C" __global__ void divergent(int ok, int *out) {
    if (ok || threadIdx.x & 1)
        asm volatile("bar.sync 0;" ::: "memory");
    else
        asm volatile("bar.sync 0; // other" ::: "memory");
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}
extern "C" __global__ void counts(int ok, int *out) {
    int n = ok || threadIdx.x < 32 ? 64 : 128;
    if (threadIdx.x < 64) asm volatile("bar.sync 1, %0;" ::"r"(n) : "memory");
    if (!ok && threadIdx.x >= 64) asm volatile("bar.sync 1, 64;" ::: "memory");
    out[blockIdx.x * 128 + threadIdx.x] = n;
}
extern "C" __global__ void deadlock(int ok, int *out) {
    if (threadIdx.x >= 96) return;
    if (ok)
        __syncthreads();
    else if (threadIdx.x < 32)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    else
        asm volatile("bar.sync 2, 96;" ::: "memory");
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}
extern "C" __global__ void masks(int ok, int *out) {
    __syncwarp(ok ? 0xffffffffu : 0x0000ffffu);
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}
// An exited lane may be named, but has no value
extern "C" __global__ void exited(int ok, int *out) {
    int t = threadIdx.x;
    if ((t & 31) >= 16) return;
    out[blockIdx.x * 128 + t] = __shfl_sync(0xffffffffu, t, ok ? 15 : 16);
}
extern "C" __global__ void shuffle(int ok, int *out) {
    int t = threadIdx.x;
    if ((t & 31) < 8) out[blockIdx.x * 128 + t] = __shfl_down_sync(0xff, t, ok ? 0 : 1);
}
extern "C" __global__ void uninit(int ok, int *out) {
    __shared__ unsigned long long bar;
    unsigned a = (unsigned)__cvta_generic_to_shared(&bar);
    if (!threadIdx.x) {
        bar = 0;
        if (ok) asm volatile("mbarrier.init.shared.b64 [%0], 128;" ::"r"(a) : "memory");
    }
    __syncthreads();
    if (ok || !threadIdx.x) asm volatile("{ .reg .b64 s; mbarrier.expect_tx.relaxed.cta.shared.b64 [%0], 0; }" ::"r"(a) : "memory");
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}
extern "C" __global__ void twice(int ok, int *out) {
    __shared__ unsigned long long bar;
    unsigned a = (unsigned)__cvta_generic_to_shared(&bar);
    if (threadIdx.x) return;
    asm volatile("mbarrier.init.shared.b64 [%0], 1;" ::"r"(a) : "memory");
    if (ok) asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(a) : "memory");
    asm volatile("mbarrier.init.shared.b64 [%0], 2;" ::"r"(a) : "memory");
    out[0] = 1;
}
extern "C" __global__ void overflow(int ok, int *out) {
    __shared__ unsigned long long bar;
    unsigned a = (unsigned)__cvta_generic_to_shared(&bar);
    if (threadIdx.x) return;
    asm volatile("mbarrier.init.shared.b64 [%0], 2;" ::"r"(a) : "memory");
    if (ok)
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 2; }" ::"r"(a) : "memory");
    else
        asm volatile("{ .reg .b64 s; mbarrier.arrive.shared.b64 s, [%0], 3; }" ::"r"(a) : "memory");
    out[0] = 1;
}
