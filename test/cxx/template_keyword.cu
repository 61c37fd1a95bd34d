// RUN: cuprum --syntax-only -std=c++17 %s
// RUN: cuprum --syntax-only -std=c++20 %s
// Names that need no `template` and no `typename`: what is before them does not depend, or is the class itself.
struct S {
    template <class T> __device__ int g() { return 1; }
    template <int N> static __device__ int s() { return N; }
    template <class T> static constexpr int v = 3;
    int m;
};
template <class T> struct A { using type = T; };
template <class T> struct D {
    using Own = D;
    using Fixed = A<int>;
    template <class U> __device__ int q() { return 0; }
    S s;
    D *next;
    Fixed::type fixed;
    __device__ int z(D<T> o, D *p, Own &r) {
        Fixed::type n = o.q<int>() + p->q<int>() + next->next->q<int>() + r.q<T>() + this->q<int>() + q<int>();
        return n + s.g<int>() + next->s.g<T>() + S::s<2>() + Own::q<int>() + S::v<T>;
    }
};
template <class... T> struct Tuple {
    template <class... U> __device__ int set(T... t, U... u) { return sizeof...(T) + sizeof...(U); }
    using Sizes = A<int[sizeof...(T) + 1]>;
    int n[sizeof...(T)] = {sizeof(T)...};
};
template <class T> __device__ int f(T t) {
    S s;
    auto l = [&](auto) { return s.g<int>(); };
    return s.g<T>() + (t.m < 3 > (4)) + l(t) + t.template g<int>() + T::template s<1>() + T::template v<int>;
}
__global__ void k(int *o, D<int> d) {
    Tuple<int, char> t;
    *o = f(S()) + d.z(d, &d, d) + t.set(1, 'a', 2) + t.n[0];
}
