// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Types that are incomplete where they are needed, declarations in scopes that cannot have them,
// names of constructors, results that are not deduced yet, a line each.
struct Later;
void takes(Later x) {} // ERROR: type "Later" is incomplete here: its definition, if there is one, comes later
Later gives();
Later *points(Later &r) { return &r; }
struct Has {
    Later field; // ERROR: type "Later" is incomplete here
    void uses(Within w) {} // ERROR: identifier "Within" is undefined
    struct Inner { void late(Has h) {} };
};
Later object; // ERROR: type "Later" is incomplete here
struct Stat { static Later s; };
Later Stat::s; // ERROR: type "Later" is incomplete here
void local() {
    Later x; // ERROR: type "Later" is incomplete here
    extern Later e;
}
template <class T> struct Reads {
    void f(Never n) {} // ERROR: identifier "Never" is undefined
    void g(Later n) {} // ERROR: type "Later" is incomplete here
    Later h(T t) {} // ERROR: type "Later" is incomplete here
    Later i(Later t);
};
struct Later {};
void now(Later x) {}
Nope::Nope() {} // ERROR: identifier "Nope" is undefined
struct Open;
Open::Open() {} // ERROR: incomplete type "Open" is not allowed

namespace N {
template <class T> struct Tmpl { void f(); };
struct S;
void fn();
struct C { void m(); };
}
namespace M {
template <> struct N::Tmpl<int> {}; // ERROR: "Tmpl" cannot be declared, specialized or instantiated in this scope, which does not enclose its own
struct N::S {}; // ERROR: "S" cannot be declared, specialized or instantiated in this scope
void N::fn() {} // ERROR: "fn" cannot be declared, specialized or instantiated in this scope
}
template <> struct Later; // ERROR: "Later" is declared with "template<>", but has no template arguments
struct B {
    friend struct D {}; // ERROR: a type definition is not allowed here
    extern void e(); // ERROR: a storage class is not allowed here
    const int i;
    B() {} // ERROR: const variable "i" requires an initializer
    template <class T> B(const T &) = default; // ERROR: cannot be defaulted
};
void block() {
    int N::fn; // ERROR: a qualified name is not allowed here
    void ::block(); // ERROR: a qualified name is not allowed here
    mutable int m; // ERROR: "mutable" is not allowed on this declaration
    N::C::C c; // ERROR: "C::C" names a constructor, not a type
}
void param(static int p); // ERROR: a storage class is not allowed here
enum N::S {}; // ERROR: "S" was declared as another kind of type
enum N::Absent {}; // ERROR: namespace "N" has no member "Absent"
typedef int quals() const;
quals plain; // ERROR: type qualifiers and ref-qualifiers are allowed only on nonstatic member functions
auto unknown();
auto copy = unknown; // ERROR: the type of "unknown" cannot be used before it is deduced
auto self() { return self(); } // ERROR: the type of "self" cannot be used before it is deduced
auto placeholder() -> N::Tmpl; // ERROR: argument list for "N::Tmpl" is missing
template <class T> struct X { void f(T); int g(); };
template <> void X<int>::f(long) {} // ERROR: no instance of function template "f" matches the specified type
template <> void X<char>::f(char) {}
template <class T> void unqualified(T t) {
    unqualified<typename T>(t); // ERROR: "typename" needs a qualified name
}
auto empty_list = []<>() {}; // ERROR: the template parameter list of a lambda cannot be empty
void N::C::*to_void; // ERROR: a pointer to member cannot be of type "void"
