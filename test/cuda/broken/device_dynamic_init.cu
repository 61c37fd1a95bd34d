// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int read_config();
__device__ int limit = read_config(); // ERROR: dynamic initialization is not supported for a __device__ variable
__global__ void k(int *p) { *p = limit; }
