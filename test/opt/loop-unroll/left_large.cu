// SPDX-License-Identifier: Apache-2.0
// A loop that runs seven times and is too large to be copied: ptxas shall not copy it either (it
// would hold all the loads of all the copies in registers). A small one it may. What the
// source asks for has an end, too.
// RUN: cuprum %s -arch=sm_90 -o -
// RUN[STRESS]: cuprum %s -arch=sm_90 --opt-stress=check -o -
// STRESS: .entry large(
// CHECK-LABEL: .entry large(
// CHECK: .pragma "nounroll";
// CHECK-LABEL: .entry small(
// CHECK-NOT: nounroll
// CHECK-LABEL: .entry matrices(
// CHECK: mma.sync
// CHECK: @%p{{[0-9]+}} bra
#define TIMES_10(x) x x x x x x x x x x

extern "C" __global__ void large(volatile float *p, float *out) {
    float sum = 0;
    for (int i = 0; i < 7; i++) { TIMES_10(TIMES_10(sum = sum * p[i] + 1;)) }
    *out = sum;
}

extern "C" __global__ void small(volatile float *p, float *out) {
    float sum = 0;
    for (int i = 0; i < 1000; i++) sum = sum * p[i] + 1;
    *out = sum;
}

// asked for, but 3000 copies are more than anyone wants
extern "C" __global__ void matrices(const unsigned *a, float *d) {
    float c[4] = {0, 0, 0, 0};
#pragma unroll
    for (int i = 0; i < 3000; i++) {
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                     : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                     : "r"(a[i]), "r"(a[i + 1]), "r"(a[i + 2]), "r"(a[i + 3]), "r"(a[i + 4]), "r"(a[i + 5]));
    }
    *d = c[0] + c[1] + c[2] + c[3];
}
