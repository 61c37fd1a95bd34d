// SPDX-License-Identifier: Apache-2.0
// Compare-and-swap in a thread's own memory, where PTX has none: it stores where the old value is the wanted one, keeps it elsewhere,
// and gives the old one back.
// EACH: -O0, -O1, -O3
// RUN: cuprum run %s %E --print=0:8 buf:i32:8:zero
// CHECK: arg 0: 7 3 3 9 3 9 20 20
__global__ void k(int *out) {
    int own[3] = {3, 3, 9};
    unsigned long long wide[1] = {20};
    int *p = &own[threadIdx.x];
    int hit = atomicCAS(p, 3, 7);
    int miss = atomicCAS(p + 2, 3, 8);
    int kept = atomicCAS(p + 1, 4, 5);
    out[0] = own[0];
    out[1] = own[1];
    out[2] = hit;
    out[3] = miss;
    out[4] = kept;
    out[5] = own[2];
    out[6] = (int)atomicCAS(&wide[threadIdx.x], 21ull, 1ull);
    out[7] = (int)wide[0];
}
