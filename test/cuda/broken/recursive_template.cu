// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <int N> struct Fib {
    static constexpr int value = Fib<N - 1>::value + Fib<N - 2>::value; // ERROR: excessive recursion at instantiation
};
__global__ void k(int *p) {
    *p = Fib<3>::value;
}
