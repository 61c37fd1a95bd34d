// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_80 -isystem %S/inputs %s
// EXIT: 1
// Two places of a library that stumble over one mistake of the program are one error.
#include <system_apply.h>
struct Two {
    __device__ int operator()(int a, int b) const { return a + b; }
};
__global__ void k(int *o) {
    o[0] = apply_twice(Two(), 1);
    o[1] = apply(Two(), 1);
}
// CHECK: context_user_once.cu(10): error: too few arguments in function call
// CHECK: system_apply.h(10): note: found here
// CHECK: context_user_once.cu(11): error: too few arguments in function call
// CHECK: system_apply.h(4): note: found here
// CHECK: 2 errors detected
