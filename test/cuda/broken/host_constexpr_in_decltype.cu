// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 -arch=sm_90 %s
constexpr int rows() { return 3; }
template <int N> struct Tile {
    int at[N];
};
template <class T> __device__ int size() {
    decltype(Tile<rows()>{}) t{}; // ERROR: calling a constexpr __host__ function("rows()") from a __device__ function("size<int>")
    return t.at[0];
}
__global__ void k(int *p) { *p = size<int>(); }
