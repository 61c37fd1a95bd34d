// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <time.h>
__global__ void k(long *p) { p[0] = time(nullptr); } // ERROR: calling a __host__ function("time(long *)") from a __global__ function("k") is not allowed
