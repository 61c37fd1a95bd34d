// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
template <class... T> __device__ int count(T v); // ERROR: parameter pack "T" was referenced but not expanded
template <class... T> __device__ int sum(T... v) { return (v + ...); }
__global__ void k(int *p) { *p = sum(1, 2); }
