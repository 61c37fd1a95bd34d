// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++17 %s
template <class T> concept Small = sizeof(T) <= 4; // ERROR: concepts need C++20 (-std=c++20)
__global__ void k(int *p) { *p = Small<int>; } // ERROR: identifier "Small" is undefined
// ERROR@-1: expected an expression
