// SPDX-License-Identifier: Apache-2.0
// A pattern with elements is read as it stands.
// RUN: cuprum -std=c++17 %s -o %t.ptx
struct Bare {};
__device__ int sum(int a) { return a; }
template <class B> struct Use : B {
    template <class... A> __device__ int all(A... a) {
        return sum((this->lacks + a)...); // ERROR: has no member "lacks"
    }
};
__global__ void k(int *p) { *p = Use<Bare>().all(1); }
