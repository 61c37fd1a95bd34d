// RUN: cuprum --emit=ir -std=c++17 %s -o -
// Dependent qualified names, as cicc of CUDA 13.0 writes them.
// CHECK-DAG: @_Z2k1IiEvP1IIXsr1SIT_EE5valueEE{{[ (]}}
// CHECK-DAG: @_Z2k2IiEvPN1SIT_E4typeE{{[ (]}}
// CHECK-DAG: @_Z2k3IiEvPN1SIT_E2InIS1_E4typeE{{[ (]}}
// CHECK-DAG: @_Z2k4IiEvP1IIXsr1SIT_E2InIS1_EE1nEE{{[ (]}}
// CHECK-DAG: @_Z2k5IiEvP1IIXsr2ns1QIT_EE5valueEE{{[ (]}}
// CHECK-DAG: @_Z2k6IiEvPN4enifIXsr2ns1QIT_E1RIS1_EE1bEiE4typeE{{[ (]}}
// CHECK-DAG: @_Z2k7IiEvPDTclsr2nsE2idcvT__EEE{{[ (]}}
// CHECK-DAG: @_Z2k8IN2ns1ZEEvPDTcl3adlcvT__EEE{{[ (]}}
// CHECK-DAG: @_Z2k9IiEvP1IIXstT_EEPS0_IXatS1_EEPS0_IXsztlS1_EEE{{[ (]}}
// CHECK-DAG: @_Z3k10IJiiEEvP1IIXsZT_EE{{[ (]}}
// CHECK-DAG: @_Z3k11I1XEvPDTclsrT_4makeEE{{[ (]}}
// CHECK-DAG: @_Z3k12I1XEvPDTcl2mkIiELi1EEE{{[ (]}}
// CHECK-DAG: @_Z3k13IiEvPDTclsr1SIT_EE4makeEE{{[ (]}}
// CHECK-DAG: @_Z3k14IiEvPDTcl2mkIT_EcvS0__EEE{{[ (]}}
// CHECK-DAG: @_Z3k15I1XEvPDTcldtcvT__E1fLi1EEE{{[ (]}}
// CHECK-DAG: @_Z3k16I1XEvPDTclptcvPT_Li0E1fLi1EEE{{[ (]}}
// CHECK-DAG: @_Z3k17I1XEvPDTadsrT_1mE{{[ (]}}
// CHECK-DAG: @_Z3k18IiEvP1IIXv29builtin67TOT_TOiEE{{[ (]}}
// CHECK-DAG: @_Z3k19IiEvPN4enifIXv19builtin25TOT_EiE4typeE{{[ (]}}
// CHECK-DAG: @_Z3k20I1XEvP1IIXsrT_5valueEEPS1_IXsrS2_2e1EE{{[ (]}}
// CHECK-DAG: @_Z3k21I1XEvPDTplsrT_5valueLi1EE{{[ (]}}
// CHECK-DAG: @_Z3k22IiLi3EEvP1IIXplT0_Li1EEEPS0_IXgtT0_Li2EEEPS0_IXqueqT0_Li3ELi1ELi2EEEPS0_IXngT0_EEPS0_IXntT0_EE{{[ (]}}
// CHECK-DAG: @_Z3k23IiEvPDTscT_Li0EEPDTcvS0_Li0EEPDTcvS0_Li1EE{{[ (]}}
// CHECK-DAG: @_Z3k24IiEvDTnw_T_EEDTna_A3_S0_EEDTnw_S0_piLi1EEE{{[ (]}}
// CHECK-DAG: @_Z3k25IiEvP1IIXnxcvT__EEE{{[ (]}}
template <class T> struct S { typedef T type; static const int value = sizeof(T); static __device__ T make(); template <class U> static __device__ U mk(U); template <class U> struct In { typedef U type; static const int n = 3; }; T m; int f(int); enum E { e1 = 2 }; };
template <int N> struct I { static const int v = N; };
namespace ns { template <class T> struct Q { static const int value = 1; template <class U> struct R { static const bool b = true; }; }; template <class T> __device__ T id(T t) { return t; } struct Z { }; __device__ inline int adl(Z) { return 1; } }
template <bool B, class T = int> struct enif { typedef T type; }; template <class T> struct enif<false, T> {};
template <class T> __global__ void k1(I<S<T>::value> *p) {}
template <class T> __global__ void k2(typename S<T>::type *p) {}
template <class T> __global__ void k3(typename S<T>::template In<T>::type *p) {}
template <class T> __global__ void k4(I<S<T>::template In<T>::n> *p) {}
template <class T> __global__ void k5(I<ns::Q<T>::value> *p) {}
template <class T> __global__ void k6(typename enif<ns::Q<T>::template R<T>::b>::type *p) {}
template <class T> __global__ void k7(decltype(ns::id(T())) *p) {}
template <class T> __global__ void k8(decltype(adl(T())) *p) {}
template <class T> __global__ void k9(I<sizeof(T)> *p, I<alignof(T)> *q, I<sizeof(T{})> *) {}
template <class... T> __global__ void k10(I<sizeof...(T)> *p) {}
template <class T> __global__ void k11(decltype(T::make()) *p) {}
template <class T> __global__ void k12(decltype(T::template mk<int>(1)) *p) {}
template <class T> __global__ void k13(decltype(S<T>::make()) *p) {}
template <class T> __global__ void k14(decltype(S<T>::template mk<T>(T())) *p) {}
template <class T> __global__ void k15(decltype(T().f(1)) *p) {}
template <class T> __global__ void k16(decltype(((T*)0)->f(1)) *p) {}
template <class T> __global__ void k17(decltype(&T::m) *p) {}
template <class T> __global__ void k18(I<__is_same(T, int)> *p) {}
template <class T> __global__ void k19(typename enif<__is_trivially_copyable(T)>::type *p) {}
template <class T> __global__ void k20(I<T::value> *p, I<T::e1> *q) {}
template <class T> __global__ void k21(decltype(T::value + 1) *p) {}
template <class T, int N> __global__ void k22(I<N + 1> *p, I<(N > 2)> *q, I<N == 3 ? 1 : 2> *r, I<-N> *s, I<!N> *t) {}
template <class T> __global__ void k23(decltype(static_cast<T>(0)) *p, decltype((T)0) *q, decltype(T(1)) *r) {}
template <class T> __global__ void k24(decltype(new T) p, decltype(new T[3]) q, decltype(new T(1)) r) {}
template <class T> __global__ void k25(I<noexcept(T())> *p) {}
struct X { static const int value = 1; static __device__ int make() { return 1; } template <class U> static __device__ U mk(U u) { return u; } int f(int); int m; enum { e1 = 4 }; };
int main() {
k1<int><<<1,1>>>(0); k2<int><<<1,1>>>(0); k3<int><<<1,1>>>(0); k4<int><<<1,1>>>(0); k5<int><<<1,1>>>(0); k6<int><<<1,1>>>(0); k7<int><<<1,1>>>(0); k8<ns::Z><<<1,1>>>(0); k9<int><<<1,1>>>(0,0,0);
k10<int,int><<<1,1>>>(0); k11<X><<<1,1>>>(0); k12<X><<<1,1>>>(0); k13<int><<<1,1>>>(0); k14<int><<<1,1>>>(0); k15<X><<<1,1>>>(0); k16<X><<<1,1>>>(0); k17<X><<<1,1>>>(0); k18<int><<<1,1>>>(0); k19<int><<<1,1>>>(0); k20<X><<<1,1>>>(0,0);
k21<X><<<1,1>>>(0); k22<int,3><<<1,1>>>(0,0,0,0,0); k23<int><<<1,1>>>(0,0,0); k24<int><<<1,1>>>(0,0,0); k25<int><<<1,1>>>(0);
}
