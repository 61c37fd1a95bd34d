// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <vector>
__global__ void k(std::vector<int> v, int *p) { *p = v.size(); } // ERROR: calling a __host__ function("std::vector<int, std::allocator<int>>::size() const") from a __global__ function("k") is not allowed
// REQUIRES: <vector>
