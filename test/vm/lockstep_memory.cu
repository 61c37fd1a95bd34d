// SPDX-License-Identifier: Apache-2.0
// Lanes of a warp that exchange values by global memory and take it that they run in lockstep, as CuPy's `partition` does in blocks of
// one warp: native code leaves such a launch to the interpreter. A grid whose kernel only loads what others store, or stores what
// is loaded no more, has native code.
// RUN: cuprum run %s --kernel=rotate --block=32 --print=0:32 buf:i32:32:iota i32:3
// CHECK: arg 0: 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 0 1 2
// RUN[B]: cuprum run %s --kernel=through --block=32 --print=1:32 buf:i32:32:iota buf:i32:32:zero i32:3
// B: arg 1: 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 0 1 2
// RUN[C]: cuprum run %s --kernel=sorted --block=32 --print=0:32 buf:i32:64:rand:3 i32:64
// C: arg 0: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
extern "C" __global__ void rotate(int *a, int steps) {
    int lane = threadIdx.x;
    for (int i = 0; i < steps; i++) {
        int next = a[(lane + 1) % 32];
        a[lane] = next;
    }
}
extern "C" __global__ void through(const int *from, int *to, int steps) {
    for (int i = 0; i <= steps; i++) to[threadIdx.x] = from[(threadIdx.x + i) % 32];
}
// Batcher's odd-even sort in place; then a[0] is 1 if all is in order.
extern "C" __global__ void sorted(int *a, int n) {
    for (int step = 0; step < n; step++) {
        int i = 2 * threadIdx.x + step % 2;
        if (i + 1 < n && a[i] > a[i + 1]) {
            int v = a[i];
            a[i] = a[i + 1];
            a[i + 1] = v;
        }
    }
    int good = 1;
    for (int i = 0; i + 1 < n; i++) good &= a[i] <= a[i + 1];
    a[threadIdx.x] = good;
}
