// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { // NOTE: candidate "S::S(S &&)" is not viable because it takes exactly 1 arguments, and 2 were given
// NOTE@-1: candidate "S::S(const S &)" is not viable because it takes exactly 1 arguments, and 2 were given
    int v;
    __device__ S(int a) : v(a) {} // NOTE: candidate "S::S(int)" is not viable because it takes exactly 1 arguments, and 2 were given
};
__global__ void k(S **p) {
    *p = new S(1, 2); // ERROR: no instance of constructor "S" matches the argument list; argument types are: (int, int)
}
