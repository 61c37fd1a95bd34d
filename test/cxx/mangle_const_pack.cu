// A const pack of parameters loses its const in the function's type, as nvcc's names show (g++
// writes DpKT_).
// RUN: cuprum -arch=sm_90 %s -o -
// CHECK: .entry _Z1kIJifEEviDpT_(
template <class... T> __global__ void k(int, const T... t) {}
template __global__ void k(int, const int, const float);
