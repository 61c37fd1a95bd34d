// The limits of nested instantiations, of the lines that name them and of constant evaluation, in nvcc's, gcc's
// and clang's spellings (cicc's are in test/cicc).
// EXIT[DEPTH]: 1
// EXIT[NAMED]: 1
// EXIT[ALL]: 1
// EXIT[CALLS]: 1
// EXIT[STEPS]: 1
// EXIT[OBJECT]: 1
// RUN[DEPTH]: cuprum --syntax-only --check-all -ftemplate-depth 15 %s 2>&1
// DEPTH: limits.cu([[@LINE+12]]): error: excessive recursion at instantiation
// RUN[NAMED]: cuprum --syntax-only --check-all -DBAD -ftemplate-backtrace-limit=4 %s 2>&1
// NAMED: instantiation of "A<1>::v" at line
// NAMED-NEXT: instantiation of "A<2>::v" at line
// NAMED-NEXT: [ 16 instantiation contexts not shown ]
// NAMED-NEXT: instantiation of "A<19>::v" at line
// NAMED-NEXT: instantiation of "A<20>::v" at line
// RUN[ALL]: cuprum --syntax-only --check-all -DBAD -ftemplate-backtrace-limit 0 %s 2>&1
// ALL-NOT: not shown
// ALL: instantiation of "A<10>::v" at line
// ALL: instantiation of "A<20>::v" at line
template <int N> struct A {
    static constexpr int v = A<N - 1>::v;
};
template <> struct A<0> {
#ifndef BAD
    static constexpr int v = 0;
#endif
};
int x = A<20>::v;
// RUN[CALLS]: cuprum --syntax-only --check-all -fconstexpr-depth=40 %s 2>&1
// CALLS: error: expression must have a constant value
// CALLS: note: constexpr calls are nested too deeply
// RUN[STEPS]: cuprum --syntax-only --check-all -fconstexpr-ops-limit=1000 %s 2>&1
// STEPS: error: expression must have a constant value
// STEPS: note: the limit of constant evaluation steps is reached
// RUN: cuprum --syntax-only --check-all %s -fconstexpr-steps 100000
constexpr int calls(int n) { return n ? calls(n - 1) + 1 : 0; }
constexpr int c = calls(50);
constexpr int steps(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s += i;
    return s;
}
constexpr int s = steps(1000);
// an object of 2^24 members is not made of zeros without limit
struct Z0 {
    int x;
};
#define TWO(name, of) struct name { of a, b, c, d; };
TWO(Z1, Z0) TWO(Z2, Z1) TWO(Z3, Z2) TWO(Z4, Z3) TWO(Z5, Z4) TWO(Z6, Z5) TWO(Z7, Z6) TWO(Z8, Z7) TWO(Z9, Z8) TWO(Z10, Z9)
TWO(Z11, Z10) TWO(Z12, Z11)
// RUN[OBJECT]: cuprum --syntax-only --check-all -DOBJECT -fconstexpr-steps=100000 %s 2>&1
// OBJECT: error: expression must have a constant value
// OBJECT: note: the limit of constant evaluation steps is reached
#ifdef OBJECT
constexpr Z12 z = Z12();
#endif
