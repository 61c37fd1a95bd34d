// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int a; static __device__ int get() { return a; } }; // ERROR: a nonstatic member reference must be relative to a specific object: "S::a"
