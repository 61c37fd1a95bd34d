// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 -arch=sm_90 %s
inline __device__ int a; // ERROR: An inline __device__/__constant__/__managed__ variable must have internal linkage when the program is compiled in whole program mode (-rdc=false)
inline constexpr __constant__ int b[2] = {1, 2}; // ERROR: must have internal linkage when the program is compiled in whole program mode
const inline __device__ int c = 3; // ERROR: must have internal linkage when the program is compiled in whole program mode
extern "C" {
inline __managed__ float d; // ERROR: must have internal linkage when the program is compiled in whole program mode
}
template <class T> inline __device__ T e; // ERROR: must have internal linkage when the program is compiled in whole program mode

__global__ void k(int *p) { *p = a + b[1] + c + (int)d + e<int>; }
