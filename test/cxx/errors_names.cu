// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 --check-all %s
// Names: kinds of entity that are no value or no type, qualified names, using-declarations, members without an object.
namespace geo {
struct Point { int x; static int count; int norm(); };
enum class Axis { x, y };
template <class T> struct Box { T v; };
template <class T> T zero();
} // namespace geo
int n1 = int; // ERROR: type name is not allowed
int n2 = ::nothing; // ERROR: the global scope has no "nothing"
int n3 = geo::nothing; // ERROR: namespace "geo" has no member "nothing"
int n4 = geo::Point::nothing; // ERROR: class "geo::Point" has no member "nothing"
int n5 = geo; // ERROR: namespace "geo" is not allowed here
int n6 = geo::Box; // ERROR: type name is not allowed
int n7 = geo::Point::x; // ERROR: a nonstatic member reference must be relative to a specific object: "geo::Point::x"
int n8 = geo::Point; // ERROR: type name is not allowed
int *n9 = &geo::Point; // ERROR: type name is not allowed
int n10 = geo::Axis::z; // ERROR: "geo::Axis" has no member "z"
int n11 = sizeof(geo::Point::x);
int geo::Point::*n12 = &geo::Point::x;
int n13 = geo::Point::norm(); // ERROR: a nonstatic member reference must be relative to a specific object: "int geo::Point::norm()"
int n14 = n1::member; // ERROR: name followed by "::" must be a class or namespace name: "n1"
::nothing n15; // ERROR: the global scope has no "nothing"
geo::nothing n16; // ERROR: namespace "geo" has no member "nothing"
n1 n17; // ERROR: "n1" is not a type name
geo::Box n18; // ERROR: too few arguments for template "geo::Box"
geo::zero<int> n19; // ERROR: "zero" is not a type name
struct Other { int a; };
struct Derived : geo::Point {
    using Other::a; // ERROR: a class member using-declaration must name a base class member
    using geo::zero; // ERROR: a class member using-declaration must name a base class member
    int b;
    Derived() : Other() {} // ERROR: "Other" is not a direct base of "struct Derived"
    static int s() { return b; } // ERROR: a nonstatic member reference must be relative to a specific object: "Derived::b"
    static int t() { return this->b; } // ERROR: "this" may only be used inside a nonstatic member function
    static int u() { return norm(); } // ERROR: a nonstatic member reference must be relative to a specific object: "int geo::Point::norm()"
};
struct Inner { struct Inner { }; }; // ERROR: declaration of a member with the same name as its class
struct SameField { int SameField; };
struct SameFunc { static void SameFunc(); }; // ERROR: declaration of a member with the same name as its class
struct SameEnum { enum { SameEnum }; }; // ERROR: declaration of a member with the same name as its class
struct SameAlias { typedef int SameAlias; }; // ERROR: declaration of a member with the same name as its class
struct Bad : n1 {}; // ERROR: "n1" is not a type name
struct Bad2 : geo::Axis {}; // ERROR: base type "geo::Axis" is not a class
struct Bad3 : Nowhere {}; // ERROR: identifier "Nowhere" is undefined
using geo::absent; // ERROR: namespace "geo" has no member "absent"
int twice;
struct Twice;
typedef int Twice; // ERROR: invalid redeclaration of type name "Twice"
enum Colour { red };
enum Colour { green }; // ERROR: "Colour" has already been declared in the current scope
template <class T> struct Tm {};
int Tm; // ERROR: "Tm" has already been declared in the current scope
using enum geo::Point; // ERROR: "geo::Point" is not an enumeration type
void f() {
    int a;
    float a; // ERROR: declaration is incompatible with "a"
    geo = 3; // ERROR: namespace "geo" is not allowed here
    return geo; // ERROR: namespace "geo" is not allowed here
}
void geo::Point::norm(int) {} // ERROR: "void geo::Point::norm(int)" does not match any member of "struct geo::Point"
int n_last = undefined_name; // ERROR: identifier "undefined_name" is undefined
