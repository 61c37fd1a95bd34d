// SPDX-License-Identifier: Apache-2.0
// Reductions of a warp by one instruction (redux).
// RUN: sh %S/kernel.sh %s --min-sm=80 --grid=1 --block=64 buf:i32:64:rand:44 buf:i32:384:zero
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x, v = a[t];
    o[t] = __reduce_add_sync(0xffffffffu, v);
    o[t + 64] = __reduce_min_sync(0xffffffffu, v);
    o[t + 128] = __reduce_max_sync(0xffffffffu, v);
    o[t + 192] = (int)__reduce_and_sync(0xffffffffu, (unsigned)v | 0xff00u);
    o[t + 256] = (int)__reduce_or_sync(0xffffffffu, (unsigned)v & 0xf0u);
    o[t + 320] = (int)__reduce_xor_sync(0xffffffffu, (unsigned)v);
}
