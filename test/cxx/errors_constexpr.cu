// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Constant evaluation: why an expression has no constant value, a line each.
struct S { int a; int b; constexpr S() : a(1), b(2) {} constexpr S(int x) : a(x), b(x) {} };
struct Part { int a, b; constexpr Part() : a(1) {} }; // ERROR: a constexpr constructor provides no initializer for "b"
union U { int i; float f; };
struct VB { virtual constexpr int f() const { return 1; } }; // ERROR: a virtual function cannot be constexpr before C++20
struct Base { int x; };
struct Der : Base { int y; };
int plain(int x) { return x; }
int global;
const volatile int vol = 3;
constexpr int undef(int);
constexpr int c1 = plain(3); // ERROR: expression must have a constant value
// NOTE@-1: cannot call non-constexpr function "int plain(int)"
constexpr int c2 = global; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "global" cannot be used as a constant
constexpr int c3 = vol; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "vol" cannot be used as a constant
constexpr int c4 = undef(3); // ERROR: expression must have a constant value
// NOTE@-1: function "int undef(int)" is used before its definition
constexpr int c5 = 2147483647 + 1; // ERROR: expression must have a constant value
// NOTE@-1: integer operation result is out of range
constexpr int c6 = 1 << 40; // ERROR: expression must have a constant value
// NOTE@-1: shift count is negative or too large
constexpr int c7 = 1 << -1; // ERROR: expression must have a constant value
// NOTE@-1: shift count is negative or too large
constexpr int c8 = -1 << 1; // ERROR: expression must have a constant value
// NOTE@-1: left shift of a negative value
constexpr int c9 = 3 / 0; // ERROR: expression must have a constant value
// NOTE@-1: division by zero
constexpr int arr[3] = {1, 2, 3};
constexpr int c10 = arr[3]; // ERROR: expression must have a constant value
// NOTE@-1: access to the element past the end of an array or object
constexpr int c11 = *(arr + 3); // ERROR: expression must have a constant value
// NOTE@-1: access to the element past the end of an array or object
constexpr const int *c12 = arr + 5; // ERROR: expression must have a constant value
// NOTE@-1: array index or pointer arithmetic is out of bounds
constexpr int *np = nullptr;
constexpr int c13 = *np; // ERROR: expression must have a constant value
// NOTE@-1: a null pointer is dereferenced
constexpr int *c14 = np + 1; // ERROR: expression must have a constant value
// NOTE@-1: arithmetic on a null or function pointer
constexpr int rec(int n) { return n ? rec(n + 1) : 0; } // NOTE: constexpr calls are nested too deeply
// NOTE@-1: called from here: "int rec(int)"
constexpr int c15 = rec(1); // ERROR: expression must have a constant value
constexpr int loop() { for (;;) {} return 0; } // NOTE: the limit of constant evaluation steps is reached
constexpr int c16 = loop(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int loop()"
constexpr int noret(int x) { if (x) return 1; }
constexpr int c17 = noret(0); // ERROR: expression must have a constant value
// NOTE@-1: "int noret(int)" ends without returning a value
// NOTE@-2: called from here: "int noret(int)"
constexpr int thr(int x) { if (x) throw 1; return 0; } // NOTE: an exception is thrown
constexpr int c18 = thr(1); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int thr(int)"
constexpr int un() { int x; return x; } // ERROR: variable "x" in a constexpr function is uninitialized
// NOTE@-1: read of an uninitialized part of variable "x"
constexpr int c19 = un(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int un()"
constexpr int unu() { U u = {1}; return u.f; } // NOTE: access to a union member that is not active, or to an object outside of its lifetime
constexpr int c20 = unu(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int unu()"
constexpr int st() { static int s = 0; return s; } // ERROR: variable "s" in a constexpr function does not have automatic storage duration
// NOTE@-1: the declaration of static variable "s" is executed
constexpr int c21 = st(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int st()"
constexpr int ga() { lab: goto lab; return 1; } // NOTE: a goto statement is executed
// ERROR@-1: label definitions cannot appear in constexpr functions
constexpr int c22 = ga(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int ga()"
constexpr int as() { asm(""); return 1; } // NOTE: an asm statement is executed
constexpr int c23 = as(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int as()"
constexpr int *leak() { return new int(3); } // NOTE: a new-expression of this form is not constant
constexpr int *c24 = leak(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int *leak()"
constexpr const int &tmp() { const int &r = 3; return r; }
constexpr int c25 = tmp(); // ERROR: expression must have a constant value
// NOTE@-1: access to an object outside of its lifetime
constexpr const int *loc() { int x = 3; return &x; }
constexpr const int *c26 = loc(); // ERROR: expression must have a constant value
// NOTE@-1: access to an object outside of its lifetime
constexpr int mod() { return ++global; } // NOTE: the value of variable "global" cannot be used as a constant
constexpr int c27 = mod(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int mod()"
constexpr int modc() { const int x = 3; const_cast<int &>(x) = 4; return x; } // NOTE: modification of an object of const type "const int"
constexpr int c28 = modc(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int modc()"
constexpr Part c29 = Part(); // ERROR: expression must have a constant value
// NOTE@-1: the result has an uninitialized part
constexpr bool cmp = &global < &c1;
constexpr long ptrdiff = &global - &c1;
constexpr int bz = __builtin_clz(0); // ERROR: expression must have a constant value
// NOTE@-1: "int __builtin_clz(unsigned int)" of zero has no value
constexpr int unr() { __builtin_unreachable(); return 1; } // NOTE: unreachable code is reached
constexpr int c30 = unr(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int unr()"
constexpr const Der &dd = static_cast<const Der &>(Base()); // ERROR: invalid type conversion: "Base" to "const Der &"
constexpr Base bb{1};
constexpr int c31 = static_cast<const Der &>(bb).y; // ERROR: expression must have a constant value
// NOTE@-1: the object is not part of an object of class "Der"
constexpr int c32 = *(const float *)(const void *)arr; // ERROR: expression must have a constant value
// NOTE@-1: a conversion reinterprets an object or a pointer
constexpr int c33 = *reinterpret_cast<const int *>(16); // ERROR: expression must have a constant value
// NOTE@-1: a conversion reinterprets an object or a pointer
constexpr long c34 = reinterpret_cast<long>(&global); // ERROR: expression must have a constant value
// NOTE@-1: a conversion reinterprets an object or a pointer
constexpr float c35 = *(float *)&global; // ERROR: expression must have a constant value
// NOTE@-1: access to an object of type "int" as another type
constexpr int mods(int *p) { *p = 3; return 1; } // NOTE: modification of "global", which is not local to the evaluation
constexpr int c36 = mods(&global); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int mods(int *)"
int &gr = *(new int);
constexpr int c37 = gr; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "gr" cannot be used as a constant
constexpr int c38 = (int)1e20; // ERROR: expression must have a constant value
// NOTE@-1: integer operation result is out of range
constexpr int dng() { int *p = nullptr; { int x = 3; p = &x; } return *p; } // NOTE: access to an object outside of its lifetime
constexpr int c39 = dng(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int dng()"
constexpr int bd() { int x = 1; delete &x; return 1; } // NOTE: delete of a pointer that no matching new-expression of this evaluation returned
constexpr int c40 = bd(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int bd()"
constexpr int dbl() { int *p = new int(1); delete p; delete p; return 1; } // NOTE: a new-expression of this form is not constant
constexpr int c41 = dbl(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int dbl()"
constexpr int fnz(int x) { return 10 / x; } // NOTE: division by zero
constexpr int c42 = fnz(0); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int fnz(int)"
template <int N> struct T {};
T<plain(3)> tt; // ERROR: expression must have a constant value
// NOTE@-1: cannot call non-constexpr function "int plain(int)"
int ar[plain(3)]; // ERROR: expression must have a constant value
// NOTE@-1: cannot call non-constexpr function "int plain(int)"
static_assert(plain(3), ""); // ERROR: expression must have a constant value
// NOTE@-1: cannot call non-constexpr function "int plain(int)"
enum { en = plain(3) }; // ERROR: expression must have a constant value
// NOTE@-1: cannot call non-constexpr function "int plain(int)"
constexpr int c43 = undefined_last; // ERROR: identifier "undefined_last" is undefined
