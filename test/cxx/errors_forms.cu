// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device -std=c++17 --check-all %s
// Forms of declarations that are not allowed, section by section.
int v();
void conditions() {
    if (int f() {}) {} // ERROR: a condition declares one variable, neither a function nor an array
    while (int a[] {}) {} // ERROR: a condition declares one variable, neither a function nor an array
    if (static int s = v()) {} // ERROR: "static" is not allowed on this declaration
    if (constexpr int c = 1) {}
    int a[2] = {1, 2};
    for (struct S { S(int) {} } s : a) {} // ERROR: a type definition is not allowed here
}
auto l1 = []() constexpr constexpr {}; // ERROR: "constexpr" is not allowed on this declaration
auto l2 = []() mutable mutable {}; // ERROR: "mutable" is not allowed on this declaration
auto l3 = []() static {}; // ERROR: "static" is not allowed on this declaration
auto l4 = []() [[]] mutable {}; // ERROR: "mutable" is not allowed on this declaration
auto l5 = []() mutable noexcept [[]] {};
auto l6 = []() mutable constexpr noexcept(true) -> int { return 1; };
template <class T> struct Sized {};
Sized<decltype([] { return 1; }())> l7; // ERROR: a lambda is not allowed in an unevaluated expression before C++20

template <class T> template <class U> using Two = T; // ERROR: this declaration cannot have more than one "template<...>"
template <int> template <class T> struct Sized<T *> {}; // ERROR: this declaration cannot have more than one "template<...>"
template <class T> template <class U> void twice(T); // ERROR: this declaration cannot have more than one "template<...>"
template <class T> struct Has { template <class U> void f(U); template <class U> struct In; };
template <class T> template <class U> void Has<T>::f(U) {}
template <class T> template <class U> struct Has<T>::In {};

template <class T> constexpr inline T same(T x) { return x; }
template constexpr float same(float); // ERROR: "constexpr" is not allowed on this declaration
template inline char same(char); // ERROR: "inline" is not allowed on this declaration
template int same(int);

template <class T> void spec(T) {}
template <> void spec(int) {}
template <> void spec(int) {} // ERROR: "void spec<int>(int)" has already been defined
template <> void spec(char);
template <> void spec(char) = delete; // ERROR: was declared before: its first declaration must be the deleted one
template <> void spec(short);
template <> void spec(short) {}
template <> constexpr void spec(long);
template <> void spec(long); // ERROR: was declared before with another "constexpr" or "consteval"
template <class T> int var = 1;
template <> int var<int> = 2;
template <> int var<int> = 3; // ERROR: has already been defined

double operator"hi" _a(long double); // ERROR: a literal operator is named by "" without prefix or characters, and a suffix
double operator L"" _b(long double); // ERROR: a literal operator is named by "" without prefix or characters, and a suffix
double operator"" (long double); // ERROR: a literal operator is named by "" without prefix or characters, and a suffix
double operator""_c(long double);
struct Lits { friend int operator""_d(char) { return 1; } };

struct Refs {
    void f() &;
    void f() const &;
    void f() &&;
    void g() &;
    void g() const; // ERROR: "void Refs::g() const" has the same parameters: both need a ref-qualifier, or neither
    void h(int) &;
    void h(char) const;
};

enum class {}; // ERROR: a scoped enumeration must have a name
struct Enums {
    enum E : int;
    enum Enums::E : int { x }; // ERROR: a qualified name is not allowed here
    enum F : int;
    enum F : short; // ERROR: enumeration "Enums::F" was declared before with another underlying type
    enum G : int;
    enum G : int { y };
};
inline namespace A::B { int i; } // ERROR: a nested namespace definition cannot begin with "inline"
namespace inline C {} // ERROR: "inline" is not allowed on this declaration
namespace C::inline D { int i; }

struct Virtual { constexpr virtual int f() { return 1; } }; // ERROR: a virtual function cannot be constexpr before C++20
using Last = int // ERROR: expected a ";"
