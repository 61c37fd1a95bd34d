// SPDX-License-Identifier: Apache-2.0
// CRTP and expression templates
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:f32:64:rand:62 buf:f32:64:zero
template <class E> struct Expr {
    __device__ const E &self() const { return static_cast<const E &>(*this); }
    __device__ float operator[](int i) const { return self().at(i); }
};
struct Lane : Expr<Lane> {
    const float *p;
    __device__ explicit Lane(const float *q) : p(q) {}
    __device__ float at(int i) const { return p[i]; }
};
template <class L, class R> struct Sum : Expr<Sum<L, R>> {
    L l;
    R r;
    __device__ Sum(const L &a, const R &b) : l(a), r(b) {}
    __device__ float at(int i) const { return l[i] + r[i]; }
};
template <class L, class R> __device__ Sum<L, R> operator+(const Expr<L> &a, const Expr<R> &b) { return Sum<L, R>(a.self(), b.self()); }
__global__ void k(const float *a, float *o) {
    int t = threadIdx.x;
    Lane x(a), y(a + 1);
    auto e = x + y + x;
    o[t] = e[t & 31];
}
