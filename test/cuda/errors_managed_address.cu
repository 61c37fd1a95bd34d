// SPDX-License-Identifier: Apache-2.0
// The address of a managed variable is no constant in device memory; that of a device variable is.
// RUN: cuprum -arch=sm_90 -std=c++17 -o - %s
struct Pair { int a, b; };
struct Link { int n; Pair *to; };
__managed__ int number;
__managed__ Pair pair[2];
__device__ int plain;
__device__ int *to_plain = &plain;
__device__ int *to_number = &number; // ERROR: dynamic initialization is not supported for a __device__ variable
__device__ int &reference = number; // ERROR: dynamic initialization is not supported for a __device__ variable
__constant__ int *inside = &pair[1].b; // ERROR: dynamic initialization is not supported for a __constant__ variable
__device__ Link table[3] = {{1, nullptr}, {2, pair}}; // ERROR: dynamic initialization is not supported for a __device__ variable
__global__ void k(int *o) {
    static int *kept = &number; // ERROR: dynamic initialization is not supported for a function-scope static __device__ variable within a __device__/__global__ function
    int *now = &number;
    *o = *kept + *now + *to_plain;
}
