// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <algorithm>
__global__ void k(int *p, int n) {
    *p = std::max(*p, n); // ERROR: calling a constexpr __host__ function("std::max<int>(const int &, const int &)") from a __global__ function("k") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
}
// REQUIRES: <algorithm>
