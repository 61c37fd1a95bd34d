// SPDX-License-Identifier: Apache-2.0
// Clocks advance at each look; a kernel that waits a second by its clock does not take a second's
// instructions.
// RUN: cuprum run %s --kernel=wait --block=64 --max-instructions=4000000 --print=0 buf:u32:3:zero
// CHECK: arg 0: 1 1 1
extern "C" __global__ void wait(unsigned *out) {
    long long start = clock64(), now = start;
    while (now - start < 2000000000ll) now = clock64();
    unsigned long long a, b;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(a));
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(b));
    out[0] = now - start < 2001000000ll;
    out[1] = b > a;
    int s = clock(), e = clock();
    out[2] = e > s;
}
