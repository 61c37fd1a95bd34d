// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -diag-suppress 177,940 --syntax-only -std=c++17 --check-all %s
// Conversions of arguments, operands and results; lists and types where a value belongs.
struct P { int i; };
struct Inc;
struct From; 
struct To { To(); To(const From &); };
struct From { operator To(); };
struct C2 { operator int(); operator long(); };
template <class T> constexpr T var = T(3);
template <class T> struct Tm {};
struct Ct { Ct(int); }; // NOTE: candidate "Ct::Ct(Ct &&)" is not viable because it takes exactly 1 arguments, and 0 were given
// NOTE@-1: candidate "Ct::Ct(const Ct &)" is not viable because it takes exactly 1 arguments, and 0 were given
// NOTE@-2: candidate "Ct::Ct(int)" is not viable because it takes exactly 1 arguments, and 0 were given
struct E0 { int x; E0() = delete; };
void one(int *); // NOTE: "void one(int *)" is declared here
int *ret(int x) { return x; } // ERROR: return value type "int" does not match the function type "int *"
int *ret2() { return 3.0f; } // ERROR: return value type "float" does not match the function type "int *"
int lst() { return {1, 2}; } // ERROR: too many initializer values
void test(P p, int *ip, Inc *inc) {
    one(3); // ERROR: argument of type "int" is incompatible with parameter of type "int *"
    one(2.0); // ERROR: argument of type "double" is incompatible with parameter of type "int *"
    ip = 3; // ERROR: a value of type "int" cannot be assigned to an entity of type "int *"
    ip = 2.5; // ERROR: a value of type "double" cannot be assigned to an entity of type "int *"
    double d = C2(); // ERROR: more than one user-defined conversion from "C2" to "double" applies
    new int[2.5]; // ERROR: expression must have integral or enumeration type, not "double"
    new int[p]; // ERROR: no suitable conversion function from "P" to "unsigned long" exists
    ip->~float(); // ERROR: expected an identifier
    int i = 0;
    typedef float F;
    i.~F(); // ERROR: pseudo destructor of an object of type "int" names type "float"
    var; // ERROR: argument list for template "var" is missing
    Ct ct; // ERROR: no default constructor exists for class "Ct"
    Ct ct2[3]; // ERROR: no default constructor exists for class "Ct"
    int *lp = {1, 2}; // ERROR: too many initializer values
    P lp2 = {{1, 2}, 3}; // ERROR: too many initializer values
    one({1, 2}); // ERROR: the braced initializer list cannot initialize "int *"
    if (1) {1, 2}; // ERROR: expected a ";"
    i + {1}; // ERROR: expected an expression
    i = {1, 2}; // ERROR: too many initializer values
    {1} + i; // ERROR: expected a ";"
    sizeof(1, int); // ERROR: type name is not allowed
    int &r = {1}; // ERROR: initial value of reference to non-const must be an lvalue
    int &&rr = i; // ERROR: an rvalue reference of type "int &&" cannot be bound to an lvalue
    (int){1};
    new int &; // ERROR: expected an expression
    float f = 1e40f; // WARNING: floating-point value does not fit in its type
    int narrow{2.5}; // ERROR: invalid narrowing conversion from "double" to "int"
    char nc{300}; // ERROR: invalid narrowing conversion from "int" to "char"
    To to = From();
    return {1}; // ERROR: return value in a function that returns void
    undefined_last; // ERROR: identifier "undefined_last" is undefined
}
