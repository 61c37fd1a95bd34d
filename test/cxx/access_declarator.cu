// The specifiers of a declaration are judged as part of what its declarator declares [class.access.general]/6: a member's
// definition may name what is private in its class, a friend's too; in explicit specializations and instantiations all
// may be named [temp.spec.general]/6.
// RUN: cuprum %s --syntax-only --check-all -std=c++20
class A {
    struct In {
        int i;
    };
    static In one, many[2];
    static In A::*member;
    In get(In);
    In in;
    friend In friendly();
};
A::In A::one{};
A::In A::many[2] = {};
A::In A::*A::member = &A::in;
A::In A::get(A::In a) { return a; }
A::In friendly() { return A::In(); }
A::In stranger(); // ERROR: "struct A::In" is inaccessible
A::In variable; // ERROR: "struct A::In" is inaccessible
auto list = sizeof(A::In); // ERROR: "struct A::In" is inaccessible
A *other = (A *)&A::one; // ERROR: "A::one" is inaccessible

template <class T> class G {
    struct In {};
    static In x;
    In f();
    template <class U> U g(U);
};
template <> G<int>::In G<int>::x = {};
template <> G<int>::In G<int>::f() { return In(); }
template <class T> void h(T) {}
template <> void h(G<int>::In) {}
template void h<G<char>::In>(G<char>::In);
G<int>::In instance; // ERROR: "struct G<int>::In" is inaccessible
