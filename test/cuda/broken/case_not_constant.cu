// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int n) {
    switch (*p) {
    case n: *p = 2; break; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "n" cannot be used as a constant
    }
}
