// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
extern __device__ int state; // NOTE: "state" is declared here
extern __device__ float state; // ERROR: declaration is incompatible with "state"
__global__ void k(int *p) { *p = 1; }
