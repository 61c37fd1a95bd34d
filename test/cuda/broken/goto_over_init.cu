// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) {
    if (*p) goto done; // ERROR: transfer of control bypasses initialization of variable "n"
    int n = 3; // NOTE: "n" is declared here
    *p = n;
done:
    *p = 2;
}
