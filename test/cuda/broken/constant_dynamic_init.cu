// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
int read_config();
__constant__ int limit = read_config(); // ERROR: dynamic initialization is not supported for a __constant__ variable
__global__ void k(int *p) { *p = limit; }
