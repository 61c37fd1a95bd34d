// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    switch (*p) {
    case 1: *p = 2; break; // NOTE: the other case label is here
    case 1: *p = 3; break; // ERROR: case label value has already appeared in this switch
    }
}
