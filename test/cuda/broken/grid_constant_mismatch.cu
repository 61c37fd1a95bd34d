// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int a[4]; };
__global__ void k(int *p, const __grid_constant__ S v); // NOTE: see the previous declaration
__global__ void k(int *p, const S v) { *p = v.a[0]; } // ERROR: incompatible __grid_constant__ annotation for parameter "v" in function redeclaration
