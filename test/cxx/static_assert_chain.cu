// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// EXIT: 1
// A failed static_assert in a class says by what the class is instantiated.
// CHECK: (12): error: static assertion failed with "N is too large"
// CHECK: detected during:
// CHECK-NEXT: instantiation of class "Check<N> [with N=6]" at line 15
// CHECK-NEXT: instantiation of "Middle<3>::value" at line 15
// CHECK-NEXT: instantiation of "int top() [with N=2]" at line 18
// CHECK: 1 error detected
template <int N> struct Check {
    static_assert(N < 4, "N is too large");
    static constexpr int value = N;
};
template <int N> struct Middle { static constexpr int value = Check<N * 2>::value; };
template <int N> __device__ int top() { return Middle<N + 1>::value; }
__global__ void k(int *p) {
    *p = top<2>();
}
