// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int n) {
    for (int i : n) *p += i; // ERROR: this range-based for statement needs a suitable "begin" and "end" for type "int"
}
