// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void child(int *p) { *p = 1; }
__global__ void k(int *p) {
    child<<<1, 1>>>(p); // ERROR: kernel launch from __device__ or __global__ functions is not supported (nvcc has it in separate compilation mode)
}
