// SPDX-License-Identifier: Apache-2.0
// nested and local classes, members defined outside
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:64:iota buf:i32:64:zero
template <class T> struct Tree {
    struct Leaf { T v; __device__ T get() const; };
    template <class U> struct Rebind { using type = Tree<U>; U extra; };
    Leaf leaf;
    template <class F> __device__ auto map(F f) const -> decltype(f(T())) { return f(leaf.get()); }
    __device__ void set(T v);
};
template <class T> __device__ T Tree<T>::Leaf::get() const { return v + 1; }
template <class T> __device__ void Tree<T>::set(T v) { leaf.v = v; }
template <class T> struct Plus { T k; __device__ T operator()(T v) const { return v + k; } };
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    Tree<int> x;
    x.set(a[t]);
    Tree<int>::Rebind<short> r{(short)t};
    typename Tree<float>::Rebind<int>::type y{{5}};
    struct Local { int q; __device__ int twice() { return q * 2; } } l{t};
    o[t] = x.map(Plus<int>{10}) + r.extra + y.leaf.get() + l.twice() + x.map([](int v) { return v * 3; });
}
