// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <vector>
__device__ int total(const int *p) {
    std::vector<int> v(p, p + 4); // ERROR: calling a __host__ function("std::vector<int, std::allocator<int>>::vector<const int *, void>(const int *, const int *, const std::allocator<int> &)") from a __device__ function("total") is not allowed
    return v.size(); // ERROR: calling a __host__ function("std::vector<int, std::allocator<int>>::size() const") from a __device__ function("total") is not allowed
}
__global__ void k(int *p) { *p = total(p); }
// REQUIRES: <vector>
