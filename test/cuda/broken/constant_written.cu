// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__constant__ int limit; // NOTE: "limit" is in constant memory, which device code cannot write
__global__ void k() {
    limit = 3; // ERROR: expression must be a modifiable lvalue
}
