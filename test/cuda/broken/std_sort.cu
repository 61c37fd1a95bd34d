// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <algorithm>
__global__ void k(int *p, int n) {
    std::sort(p, p + n); // ERROR: calling a __host__ function("std::sort<int *>(int *, int *)") from a __global__ function("k") is not allowed
}
// REQUIRES: <algorithm>
