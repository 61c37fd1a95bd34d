// SPDX-License-Identifier: Apache-2.0
// votes and matches
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:rand:43 buf:u32:256:zero
__global__ void k(const int *a, unsigned *o) {
    int t = threadIdx.x, v = a[t];
    o[t] = __ballot_sync(0xffffffffu, v & 1);
    o[t + 64] = __any_sync(0xffffffffu, v == 12345) + 2 * __all_sync(0xffffffffu, v != 1);
    o[t + 128] = __match_any_sync(0xffffffffu, v & 3);
    int p;
    o[t + 192] = __match_all_sync(0xffffffffu, t >> 5, &p) + p;
}
