// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Guard {
    int *p;
    __device__ Guard(int *q) : p(q) {}
    ~Guard() { *p = 0; } // NOTE: "Guard::~Guard" is declared here without __device__
};
__global__ void k(int *p) {
    Guard g(p); // ERROR: calling a __host__ function("Guard::~Guard()") from a __global__ function("k") is not allowed
    *p = 1;
}
// NVCC: reports line 10
