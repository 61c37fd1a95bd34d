// SPDX-License-Identifier: Apache-2.0
// Values as template arguments, parameters inside of parameter lists and some rare expressions in names, as
// cicc of CUDA 13.0 writes them (nvcc -ptx).
// RUN: cuprum %s -std=c++17 -o - | grep entry | sort
// CHECK: .visible .entry _Z3argILi1EEv4ArgsIXT_EXplT_Li1EEE(
// CHECK-NEXT: .visible .entry _Z3sumIiLi1EEv4ArgsIXT0_EXsr7WrapperIT_EE5valueEE(
// CHECK-NEXT: .visible .entry _Z3varIiEvN9EnableIfFIL_Z5yes_vET_E4typeE(
// CHECK-NEXT: .visible .entry _Z4listIiEvT_PDTtlS0_EEPDTtl4PairfL0p_fL0p_EEPDTtlS0_Li1EEE(
// CHECK-NEXT: .visible .entry _Z4makeIiEvT_PDTnw_S0_EEPDTnw_S0_piLi1EEEPDTnw_S0_ilEEPDTna_A3_S0_EE(
// CHECK-NEXT: .visible .entry _Z4packIJLi1ELi2EEEv6ValuesIJXT_EEES0_IJLi0EXT_ELi5EEES0_IJXplT_Li1EEEE(
// CHECK-NEXT: .visible .entry _Z4selfIiEvT_PFiDTplfL1p_Li1EEEPDTplfL0p_Li2EE(
template <long A, int B> struct Args {};
template <int... V> struct Values {};
template <class T> struct Wrapper { static constexpr int value = 1; };
template <bool B, class T> struct EnableIfF { using type = T; };
template <class T> constexpr bool yes_v = true;
struct Pair { int a, b; };
template <int N> __global__ void arg(Args<N, N + 1>) {}
template <class T, int N> __global__ void sum(Args<N, Wrapper<T>::value>) {}
template <int... N> __global__ void pack(Values<N...>, Values<0, N..., 5>, Values<(N + 1)...>) {}
template <class T> __global__ void var(typename EnableIfF<yes_v<T>, T>::type) {}
template <class T> __global__ void list(T a, decltype(T{}) *, decltype(Pair{a, a}) *, decltype(T{1}) *) {}
template <class T>
__global__ void make(T, decltype(new T) *, decltype(new T(1)) *, decltype(new T{}) *, decltype(new T[3]) *) {}
template <class T> __global__ void self(T a, int (*f)(decltype(a + 1)), decltype(a + 2) *) {}
void host() {
    arg<1><<<1, 1>>>({});
    sum<int, 1><<<1, 1>>>({});
    pack<1, 2><<<1, 1>>>({}, {}, {});
    var<int><<<1, 1>>>(0);
    list<int><<<1, 1>>>(0, 0, 0, 0);
    make<int><<<1, 1>>>(0, 0, 0, 0, 0);
    self<int><<<1, 1>>>(0, 0, 0);
}
