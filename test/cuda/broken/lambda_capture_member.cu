// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
struct S { int a; __device__ int f() { auto l = [a] { return 1; }; return l(); } }; // ERROR: "a" cannot be captured
