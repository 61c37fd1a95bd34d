// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --default-device -std=c++17 --check-all %s
// What constexpr functions and variables must not be, whether or not they are evaluated [dcl.constexpr].
struct Plain { Plain(); ~Plain(); };
struct Lit { int a; constexpr Lit() : a(1) {} };
struct Vol { volatile int v; constexpr Vol() : v() {} };
struct OfPlain : Plain {};
struct Root {};
struct Slow { Slow(); };
union Some { Lit l; Slow p; constexpr Some() : l() {} };
union Trivial { int i; float f; };

constexpr int takes(Plain) { return 1; } // ERROR: a constexpr function cannot have a parameter of nonliteral type "Plain"
constexpr int takes_derived(OfPlain) { return 1; } // ERROR: a constexpr function cannot have a parameter of nonliteral type "OfPlain"
constexpr int takes_ref(const Plain &) { return 1; }
constexpr int takes_lit(Lit l, Trivial t) { return l.a + t.i; }
constexpr Plain gives() { return Plain(); } // ERROR: a constexpr function cannot have a nonliteral return type "Plain"
constexpr int holds() {
    Plain p; // ERROR: variable "p" in a constexpr function has the nonliteral type "Plain"
    return 1;
}
constexpr int keeps() {
    static int s = 1; // ERROR: variable "s" in a constexpr function does not have automatic storage duration
    return s;
}
constexpr int empty_ones() {
    Root r;
    Lit l;
    int a[2] = {1, 2}, i = 0;
    for (int k : a) i += k;
    auto f = [i] { return i; };
    return f() + l.a;
}
constexpr int bare() {
    int i[2]; // ERROR: variable "i" in a constexpr function is uninitialized
    i[0] = 1;
    return i[0];
}
// An instance only is not constant.
template <class T> constexpr int any(T) { T t; return sizeof t; }
int use_any = any(Plain());

struct Base : virtual Root { constexpr Base() {} }; // ERROR: a constructor or destructor of "Base", which has virtual bases, cannot be constexpr
struct Calls { Plain2 *q; constexpr Calls() : q() {} }; // ERROR: identifier "Plain2" is undefined
struct Makes : Root { struct In { In(int); } in; constexpr Makes() : in(1) {} }; // ERROR: a constexpr constructor calls the non-constexpr "Makes::In::In(int)"
struct Misses { int a, b; constexpr Misses() : a(1) {} }; // ERROR: a constexpr constructor provides no initializer for "b"
struct Fills { int a = 1, b; union { int c; float d; }; constexpr Fills() : b(2), c(3) {} constexpr Fills(int) : Fills() {} };
struct Ends { constexpr ~Ends() {} }; // ERROR: "constexpr" is not allowed on this declaration

constexpr Vol vol; // ERROR: a constexpr variable cannot have the nonliteral type "Vol"
constexpr Some some;

struct Mut { int a; mutable int b; };
constexpr Mut m = {1, 2};
constexpr int ma = m.a;
constexpr int mb = m.b; // ERROR: expression must have a constant value
// NOTE@-1: a mutable member of an object that the evaluation did not create is read
constexpr Mut mc = m; // ERROR: expression must have a constant value
// NOTE@-1: a mutable member of an object that the evaluation did not create is read
constexpr int own() { Mut l = {1, 2}; Mut k = l; return k.b; }
static_assert(own() == 2, "");

int object;
constexpr void *pv = &object;
constexpr int *pi = static_cast<int *>(pv); // ERROR: expression must have a constant value
// NOTE@-1: a conversion reinterprets an object or a pointer
