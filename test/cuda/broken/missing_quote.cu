// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <stdio.h>
__global__ void k(int *p) {
    printf("value %d\n, *p);
// ERROR@-1: missing closing "
// ERROR@-2: "(" is never closed
} // ERROR: expected a ";"
