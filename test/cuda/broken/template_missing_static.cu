// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
struct Op {
    template <class T> static __device__ T zero() { return T(); }
};
template <class O> __device__ float reduce() {
    return O::zero<float>(); // ERROR: type name is not allowed
}
__global__ void k(float *p) { *p = reduce<Op>(); }
