// SPDX-License-Identifier: Apache-2.0
// What left the loop, and which loads did not and why.
// RUN: cuprum %s -arch=sm_90 -Rpass=licm -Rpass-missed=licm -o %t.ptx
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+9]]:{{[0-9]+}}: mul is moved in front of the loop [-Rpass=licm]
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+14]]:{{[0-9]+}}: a load from an address that the loop does not change stays in it: the loop may write there [-Rpass-missed=licm]
// CHECK-DAG: :[[@LINE+19]]:{{[0-9]+}}: a load from an address that the loop does not change stays in it: it may not run
// CHECK-DAG: remark: {{.*}}remarks.cu:[[@LINE+24]]:{{[0-9]+}}: a place in memory lives in a register while the loop runs [-Rpass=licm]

__global__ void product(int *p, int n, int a, int b) {
#pragma unroll 1
    for (int i = 0; i < n; i++) {

        p[i] += a * b + a / n;
    }
}
__global__ void written(int *p, const int *q, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        p[i] += *q;
    }
}
__global__ void maybe(int *__restrict__ p, const int *__restrict__ q, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        if (p[i]) p[i] = *q;
    }
}
__global__ void sum(int *__restrict__ p, const int *__restrict__ q, int n) {
#pragma unroll 1
    for (int i = 0; i < n; i++) {
        *p += q[i];
    }
}
