// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int counter; // NOTE: "counter" is declared here, in host memory
__global__ void k(int **p) {
    *p = &counter; // ERROR: identifier "counter" is undefined in device code
}
