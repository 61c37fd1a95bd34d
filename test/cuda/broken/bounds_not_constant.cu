// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int threads = 128;
__global__ void __launch_bounds__(threads) k(int *p) { *p = 1; } // ERROR: expression must have a constant value
// NOTE@-1: in expansion of macro "__launch_bounds__"
// NOTE@-2: the value of variable "threads" cannot be used as a constant
