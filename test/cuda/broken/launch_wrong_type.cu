// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
__global__ void k(int *p) { *p = 1; } // NOTE: "void k(int *)" is declared here
void run(float *p) { k<<<1, 32>>>(p); } // ERROR: argument of type "float *" is incompatible with parameter of type "int *"
