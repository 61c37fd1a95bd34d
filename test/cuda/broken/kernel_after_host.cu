// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
void k(int *p);
__global__ void k(int *p) {} // ERROR: a __host__ function("k") redeclared with __global__
