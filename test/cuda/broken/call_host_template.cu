// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> T clamp01(T v) { return v < T(0) ? T(0) : v > T(1) ? T(1) : v; } // NOTE: "clamp01<float>" is declared here without __device__
__global__ void k(float *p) {
    p[threadIdx.x] = clamp01(p[threadIdx.x]); // ERROR: calling a __host__ function("clamp01<float>(float)") from a __global__ function("k") is not allowed
}
