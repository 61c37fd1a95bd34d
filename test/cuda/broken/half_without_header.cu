// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(__half *p) { // ERROR: identifier "__half" is undefined
// NOTE@-1: "__half" is declared in <cuda_fp16.h>
    *p = __float2half(1.0f); // ERROR: identifier "__float2half" is undefined
// NOTE@-1: "__float2half" is declared in <cuda_fp16.h>
}
