// `&C::member` is a pointer to member in a member function, too, and needs no object there; a
// postfix operator behind the name, parentheses around it or a binary `&` name the object's member.
// RUN: cuprum --syntax-only --check-all %s
struct A {
    int j;
    int k[3];
    A *next;
    void f() {
        int A::*p = &A::j;
        auto bare = [] { return &A::j; };
        auto captures = [this] {
            int A::*q = &A::j;
            return q == nullptr ? j : 0;
        };
        int *own = &(A::j);
        int *element = &A::k[1];
        A **inside = &A::next->next;
        int bits = (j) & A::j;
        int(A::*array)[3] = &A::k;
        int *wrong = &A::j; // ERROR: a value of type "int A::*" cannot be used to initialize
    }
};
struct B : A {
    void g() {
        int A::*p = &B::j;
        int B::*q = &A::j;
        int *own = &this->A::j;
    }
};
template <class T> struct C : T {
    void h() {
        int T::*p = &T::j;
        int T::*q = &C::j;
        int *own = &this->j;
    }
};
template struct C<A>;
