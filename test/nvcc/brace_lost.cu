// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum nvcc -c -arch=sm_80 %s -o %t.o
// EXIT: 2
// REQUIRES: g++
// A brace that is missing in the program is looked for in the program, not in headers that are whole.
__device__ int clamp(int v, int lo, int hi) {
    if (v < lo) { // ERROR: "{" is never closed
        return lo;
    if (v > hi)
        return hi;
    return v;
} // NOTE: this "}" is indented like the line 6: the one before it is missing
__global__ void k(int *o) { o[0] = clamp(o[0], 0, 9); }
