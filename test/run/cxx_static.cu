// SPDX-License-Identifier: Apache-2.0
// static members, namespaces, using
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
struct Config {
    static constexpr int width = 6;
    static const int height = 4;
    __device__ static int area() { return width * height; }
    template <class T> __device__ static T scale(T v) { return v * width; }
};
namespace a { namespace b { __device__ int v() { return 11; } } inline namespace c { __device__ int w() { return 13; } } }
namespace ab = a::b;
using a::w;
__device__ int lookup(int i) {
    static const int table[4] = {5, 6, 7, 8};
    return table[i & 3];
}
__global__ void k(const int *x, int *o) {
    int t = threadIdx.x;
    using namespace ab;
    o[t] = Config::area() + Config::scale(x[t]) + lookup(t) + v() + w() + a::w();
}
