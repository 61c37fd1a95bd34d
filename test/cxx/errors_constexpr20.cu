// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
// Constant evaluation of C++20: allocation, virtual calls, objects that end, bytes.
typedef decltype(sizeof 0) size_t;
int global, other;
struct Inc;
extern Inc inc;
extern int &ref;
struct Pure { constexpr Pure() { f(); } constexpr void f() { g(); } virtual constexpr void g() = 0; }; // NOTE: pure virtual function "void Pure::g()" is called
// NOTE@-1: called from here: "void Pure::f()"
struct Impl : Pure { constexpr void g() override {} }; // NOTE: called from here: "Pure::Pure()"
struct VB : virtual Pure { constexpr void g() override {} };
template <class T> constexpr int make() { T t; return 1; } // NOTE: class "VB" has a virtual base
struct This { int a; int b[sizeof(a)]; static constexpr int s = a; int m = 3; int arr[m]; }; // ERROR: a nonstatic member reference must be relative to a specific object: "This::m"
// ERROR@-1: a nonstatic member reference must be relative to a specific object: "This::a"
constexpr int leak() { new int(3); return 1; }
constexpr int c1 = leak(); // ERROR: expression must have a constant value
// NOTE@-1: memory allocated by the evaluation is not freed
constexpr int *res() { return new int(3); }
constexpr int *c2 = res(); // ERROR: expression must have a constant value
// NOTE@-1: memory allocated by the evaluation is not freed
constexpr int c3 = ref; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "ref" cannot be used as a constant
constexpr Impl c4; // ERROR: expression must have a constant value
// NOTE@-1: called from here: "Impl::Impl()"
constexpr int c5 = make<VB>(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int make<VB>()"
constexpr int cmp() { return &global < &other; } // NOTE: pointers to unrelated objects are compared or subtracted
constexpr int c6 = cmp(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int cmp()"
constexpr long dif() { return &global - &other; } // NOTE: pointers to unrelated objects are compared or subtracted
constexpr long c7 = dif(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "long dif()"
constexpr int vo() { volatile int v = 3; return v; } // NOTE: read of a volatile object
constexpr int c8 = vo(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int vo()"
constexpr int arr() { int a[3]; return a[1]; } // NOTE: read of an uninitialized part of variable "a"
constexpr int c9 = arr(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int arr()"
constexpr int *loc(int x) { return &x; }
constexpr int by() { float f = 1; int i = 0; __builtin_memcpy(&i, &f, 4); return i; } // NOTE: access to an object of type "int" as another type
constexpr int c11 = by(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int by()"
constexpr int c12 = (*(int *)0x1000 = 3); // ERROR: expression must have a constant value
// NOTE@-1: a conversion reinterprets an object or a pointer
constexpr int mo(const int &r) { return const_cast<int &>(r) = 4; } // NOTE: modification of "one", which is not local to the evaluation
constexpr int one = 1;
constexpr int c13 = mo(one); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int mo(const int &)"
struct Big { int a[100000000]; };
constexpr int big() { Big b{}; return b.a[0]; } // NOTE: type "int [100000000]" is too large
constexpr int c14 = big(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int big()"
constexpr int arrb(int n) { int a[3] = {1, 2, 3}; return a[n]; } // NOTE: access to the element past the end of an array or object
constexpr int c15 = arrb(3); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int arrb(int)"
constexpr int vl() { Inc *p = nullptr; return *(char *)p; } // NOTE: a null pointer is dereferenced
constexpr int c16 = vl(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int vl()"
constexpr int tid() { return threadIdx.x; } // NOTE: the value of variable "threadIdx" cannot be used as a constant
constexpr int c17 = tid(); // ERROR: expression must have a constant value
// NOTE@-1: called from here: "int tid()"
constexpr int il(const int *p) { return *p; }
void f(int x) {
    constexpr int *p = &x; // ERROR: expression must have a constant value
// NOTE@-1: the address of automatic variable "x" is not a constant
    constexpr const int &r = x; // ERROR: expression must have a constant value
// NOTE@-1: the address of automatic variable "x" is not a constant
    int n = x;
    constexpr int c = n; // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "n" cannot be used as a constant
}
constexpr int c_last = undefined_last; // ERROR: identifier "undefined_last" is undefined
