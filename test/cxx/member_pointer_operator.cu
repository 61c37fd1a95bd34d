// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
// Operands of ->* of class type convert to a pointer and a pointer to member [over.built]/11.
struct S { int member; };
struct D : S {};
struct Other { int member; };
constexpr S object{42};
constexpr D derived{{43}};
struct Pointer {
    constexpr operator const S *() const { return &object; }
};
struct PointerToDerived {
    constexpr operator const D *() const { return &derived; }
};
struct Member {
    constexpr operator int S::*() const { return &S::member; }
};
struct Two {
    operator S *() const;
    operator Other *() const;
};
struct Explicit {
    explicit operator S *() const;
};
struct Own {
    int value;
    friend constexpr int operator->*(Own o, int Own::*p) { return o.*p + 1; }
};
static_assert(Pointer()->*&S::member == 42, "");
static_assert(Pointer()->*Member() == 42, "");
static_assert(&object->*Member() == 42, "");
static_assert(PointerToDerived()->*&S::member == 43, "");
static_assert(Own{1}->*&Own::value == 2, "");
template <class L, class R> __device__ auto works(L l, R r) -> decltype(l->*r, char());
__device__ long works(...);
static_assert(sizeof(works(Two(), &S::member)) == 1, "");
static_assert(sizeof(works(Two(), &Other::member)) == 1, "");
static_assert(sizeof(works(Two(), &D::member)) == 1, "");
static_assert(sizeof(works(Pointer(), &Other::member)) == 8, "");
static_assert(sizeof(works(Explicit(), &S::member)) == 8, "");
static_assert(sizeof(works(Pointer(), 1)) == 8, "");
__device__ int f(Explicit e) {
    return e->*&S::member; // ERROR: no operator
}
