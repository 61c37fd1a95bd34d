// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__device__ int main() { return 0; } // ERROR: function main cannot be marked __device__ or __global__
__global__ void k(int *p) { *p = 1; }
