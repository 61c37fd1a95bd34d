// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -arch=sm_90 %s
template <int N> __global__ void k(int *p) { p[0] = N; }
void h(int *p) { k<1, 2><<<1, 1>>>(p); } // ERROR: no instance of function template "k" matches the argument list; argument types are: (int *)
