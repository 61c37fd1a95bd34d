// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float *p) {
    switch (*p) { // ERROR: expression must have integral or enum type, not "float"
    case 1: *p = 2; break;
    }
}
