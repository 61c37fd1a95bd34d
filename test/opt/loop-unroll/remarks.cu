// SPDX-License-Identifier: Apache-2.0
// What is said about loops: what was done, and why not; nothing where the source forbids it,
// nor of the rests of loops that are unrolled.
// RUN: cuprum %s -arch=sm_90 -Rpass=loop-unroll -Rpass-missed=loop-unroll -Rpass-analysis=unroll -o %t.ptx
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+16]]:5: the loop is unrolled in full: 4 iterations [-Rpass=loop-unroll]
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+19]]:5: the loop is unrolled by 2 [-Rpass=loop-unroll]
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+22]]:5: the loop is unrolled by 4, with another loop for the rest [-Rpass=loop-unroll]
// CHECK-DAG: :[[@LINE+29]]:5: the loop is not unrolled: how often it runs is not known before it does
// CHECK-DAG: :[[@LINE+31]]:5: the loop is not unrolled: there are loops in it
// CHECK-DAG: :[[@LINE+36]]:5: the loop is not unrolled: its copies would be too large
// CHECK-DAG: :[[@LINE+40]]:5: the loop is not unrolled: it is too large for that
// CHECK-DAG: :[[@LINE+34]]:5: the loop runs 3000 times, {{[0-9]+}} instructions each [-Rpass-analysis=loop-unroll]
// CHECK-NOT: remarks.cu
#define TIMES_4(x)  x x x x
#define TIMES_64(x) TIMES_4(TIMES_4(TIMES_4(x)))

// Each loop in a kernel of its own, so that none changes another.
__global__ void full(int *p) {


    for (int i = 0; i < 4; i++) p[i] *= 3;
}
__global__ void partial(volatile int *p) {
#pragma unroll 2
    for (int i = 0; i < 4000; i++) p[i] = 3;
}
__global__ void runtime(int *p, int n) {

    for (int i = 0; i < n; i++) p[i] *= 5;
}
__global__ void said(int *p, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++) p[i] *= 7;
}
__global__ void unknown(int *p) {

    while (*p) p += *p;
}
__global__ void outer(int *p, int n) {
    for (int i = 0; i < n; i++) {
        while (*p) p += *p;
    }
}
__global__ void wide(volatile int *p) {

    for (int i = 0; i < 3000; i++) { TIMES_64(p[i] = p[i] * 3;) }
}
__global__ void asked(volatile int *p, int n) {
#pragma unroll 64

    for (int i = 0; i < n; i++) { TIMES_64(p[i] = p[i] * 3;) }
}
