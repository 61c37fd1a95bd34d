// A toolkit's headers, given by -I or -isystem, take the place of the built-in ones, which declare the
// same; --cuda-path= keeps these.
// REQUIRES: /usr/local/cuda/include/crt/host_config.h
// RUN: cuprum %s -DHALF -I/usr/local/cuda/include -o - | grep entry
// RUN: cuprum %s -DHALF -isystem /usr/local/cuda/include -o - | grep entry
// RUN: cuprum %s -DHALF --cuda-path=/usr/local/cuda -o - | grep entry
// RUN: cuprum %s -I/usr/local/cuda/include --cuda-path= -o - | grep entry
// CHECK: .visible .entry _Z1kP6float4(
#ifdef HALF
#include <cub/warp/warp_reduce.cuh>
#include <cuda_fp16.h>
#ifndef __CUDA_RUNTIME_API_H__
#error "not the toolkit's header"
#endif
#else
#include <cuda_runtime.h>
#ifndef CUPRUM_RUNTIME_H
#error "not the built-in header"
#endif
#endif
__global__ void k(float4 *p) {
    p->x = p->y;
#ifdef HALF
    p->z = __half2float(__hadd(__float2half(p->x), __float2half(p->w)));
#endif
}
