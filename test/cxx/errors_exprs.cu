// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -diag-suppress 177,940 --syntax-only -std=c++17 --check-all %s
// Expressions that are refused: conversions, overloads, operators, initialisers.
struct Abstract { virtual void f() = 0; };
struct A; 
struct B { B(); B(A); operator A(); };
struct A { A(); A(B); operator int(); int m; };
struct C { operator int *(); operator float *(); };
struct P { int i; }; // NOTE: candidate "P &P::operator=(P &&)" is not viable because the right operand does not convert to its parameter
// NOTE@-1: candidate "P &P::operator=(const P &)" is not viable because the right operand does not convert to its parameter
// NOTE@-2: candidate "P::P(P &&)" is not viable because argument 1 of type "int" does not convert to "P &&"
// NOTE@-3: candidate "P::P(const P &)" is not viable because argument 1 of type "int" does not convert to "const P &"
// NOTE@-4: candidate "P::P()" is not viable because it takes exactly 0 arguments, and 1 were given
struct Q { explicit Q(int); };
struct R { int &r; }; // NOTE: "R::R()" is declared here
struct Del { Del() = delete; void gone() = delete; }; // NOTE: "Del::Del()" is declared here
struct V2 { float x, y; }; // NOTE: candidate "V2::V2(V2 &&)" is not viable because it takes exactly 1 arguments, and 3 were given
// NOTE@-1: candidate "V2::V2(const V2 &)" is not viable because it takes exactly 1 arguments, and 3 were given
// NOTE@-2: candidate "V2::V2()" is not viable because it takes exactly 0 arguments, and 3 were given
V2 operator+(V2, int); V2 operator+(V2, long); // NOTE: candidate: "V2 operator+(V2, long)"
// NOTE@-1: candidate: "V2 operator+(V2, int)"
void over(int, long); void over(long, int); // NOTE: candidate: "void over(long, int)"
// NOTE@-1: candidate: "void over(int, long)"
void one(int *); // NOTE: "void one(int *)" is declared here
template <class T> void same(T, T); // NOTE: candidate template "same" is ignored because deduced conflicting arguments for parameter
template <class T> void vec(T *); // NOTE: candidate template "vec" is ignored because types differ
// NOTE@-1: candidate template "vec" is ignored because the explicit argument does not fit parameter
void two(int); void two(int, int); // NOTE: candidate "void two(int, int)" is not viable because it takes exactly 2 arguments, and 0 were given
// NOTE@-1: candidate "void two(int)" is not viable because it takes exactly 1 arguments, and 0 were given
// NOTE@-2: candidate "void two(int, int)" is not viable because it takes exactly 2 arguments, and 3 were given
// NOTE@-3: candidate "void two(int)" is not viable because it takes exactly 1 arguments, and 3 were given
// NOTE@-4: candidate "void two(int, int)" is not viable because it takes exactly 2 arguments, and 1 were given
// NOTE@-5: candidate "void two(int)" is not viable because argument 1 does not convert to "int"
// NOTE@-6: candidate "void two(int)" is not viable because argument 1 of type "P" does not convert to "int"
struct Inc;
void test(P p, V2 v, C c, bool b, const int *ci, Inc *inc) {
    Abstract a; // ERROR: object of abstract class type "Abstract" is not allowed
    new Abstract; // ERROR: object of abstract class type "Abstract" is not allowed
    over(1, 1); // ERROR: more than one instance of overloaded function "over" matches the argument list; argument types are: (int, int)
    b ? A() : B(); // ERROR: operand types are ambiguous: "A" can be converted to "B", and vice versa
    new int[p]; // ERROR: no suitable conversion function from "P" to "unsigned long" exists
    auto x; // ERROR: cannot deduce the "auto" type of "x" (initializer required)
    one(p); // ERROR: no suitable conversion function from "P" to "int *" exists
    p = 3; // ERROR: no operator "=" matches these operands; operand types are: P, int
    float h = 0x1.0; // ERROR: floating-point number has no exponent digits
    float h2 = 1.0e; // ERROR: floating-point number has no exponent digits
    p.*b; // ERROR: operands of type "P" and "bool" cannot form a pointer-to-member access
    reinterpret_cast<int *>(ci); // ERROR: reinterpret_cast cannot cast away const or other type qualifiers
    delete inc; // WARNING: delete of pointer to incomplete class "Inc"
    Del d; // ERROR: function "Del::Del()" cannot be referenced -- it is a deleted function
    p.gone; // ERROR: class "P" has no member "gone"
    b.~float(); // ERROR: expected an identifier
    int i;
    i.~float(); // ERROR: expected an identifier
    Q q = {1}; // ERROR: copy-list-initialization cannot use explicit constructor "Q::Q(int)"
    float big = 1e60f; // WARNING: floating-point value does not fit in its type
    double bigd = 1e400; // WARNING: floating-point value does not fit in its type
    R r{}; // ERROR: reference member "R::r" is not initialized
    R r2; // ERROR: function "R::R()" cannot be referenced -- it is a deleted function
    int &ref; // ERROR: reference variable "ref" requires an initializer
    sizeof(void); // WARNING: the size of type "void" is taken as 1
    sizeof(Inc); // ERROR: incomplete type "Inc" is not allowed
    __builtin_offsetof(P, 3); // ERROR: expected a member name in offsetof of a complete class
    __is_base_of(int); // ERROR: wrong number of operands of type trait "__is_base_of"
    __is_class(int, int); // ERROR: wrong number of operands of type trait "__is_class"
    v + 1u; // ERROR: more than one operator "+" matches these operands; operand types are: V2, unsigned int
    v * v; // ERROR: no operator "*" matches these operands; operand types are: V2, V2
    -v; // ERROR: no operator "-" matches this operand of type "V2"
    !p; // ERROR: no operator "!" matches this operand of type "P"
    v[0]; // ERROR: no operator "[]" matches these operands; operand types are: V2, int
    v(); // ERROR: has no operator(): its objects cannot be called
    same(1, 2.0); // ERROR: no instance of function template "same" matches the argument list; argument types are: (int, double)
    vec(1); // ERROR: no instance of function template "vec" matches the argument list; argument types are: (int)
    two(); // ERROR: no instance of overloaded function "two" matches the argument list; argument types are: ()
    two(1, 2, 3); // ERROR: no instance of overloaded function "two" matches the argument list; argument types are: (int, int, int)
    two({1, 2}); // ERROR: no instance of overloaded function "two" matches the argument list; argument types are: ({...})
    two(p); // ERROR: no instance of overloaded function "two" matches the argument list; argument types are: (P)
    c + 1; // ERROR: more than one operator "+" matches these operands; operand types are: C, int
    int *ip = p; // ERROR: no suitable conversion function from "P" to "int *" exists
    V2 w(1, 2, 3); // ERROR: no instance of constructor "V2" matches the argument list; argument types are: (int, int, int)
    V2 l = {1, 2, 3}; // ERROR: too many initializer values
    int il = {1, 2}; // ERROR: too many initializer values
    P pl = {p, 2}; // ERROR: no suitable conversion function from "P" to "int" exists
    1 <=> 2; // ERROR: expected an expression
    (float)c; // ERROR: invalid type conversion: "C" to "float"
    static_cast<P>(3); // ERROR: no instance of constructor "P" matches the argument list; argument types are: (int)
    const_cast<int>(3); // ERROR: invalid type conversion: "int" to "int"
    auto ov = over; // ERROR: cannot determine which instance of overloaded function "over" is intended
    auto *ov2 = &over; // ERROR: cannot determine which instance of overloaded function "over" is intended
    over; // ERROR: cannot determine which instance of overloaded function "over" is intended
    (void)over; // ERROR: cannot determine which instance of overloaded function "over" is intended
    throw 1;
    noexcept(throw 1);
    try { } catch (...) { }
    new Inc; // ERROR: incomplete type "Inc" is not allowed
    &over == &over; // ERROR: cannot determine which function "over" is intended
    void (*fp)(float) = over; // ERROR: no instance of overloaded function "over" matches the required type "void (float)"
    void (*fp2)(float) = &over; // ERROR: no instance of overloaded function "over" matches the required type "void (float)"
    p->i; // ERROR: expression must have pointer type but it has type "P"
    ci->i; // ERROR: expression must have class type but it has type "const int"
    3 = 4; // ERROR: expression must be a modifiable lvalue
    test<int>(); // ERROR: type name is not allowed
// ERROR@-1: expected an expression
    vec<3>(0); // ERROR: no instance of function template "vec" matches the argument list; argument types are: (int)
    vec; // ERROR: cannot determine which instance of function template "vec" is intended
    P[3]; // ERROR: type name is not allowed
    P;
    float(1, 2); // ERROR: too many initializer values
    int(P);
    [] { return {1}; }(); // ERROR: cannot deduce the return type from a braced initializer list
    one(__null, 1); // ERROR: too many arguments in function call
    undefined_last; // ERROR: identifier "undefined_last" is undefined
}
int se = ({ 3; }); // ERROR: statement expressions are only allowed in function bodies
__device__ void try_in_device(int p) {
    typeid(p); // ERROR: "typeid" is not supported in device code
    try { } catch (...) { } // ERROR: device code does not support exception handling
}
