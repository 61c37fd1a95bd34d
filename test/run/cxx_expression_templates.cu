// SPDX-License-Identifier: Apache-2.0
// expression templates: lazy vector arithmetic built from nested class templates by reference and value
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:f32:64:iota buf:f32:64:rand:5 buf:f32:64:zero
template <class E> struct Expr {
    __device__ const E &self() const { return static_cast<const E &>(*this); }
};
template <class L, class R, class Op> struct Binary : Expr<Binary<L, R, Op>> {
    L l;
    R r;
    __device__ Binary(const L &l, const R &r) : l(l), r(r) {}
    __device__ float operator[](int i) const { return Op::eval(l[i], r[i]); }
};
struct Add {
    static __device__ float eval(float a, float b) { return a + b; }
};
struct Mul {
    static __device__ float eval(float a, float b) { return a * b; }
};
struct Vec : Expr<Vec> {
    const float *p;
    __device__ explicit Vec(const float *p) : p(p) {}
    __device__ float operator[](int i) const { return p[i]; }
};
struct Scalar : Expr<Scalar> {
    float v;
    __device__ explicit Scalar(float v) : v(v) {}
    __device__ float operator[](int) const { return v; }
};
template <class L, class R> __device__ Binary<L, R, Add> operator+(const Expr<L> &l, const Expr<R> &r) {
    return {l.self(), r.self()};
}
template <class L, class R> __device__ auto operator*(const Expr<L> &l, const Expr<R> &r) {
    return Binary<L, R, Mul>(l.self(), r.self());
}
__global__ void k(const float *a, const float *b, float *o) {
    Vec x(a), y(b);
    auto e = x * y + Scalar(2.0f) * (x + y) + x;
    o[threadIdx.x] = e[threadIdx.x];
}
