// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { cuda::pipeline<cuda::thread_scope_thread> q; } // ERROR: identifier "cuda" is undefined
