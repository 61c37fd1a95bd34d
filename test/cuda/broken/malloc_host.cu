// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <stdlib.h>
__global__ void k(int *p) { qsort(p, 3, 4, nullptr); } // ERROR: calling a __host__ function("qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *))") from a __global__ function("k") is not allowed
