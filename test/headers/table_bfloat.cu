// SPDX-License-Identifier: Apache-2.0
// cuda_bf16.h: every function, ours and NVIDIA's.
// RUN: sh %S/table.sh %s 80 90
// REQUIRES: /usr/local/cuda/include/cuda_bf16.h
// TIMEOUT: 300
#include <cuda_bf16.h>
#include <stdio.h>
#include "inputs/table.h"
#define H        __nv_bfloat16
#define H2       __nv_bfloat162
#define N(a, b)  a##bfloat16##b
#define N2(a, b) a##bfloat162##b
#define TWICE    __bfloat162bfloat162
#define INFINITE 0x7f80
#include "inputs/half_rows.h"
__global__ void other() {
    ROW(__half(a)) ROW(H(__half(a)))
}
