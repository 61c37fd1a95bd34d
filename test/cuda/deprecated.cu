// SPDX-License-Identifier: Apache-2.0
// Uses of [[deprecated]] declarations, where nvcc reports them: in functions that are not deprecated themselves.
// RUN: cuprum -arch=sm_80 -std=c++17 --syntax-only %s
struct [[deprecated]] Old { int x; };
[[deprecated("use fresh")]] __device__ int stale(int x) { return x; }
[[deprecated]] __device__ int quiet(int x) { return stale(x); } // deprecated itself
__attribute__((deprecated)) __device__ int counter;
enum Mode { SLOW [[deprecated("too slow")]], FAST };
struct Point {
    [[deprecated]] int z;
    [[deprecated]] __device__ Point(int);
    __device__ Point();
    [[deprecated("no norm")]] __device__ int norm() const { return 0; }
};
__device__ int (*table)(int) = stale; // no function uses it

__device__ int uses(Old *p) {
    Old copy; // WARNING: class "Old" was declared deprecated
    copy.x = p->x;
    return copy.x + stale(1); // WARNING: function "stale" was declared deprecated ("use fresh")
}
__device__ int others() {
    counter = 3; // WARNING: variable "counter" was declared deprecated
    int n = sizeof(quiet(1)); // WARNING: function "quiet" was declared deprecated
    int (*f)(int) = &quiet; // WARNING: function "quiet" was declared deprecated
    return f(n) + SLOW; // WARNING: constant "SLOW" was declared deprecated ("too slow")
}
__device__ int members() {
    Point p, q(1); // WARNING: function "Point::Point(int)" was declared deprecated
    p.z = 1; // WARNING: member "Point::z" was declared deprecated
    return p.norm(); // WARNING: function "Point::norm" was declared deprecated ("no norm")
}
template <class T> __device__ T generic(T x) {
    return stale(x); // WARNING: function "stale" was declared deprecated ("use fresh")
}
__global__ void k(int *o) { *o = generic(1) + FAST; }
