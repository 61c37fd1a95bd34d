// Which candidates the notes of a call show: the program's first, implicit ones last, eight at most; of an ambiguity between
// built-in operators the conversions.
// RUN: cuprum --syntax-only -arch=sm_80 -isystem %S/inputs %s
// EXIT: 1
#include <system_operators.h>
struct R {
    __device__ R(int a, int b);
};
struct M {
    __device__ operator int() const;
    __device__ operator float() const;
};
struct Plain {};
__device__ bool operator<(R, R);
#define SIX(m, x) m(x##0) m(x##1) m(x##2) m(x##3) m(x##4) m(x##5)
#define F(n) __device__ void f(int *, float (*)[n]);
SIX(F, 1)
SIX(F, 2)

__global__ void k(M m, Plain p, int *o) {
    R r(1);
    o[0] = m + 1.0;
    o[1] = p < p;
    f(o, o);
}
// CHECK: error: no instance of constructor "R" matches the argument list; argument types are: (int)
// CHECK: note: candidate "R::R(int, int)"
// CHECK: note: candidate "R::R(R &&)"
// CHECK: error: more than one operator "+" matches these operands
// CHECK-DAG: note: conversion: "M::operator int() const"
// CHECK-DAG: note: conversion: "M::operator float() const"
// CHECK: error: no operator "<" matches these operands; operand types are: Plain, Plain
// CHECK: note: candidate "bool operator<(R, R)"
// CHECK-NOT: Boxed
// CHECK: error: no instance of overloaded function "f"
// CHECK-COUNT-8: note: candidate "void f(
// CHECK: note: 4 more candidates are not shown
