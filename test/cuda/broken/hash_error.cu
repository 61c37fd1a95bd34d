// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#if __CUDA_ARCH__ > 100
#error "no" // ERROR: #error directive: "no"
#endif
__global__ void k(int *p) { p[0] = 1; }
