// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -arch=sm_90 %s -o %t.ptx
// Classes and arrays without bytes (GNU C) are members and pointees, not objects of device code.
struct A { int m[0]; };
typedef int Z[0];
struct B { A a; int x; };
__device__ Z global; // ERROR: zero-sized variable "global" is not allowed in device code
__constant__ A constant[4]; // ERROR: zero-sized variable "constant" is not allowed in device code
__device__ B member;
template <class T> __device__ void by_value(T) { // ERROR: zero-sized parameter type "A" is not allowed in device code
    T copy; // ERROR: zero-sized variable "copy" is not allowed in device code
}
__device__ void declared(A);
__device__ const A &by_reference(const A &a) {
    return a;
}
__global__ void k(int *p, B b) {
    Z local; // ERROR: zero-sized variable "local" is not allowed in device code
    __shared__ Z shared; // ERROR: zero-sized variable "shared" is not allowed in device code
    static A kept; // ERROR: zero-sized variable "kept" is not allowed in device code
    by_value(A());
    p[0] = sizeof local + sizeof shared + sizeof kept + sizeof by_reference(b.a) + member.x;
}
__global__ void second(A a, int *p) { // ERROR: zero-sized parameter type "A" is not allowed
    *p = sizeof a;
}
void host(A a) {
    Z local;
}
