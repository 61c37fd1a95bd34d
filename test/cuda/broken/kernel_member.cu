// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Solver {
    int n;
    __global__ void run(int *p) { *p = n; } // ERROR: a __global__ function cannot be a member function
};
