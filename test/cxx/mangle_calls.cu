// RUN: cuprum --emit=ir -std=c++17 %s -o -
// Calls by qualified names, member templates, array bounds, as cicc of CUDA 13.0 writes them.
// CHECK-DAG: @_Z2k1IiEvPDTplcvT__Eclsr2nsE2fnLi1EEE{{[ (]}}
// CHECK-DAG: @_Z2k3IiEvPDTplcvT__Ecl2fncvS0__EEE{{[ (]}}
// CHECK-DAG: @_Z2k4IiEvP1IIXadsr1DIT_EE2tvIiEEE{{[ (]}}
// CHECK-DAG: @_Z2k5I1XEvP1IIXadsrT_2tvIiEEE{{[ (]}}
// CHECK-DAG: @_Z2k6IiEvPDTsr1DIT_EE1fIS0_EE{{[ (]}}
// CHECK-DAG: @_Z2k7IiEvPDTcl1hIT_EcvS0__EEE{{[ (]}}
// CHECK-DAG: @_Z2k8IiEvP1IIXplL_ZN2ns1K1cEEstT_EE{{[ (]}}
// CHECK-DAG: @_Z2k9IiEvP1IIXplstT_LN2ns1EE0EEE{{[ (]}}
// CHECK-DAG: @_Z3k10IiEvP1IIL_ZN2ns1K2tvEEE{{[ (]}}
// CHECK-DAG: @_Z3k11IiEvPDTplclsr2ns1KE2sfEcvT__EE{{[ (]}}
// CHECK-DAG: @_Z3k12I1XEvPDTcldtcvT__E1mIiELi1EEEPDTclptcvPS1_Li0EsrS1_1nEE{{[ (]}}
// CHECK-DAG: @_Z3k15I2XXEvPDtdtsrT_1x1yE{{[ (]}}
// CHECK-DAG: @_Z3k16I1XEvP1IIXv19builtin30TOT_EE{{[ (]}}
// CHECK-DAG: @_Z3k17I1XJiEEvP1IIXv29builtin30TOT_TOT0_EE{{[ (]}}
// CHECK-DAG: @_Z3k18I1XEvPAstT__iPAsrS1_1N_S1_{{[ (]}}
// CHECK-DAG: @_Z3k19IiEvPDTcvN1DIT_E1tELi1EE{{[ (]}}
// CHECK-DAG: @_Z3k20I1XEvDTadsrT_onclE{{[ (]}}
// CHECK-DAG: @_Z3k22I1XEvPDTsrT_2mkIS1_EE{{[ (]}}
template <int N> struct I { static const int v = N; };
namespace ns { __device__ int fn(int); template <class T> struct A { static const int v = 1; }; template <class T> const int var = 1; struct K { static const int c = 2; static __device__ int sf(); template <class T> static constexpr int tv = 3; }; enum E { e1 }; }
namespace al = ns;
using namespace ns;
template <class T> struct D { template <class U> static constexpr int tv = 5; template <class U> static __device__ U f(U); static __device__ int g(T); template <class U> struct R { template <class V> static __device__ V h(V); }; typedef T t; };
template <class T> __global__ void k1(decltype(T() + ns::fn(1)) *p) {}
template <class T> __global__ void k3(decltype(T() + fn(T())) *p) {}
template <class T> __global__ void k4(I<D<T>::template tv<int>> *p) {}
template <class T> __global__ void k5(I<T::template tv<int>> *p) {}
template <class T> __global__ void k6(decltype(D<T>::template f<T>) *p) {}
template <class T> __global__ void k7(decltype(D<T>::template R<T>::template h<T>(T())) *p) {}
template <class T> __global__ void k8(I<ns::K::c + sizeof(T)> *p) {}
template <class T> __global__ void k9(I<sizeof(T) + ns::e1> *p) {}
template <class T> __global__ void k10(I<ns::K::tv<T>> *p) {}
template <class T> __global__ void k11(decltype(ns::K::sf() + T()) *p) {}
template <class T> __global__ void k12(decltype(T().template m<int>(1)) *p, decltype(((T*)0)->T::n()) *q) {}
template <class T> __global__ void k15(decltype(T::x.y) *p) {}
template <class T> __global__ void k16(I<__is_constructible(T)> *p) {}
template <class T, class... A> __global__ void k17(I<__is_constructible(T, A...)> *p) {}
template <class T> __global__ void k18(int (*p)[sizeof(T)], T (*q)[T::N]) {}
template <class T> __global__ void k19(decltype(typename D<T>::t(1)) *p) {}
template <class T> __global__ void k20(decltype(&T::operator()) p) {}
template <class T> __global__ void k22(decltype(T::template mk<T>) *p) {}
struct Y { int z; }; struct X { template <class U> static constexpr int tv = 6; template <class U> __device__ U m(U); __device__ int n(); int a; static Y x; static const int N = 5; __device__ int operator()(int); template <class U> static __device__ U mk(U u); };
struct YY { int y; }; struct XX { static YY x; };
int main() { k1<int><<<1,1>>>(0); k3<int><<<1,1>>>(0); k4<int><<<1,1>>>(0); k5<X><<<1,1>>>(0); k6<int><<<1,1>>>(0); k7<int><<<1,1>>>(0); k8<int><<<1,1>>>(0); k9<int><<<1,1>>>(0); k10<int><<<1,1>>>(0); k11<int><<<1,1>>>(0); k12<X><<<1,1>>>(0,0);  k15<XX><<<1,1>>>(0); k16<X><<<1,1>>>(0); k17<X,int><<<1,1>>>(0); k18<X><<<1,1>>>(0,0); k19<int><<<1,1>>>(0); k20<X><<<1,1>>>(0); k22<X><<<1,1>>>(0); }
