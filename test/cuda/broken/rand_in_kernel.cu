// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <stdlib.h>
__global__ void k(int *p) {
    *p = rand(); // ERROR: calling a __host__ function("rand()") from a __global__ function("k") is not allowed
}
