// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --emit=ir -O0 -w -std=c++17 %s -o -
// decltype of expressions that depend by their value only, or whose type is known: the names that
// cicc of CUDA 13.0 writes (clang's too).
// CHECK-DAG: @_Z2f1I1HEDTcvvcldtcvT__E1xEEi{{[ (]}}
// CHECK-DAG: @_Z2f2I1HEDTcvvclptfp_1xEEPT_{{[ (]}}
// CHECK-DAG: @_Z2f3I1HEDTcmcvvcldtcvT__E1xELi1EEi{{[ (]}}
// CHECK-DAG: @_Z2f4I1HEDTstT_ES1_{{[ (]}}
// CHECK-DAG: @_Z2f5I1HEDTszcmcldtcvT__E1xELi1EES1_{{[ (]}}
// CHECK-DAG: @_Z2f6I1HEDTscisrT_1vES1_{{[ (]}}
// CHECK-DAG: @_Z2f7I1HEDTnxcvT__EES1_{{[ (]}}
// CHECK-DAG: @_Z2f8IiEDTcvicvT__EES0_{{[ (]}}
// CHECK-DAG: @_Z2f9I1HEDTcvistT_ES1_{{[ (]}}
// CHECK-DAG: @_Z3f10I1HEDTna_AstT__iEES1_{{[ (]}}
// CHECK-DAG: @_Z3f11ILi1EEDTcviT_Ei{{[ (]}}
// CHECK-DAG: @_Z3f12ILi1EEDtT_Ei{{[ (]}}
// CHECK-DAG: @_Z3f13ILi1EEDTplT_Li1EEi{{[ (]}}
// CHECK-DAG: @_Z3f14I1HEDTeqadsrT_1xLDnEES1_{{[ (]}}
// CHECK-DAG: @_Z3f15I1HEDTcmLDnEcvPT_Li0EES1_{{[ (]}}
// CHECK-DAG: @_Z3f16I1HEDTdlcvPT_Li0EES1_{{[ (]}}
// CHECK-DAG: @_Z3f17I1HEDTtwcvT__EES1_{{[ (]}}
// CHECK-DAG: @_Z3f19I1HEDTatT_ES1_{{[ (]}}
// CHECK-DAG: @_Z3f20I1HEDTplstT_Lm4EES1_{{[ (]}}
// CHECK-DAG: @_Z3f21I1HEDTv29builtin00TOT_dtdeLi0E1aES1_{{[ (]}}
// CHECK-DAG: @_Z3f22I1HLi0EEiT_{{[ (]}}
// CHECK-DAG: @_Z3f23I1HE1CIXv29builtin00TOT_dtdeLi0E1aEES2_{{[ (]}}
// CHECK-DAG: @_Z3f24I1HE1CIXcvistT_EES2_{{[ (]}}
struct S { __host__ __device__ void x() const; };
struct N { };
// 1 void-decltype of dependent expression: SFINAE + mangling
template<class T> __device__ decltype(void(T().x())) f1(int) {}
template<class T> void f1(long) {}
template<class T> __device__ auto f2(T *p) -> decltype(void(p->x())) {}
template<class T> __device__ decltype(void(T().x()), 1) f3(int) { return 1; }
template<class T> __device__ decltype(sizeof(T)) f4(T) { return 1; }
template<class T> __device__ decltype(sizeof(T().x(), 1)) f5(T) { return 1; }
template<class T> __device__ decltype(static_cast<int>(T::v)) f6(T) { return 1; }
template<class T> __device__ decltype(noexcept(T())) f7(T) { return true; }
template<class T> __device__ decltype(int(T())) f8(T) { return 0; }
template<class T> __device__ decltype((int)sizeof(T)) f9(T) { return 0; }
template<class T> __device__ decltype(new int[sizeof(T)]) f10(T) { return 0; }
template<int N> __device__ decltype(int(N)) f11(int) { return 0; }
template<int N> __device__ decltype(N) f12(int) { return 0; }
template<int N> __device__ decltype(N + 1) f13(int) { return 0; }
template<class T> __device__ decltype(&T::x == nullptr) f14(T) { return 0; }
template<class T> __device__ decltype(nullptr, (T*)0) f15(T) { return 0; }
template<class T> __device__ decltype(delete (T*)0) f16(T) {}
template<class T> __device__ decltype(throw T()) f17(T) {}
template<class T> __device__ decltype(alignof(T)) f19(T) { return 1; }
template<class T> __device__ decltype(sizeof(T) + sizeof(int)) f20(T) { return 1; }
template<class T> __device__ decltype(__builtin_offsetof(T, a)) f21(T) { return 1; }
struct H { static const int v = 1; __host__ __device__ void x() const; int a; };
template<class T, int K = __builtin_offsetof(H, a)> __device__ int f22(T) { return K; }
template<int I> struct C {};
template<class T> __device__ C<__builtin_offsetof(T, a)> f23(T) { return {}; }
template<class T> __device__ C<(int)sizeof(T)> f24(T) { return {}; }
__global__ void h() {
  f1<H>(1); f2((H*)0); f3<H>(0); f4(H()); f5(H()); f6(H()); f7(H()); f8(1); f9(H()); f10(H()); f11<1>(1); f12<1>(1); f13<1>(1); f14(H()); f15(H()); f16(H()); f17(H()); f19(H()); f20(H()); f21(H()); f22(H()); f23(H()); f24(H());
}
