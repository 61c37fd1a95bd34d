// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
struct Vec {
    float x;
};
__global__ void operator+(Vec a, Vec b) {} // ERROR: An operator function cannot be a __global__ function
