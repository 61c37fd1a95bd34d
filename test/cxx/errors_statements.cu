// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -diag-suppress 177,940 --syntax-only -std=c++17 --check-all %s
// Statements, structured bindings, returns, kernel launches and recovery behind each.
struct P2 { int a, b; };
struct Anon { int a; union { int b; float c; }; };
struct Priv { private: int a; };
namespace std { template <class T> struct tuple_size; template <unsigned long, class T> struct tuple_element; 
template <class T> class initializer_list { int x; };
}
struct Tup {};
template <> struct std::tuple_size<Tup> { static constexpr int value = 2; };
__global__ void kern(int);
auto lst() { return {1, 2}; } // ERROR: cannot deduce the return type from a braced initializer list
int val() { return P2{1, 2}; } // ERROR: no suitable conversion function from "P2" to "int" exists
P2 val2() { return 3; } // ERROR: no suitable constructor exists to convert from "int" to "P2"
void val3() { return 3; } // ERROR: return value in a function that returns void
int val4() { return; } // ERROR: return statement without a value in "int val4()", which has a result
void test(P2 p, Anon an, Tup t, Priv pr) {
    auto [a] = p; // ERROR: type "P2": 1 names in the structured binding, 2 elements
    auto [a2, b2, c2] = p; // ERROR: type "P2": 3 names in the structured binding, 2 elements
    auto [d, e] = an; // ERROR: cannot bind to an anonymous member of "Anon"
    auto [f, g] = t; // ERROR: identifier "get" is undefined
    auto [h] = pr; // ERROR: "Priv::a" is inaccessible
    auto [i, j]; // ERROR: cannot deduce the type of "i" (an initializer is required)
    auto [k, l] = 3; // ERROR: structured binding cannot decompose type "int"
    kern<<<>>>(1); // ERROR: a kernel launch configuration has one to four arguments in <<< >>>
    kern<<<1, 2, 3, 4, 5>>>(1); // ERROR: a kernel launch configuration has one to four arguments in <<< >>>
    val<<<1, 1>>>(); // ERROR: a host function call cannot be configured
    asm(3); // ERROR: expected a string literal
    asm("" : 3); // ERROR: expected a ")"
    #pragma unroll 0 // WARNING: unroll count must be a positive 32-bit integer; ignored
    for (;;) {}
    #pragma unroll -3 // WARNING: unroll count must be a positive 32-bit integer; ignored
    for (;;) {}
    if (1) else ; // ERROR: expected a statement
    while (1)
} // ERROR: expected a statement
void test2(P2 p) {
    if (1) int x = 3;
    if (p) {} // ERROR: expression of type "P2" cannot be converted to bool
    while (p) {} // ERROR: expression of type "P2" cannot be converted to bool
    for (;p;) {} // ERROR: expression of type "P2" cannot be converted to bool
    switch (p) {} // ERROR: expression must have integral or enum type, not "P2"
    switch (1) { case 1: case 1: default: default: case p: ; } // ERROR: default label has already appeared in this switch
// ERROR@-1: no suitable conversion function from "P2" to "int" exists
// ERROR@-2: case label value has already appeared in this switch
    break; // ERROR: a break statement may only be used within a loop or switch
    continue; // ERROR: a continue statement may only be used within a loop
    case 3: ; // ERROR: a case label may only be used within a switch
    goto nowhere; // ERROR: label "nowhere" was referenced but not defined
    lab: ;
    lab: ; // ERROR: label "lab" has already been defined
    for (int x : p) {} // ERROR: identifier "begin" is undefined
    for (int x : 3) {} // ERROR: this range-based for statement needs a suitable "begin" and "end" for type "int"
    auto il = {1, 2}; // ERROR: class std::initializer_list has an unexpected form
    auto il2 = {1, 2.0}; // ERROR: cannot deduce "auto" from this braced initializer list
    auto il3 = {}; // ERROR: cannot deduce "auto" from this braced initializer list
    auto il4{1, 2}; // ERROR: class std::initializer_list has an unexpected form
    if constexpr (p.a) {} // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "p" cannot be used as a constant
    static_assert(p.a); // ERROR: expression must have a constant value
// NOTE@-1: the value of variable "p" cannot be used as a constant
    static_assert(1 == 2, "no"); // ERROR: static assertion failed with "no"
    static_assert(1, 3); // ERROR: expected a string literal
    int arr[p]; // ERROR: no suitable conversion function from "P2" to "unsigned long" exists
    do { } while (1)
    undefined1; // ERROR@-1: expected a ";"
    // ERROR@-1: identifier "undefined1" is undefined
    int m = 3
    undefined2; // ERROR@-1: expected a ";"
    // ERROR@-1: identifier "undefined2" is undefined
    m = m * 2
    + + ; // ERROR: expected an expression
    m = 4 p
    undefined3; // ERROR@-1: expected a ";"
    return;
    else ; // ERROR: expected a statement: this "else" has no "if"
    )  // ERROR: unmatched ")"
    undefined3; // ERROR: identifier "undefined3" is undefined
    template <class T> struct X; // ERROR: a template declaration is not allowed here
    using namespace p; // ERROR: name must be a namespace name: "p"
    static thread_local int tl;
}
int last = undefined4; // ERROR: identifier "undefined4" is undefined
