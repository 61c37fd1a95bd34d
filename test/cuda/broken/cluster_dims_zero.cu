// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void __cluster_dims__(0, 1, 1) k(int *p) { *p = 1; } // ERROR: the arguments of __cluster_dims__ must be positive integers
