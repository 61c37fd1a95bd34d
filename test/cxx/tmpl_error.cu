// RUN: cuprum --syntax-only %s
// Errors inside of instantiations are reported with how they came to be.
template <class T> struct A {
    T x;
    __device__ int bad() { return x.nothing; } // ERROR: nothing
};
template <class T, int N> __device__ int f(T (&a)[N]) {
    A<T> v;
    return v.bad();
}
template <int N> struct Deep {
    static constexpr int v = Deep<N + 1>::v; // ERROR: excessive recursion
};
template <int N> __device__ int deep_fn() { return deep_fn<N + 1>(); } // ERROR: no instance of function template "deep_fn"
template <class T> struct Two {};
template <class T> __device__ T need(T, T);
__device__ Two<int, int> *two;     // ERROR: too many arguments
__device__ Two<3> *three;          // ERROR: type is expected
template <int... N> struct Nums {};
__device__ Nums<int> *nums;        // ERROR: constant is expected
struct S {};
__global__ void k(int *p) {
    S s[3];
    p[0] = f(s);
    p[1] = need(1, 2.0); // ERROR: no instance of function template "need"
    p[2] = Deep<0>::v;
    p[3] = deep_fn<0>();
}
