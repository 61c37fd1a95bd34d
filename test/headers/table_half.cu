// SPDX-License-Identifier: Apache-2.0
// cuda_fp16.h: every function, ours and NVIDIA's.
// RUN: sh %S/table.sh %s 75 90
// REQUIRES: /usr/local/cuda/include/cuda_fp16.h
// TIMEOUT: 300
#include <cuda_fp16.h>
#include <stdio.h>
#include "inputs/table.h"
#define H        __half
#define H2       __half2
#define N(a, b)  a##half##b
#define N2(a, b) a##half2##b
#define TWICE    __half2half2
#define INFINITE 0x7c00
#include "inputs/half_rows.h"
