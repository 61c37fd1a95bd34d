// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Solver {
    __global__ static void run(int *p) { *p = 1; } // ERROR: a __global__ function cannot be a member function
};
__global__ void k(int *p) { Solver::run(p); } // ERROR: a __global__ function call must be configured
