// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S {
    int v;
    void *operator new(size_t n); // NOTE: "S::operator new" is declared here without __device__
};
__global__ void k(S **p) {
    *p = new S; // ERROR: calling a __host__ function("S::operator new(unsigned long)") from a __global__ function("k") is not allowed
}
