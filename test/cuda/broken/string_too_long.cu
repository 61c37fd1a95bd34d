// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(char *p) {
    char s[3] = "abc"; // ERROR: string literal too long -- excess characters would not fit in the array
    *p = s[0];
}
