// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
template <class T> __global__ void k(T *a, T *b) { *a = *b; } // NOTE: candidate template "k" is ignored because deduced conflicting arguments for parameter "T"
void run(int *p, float *q) { k<<<1, 32>>>(p, q); } // ERROR: no instance of function template "k" matches the argument list; argument types are: (int *, float *)
