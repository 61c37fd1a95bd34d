// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -arch=sm_90 %s
__global__ void k(float *p) { *p = 1; }
void h(float *p) { k<<<1, 32, 0, "s">>>(p); } // ERROR: argument of type "const char [2]" is incompatible with parameter of type "CUstream_st *"
