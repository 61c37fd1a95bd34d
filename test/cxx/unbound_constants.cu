// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all --default-device -std=c++17 %s
// A static member of a class template that is initialised by a constant that does not depend on the
// parameters does not either [temp.dep.constexpr]/2: what it chooses needs no `typename`.
template <int I> struct C {
    typedef int type;
};
struct Four {
    constexpr operator int() const { return 4; }
};
template <class T> struct A {
    static const int n = 4;
    C<n>::type a;
    static constexpr int m = n + 1;
    C<m>::type f(C<m>::type p) {
        C<n>::type l = p;
        return l;
    }
    static constexpr Four four = Four();
    C<four>::type b;
    static const int depends = sizeof(T);
    typename C<depends>::type c;
    C<depends>::type d; // ERROR: use the "typename" keyword
    static constexpr T object = T();
    C<object>::type e; // ERROR: use the "typename" keyword
    static const int later;
    C<later>::type g; // ERROR: use the "typename" keyword
    static constexpr auto deduced = sizeof(T) + 1;
    C<deduced>::type h; // ERROR: use the "typename" keyword
};
template <class T> const int A<T>::later = 1;
