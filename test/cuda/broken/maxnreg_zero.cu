// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
__global__ __maxnreg__(0) void k(int *p) { // ERROR: The maximum number of registers that can be allocated per thread must be positive
    *p = 1;
}
