// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
enum Color { red, green, red }; // ERROR: "red" has already been declared in the current scope
// NOTE@-1: "red" is declared here
__global__ void k(int *p) { *p = red; }
