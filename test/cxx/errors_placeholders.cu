// Where `auto` and decltype(auto) cannot stand, types of template parameters, specifiers without a declarator.
// RUN[A]: cuprum %s --syntax-only --check-all -std=c++20
// RUN[B]: cuprum %s --syntax-only --check-all -std=c++11 -DOLD
#ifdef OLD
auto f() { // ERROR[B]: a function's return type is deduced only from C++14 on
    return 1;
}
auto g() -> int;
template <double D> struct Real {}; // ERROR[B]: a template parameter cannot have type "double"
#else
template <class T> struct A {};
template <void (*)(auto)> struct P {}; // ERROR[A]: "auto" is not allowed here
A<void (*)(auto)> *b; // ERROR[A]: "auto" is not allowed here
A<auto> *a;                                 // ERROR[A]: "auto" is not allowed here
const decltype(auto) c = 42;                // ERROR[A]: "decltype(auto)" cannot be qualified
int t() -> int;                             // ERROR[A]: a trailing return type needs the type specifier "auto"
template <void> struct V {};                // ERROR[A]: a template parameter cannot have type "void"
template <struct Undefined> struct I {};    // ERROR[A]: a template parameter cannot have type "Undefined"
template <template <void> class> struct W {}; // ERROR[A]: a template parameter cannot have type "void"
template <int &&> struct R {};              // ERROR[A]: "int &&"
inline struct S1;                           // ERROR[A]: "inline" is not allowed on this declaration
virtual struct S2;                          // ERROR[A]: "virtual" is not allowed on this declaration
friend struct S3;                           // ERROR[A]: "friend" is not allowed on this declaration
#endif
