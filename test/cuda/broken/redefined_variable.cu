// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    int n = 1; // NOTE: "n" is declared here
    float n = 2; // ERROR: declaration is incompatible with "n"
    *p = n;
}
