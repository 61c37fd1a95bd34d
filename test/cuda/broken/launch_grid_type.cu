// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
__global__ void k(int *p) { *p = 1; }
void run(int *p, const char *n) { k<<<n, 32>>>(p); } // ERROR: no suitable constructor exists to convert from "const char *" to "dim3"
