// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device -std=c++17 --check-all %s
// With --check-all what nothing uses is read too: default member initialisers, default arguments,
// exception specifications, static members' initialisers, friends; of templates as well.
int known();
enum class Hue { red };
struct Parts {
    int *a = new unknown; // ERROR: identifier "unknown" is undefined
    int b = known(), c = later; // ERROR: identifier "later" is undefined
    static const Hue d = red; // ERROR: identifier "red" is undefined
    static const Hue e = Hue::red;
    void f(int i = absent); // ERROR: identifier "absent" is undefined
    void g() noexcept(missing); // ERROR: identifier "missing" is undefined
    void h(int i = g2()) noexcept(noexcept(known()));
    static int g2();
    friend void of_friend(Parts, int i = nowhere) {} // ERROR: identifier "nowhere" is undefined
    friend unnamed; // ERROR: this declaration has no storage class or type specifier
};
void alone(int i = elsewhere); // ERROR: identifier "elsewhere" is undefined
int lambda(int i = [] { return inner; }()); // ERROR: identifier "inner" is undefined

template <class T> struct Unused {
    T *a = new unknown2; // ERROR: identifier "unknown2" is undefined
    T b = known();
    static const int c = later2; // ERROR: identifier "later2" is undefined
    void f(T t, int i = absent2); // ERROR: identifier "absent2" is undefined
    void g() noexcept(missing2); // ERROR: identifier "missing2" is undefined
    void h(T t = T::value) noexcept(noexcept(T()));
    friend void friend_of(Unused, int i = nowhere2) {} // ERROR: identifier "nowhere2" is undefined
    friend int of(Unused u, int i = known()) { return u.b; }
};
template <class... T> struct Other { friend class Unused<T>; }; // ERROR: parameter pack "T" was referenced but not expanded
template <class T> void alone2(T, int i = elsewhere2); // ERROR: identifier "elsewhere2" is undefined
template <class T> struct Ctor { Ctor(T); T t; };
template <class T> struct Of { friend Ctor<int>::Ctor(int); friend void Parts::h(T) noexcept; };

// What a friend declares is seen once it is declared outside.
struct First { friend class Second; };
class Second *second;
Second *again;
