// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(__float128 *p) { // ERROR: "void (__float128 *)" contains a 128-bit floating-point, which is not supported in device code
    *p = *p + 1;
}
