// SPDX-License-Identifier: Apache-2.0
// Which variables stay in memory when all is done, at which use, and why.
// RUN: cuprum %s -arch=sm_90 -Rpass-missed=sroa -o %t.ptx
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+18]]:5: table (128 bytes) stays in local memory: an index is not constant [-Rpass-missed=sroa]
// CHECK-DAG: :[[@LINE+20]]:5: given (4 bytes) stays in local memory: its address goes to '_Z3usePi'
// CHECK-DAG: :[[@LINE+21]]:5: unknown (4 bytes) stays in local memory: its address goes to a function that is not known
// CHECK-DAG: :[[@LINE+22]]:5: kept (4 bytes) stays in local memory: its address is stored
// CHECK-DAG: :[[@LINE+23]]:5: looked_at (4 bytes) stays in local memory: an access is volatile
// CHECK-DAG: :[[@LINE+24]]:5: number (4 bytes) stays in local memory: its address is used as a value
// CHECK-DAG: :[[@LINE+25]]:5: copied (64 bytes) stays in local memory: the size of a copy is not constant
// CHECK-NOT: fine (
// CHECK-NOT: later (
__device__ __noinline__ void use(int *p) { *p += 1; }
__device__ int *where;
__global__ void k(int *p, int n, void (*f)(int *)) {
    int fine[4] = {n, 2, 3, n};
    int later[4] = {n, 2, 3, n}; // its index is constant once the loop is unrolled
    int table[32];
    for (int i = 0; i < 32; i++) table[i] = p[i];


    p[0] = table[n] + fine[2];
    for (int i = 0; i < 4; i++) p[i] = later[i];
    int given = n;
    use(&given);
    int unknown = n;
    f(&unknown);
    int kept = 1;
    where = &kept;
    volatile int looked_at = 3;
    p[1] = given + looked_at;
    int number;
    p[2] = (int)(long)&number;
    char copied[64];
    memcpy(copied, p, n);
    p[3] = copied[3];
}
