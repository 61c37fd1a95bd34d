// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    *p = this->v; // ERROR: "this" may only be used inside a nonstatic member function
}
