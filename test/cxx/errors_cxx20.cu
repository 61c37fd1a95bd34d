// SPDX-License-Identifier: Apache-2.0
// C++20's specifiers, designators, parenthesised lists and class-type template parameters, misused.
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
consteval int sq(int x) { return x * x; }
__device__ int a(int n) { return sq(n); } // ERROR: expression must have a constant value
__device__ auto b() { return &sq; } // ERROR: the address of consteval function "int sq(int)" cannot be used here
int rt();
constinit int c = rt(); // ERROR: expression must have a constant value
void d() {
    constinit int x = 3; // ERROR: "constinit" is only valid for variables with static storage duration
}
struct P { int x, y; };
P e{.y = 1, .x = 2}; // ERROR: the initializer of "x" must stand before those of later members
P f{.z = 1}; // ERROR: class "P" has no member "z"
int i{.x = 1}; // ERROR: class "int" has no member "x"
P pp(1, 2, 3); // ERROR: too many initializer values
using enum Undefined; // ERROR: identifier "Undefined" is undefined
struct NS {
    constexpr NS(int a) : x(a) {}
  private:
    int x;
};
template <NS n> struct T1 {}; // ERROR: type "NS" of a template parameter is not structural
struct M { mutable int x; };
template <M m> struct T2 {}; // ERROR: type "M" of a template parameter is not structural
T1<NS(1)> t1;
T2<M{1}> t2;
struct Sx { explicit(rt()) Sx(int); }; // ERROR: expression must have a constant value
Sx sx(1);
template <class T> struct Twice {
    __device__ void f(T);
    __device__ void f(int); // ERROR: class member "void Twice<int>::f(int)" has already been declared
};
__device__ void use(Twice<int> t) { t.f(1); }
