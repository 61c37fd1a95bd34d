// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, int *q) { cudaMemcpy(p, q, 4, cudaMemcpyDeviceToDevice); } // ERROR: calling a __host__ function("cudaMemcpy(void *, const void *, unsigned long, cudaMemcpyKind)") from a __global__ function("k") is not allowed
