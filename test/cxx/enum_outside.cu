// SPDX-License-Identifier: Apache-2.0
// EACH: -O0, -O3
// RUN: cuprum run %s %E --grid=1 --block=1 --print=0:14 buf:i32:14:zero
// CHECK: arg 0: 424 77 411 5 1000 106 102 9 0 8 12 399 14 400
// RUN[B]: cuprum --syntax-only --check-all %s
// Member enumerations [dcl.enum]/1 that are defined outside of their class: of classes, of class
// templates and their members, of partial specializations, specialized explicitly; and member
// classes of member templates.
template <class T> struct A {
    enum E : int;
    enum class C : int;
    struct B {
        enum E : int;
        struct C;
        static __device__ int f();
    };
    static const int n = 10;
    template <class U> struct M {
        enum E : int;
        struct C;
        __device__ static int f();
    };
    __device__ static int g();
    __device__ static int h() { return int(C(2)); }
};
template <class T> struct A<T *> {
    enum E : int;
    __device__ static int g();
};
template <class T> enum A<T>::E : int { e1 = sizeof(T), e2 = n, e3 };
template <class T> enum A<T>::B::E : int { b1 = sizeof(T) * 100, b2 = e3 + b1 };
template <class T> template <class U> enum A<T>::M<U>::E : int { m1 = sizeof(T) + sizeof(U) };
template <class T> enum class A<T>::C : int { x = -1, y };
template <class T> enum A<T *>::E : int{p1 = 77};
template <> enum A<char>::E : int { s1 = 1000 };
template <class T> __device__ int A<T>::g() {
    return e1 + e2 + int(C::x) + B::b2;
}
template <class T> __device__ int A<T *>::g() {
    return p1;
}
template <class T> __device__ int A<T>::B::f() {
    return b1 + b2;
}
template <class T> template <class U> __device__ int A<T>::M<U>::f() {
    return m1;
}
template <class T> template <class U> struct A<T>::M<U>::C {
    static constexpr int v = sizeof(T) + 10 * sizeof(U);
};
template <class T> struct A<T>::B::C { static constexpr int v = sizeof(T) * 100; };
struct S {
    enum E : int;
    enum class C;
    struct In {
        enum D : char;
    };
    __device__ static int f();
};
enum S::E : int { a = 1, b };
enum class S::C { x = 3 };
enum S::In::D : char { d = 'd' };
__device__ int S::f() {
    return a + b + int(C::x) + In::d;
}
namespace N {
struct Q {
    enum E : short;
};
} // namespace N
enum N::Q::E : short { q = 9 };
template <int I> struct K { static const int v = I; };
__global__ void k(int *p) {
    p[0] = A<int>::g();
    p[1] = A<short *>::g();
    p[2] = A<short>::B::f();
    p[3] = A<int>::M<char>::f();
    p[4] = A<char>::s1;
    p[5] = S::f();
    p[6] = S::In::d + S::b;
    p[7] = K<N::Q::q>::v;
    p[8] = int(A<long>::C::y);
    p[9] = K<A<double>::e1>::v;
    p[10] = A<int>::M<long>::m1;
    p[11] = int(A<char>::C::x) + A<int>::B::b1;
    p[12] = A<int>::M<char>::C::v;
    p[13] = A<int>::B::C::v;
}
