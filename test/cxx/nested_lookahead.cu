// SPDX-License-Identifier: Apache-2.0
// What is looked at before it is read, nested 30 deep: time must not double with each level.
// RUN: cuprum --default-device --check-all --syntax-only %s
template <class T> struct W {
    using inner = T;
};
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

#define X5(m, x) m(m(m(m(m(x)))))
#define X30(m, x) X5(m, X5(m, X5(m, X5(m, X5(m, X5(m, x))))))
#define FN(x) W<int(x)>
#define FN2(x) W<int(int a, x)>
#define QUAL(x) W<const x &>
#define BRACES(x) {x}

// function types as template arguments: their parameters are looked at without a scope of their own
using Fn = X30(FN, int);
static_assert(same<Fn, W<int(X5(FN, X5(FN, X5(FN, X5(FN, X5(FN, FN(FN(FN(FN(int))))))))))>>, "");
template <class P> struct Of {
    X30(FN, P) one;
    X30(FN2, P) two;
};
Of<int> of;
static_assert(same<decltype(of.one), Fn>, "");
// a parameter hides what the lookahead saw outside of it
struct T {};
using Hidden = W<int(T, W<int(T T, int (*)[sizeof(T)])>)>;
static_assert(same<Hidden, W<int(T, W<int(T, int (*)[1])>)>>, "");

// in error
X30(FN2, nothing) wrong; // ERROR: identifier "nothing" is undefined
X30(QUAL, nothing) wrong_too; // ERROR: identifier "nothing" is undefined

// functions as parameters: no initialiser may stand in their parentheses
#define PARAM(x) f(int x)
int X30(PARAM, x);
int X30(PARAM, );
int X30(PARAM, x = 1);
void initialised(int x(1)) {} // ERROR: expected a type

// lists for a class with constructors: its copy is not made from a list in the list [over.best.ics]/4
struct S {
    S();
    S(int);
    S(S, int);
};
S one{1}, braced{{1}};
S of_class{{S()}};
S deep = X30(BRACES, 1); // ERROR: no instance of constructor
S empty = X30(BRACES, {}); // ERROR: no instance of constructor
