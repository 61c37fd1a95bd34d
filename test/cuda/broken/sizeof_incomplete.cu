// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct State;
__global__ void k(int *p) {
    *p = sizeof(State); // ERROR: incomplete type "State" is not allowed
}
