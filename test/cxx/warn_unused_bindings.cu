// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++20 %s
// #177 of structured bindings: where none of a declaration is named, the first stands for all.
struct P {
    int a, b;
};
struct D {
    int a, b;
    __device__ ~D() {}
};
__device__ P make();
__device__ D made();
__device__ int none(P p) {
    auto [a, b] = p; // WARNING: structured binding "a" was declared but never referenced
    return 0;
}
__device__ int effects() {
    auto [a, b] = make(); // WARNING: structured binding "a" was declared but never referenced
    auto [c, d] = made(); // WARNING: structured binding "c" was declared but never referenced
    return 0;
}
__device__ int array() {
    int two[2] = {1, 2};
    auto &[a, b] = two; // WARNING: structured binding "a" was declared but never referenced
    auto &[c, d] = two;
    return d;
}
__device__ int loop() {
    P all[2] = {};
    for (auto [a, b] : all) {} // WARNING: structured binding "a" was declared but never referenced
    int n = 0;
    for (auto [a, b] : all) n += b;
    return n;
}
__device__ int one(P p) {
    auto [a, b] = p;
    auto [c, d] = p;
    auto [e, f] = p;
    auto [g, h] = p;
    auto [i, j] = p;
    d = 1;
    auto l = [&] { return f; };
    auto m = [i](auto t) { return i + t; };
    return b + l() + int(sizeof(g)) + m(1);
}
__device__ int meant(P p) {
    [[maybe_unused]] auto [a, b] = p;
    return 0;
}
template <class T> __device__ int dependent(T t) {
    auto [a, b] = t;
    return 0;
}
__device__ int instance(P p) { return dependent(p); }
