// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -std=c++20 -arch=sm_90 -diag-suppress 20094 %s -o -
// A template parameter of class type names one object for each value [temp.param]/8: its address is
// the same wherever it is taken, and is a template argument itself. The names are nvcc's.
// CHECK-DAG: .global .align 4 .b8 _ZTAXtl1PLi1ELi2EEE[8] = {1, 0, 0, 0, 2
// CHECK-DAG: .global .align 4 .b8 _ZTAXtl1PLi3ELi4EEE[8] = {3, 0, 0, 0, 4
// CHECK-DAG: .entry _Z6directIXtl1PLi1ELi2EEEEvPi(
// CHECK-DAG: .entry _Z10by_pointerIXadL_ZTAXtl1PLi3ELi4EEEEEEvPi(
// CHECK-DAG: .entry _Z6memberIXtl1PLi1ELi2EEEEvPi(
struct P {
    int a, b;
};
template <P V> struct Ref {
    static constexpr const P &value = V;
    static constexpr P copy = V;
};
template <auto V> struct Auto {
    static constexpr decltype(auto) value = (V);
};
template <P V> constexpr bool same_ref() { return &V == &Ref<V>::value; }
template <auto V> constexpr bool same_auto() { return &V == &Auto<V>::value; }
template <P V> constexpr bool same_copy() { return &V == &Ref<V>::copy; }
template <P V, P W> constexpr bool same() { return &V == &W; }
static_assert(same_ref<P{1, 2}>() && same_auto<P{1, 2}>() && !same_copy<P{1, 2}>());
static_assert(same<P{1, 2}, P{1, 2}>() && !same<P{1, 2}, P{1, 3}>());

template <const P &R> struct ByRef {
    static constexpr int a = R.a;
};
template <P V> struct Derived : ByRef<V> {};
static_assert(Derived<P{4, 5}>::a == 4);
template <const P *Q> struct ByPointer {
    static constexpr int b = Q->b;
};
template <P V> constexpr int through = ByPointer<&V>::b;
static_assert(through<P{1, 7}> == 7);
template <P V> constexpr const P *address = &V;
static_assert(address<P{1, 2}> == &Ref<P{1, 2}>::value && address<P{1, 2}> != address<P{2, 1}>);
static_assert(__is_same(decltype(address<P{1, 2}>), const P *const));

__device__ __noinline__ int use(const P *p) { return p->a + p->b; }
template <P V> __global__ void direct(int *out) { *out = use(&V); }
template <const P *Q> __global__ void by_pointer(int *out) { *out = use(Q); }
template <P V> __global__ void member(int *out) { *out = use(&Ref<V>::value); }
template <P V> void launch() { by_pointer<&V><<<1, 1>>>(nullptr); }
void host() {
    direct<P{1, 2}><<<1, 1>>>(nullptr);
    member<P{1, 2}><<<1, 1>>>(nullptr);
    launch<P{3, 4}>();
}
