// SPDX-License-Identifier: Apache-2.0
// Code for a device has no arrays of variable length, nor has what may run there.
// RUN: cuprum -std=c++17 %s -o %t.ptx
__device__ int on_device(int n) {
    int room[n]; // ERROR: expression must have a constant value
    return room[0];
}
__host__ __device__ int on_both(int n) {
    int room[n + 1]; // ERROR: expression must have a constant value
    return room[0];
}
__global__ void k(int *p) { *p = on_device(*p) + on_both(*p); }
