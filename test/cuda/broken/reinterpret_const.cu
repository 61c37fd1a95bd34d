// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(const float *p) {
    int *q = reinterpret_cast<int *>(p); // ERROR: reinterpret_cast cannot cast away const or other type qualifiers
    *q = 1;
}
