// SPDX-License-Identifier: Apache-2.0
// Extensions that --pedantic-errors refuses.
// RUN: cuprum --syntax-only --check-all -w -x c++ -std=c++17 --pedantic-errors %s
int zero[0]; // ERROR: an array of size zero: an extension of this C++ dialect
int none[] = {}; // ERROR: an array of size zero: an extension of this C++ dialect
void *next(void *p) { return p + 1; } // ERROR: arithmetic on a pointer to void or to a function: an extension of this C++ dialect
int either(int a) { return a ?: 2; }
// ERROR@-1: a conditional expression without its second operand: an extension of this C++ dialect
int copied = auto(1); // ERROR: "auto" in a functional cast before C++23: an extension of this C++ dialect
auto generic = []<class T>(T t) { return t; };
// ERROR@-1: a template parameter list of a lambda before C++20: an extension of this C++ dialect
void init(int n) { for (using T = int; T(n);) n--; }
// ERROR@-1: an alias-declaration as init-statement before C++23: an extension of this C++ dialect
void abbreviated(auto) {} // ERROR: "auto" in a parameter before C++20: an extension of this C++ dialect
constexpr int caught() { try { return 1; } catch (...) { return 2; } }
// ERROR@-1: a try block in a constexpr function before C++20: an extension of this C++ dialect
namespace Named [[deprecated]] {} // ERROR: attributes behind the name of a namespace: an extension of this C++ dialect
