// RUN: cuprum --syntax-only --check-all %s
// Empty subobjects of the same class have different addresses; finding places for them has an end.
template <int N, int I> struct E;
template <int N> struct Both : E<N, 0>, E<N, 1> {}; // ERROR: the layout of class "struct Both<14>" has too many empty subobjects
// ERROR@-1: class "struct Both<15>" has too many base class subobjects
template <int N, int I> struct E : Both<N - 1> {};
template <int I> struct E<0, I> {};
struct Huge : Both<24> {};
__device__ int huge = sizeof(Huge);
struct A0 {
    struct Nothing {
    } n[100];
};
struct A1 {
    A0 a[100];
};
struct A2 {
    A1 a[100];
    A0 b;
};
struct A3 : A0 {
    A2 a[100], b[100];
};
struct A4 : A0::Nothing {
    A3 a[100];
    int i;
};
static_assert(sizeof(A4) == 20002010008, "");
