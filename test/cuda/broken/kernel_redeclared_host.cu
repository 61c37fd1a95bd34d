// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
__global__ void k(int *p);
void k(int *p) {} // ERROR: a __global__ function("k") redeclared without __global__
