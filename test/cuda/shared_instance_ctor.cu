// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
// #20054 of constructors of templates' instances: in ordinary functions nvcc takes none for empty
// whose body it has not read, in instances it looks at them.
template <class T> struct Empty {
    __device__ Empty() {}
    T x;
};
template <class T> struct Member { Empty<T> d; };
struct Plain {
    Empty<int> d;
};
struct Derived : Empty<int> {};
struct Written : Empty<int> {
    __device__ Written() {}
};
template <class T> struct Constexpr {
    __device__ constexpr Constexpr() {}
    T x[4];
};
template <class T> struct Outer {
    struct In {
        __device__ In() {}
        T x;
    };
};
template <class T> struct Special { T x; };
template <> struct Special<int> {
    __device__ Special() {}
    int x;
};
template <class T> struct Implicit {
    Special<T> s;
    T x;
};
__global__ void k(int *p) {
    __shared__ Empty<int> a;     // WARNING: dynamic initialization is not supported
    __shared__ Empty<int> b[2];  // WARNING: dynamic initialization is not supported
    __shared__ Member<int> c;    // WARNING: dynamic initialization is not supported
    __shared__ Plain d;          // WARNING: dynamic initialization is not supported
    __shared__ Derived e;        // WARNING: dynamic initialization is not supported
    __shared__ Written f;        // WARNING: dynamic initialization is not supported
    __shared__ Outer<int>::In g; // WARNING: dynamic initialization is not supported
    __shared__ Constexpr<int> h;
    __shared__ Special<int> i;
    __shared__ Implicit<int> j;
    p[0] = a.x + b[0].x + c.d.x + d.d.x + e.x + f.x + g.x + h.x[0] + i.x + j.x;
}
template <class T> __global__ void kt(int *p) {
    __shared__ Empty<T> a;
    __shared__ Empty<char> b;
    __shared__ Member<T> c;
    p[0] = a.x + b.x + c.d.x;
}
template __global__ void kt<int>(int *);
template __global__ void kt<long>(int *);
