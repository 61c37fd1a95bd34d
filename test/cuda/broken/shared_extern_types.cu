// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void a(int *p) {
    extern __shared__ int buffer[]; // NOTE: the previous declaration has type "int []"
    *p = buffer[0];
}
__global__ void b(float *p) {
    extern __shared__ float buffer[]; // ERROR: declaration is incompatible with previous "buffer"
    *p = buffer[0];
}
