// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct State;
__global__ void k(State *p) {
    p->v = 1; // ERROR: incomplete type "State" is not allowed
}
