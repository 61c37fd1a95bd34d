// SPDX-License-Identifier: Apache-2.0
// The typedef name for linkage purposes of an unnamed class or enumeration [dcl.typedef]/9: the first
// declarator that names the type itself. A block's extern shared array is a member of the namespace
// and aligned for every type.
// RUN: cuprum %s -arch=sm_90 -o - | grep -E "entry|extern"
// CHECK-DAG: .extern .shared .align 16 .b8 pool[];
// CHECK-DAG: .extern .shared .align 16 .b8 _ZN5inner5bytesE[];
// CHECK-DAG: .extern .shared .align 32 .b8 wide[];
// CHECK-DAG: .entry _Z5shadeP6Shadow(
// CHECK-DAG: .entry _Z4takeP5pairT(
// CHECK-DAG: .entry _Z5aliasP3Any(
// CHECK-DAG: .entry _ZN5inner4moveEPNS_5StateE(
typedef enum { Dark, Light } *ShadowP, Shadow, Other;
typedef struct {
    int a, b;
} pairs[2], *pairP, pairT, pairU;
using Any = enum { One };
__global__ void shade(Other *p) {}
__global__ void take(pairU *p) {
    extern __shared__ char pool[];
    p->a = pool[p->b];
}
__global__ void again(float *p) {
    extern __shared__ char pool[];
    *p = pool[1];
}
__global__ void alias(Any *p) {
    extern __shared__ __align__(32) short wide[];
    *p = (Any)wide[3];
}
namespace inner {
typedef enum { Idle } State;
__global__ void move(State *s) {
    extern __shared__ char bytes[];
    *s = (State)bytes[2];
}
}
