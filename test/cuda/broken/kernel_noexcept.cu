// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
__global__ void k(int *p) noexcept { // ERROR: An exception specification is not allowed for a __global__ function or function template
    *p = 1;
}
