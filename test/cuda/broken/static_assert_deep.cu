// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <int N> struct Check {
    static_assert(N < 4, "N is too large"); // ERROR: static assertion failed with "N is too large"
    static constexpr int value = N;
};
template <int N> struct Middle { static constexpr int value = Check<N * 2>::value; };
template <int N> __device__ int top() { return Middle<N + 1>::value; }
__global__ void k(int *p) {
    *p = top<2>();
}
