// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Particle { float mass, charge; }; // NOTE: did you mean "mass"?
__global__ void k(Particle *p) {
    p->mas = 1; // ERROR: class "Particle" has no member "mas"
}
