// SPDX-License-Identifier: Apache-2.0
// [dcl.ambig.res]: a list is one of parameters if all of it can be, else it initialises a variable.
// RUN: cuprum --syntax-only --check-all -std=c++17 %s
struct I {
    __host__ __device__ I(int *);
    __host__ __device__ I(int);
};
struct S {
    __host__ __device__ S(I, I);
    __host__ __device__ S(I, I, int);
    int n;
};
__device__ int buf[8];
__global__ void k(int *o, int i) {
    S a(I(buf), I(buf + 8));
    S b(I(i), I(i), 3);
    S c(I(i), I(1));
    S d(I(x), I(y));
    S e(I(x), I y = I(2));
    *o = a.n + b.n + c.n + sizeof(d(1, 2)) + sizeof(e(1));
}
