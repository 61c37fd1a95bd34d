// SPDX-License-Identifier: Apache-2.0
// EXIT: 2
// RUN: cuprum nvcc -c -arch=sm_90 %s -o %t.o
// REQUIRES: g++
// Launches in host code whose arguments are too few or too many, or that have no end.
__global__ void saxpy(int n, float a, const float *x, float *y) { if (n) y[0] += a * x[0]; }
__global__ void with_default(int *p, int n = 3) { p[0] = n; }
__global__ void nothing(void) {}
__global__ void overloaded(int) {}
__global__ void overloaded(int, int) {}
template <class T, class U> __global__ void pairs(T, U) {}
template <class... T> __global__ void any(T...) {}
template <int A, int B> __host__ __device__ int pick(int c) { return A + B + c; }

template <class T> __global__ void fill(T *p, T v, int n) { p[0] = v; }
void mismatch(double *d) {
    fill<<<1, 32>>>(d, 0, 32); // ERROR: no instance of function template "fill" matches the argument list; argument types are: (double *, int, int)
    fill<<<1, 32>>>(d, 0.0, 32);
    fill<double><<<1, 32>>>(d, 0, 32);
}
void host(int *p, float *x, float *y) {
    saxpy<<<1, 32>>>(32, x, y); // ERROR: too few arguments in function call
    saxpy<<<1, 32>>>(32, 2.0f, x, y, 0); // ERROR: too many arguments in function call
    saxpy<<<1, 32>>>(pick<1, 2>(3), 2.0f, x, y);
    saxpy<<<dim3(1, 2), 32, 0, 0>>>(32, (2.0f, 3.0f), x, y);
    with_default<<<1, 1>>>(p);
    with_default<<<1, 1>>>(p, 1);
    with_default<<<1, 1>>>(); // ERROR: too few arguments in function call
    nothing<<<1, 1>>>();
    nothing<<<1, 1>>>(1); // ERROR: too many arguments in function call
    overloaded<<<1, 1>>>(1);
    overloaded<<<1, 1>>>(1, 2);
    pairs<<<1, 1>>>(1, 2);
    any<<<1, 1>>>(1, 2, 3);
    saxpy<<<1, 32>>(32, 2.0f, x, y); // ERROR: expected a ">>>" that ends the launch configuration
    saxpy<<<1, 32>>>(
        32, // a comment, and parts on their own lines
        2.0f,
        x,
        y);
}
