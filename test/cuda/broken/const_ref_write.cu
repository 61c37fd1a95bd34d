// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void f(const int &x) { x = 1; } // ERROR: expression must be a modifiable lvalue
