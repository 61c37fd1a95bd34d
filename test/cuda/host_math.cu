// SPDX-License-Identifier: Apache-2.0
// The host's <cmath> beside the built-in headers: std::sqrt(float) and sqrt(float) are one function to device code, whose
// templates for integers and classes of numbers run on the device too; host code keeps the host's.
// REQUIRES: <cmath>
// RUN: cuprum run --no-toolkit %s buf:f32:8:iota buf:f64:8:iota buf:i32:4:iota --print=0 --print=1 --print=2
// CHECK: arg 0: 9 3 3 3 4 5 6 7
// CHECK: arg 1: 7 3 2 3 4 5 6 7
// CHECK: arg 2: 7 1 2 3
#include <cmath>
#include <cstdlib>
#include <math.h>
template <class T> __host__ __device__ T twice_root(T v) {
    return std::sqrt(v) + sqrt(v);
}
__global__ void k(float *f, double *d, int *n) {
    f[0] = std::sqrt(f[4]) + sqrt(f[1]) + std::abs(-f[2]) + fabs(f[2]) + std::fmax(f[0], 2.0f);
    f[1] = std::floor(f[3]) + std::isnan(f[1]);
    f[2] = twice_root(2.25f);
    d[0] = std::sqrt(d[4]) + sqrt(n[1] + 3) + std::abs(d[1]) + std::fmin(d[2], 2);
    d[1] = std::sqrt(n[3] + 6);
    d[2] = twice_root(1.0);
    n[0] = std::abs(n[1] - 3) + abs(-n[2]) + std::isfinite(d[0]) + isinf(d[0]) + std::isless(f[4], f[5]) + std::signbit(-f[5]);
}
int main() {
    return (int)twice_root(std::sqrt(4.0f));
}
