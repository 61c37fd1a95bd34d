// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -diag-suppress 177,940 --syntax-only -std=c++17 %s
// Expressions and statements that are refused, a line each.
struct S {
    int a;
    int b : 3;
    __device__ void m();
    static int st;
};
struct NoCall {};
struct L { int x; };
struct A1 : L {};
struct A2 : L {};
struct Both : A1, A2 {};
void over(int);
void over(float);
void many(float, int);
void many(int, float);
int h(int);
__device__ int f(S s, const S cs, int *p, float x, int i) {
    auto a = &(i + 1); // ERROR: expression must be an lvalue or a function designator
    auto b = &s.b; // ERROR: the address of a bit-field is not allowed
    Both both;
    int c = both.x; // ERROR: base class "L" of "Both" is ambiguous or virtual here
    int arr[2.5f]; // ERROR: expression must have integral or enumeration type, not "float"
    int arr2[3] = p; // ERROR: an array must be initialized with a brace-enclosed initializer
    int d = i->a; // ERROR: expression must have pointer type but it has type "int"
    auto e; // ERROR: cannot deduce the "auto" type of "e" (initializer required)
    auto e2 = e2 + 1; // ERROR: the type of "e2" cannot be used before it is deduced
    int g = x.y; // ERROR: expression must have class type but it has type "float"
    int h2 = *i; // ERROR: operand of "*" must be a pointer but has type "int"
    int h3 = i[i]; // ERROR: expression must have pointer-to-object type but it has type "int"
    case 3: i = 1; // ERROR: a case label may only be used within a switch
    continue; // ERROR: a continue statement may only be used within a loop
    switch (i) { case 1: case 1: break; } // ERROR: case label value has already appeared in this switch
    switch (i) { default: default:; } // ERROR: default label has already appeared in this switch
    switch (x) {} // ERROR: expression must have integral or enum type, not "float"
    reinterpret_cast<int *>(cs); // ERROR: invalid type conversion: "const S" to "int *"
    int &r1 = 3; // ERROR: initial value of reference to non-const must be an lvalue
    int &r2 = *(const int *)p; // ERROR: qualifiers dropped in binding reference of type "int &" to initializer of type "const int"
    int &&r3 = i; // ERROR: an rvalue reference of type "int &&" cannot be bound to an lvalue
    float &r4 = i; // ERROR: a reference of type "float &" (not const-qualified) cannot be initialized with a value of type "int"
    char str[2] = "abc"; // ERROR: string literal too long -- excess characters would not fit in the array
    delete i; // ERROR: expression must be a pointer to a complete object type, not "int"
    i(); // ERROR: expression preceding parentheses of apparent call must have (pointer-to-) function type, not "int"
    cs.m(); // ERROR: the object has type qualifiers that are not compatible with the member function "void S::m()"
    this->a; // ERROR: "this" may only be used inside a nonstatic member function
    if (s) {} // ERROR: expression of type "S" cannot be converted to bool
    return; // WARNING: non-void function
}
__device__ int undefined_list() { return {1, 2}; } // ERROR: too many initializer values
__device__ S bad_ret(int i) { return i; } // ERROR: no suitable constructor exists to convert from "int" to "S"
__device__ auto two(int i) { if (i) return 1; return 1.0f; } // ERROR: deduced return type "float" conflicts with previously deduced type "int"
__device__ void misc(S s, int i) {
    int z = sizeof(s.b); // ERROR: sizeof cannot be applied to a bit-field or a braced list
    int w = __builtin_offsetof(S, nothing); // ERROR: class "S" has no member "nothing"
    auto l = [](int) { return i; }; // ERROR: variable "i" of the enclosing function is not captured
    dynamic_cast<S *>(&s); // ERROR: dynamic_cast is not supported in device code
    auto u = 12_x; // ERROR: user-defined literal operator "_x" not found
    short small = (short)&s; // ERROR: invalid type conversion: "S *" to the smaller type "short"
    s.m; // ERROR: a pointer to bound function "void S::m()" may only be used to call the function
    auto [p, q2, r] = 3; // ERROR: structured binding cannot decompose type "int"
    1.0e; // ERROR: floating-point number has no exponent digits
    i ? s : i; // ERROR: operand types are incompatible ("S" and "int")
    auto fp = &over; // ERROR: cannot determine which instance of overloaded function "over" is intended
    goto *i; // ERROR: expected a label; computed goto is not supported
}
