// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_80 -isystem %S/inputs %s
// EXIT: 1
// An error within a system header's template leads with the program's line that led there.
#include <system_apply.h>
struct Two {
    __device__ int operator()(int a, int b) const { return a + b; }
};
struct Large {
    int v[64];
    __device__ int operator()(int a) const { return a + v[0]; }
};
__global__ void k(int *o, Large large) {
    o[0] = apply(Two(), 1);
    o[1] = apply(large, 1);
}
// CHECK: context_user_line.cu(14): error: too few arguments in function call
// CHECK-NEXT: o[0] = apply(Two(), 1);
// CHECK: system_apply.h(4): note: found here, in what the line above instantiates
// CHECK: detected during:
// CHECK-NEXT: instantiation of "int inner_apply(F, int) [with F=Two]" at line 7
// CHECK: context_user_line.cu(15): error: static assertion failed with "apply: the functor is too large"
// CHECK: note: found here
