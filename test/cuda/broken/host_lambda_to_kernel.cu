// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -arch=sm_90 %s
template <class F> __global__ void k(F f, int *p) { p[0] = f(1); }
void h(int *p) { k<<<1, 1>>>([](int x) { return x; }, p); } // ERROR: The closure type of a lambda cannot be used in the template argument type of a __global__ function template instantiation, unless the lambda is defined within a __device__ or __global__ function, or is an extended lambda (marked __device__, with --extended-lambda)
