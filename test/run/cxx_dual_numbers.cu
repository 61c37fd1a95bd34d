// SPDX-License-Identifier: Apache-2.0
// automatic differentiation: a numeric class with friend operators, a function template over number types
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:f64:64:rand:3 buf:f64:128:zero
template <class T> struct Dual {
    T v{}, d{};
    constexpr Dual() = default;
    __host__ __device__ constexpr Dual(T v, T d = T()) : v(v), d(d) {}
    friend __device__ Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
    friend __device__ Dual operator-(Dual a, Dual b) { return {a.v - b.v, a.d - b.d}; }
    friend __device__ Dual operator*(const Dual &a, const Dual &b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
    friend __device__ Dual operator/(const Dual &a, const Dual &b) {
        return {a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)};
    }
    __device__ Dual &operator+=(const Dual &b) { return *this = *this + b; }
};
template <class N> __device__ N horner(N x) {
    constexpr double c[] = {1.0, -0.5, 0.25, -0.125};
    N r{};
    for (double k : c) r = r * x + N(k);
    return r / (x * x + N(1.0));
}
__global__ void k(const double *a, double *o) {
    int t = threadIdx.x;
    Dual<double> y = horner(Dual<double>(a[t], 1.0));
    y += 2.0;
    o[2 * t] = y.v - horner(a[t]);
    o[2 * t + 1] = y.d;
}
