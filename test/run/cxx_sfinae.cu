// SPDX-License-Identifier: Apache-2.0
// SFINAE: enable_if, void_t, an expression in the return type.
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { typedef T type; };
template <class T, class U> struct same { static constexpr bool value = false; };
template <class T> struct same<T, T> { static constexpr bool value = true; };
template <class...> using void_t = void;
template <class T, class = void> struct has_size { static constexpr int value = 0; };
template <class T> struct has_size<T, void_t<decltype(T().size())>> { static constexpr int value = 1; };
struct A { __device__ int size() const { return 3; } };
struct B {};
template <class T> __device__ typename enable_if<same<T, int>::value, int>::type kind(T) { return 1; }
template <class T> __device__ typename enable_if<!same<T, int>::value, int>::type kind(T) { return 2; }
template <class T> __device__ auto len(const T &t, int) -> decltype(t.size()) { return t.size(); }
template <class T> __device__ int len(const T &, long) { return -1; }
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    o[t] = kind(a[t]) + kind(1.0f) * 10 + has_size<A>::value * 100 + has_size<B>::value * 1000 + len(A(), 0) * 7 + len(B(), 0);
}
