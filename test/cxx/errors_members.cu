// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
// Members named through using-declarations and qualifiers, local classes of templates, friends, and
// names that are ambiguous, a line each.
class A {
    int secret();

public:
    int open() { return 1; }
};
class B : public A {
    using A::open;
    friend int A::secret(); // ERROR: "int A::secret()" is inaccessible
};
int by_using(B &b) {
    return b.open(); // ERROR: "int A::open()" is inaccessible
}
struct Base {};
struct Derived : Base {
    void own();
};
void qualified(Derived &d) {
    d.Derived::own();
    d.Base::own(); // ERROR: class "Base" has no member "own"
}
template <class T> void in_template(T t) {
    struct Local {
        T value;
        int get() { return absent; } // ERROR: identifier "absent" is undefined
        T same() { return value; }
    } local;
}
template <class T> concept Any = true;
template <class T> struct Requires {
    friend void defined() requires Any<T> {}
    friend void declared() requires Any<T>; // ERROR: a friend declaration with a requires-clause must be a definition
};
namespace M { struct S {}; namespace In {} }
struct S {};
namespace In {}
using namespace M;
struct S *amb; // ERROR: "S" is ambiguous
using namespace In; // ERROR: "In" is ambiguous
