// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int scale_on_host(int v) { return v * 2; } // NOTE: "scale_on_host" is declared here without __device__
__global__ void k(int *p) {
    p[threadIdx.x] = scale_on_host(p[threadIdx.x]); // ERROR: calling a __host__ function("scale_on_host(int)") from a __global__ function("k") is not allowed
}
