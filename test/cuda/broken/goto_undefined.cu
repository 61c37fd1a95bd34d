// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    if (*p) goto done; // ERROR: label "done" was referenced but not defined
    *p = 1;
}
