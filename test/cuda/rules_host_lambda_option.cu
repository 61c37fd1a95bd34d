// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum nvcc -c -arch=sm_80 %s -o %t.o
// EXIT: 2
// REQUIRES: g++
// A mark on a lambda without --extended-lambda is told beside other errors.
template <class F> __global__ void kernel(F f, int *p) { *p = f(p); } // ERROR: argument of type "int *" is incompatible with parameter of type "int"
int main() {
    kernel<<<1, 1>>>([] __device__(int v) { return v; }, nullptr); // ERROR: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
}
