// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    __managed__ int m; // ERROR: an automatic "__managed__" variable declaration is not allowed inside a device function body
    *p = m;
}
