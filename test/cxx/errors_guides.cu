// What a deduction guide must be [temp.deduct.guide]/3: in its template's scope, with its access, naming it.
// RUN: cuprum %s --syntax-only --check-all
namespace N {
template <class T> struct A {
    A(T);
};
A(int) -> A<char>;
} // namespace N
N::A(long) -> N::A<short>; // ERROR: a deduction guide must be declared in the same scope as its class template "A"
using N::A;
A(short) -> A<double>; // ERROR: a deduction guide must be declared in the same scope as its class template "A"
template <class T> struct B {};
template <class T> B(T) -> N::A<T>; // ERROR: the return type of a deduction guide must be a specialization of "B"
B(char) -> B<int> *;                // ERROR: the return type of a deduction guide must be a specialization of "B"
struct S {
    B(double) -> B<int>; // ERROR: a deduction guide must be declared in the same scope as its class template "B"
    template <class T> struct C {};
    C(int) -> B<int>; // ERROR: the return type of a deduction guide must be a specialization of "S::C"

  private:
    C(int *) -> C<char>; // ERROR: a deduction guide must have the same access as class template "S::C"
};
