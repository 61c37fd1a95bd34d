// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> f; } // ERROR: identifier "nvcuda" is undefined
