// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int counter; // NOTE: "counter" is declared here, in host memory
__device__ void bump(int &r) { r++; }
__global__ void k() {
    bump(counter); // ERROR: identifier "counter" is undefined in device code
}
