// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct Base { int v; };
class Derived : Base {};
__global__ void k(int *p, Derived d) {
    Base &b = d; // ERROR: conversion to inaccessible base class "Base" is not allowed
    *p = b.v;
}
