// SPDX-License-Identifier: Apache-2.0
// Why calls stay: the reasons that sources show, and the places.
// RUN: cuprum %s -arch=sm_90 -rdc=true -Rpass-missed=inline -o %t.ptx
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+21]]:5: '_Z4keptPi' is not inlined into '_Z1kPi': it says noinline [-Rpass-missed=inline]
// CHECK-DAG: :[[@LINE+21]]:5: '_Z7recursePii' is not inlined into '_Z1kPi': it recurses, or its frame cannot be joined
// CHECK-DAG: :[[@LINE+21]]:5: '_Z5largePi' is not inlined into '_Z1kPi': it is too large
// CHECK-DAG: :[[@LINE+21]]:5: '_Z5largePi' is not inlined into '_Z1kPi': it is too large
// RUN[OFF]: cuprum %s -arch=sm_90 -rdc=true -Rpass-missed=inline -O0 -o %t.ptx
// OFF: '_Z5smallPi' is not inlined into '_Z1kPi': nothing is optimized
#define TIMES_4(x)  x x x x
#define TIMES_64(x) TIMES_4(TIMES_4(TIMES_4(x)))
__device__ __noinline__ void kept(int *p) { *p += 1; }
__device__ void recurse(int *p, int n) {
    if (n) recurse(p + n, p[n]);
    if (p[1]) recurse(p + 1, n - 1);
}
__device__ void small(int *p) { *p += 3; }
__device__ void large(int *p) {
    volatile int *q = p;
    TIMES_64(TIMES_64(*q = *q * *q;))
}
__global__ void k(int *p) {


    kept(p);
    recurse(p, 3);
    large(p);
    large(p + 1);
    small(p);
}
