// SPDX-License-Identifier: Apache-2.0
// Constexpr functions that are never constant, labels, defaulted constructors, union members that change.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 %s
int plain();
constexpr int always() { return plain(); } // ERROR: no call of this constexpr function can be a constant expression
constexpr int sometimes(int i) { if (i) return plain(); return 1; }
constexpr int both(bool b) { if (b) return plain(); else return plain() + 1; }
// ERROR@-1: no call of this constexpr function can be a constant expression
constexpr int behind(int i) { switch (i) { case 0: break; } throw 1; return 0; }
// ERROR@-1: no call of this constexpr function can be a constant expression
constexpr int condition(int i) { return i ? plain() : 1; }
constexpr int nothing() {} // ERROR: a constexpr function with a result must have a return statement
constexpr int labelled() { goto l; l: return 1; } // ERROR: label definitions cannot appear in constexpr functions
struct Set { int i = 0; constexpr Set() = default; };
struct Unset { int i; constexpr Unset() = default; };
// ERROR@-1: defaulted default constructor cannot be constexpr because the corresponding implicitly declared default constructor would not be constexpr
union UnsetUnion { int i; short s; constexpr UnsetUnion() = default; };
// ERROR@-1: defaulted default constructor cannot be constexpr because the corresponding implicitly declared default constructor would not be constexpr
struct Made { Made(); };
struct Holds { Made made; constexpr Holds() = default; };
// ERROR@-1: defaulted default constructor cannot be constexpr because the corresponding implicitly declared default constructor would not be constexpr
struct Derived : Made { constexpr Derived() = default; };
// ERROR@-1: defaulted default constructor cannot be constexpr because the corresponding implicitly declared default constructor would not be constexpr
union Both { int i; short s; };
constexpr int changes() { Both b{1}; b.s = 2; return b.s; }
constexpr int changed = changes(); // ERROR: expression must have a constant value
