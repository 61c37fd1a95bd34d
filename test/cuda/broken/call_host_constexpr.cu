// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
constexpr int square(int v) { return v * v; } // NOTE: "square" is declared here without __device__
__global__ void k(int *p, int n) {
    *p = square(n); // ERROR: calling a constexpr __host__ function("square(int)") from a __global__ function("k") is not allowed. The experimental flag '--expt-relaxed-constexpr' can be used to allow this.
}
