// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 -arch=sm_90 %s
constexpr int rows() { return 3; }
template <int N> struct Tile {
    int at[N];
};
__device__ Tile<rows()> global;
__global__ void k(int *p, Tile<rows()> t) {
    p[0] = sizeof(rows()) + noexcept(rows()) + t.at[0] + global.at[1];
    p[1] = sizeof(Tile<rows()>); // ERROR: calling a constexpr __host__ function("rows()") from a __global__ function("k")
}
