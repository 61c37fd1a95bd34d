// SPDX-License-Identifier: Apache-2.0
// Names with entities of the unit's own in them, as nvcc spells them; such kernels are no symbols
// of other files.
// RUN: cuprum %s -arch=sm_90 -std=c++17 -o - | grep entry
// CHECK-DAG: {{^}}.entry _Z4foldIXadL_ZN9_INTERNAL4plusEiiEEEvPi(
// CHECK-DAG: {{^}}.entry _Z4bothIXadL_ZN9_INTERNAL4plusEiiEEXadL_ZNS0_4plusEiiEEEvPi(
// CHECK-DAG: {{^}}.entry _Z4foldIXadL_ZN9_INTERNAL2in3subEiiEEEvPi(
// CHECK-DAG: {{^}}.entry _Z4fillI3BoxIN11_GLOBAL__N_4ItemEEEvPT_(
// CHECK-DAG: .visible .entry _Z4fillIPN11_GLOBAL__N_4ItemEEvPT_(
// CHECK-DAG: .visible .entry _Z4foldIXadL_ZN5Group3sumEiiEEEvPi(
static __device__ int plus(int a, int b) { return a + b; }
namespace in {
static __device__ int sub(int a, int b) { return a - b; }
}
namespace {
struct Item {
    int v;
};
}
template <class T> struct Box {
    T v;
};
struct Group {
    static __device__ int sum(int a, int b) { return a + b; }
};
template <int (*F)(int, int)> __global__ void fold(int *p) { *p = F(1, *p); }
template <int (*F)(int, int), int (*G)(int, int)> __global__ void both(int *p) { *p = F(1, *p) + G(2, *p); }
template <class T> __global__ void fill(T *p) {}
void start(int *p) {
    fold<plus><<<1, 1>>>(p);
    fold<in::sub><<<1, 1>>>(p);
    fold<Group::sum><<<1, 1>>>(p);
    both<plus, plus><<<1, 1>>>(p);
    fill<Box<Item>><<<1, 1>>>(nullptr);
    fill<Item *><<<1, 1>>>(nullptr);
}
