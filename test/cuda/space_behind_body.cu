// SPDX-License-Identifier: Apache-2.0
// A memory space behind the body of a class or an enumeration is that of the variables declared there.
// RUN: cuprum %s -arch=sm_80 -o -
// CHECK: .global .align 4 .b8 g[4]
// CHECK: .global .align 4 .b8 h[4]
// CHECK: .const .align 4 .u32 e
// CHECK: .visible .entry
// CHECK: ld.global.u32 {{.*}}[g]
// CHECK: ld.global.u32 {{.*}}[h]
// CHECK: ld.const.u32 {{.*}}[e]
struct { int a; } __device__ g;
struct S { int b; } __attribute__((aligned(4))) __device__ h;
enum E { A } __constant__ e;
S plain; // the class itself has none
__global__ void k(int *p) { *p = g.a + h.b + e; }
