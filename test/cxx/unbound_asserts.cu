// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -arch=sm_90 -std=c++17 %s -o -
// CHECK: .visible .entry _Z6kernel
// __PRETTY_FUNCTION__ has the signature as the template writes it. That is looked up in the template's own body, whose static_asserts
// are judged in instances only: it has no bases. (Eigen's asserts)
template <class D> struct Counts {
    enum { rows = 3 };
};
template <class D> struct Plain : Counts<D> {
    using Counts<D>::rows;
    static_assert(rows == 3, "of an instance");
    D value;
    __device__ char fill(D by) { return __PRETTY_FUNCTION__[value += by]; }
};
__global__ void kernel(Plain<int> *to) { to->fill(4); }
