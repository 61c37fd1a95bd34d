// SPDX-License-Identifier: Apache-2.0
// inheritance, virtual functions, two bases
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Shape {
    int id;
    __device__ Shape(int i) : id(i) {}
    __device__ virtual int area() const { return 0; }
    __device__ virtual ~Shape() {}
};
struct Named { int tag = 7; __device__ virtual int name() const { return tag; } };
struct Square : Shape, Named {
    int s;
    __device__ Square(int i, int s_) : Shape(i), s(s_) { tag += i; }
    __device__ int area() const override { return s * s; }
    __device__ int name() const override { return tag * 2 + s; }
};
struct Rect final : Square {
    int h;
    __device__ Rect(int i, int w, int h_) : Square(i, w), h(h_) {}
    __device__ int area() const override { return s * h; }
};
__device__ __noinline__ int measure(const Shape *p, const Named &n) { return p->area() * 100 + n.name() + p->id; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    Square q(1, a[t] & 7);
    Rect r(2, 3, a[t] & 3);
    o[t] = t & 1 ? measure(&q, q) : measure(&r, r);
}
