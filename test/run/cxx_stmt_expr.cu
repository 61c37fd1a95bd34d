// SPDX-License-Identifier: Apache-2.0
// GNU extensions: statement expressions, typeof, ?: without its middle.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
#define MAX(a, b) ({ auto a_ = (a); auto b_ = (b); a_ > b_ ? a_ : b_; })
typedef float v4 __attribute__((vector_size(16)));
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    int m = MAX(a[t], 30) + MAX(t * 2, 5);
    __typeof__(m) z = m ?: 3;
    o[t] = z + __builtin_popcount(m) + __builtin_expect(t, 1);
}
