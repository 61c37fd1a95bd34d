// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(const float *p) {
    int *q = const_cast<int *>(p); // ERROR: invalid type conversion: "const float *" to "int *"
    *q = 1;
}
