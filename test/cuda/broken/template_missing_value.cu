// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
struct Tile {
    template <int N> __device__ int at() { return N; }
};
template <class T> struct View {
    T *tile;
    __device__ int first() { return tile->at<0>(); } // ERROR: expected an expression
    __device__ int second() { return tile->template at<1>(); }
    template <int N> __device__ int own() { return N; }
    __device__ int third(View *v) { return own<2>() + this->own<3>() + v->own<4>(); }
};
__global__ void k(int *p, View<Tile> v) { *p = v.first() + v.second() + v.third(&v); }
