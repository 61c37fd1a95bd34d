// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int n) {
    delete n; // ERROR: expression must be a pointer to a complete object type, not "int"
}
