// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, bool b) { auto x = b ? p : 3.0; } // ERROR: operand types are incompatible ("int *" and "double")
