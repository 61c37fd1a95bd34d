// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that store the same value, one after the other: what a later one stores is there already, in native code too, which
// has no registers of lanes that left.
// RUN: cuprum run %s --kernel=found --block=64 --check --print=0:2 buf:i32:4:zero buf:i32:100:iota i32:100
// RUN: cuprum run %s --kernel=found --block=64 --check --jit=off --print=0:2 buf:i32:4:zero buf:i32:100:iota i32:100
// CHECK: arg 0: 1 0
// RUN[B]: cuprum run %s --kernel=other --block=64 --check buf:i32:4:zero buf:i32:100:iota i32:100
// EXIT[B]: 1
// B: race: write-write
extern "C" __global__ void found(int *result, const int *iota, int n) {
    for (int i = 0; i < n; i++) {
        int hit = iota[i] * 7 % 64 == threadIdx.x; // 1, and later 0 for the lane
        asm("max.s32 %0, %0, 0;" : "+r"(hit));
        if (hit) result[0] = hit;
    }
}
extern "C" __global__ void other(int *result, const int *iota, int n) {
    for (int i = 0; i < n; i++) {
        if (i * 7 % 64 == threadIdx.x) {
            result[0] = iota[i] + i;
            return;
        }
    }
}
