// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    thread_local int v = 0; // ERROR: cannot use thread_local specifier for variable declarations in device code
    *p = v++;
}
