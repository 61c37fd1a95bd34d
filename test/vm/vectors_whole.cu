// SPDX-License-Identifier: Apache-2.0
// A vector of 16 or 8 bytes is read and written whole, as GPUs have it: half of the blocks write pairs of equal words, the others
// see no two that differ. CUB's scans rest on it. (With one processor nothing can be seen.)
// REQUIRES: %B/gen/whole16
// RUN: cuprum run %s -O2 -arch=sm_90 --kernel=pairs --grid=8 --block=32 --jobs=4 --print=0:1 buf:u32:1:zero buf:u64:2:zero buf:u32:2:zero
// CHECK: arg 0: 0
struct alignas(16) Wide { unsigned long long a, b; };
extern "C" __global__ void pairs(unsigned *torn, Wide *wide, uint2 *narrow) {
    bool writes = blockIdx.x & 1;
    unsigned seen = 0;
    if (threadIdx.x) return;
    for (unsigned i = 0; i < 300000; i++) {
        unsigned long long a, b;
        unsigned c, d;
        if (writes) {
            asm volatile("st.relaxed.gpu.v2.u64 [%0], {%1, %1};" : : "l"(wide), "l"((unsigned long long)i) : "memory");
            asm volatile("st.volatile.v2.u32 [%0], {%1, %1};" : : "l"(narrow), "r"(i) : "memory");
            continue;
        }
        asm volatile("ld.relaxed.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(wide) : "memory");
        seen += a != b;
        asm volatile("ld.acquire.gpu.v2.u64 {%0, %1}, [%2];" : "=l"(a), "=l"(b) : "l"(wide) : "memory");
        seen += a != b;
        asm volatile("ld.volatile.v2.u32 {%0, %1}, [%2];" : "=r"(c), "=r"(d) : "l"(narrow) : "memory");
        seen += c != d;
    }
    atomicAdd(torn, seen);
}
