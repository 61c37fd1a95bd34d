// RUN: cuprum -diag-suppress 177,940 --syntax-only %s
// Wrong expressions, initialisations and statements are diagnosed once, at their place.
#define __device__ __attribute__((device))
struct N {
    __device__ void m();
    int v;
  private:
    int pv;
};
struct A { __device__ A(int); };
__device__ void one(int);
__device__ void over(int *);
__device__ void over(const char *);
__device__ void f(N n, const N cn, int *q, int y) {
    int x = "a"; // ERROR: a value of type "const char [2]" cannot be used to initialize an entity of type "int"
    const int c = 1;
    c = 2;    // ERROR: expression must be a modifiable lvalue
    undef(3); // ERROR: identifier "undef" is undefined
    5 = 3;    // ERROR: expression must be a modifiable lvalue
    int *p = 3; // ERROR: a value of type "int" cannot be used to initialize an entity of type "int *"
    A a;        // ERROR: no default constructor exists for class "A"
    A d = "x";  // ERROR: no suitable constructor exists to convert
    one();      // ERROR: too few arguments in function call
    one(1, 2);  // ERROR: too many arguments in function call
    over(1.5);  // ERROR: no instance of overloaded function "over" matches the argument list
    n.nope;     // ERROR: class "N" has no member "nope"
    cn.m();     // ERROR: the object has type qualifiers that are not compatible
    n.pv;       // ERROR: "N::pv" is inaccessible
    n + n;      // ERROR: no operator "+" matches these operands
    !n;         // ERROR: no operator "!" matches this operand
    n();        // ERROR: has no operator(): its objects cannot be called
    break;      // ERROR: a break statement may only be used within a loop or switch
    goto nowhere;  // ERROR: label "nowhere" was referenced but not defined
    int &r = 3;    // ERROR: initial value of reference to non-const must be an lvalue
    int b2[2] = {1, 2, 3}; // ERROR: too many initializer values
    int b3 = {1, 2};       // ERROR: too many initializer values
    int n1{2.5};           // WARNING: narrowing conversion from "double" to "int"
    switch (c) {
    case 1:
    case 1: break; // ERROR: case label value has already appeared
    }
    char s[2] = "abc"; // ERROR: string literal too long
    auto l = [] { return c + y; }; // ERROR: variable "y" of the enclosing function is not captured
    q * q;    // ERROR: no operator "*" matches these operands
    *c;       // ERROR: operand of "*" must be a pointer
    q.x;      // ERROR: expression must have class type
    n->v;     // ERROR: expression must have pointer type
    (char)q;  // ERROR: to the smaller type
    try { } catch (...) { } // ERROR: device code does not support exception handling
    return 1; // ERROR: return value in a function that returns void
}
