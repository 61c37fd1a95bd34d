// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int length(const char *s) { return s[0]; } // NOTE: "int length(const char *)" is declared here
__global__ void k(int *p) {
    *p = length(p); // ERROR: argument of type "int *" is incompatible with parameter of type "const char *"
}
