// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// Packs, folds, explicit and partial specialization, deduction: in device code, each used once.
template <class T> struct Vec { T v; };
template <class T, class U> struct Pair {};
template <class... A> __device__ int pairs(A...);
template <class... T> __device__ int no_expand(T... t) { return t; } // ERROR: parameter pack "t" was referenced but not expanded
template <class... T> struct Outer {
    template <class... U> __device__ static int both(U... u) { return pairs(Pair<T, U>()...); } // ERROR: mismatched lengths of parameter packs: "T" and another
};
template <class T> __device__ int sz(T t) { return sizeof...(T); } // ERROR: "T" is not a parameter pack
template <class... T> __device__ int sz2(T... t) { return sizeof...(3); } // ERROR: expected the name of a parameter pack in parentheses
template <class T> __device__ int ex(T t) { return pairs(t...); } // ERROR: expected a ")"
template <class... T> __device__ int sum(T... t) { return (t + ...); } // ERROR: a unary fold over operator "+" cannot have an empty expansion
template <class T> __device__ int fold(T t) { return (t + ...); } // ERROR: a fold expression needs exactly one operand with parameter packs
template <class... T> __device__ int fold2(T... t) { return (t * 2 + ...); } // ERROR: operand of a fold expression must be a cast-expression
template <int... I> struct Seq {};
template <int N> struct Val {};
__device__ int gi;
struct NotValue {};
template <int *P> struct Ptr {};
template <class T, class U> struct Two {};
template <class T> struct Two<T, int> {}; // NOTE: could be this one
template <class T> struct Two<int, T> {}; // NOTE: could be this one
template <class T> struct Ded { __device__ Ded(T, T); };
template <class T> struct Ded2 { __device__ Ded2(T, int); __device__ Ded2(int, T); }; // ERROR: class member "Ded2<int>::Ded2(int, int)" has already been declared
struct Members {
    template <class... T> struct In { T t; }; // ERROR: parameter pack "T" was referenced but not expanded
    template <class... T> struct Fn { __device__ void f(T); }; // ERROR: parameter pack "T" was referenced but not expanded
};
template <class T> __device__ void fun(T) {}
__device__ void cal() { fun(1); }
template <> __device__ void fun(int) {} // ERROR: explicit specialization of "void fun<int>(int)" must precede its first use
template <class T> struct Spec { T v; };
__device__ Spec<float> spec_used;
template <> struct Spec<float> {}; // ERROR: explicit specialization of "struct Spec<float>" must precede its first use
template <class T> struct Redecl;
template <int T> struct Redecl {}; // ERROR: the template parameter list does not match the one of template "Redecl"
__global__ void uses() {
    no_expand(1, 2);
    Outer<int, int>::both(1, 2, 3);
    sz(1);
    sz2(1);
    ex(1);
    sum();
    fold(1);
    fold2(1);
    Seq<__integer_pack(-1)...> neg; // ERROR: the argument of __integer_pack is negative or too large
    Val<&gi> v1; // ERROR: a value of type "int *" cannot be used to initialize an entity of type "int"
    Ptr<3> p3; // ERROR: a value of type "int" cannot be used to initialize an entity of type "int *"
    Val<NotValue()> v3; // ERROR: a constant is expected for template parameter "N"
    Two<int, int> two; // ERROR: more than one partial specialization matches the template argument list of class template "Two"
    Ded d1(1, 2.0); // ERROR: cannot deduce class template arguments of "Ded" from this initializer
    Ded2 d2(1, 1);
    auto *deduce = 3; // ERROR: cannot deduce type "auto *" from an initializer of type "int"
    Members::In<int> in;
    Members::Fn<int> fn;
    Vec::v; // ERROR: argument list for "Vec" is missing
    Redecl<int> *rd;
    undefined_in_uses; // ERROR: identifier "undefined_in_uses" is undefined
}
