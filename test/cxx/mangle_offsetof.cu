// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --emit=ir -O0 -w -std=c++17 %s -o -
// __builtin_offsetof of a dependent type, and delete, throw, casts that do nothing, string literals.
// CHECK-DAG: @_Z2g1I1HE1CIXv29builtin00TOT_dtdeLi0E1aEES2_{{[ (]}}
// CHECK-DAG: @_Z2g2I1HE1CIXv29builtin00TOT_dtdtdeLi0E1b1zEES2_{{[ (]}}
// CHECK-DAG: @_Z2g3I1HE1CIXv29builtin00TOT_ixdtdtdeLi0E1b1zLi1EEES2_{{[ (]}}
// CHECK-DAG: @_Z2g4I1HE1CIXv29builtin00TOT_ixdtixdtdeLi0E1cLi1E1zmistS2_stS2_EES2_{{[ (]}}
// CHECK-DAG: @_Z2g5IiE1CIXplLm1EstT_EES1_{{[ (]}}
// CHECK-DAG: @_Z2g8IiE1CIXclsr2n1E1gcvT__EEEES1_{{[ (]}}
// CHECK-DAG: @_Z2g9IiE1CIXplL_ZN2n11Z1vEEstT_EES3_{{[ (]}}
// CHECK-DAG: @_Z3g11I1HEDTdlcvPT_Li0EES1_{{[ (]}}
// CHECK-DAG: @_Z3g12I1HEDTdacvPT_Li0EES1_{{[ (]}}
// CHECK-DAG: @_Z3g13I1HEDTgsdlcvPT_Li0EES1_{{[ (]}}
// CHECK-DAG: @_Z3g14I1HEDTtwcvT__EES1_{{[ (]}}
// CHECK-DAG: @_Z3g15I1HEDTcmtrcvT__EES1_{{[ (]}}
// CHECK-DAG: @_Z3g16ILi1EEDTcviT_Ei{{[ (]}}
// CHECK-DAG: @_Z3g17ILi1EE1CIXcviT_EEi{{[ (]}}
// CHECK-DAG: @_Z3g18ILi1EE1CIXcviT_EEi{{[ (]}}
// CHECK-DAG: @_Z3g19ILi1EE1CIXsciT_EEi{{[ (]}}
// CHECK-DAG: @_Z3g20ILi1EE1CIXpsT_EEi{{[ (]}}
// CHECK-DAG: @_Z3g21ILi1EE1CIXcvlT_EEi{{[ (]}}
// CHECK-DAG: @_Z3g23IiEDTcvvstT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g24IiEDTscvstT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g25IiEDTixLA4_KcEstT_ES2_{{[ (]}}
// CHECK-DAG: @_Z3g27IiEDTntstT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g28IiEDTqustT_Li1ELl2EES0_{{[ (]}}
// CHECK-DAG: @_Z3g29IiEDTngatT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g30IiEDTcvbstT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g31IiEDTplLf3fc00000EstT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g32IiEDTstPT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g33IJiiEEDTsZT_EDpT_{{[ (]}}
// CHECK-DAG: @_Z3g34IiEDTv19builtin14TOT_ES0_{{[ (]}}
// CHECK-DAG: @_Z3g35IiEvT_DTstS0_E{{[ (]}}
struct Q { int z[3]; };
struct H { int a; Q b; Q c[2]; };
template<int I> struct C {};
namespace n1 { struct Z { static constexpr int v = 3; }; constexpr int f(int a) { return a; } template<class T> constexpr int g(T) { return 1; } }
template<class T> __device__ C<__builtin_offsetof(T, a)> g1(T) { return {}; }
template<class T> __device__ C<__builtin_offsetof(T, b.z)> g2(T) { return {}; }
template<class T> __device__ C<__builtin_offsetof(T, b.z[1])> g3(T) { return {}; }
template<class T> __device__ C<__builtin_offsetof(T, c[1].z[sizeof(T) - sizeof(T)])> g4(T) { return {}; }
template<class T> __device__ C<sizeof(n1::Z) + sizeof(T)> g5(T) { return {}; }
template<class T> __device__ C<n1::g(T())> g8(T) { return {}; }
template<class T> __device__ C<n1::Z::v + sizeof(T)> g9(T) { return {}; }
template<class T> __device__ decltype(delete (T*)0) g11(T) {}
template<class T> __device__ decltype(delete[] (T*)0) g12(T) {}
template<class T> __device__ decltype(::delete (T*)0) g13(T) {}
template<class T> __device__ decltype(throw T()) g14(T) {}
template<class T> __device__ decltype(throw, T()) g15(T) { return {}; }
template<int N> __device__ decltype(int(N)) g16(int) { return 0; }
template<int N> __device__ C<int(N)> g17(int) { return {}; }
template<int N> __device__ C<(int)N> g18(int) { return {}; }
template<int N> __device__ C<static_cast<int>(N)> g19(int) { return {}; }
template<int N> __device__ C<+N> g20(int) { return {}; }
template<int N> __device__ C<long(N)> g21(int) { return {}; }
template<class T> __device__ decltype((void)sizeof(T)) g23(T) { return; }
template<class T> __device__ decltype(static_cast<void>(sizeof(T))) g24(T) { return; }
template<class T> __device__ decltype("abc"[sizeof(T)]) g25(T) { return "abc"[0]; }
template<class T> __device__ decltype(!sizeof(T)) g27(T) { return 0; }
template<class T> __device__ decltype(sizeof(T) ? 1 : 2L) g28(T) { return 0; }
template<class T> __device__ decltype(-alignof(T)) g29(T) { return 0; }
template<class T> __device__ decltype(bool(sizeof(T))) g30(T) { return 0; }
template<class T> __device__ decltype(1.5f + sizeof(T)) g31(T) { return 0; }
template<class T> __device__ decltype(sizeof(T*)) g32(T) { return 0; }
template<class... T> __device__ decltype(sizeof...(T)) g33(T...) { return 0; }
template<class T> __device__ decltype(__is_class(T)) g34(T) { return 0; }
template<class T> __device__ void g35(T, decltype(sizeof(T))) { }
__global__ void h() {
  g1(H()); g2(H()); g3(H()); g4(H()); g5(1); g8(1); g9(1); g11(H()); g12(H()); g13(H()); g16<1>(1); g17<1>(1); g18<1>(1); g19<1>(1); g20<1>(1); g21<1>(1); g23(1); g24(1); g25(1); g27(1); g28(1); g29(1); g30(1); g31(1); g32(1); g33(1,2); g34(1); g35(1, 2); g14(H()); g15(H());
}
