// SPDX-License-Identifier: Apache-2.0
// The host library's std::complex in kernels: storage, pointers, constexpr members.
// REQUIRES: <complex>
// RUN: cuprum %s -arch=sm_90 --expt-relaxed-constexpr -std=c++17 -o - | grep entry
// CHECK: .entry _Z5scalePSt7complexIfEfi(
// CHECK: .entry _Z5normsPKSt7complexIdEPd(
#include <complex>
__global__ void scale(std::complex<float> *z, float s, int n) {
    int i = threadIdx.x;
    if (i >= n) return;
    z[i] = std::complex<float>(z[i].real() * s, z[i].imag() * s);
}
__global__ void norms(const std::complex<double> *z, double *out) {
    std::complex<double> v = z[threadIdx.x];
    out[threadIdx.x] = v.real() * v.real() + v.imag() * v.imag();
}
