// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Particle { float mass; }; // NOTE: did you mean "Particle"?
__global__ void k(Partcle *p) { // ERROR: identifier "Partcle" is undefined
    p->mass = 1;
}
