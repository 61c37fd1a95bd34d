// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class... A, class... B> // ERROR: a pack must be the last template parameter of a variadic __global__ function template
// ERROR@-1: multiple pack parameters are not allowed for a variadic __global__ function template
__global__ void k(A... a, B... b) {}
void run() { k<<<1, 1>>>(1, 2); }
