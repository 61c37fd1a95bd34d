// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
inline namespace {
__global__ void k(int *p) { *p = 1; } // ERROR: a __global__ function or function template cannot be declared within an inline unnamed namespace
}
void run(int *p) { k<<<1, 1>>>(p); }
