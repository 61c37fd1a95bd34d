// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    dim3 d(1, 2, 3, 4); // ERROR: no instance of constructor "dim3" matches the argument list; argument types are: (int, int, int, int)
    *p = d.x;
}
