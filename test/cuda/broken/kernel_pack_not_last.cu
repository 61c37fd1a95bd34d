// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class... A, class T> // ERROR: a pack must be the last template parameter of a variadic __global__ function template
__global__ void k(T *p, A... a) { *p = sizeof...(a); }
int *q;
void run() { k<<<1, 1>>>(q, 1, 2); }
