// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> struct Trait { static constexpr int v = 0; };
__device__ int use() { return Trait<int>::v; }
template <> struct Trait<int> { static constexpr int v = 1; }; // ERROR: explicit specialization of "struct Trait<int>" must precede its first use
__global__ void k(int *p) { *p = use(); }
