// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// Friends that are members: of all instances of a class template [temp.friend]/5, member templates,
// specializations; a function of another type or class of that name is none.
#define D __device__
template <class T> struct A {
    struct B {
        D int f();
    };
    template <class U> struct In {
        D int f();
    };
    template <class U> D int g(U);
    D int h();
    struct Other {
        D int f();
    };
    template <class U> struct In2 {
        D int f();
    };
    template <class U> D int g2(U);
    D int h2();
};
struct O {
    template <class U> struct In {
        D int f();
    };
    template <class U> D int g(U);
    template <class U> struct In2 {
        D int f();
    };
    template <class U> D int g2(U);
};
namespace N {
template <class T> struct Far {
    template <class U> struct In {
        D int f();
    };
};
}
class P1 {
    static const int x = 1;
    template <class T> template <class U> friend struct A<T>::In;
    template <class T> template <class U> friend struct N::Far<T>::In;
};
class P2 {
    static const int x = 1;
    template <class T> template <class U> friend D int A<T>::g(U);
};
class P3 {
    static const int x = 1;
    template <class T> friend struct A<T>::B;
};
class P4 {
    static const int x = 1;
    template <class T> friend D int A<T>::h();
};
class P5 {
    static const int x = 1;
    template <class U> friend struct O::In;
};
class P6 {
    static const int x = 1;
    template <class U> friend D int O::g(U);
};
class P7 {
    static const int x = 1;
    friend struct O::In<int>;
    friend D int O::g<int>(int);
};
class P8 {
    static const int x = 1;
    friend struct A<int>::B;
    friend D int A<int>::h();
};
template <class T> template <class U> D int A<T>::In<U>::f() { return P1::x; }
template <class T> template <class U> D int N::Far<T>::In<U>::f() { return P1::x; }
template <class T> template <class U> D int A<T>::g(U) { return P2::x; }
template <class T> D int A<T>::B::f() { return P3::x; }
template <class T> D int A<T>::h() { return P4::x; }
template <class U> D int O::In<U>::f() { return P5::x; }
template <class U> D int O::g(U) { return P6::x; }
template <> D int O::In<int>::f() { return P7::x + P5::x; }
template <> D int O::g(int) { return P7::x + P6::x; }
template <> D int A<int>::B::f() { return P8::x; }
template <> D int A<int>::h() { return P8::x; }
template <class T> template <class U> D int A<T>::In2<U>::f() {
    return P1::x; // ERROR: "P1::x" is inaccessible
}
template <class T> template <class U> D int A<T>::g2(U) {
    return P2::x; // ERROR: "P2::x" is inaccessible
}
template <class T> D int A<T>::Other::f() {
    return P3::x; // ERROR: "P3::x" is inaccessible
}
template <class T> D int A<T>::h2() {
    return P4::x; // ERROR: "P4::x" is inaccessible
}
template <class U> D int O::In2<U>::f() {
    return P5::x; // ERROR: "P5::x" is inaccessible
}
template <class U> D int O::g2(U) {
    return P6::x; // ERROR: "P6::x" is inaccessible
}
struct In {
    D int f() { return P1::x; }    // ERROR: "P1::x" is inaccessible
    D int g(int) { return P2::x; } // ERROR: "P2::x" is inaccessible
    D int h() { return P4::x; }    // ERROR: "P4::x" is inaccessible
};
struct B {
    D int f() {
        return P3::x + // ERROR: "P3::x" is inaccessible
               P8::x;  // ERROR: "P8::x" is inaccessible
    }
};
template <class U> D int g(U) {
    return P2::x; // ERROR: "P2::x" is inaccessible
}
__global__ void k(int *p) {
    p[0] = A<long>::In<char>().f() + A<long>().g(1) + A<long>::B().f() + A<long>().h() +
           O::In<long>().f() + O().g(2L) + O::In<int>().f() + O().g(2) + A<int>::B().f() +
           A<int>().h() + N::Far<int>::In<int>().f() + A<long>::In2<char>().f() +
           A<long>().g2(1) + A<long>::Other().f() + A<long>().h2() + O::In2<long>().f() +
           O().g2(2L) + g(1);
}

struct Q {
    D void m(int);
    D void m(char);
};
class P {
    static const int x = 1;
    friend D int f(int);
    friend D void Q::m(int);
};
D int f(int) { return P::x; }
D int f(char) {
    return P::x; // ERROR: "P::x" is inaccessible
}
D void Q::m(int) { (void)P::x; }
D void Q::m(char) {
    (void)P::x; // ERROR: "P::x" is inaccessible
}
template <class T> class W {
    static const int x = 1;
    friend D int wf(W, T) { return x; }
    friend D int wg(W, T);
    template <class U> friend D int wh(W<U>, T);
};
D int wg(W<int>, int) { return W<int>::x; }
D int wg(W<int>, char) {
    return W<int>::x; // ERROR: "W<int>::x" is inaccessible
}
template <class U> D int wh(W<U>, int) { return W<int>::x; }
__global__ void w(int *p) { p[0] = wf(W<int>(), 1) + wh(W<int>(), 1); }
