// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Vec { float x; };
__device__ int f(int *p) { return 1; } // NOTE: candidate "int f(int *)" is not viable because argument 1 of type "Vec *" does not convert to "int *"
__device__ int f(float *p) { return 2; } // NOTE: candidate "int f(float *)" is not viable because argument 1 of type "Vec *" does not convert to "float *"
__global__ void k(int *p, Vec *v) {
    *p = f(v); // ERROR: no instance of overloaded function "f" matches the argument list; argument types are: (Vec *)
}
