// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(float *p) {
    int *q = static_cast<int *>(p); // ERROR: invalid type conversion: "float *" to "int *"
    *q = 1;
}
