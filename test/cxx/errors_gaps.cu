// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Captures, placeholders, tags, declarations in blocks: errors that were once let through or that
// came twice. Every function goes on behind them.
__device__ void captures(int x) {
    auto a = [this] { return 1; }; // ERROR: "this" may only be used inside a nonstatic member function
    auto b = [x, x] { return x; }; // ERROR: "x" appears more than once in the capture list
    auto c = [=, x] { return x; }; // ERROR: the explicit capture of "x" matches the default
    auto d = [x](int x) { return x; }; // ERROR: parameter "x" has the name of a capture
    auto e = [&, &x] { return x; }; // ERROR: the explicit capture of "x" matches the default
    auto f = [x, x = 3] { return x; }; // ERROR: "x" appears more than once in the capture list
    auto g = [=, &x] { return x; };
    auto h = [&, x] { return x; };
    auto i = [&, x = x] { return x; };
    auto j = [x](auto x) { return x; }; // ERROR: parameter "x" has the name of a capture
    undefined1; // ERROR: identifier "undefined1" is undefined
}
struct A { auto y; }; // ERROR: cannot deduce the "auto" type of "y" (initializer required)
__device__ int huge[0x7fffffffffffffff]; // ERROR: array is too large
struct E { enum { E }; }; // ERROR: declaration of a member with the same name as its class
struct S {};
enum S es; // ERROR: "S" was declared as another kind of type
struct Bits { void b : 3; int c; }; // ERROR: invalid type for a bit field
template <class T> concept C = true; // ERROR: concepts need C++20 (-std=c++20)
template <class T> concept C2 = sizeof(T) == 1; // ERROR: concepts need C++20 (-std=c++20)
__device__ void twice() {
    int a;
    float a; // ERROR: declaration is incompatible with "a"
    undefined2; // ERROR: identifier "undefined2" is undefined
}
__device__ void local_class() {
    struct L { int x : 3.0; int y; }; // ERROR: expression must have integral or enumeration type, not "double"
    L l;
    l.y = 1;
    undefined3; // ERROR: identifier "undefined3" is undefined
}
__device__ void blocks() {
    namespace x { int y; } // ERROR: a namespace definition is not allowed here
    namespace { int z; } // ERROR: a namespace definition is not allowed here
    extern int e = 3; // ERROR: local extern declaration of "e" must not have an initializer
    undefined4; // ERROR: identifier "undefined4" is undefined
}
__device__ void use(const int *);
__device__ void addresses() {
    use(&(const int &)3);
    use(&static_cast<const int &>(3));
    use(&(int)3); // ERROR: expression must be an lvalue or a function designator
    use(&static_cast<int &&>(3)); // ERROR: expression must be an lvalue or a function designator
}
__device__ int list(int b) {
    b = {1} + 2; // ERROR: expected a ";"
    b = {1}, b += 2;
    return undefined5; // ERROR: identifier "undefined5" is undefined
}
struct WidthMissing {
    struct { int a[0]; } : ; // ERROR: expected an expression
    // ERROR@-1: invalid type for a bit field
};
