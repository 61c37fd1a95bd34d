// SPDX-License-Identifier: Apache-2.0
// virtual functions of two bases through thunks; an object that a function template chose; destructors in order
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:32:iota buf:i32:32:zero
struct Shape {
    __device__ virtual int area() const = 0;
    __device__ virtual int sides() const { return 0; }
};
struct Named {
    int tag = 3;
    __device__ virtual int name() const { return tag; }
};
struct Square : Shape, Named {
    int s;
    __device__ explicit Square(int s) : s(s) { tag = 40 + s; }
    __device__ int area() const override { return s * s; }
    __device__ int sides() const override { return 4; }
    __device__ int name() const override { return tag + s; }
};
struct Rect final : Square {
    int h;
    __device__ Rect(int w, int h) : Square(w), h(h) {}
    __device__ int area() const override { return s * h; }
};
__device__ int describe(const Shape &s) { return s.area() * 10 + s.sides(); }
__device__ int label(const Named *n) { return n->name(); }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    Square q(a[t] % 9);
    Rect r(a[t] % 5, t);
    const Shape &pick = t & 1 ? static_cast<const Shape &>(r) : q;
    const Named *n = t & 2 ? static_cast<const Named *>(&r) : &q;
    o[t] = describe(pick) * 1000 + label(n);
}
