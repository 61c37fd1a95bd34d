// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ void fill(int *p) { *p = 0; } // NOTE: "void fill(int *)" is declared here
__global__ void k(const int *p) {
    fill(p); // ERROR: argument of type "const int *" is incompatible with parameter of type "int *"
}
