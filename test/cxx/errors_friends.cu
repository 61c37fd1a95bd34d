// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Friends, destructors, allocation functions, main, storage classes, class keys and what cannot be
// a template, a line each.
typedef __SIZE_TYPE__ size_t;
struct A {
    void f();
    static int s;
    ~A();
};
struct Friends {
    friend void A::f() {} // ERROR: a friend function with a qualified name or template arguments cannot be defined here
    friend int defaults(int = 1); // ERROR: a friend declaration with default arguments must be a definition, and the only declaration
    friend int once(int = 1) { return 1; }
    friend ~A(); // ERROR: the name of a friend destructor must be qualified
    static friend void stored(); // ERROR: a storage class is not allowed here
    template <int> friend A::~A(); // ERROR: "~" cannot be a template
};
int once(int); // ERROR: a friend declaration with default arguments must be a definition, and the only declaration
int local_friend() {
    struct L { friend void nobody(); }; // ERROR: no function that this friend declaration in a local class may name is declared before
    return 0;
}
struct B {
    ~A(); // ERROR: a destructor must have the name of its class
    template <int> ~B(); // ERROR: "~" cannot be a template
    template <int> enum { e }; // ERROR: cannot be a template
    template <class T> virtual void v(T); // ERROR: "virtual" is not allowed on this declaration
    template <class T> static void *operator new(T); // ERROR: "operator new" cannot be a template
    void operator&(int = 1); // ERROR: a default argument is not allowed here
    B &operator-(int, ...); // ERROR: an operator function cannot have an ellipsis parameter
};
const A::~A() {} // ERROR: a constructor or destructor cannot have a return type or type qualifiers
static int A::s; // ERROR: a storage class is not allowed here
namespace N {
void *operator new(size_t, int *); // ERROR: an allocation or deallocation function cannot be declared in a namespace
}
int operator new(size_t, long); // ERROR: the result or the first parameter of "int operator new(unsigned long, long)" has the wrong type
int operator delete(void *, long); // ERROR: the result or the first parameter of
static extern int two; // ERROR: more than one storage class is not allowed
float main(); // ERROR: "main" must be a function that returns int and whose first parameter is an int
void block() {
    static void g(); // ERROR: a storage class is not allowed here
    struct S { static int i; }; // ERROR: a local or unnamed class cannot have a static data member
}
struct C {
    struct { static int i; } u; // ERROR: a local or unnamed class cannot have a static data member
    static const A a = {}; // ERROR: a static data member of type "const A" cannot be initialized in its class
    typedef int type;
};
typedef int (*ptr)(int = 3); // ERROR: a default argument is not allowed here
typedef int A::alias; // ERROR: a qualified name is not allowed here
typedef A Alias;
struct Alias *key; // ERROR: "Alias" is a typedef or template parameter, which cannot be used with a class key
union A *tag; // ERROR: "struct A" was declared with another class key
struct C::type; // ERROR: "type" is a typedef or template parameter, which cannot be used with a class key
template <class T> struct X {};
struct X<int>; // ERROR: a specialization needs "template<>" in front
template <class T> void later(T, int);
template <class T> void later(T, int = 1); // ERROR: a default argument cannot be added to a member of a class template outside of its class, or to a function template later
template <class T = int> void again();
template <class T = int> void again(); // ERROR: redefinition of default argument
template <> void later<int>(int, int = 2); // ERROR: a default argument is not allowed here
