// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct V { float x, y; };
V operator+(V a, V b) { return V{a.x + b.x, a.y + b.y}; } // NOTE: "operator+" is declared here without __device__
__global__ void k(V *v) {
    v[0] = v[1] + v[2]; // ERROR: calling a __host__ function("operator+(V, V)") from a __global__ function("k") is not allowed
}
