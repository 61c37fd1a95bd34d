// RUN: cuprum --emit=ir -std=c++17 %s -o -
// Names of functions and members behind qualifiers, parameters of inner declarators, as cicc of CUDA 13.0 writes them.
// CHECK-DAG: @_Z2k1IiEvPDTclgs3gidcvT__EEE{{[ (]}}
// CHECK-DAG: @_Z2k2IiEvPDTclsr2ns2inE3id2cvT__EEE{{[ (]}}
// CHECK-DAG: @_Z2k3IiEvPDTclsr2ns1ZE2sfcvT__EEE{{[ (]}}
// CHECK-DAG: @_Z2k4IiEvPDTclsr2ns1ZE2stcvT__EEE{{[ (]}}
// CHECK-DAG: @_Z2k5IiEvPDTclsr2ns1ZE2stIT_EcvS0__EEE{{[ (]}}
// CHECK-DAG: @_Z2k6IiEvPDTclsr2nsE2idIT_EcvS0__EEE{{[ (]}}
// CHECK-DAG: @_Z2k7IiEvPDTclsr2ns1BIT_EE2sfcvS0__EEE{{[ (]}}
// CHECK-DAG: @_Z2k8IiEvP1IIXsr2ns1BIT_E1CIS1_EE1wEE{{[ (]}}
// CHECK-DAG: @_Z2k9IiEvP1IIL_ZN2ns3varEEE{{[ (]}}
// CHECK-DAG: @_Z3k10IiEvPDTcl3gfncvT__EEEPDTclgs3gfncvS0__EEEPDTclsr2nsE2fncvS0__EEE{{[ (]}}
// CHECK-DAG: @_Z3k11IiEvM1BIT_EFS2_vE{{[ (]}}
// CHECK-DAG: @_Z3k12IiEvPFiT_PFiS0_EEPFvRA3_S0_S0_S0_E{{[ (]}}
// CHECK-DAG: @_Z3k13IiEvPN2ns1BIT_E1CIS2_EEPNS3_4typeE{{[ (]}}
// CHECK-DAG: @_Z3k14IiEvDTadsr2ns1BIT_EE1fEDTadsr2ns1BIS0_E1CIS0_EE1gE{{[ (]}}
// CHECK-DAG: @_Z3k15IiEvT_PDTplfL0p_Li1EEPFiDtfL1p_EDtfL0p_EE{{[ (]}}
// CHECK-DAG: @_Z3k16IiEvT_PFiS0_PDTplfL1p_fL0p_EE{{[ (]}}
// CHECK-DAG: @_Z3k20IN2ns1BIiEEEvP1IIXsrNT_1CIiEE1wEE{{[ (]}}
// CHECK-DAG: @_Z3k21I2WWEvP1IIXsrNT_4typeE1wEEPS1_IXsrNS2_4type4typeE1wEE{{[ (]}}
// CHECK-DAG: @_Z3k22I1WEvP1IIXstNT_4typeEEE{{[ (]}}
// CHECK-DAG: @_Z3k23IiEvP1IIXplL_ZN2ns1Z1vEEstT_EE{{[ (]}}
// CHECK-DAG: @_Z3k25IJ1WS0_EEvP1IIXfrplsrT_1wEE{{[ (]}}
// CHECK-DAG: @_Z3k26IJiiEEvDpPDTcl3gidcvT__EEE{{[ (]}}
// CHECK-DAG: @_Z3k27I1BiEvP1IIXsr1CIT0_EE1wEEPNT_IS2_E4typeE{{[ (]}}
// CHECK-DAG: @_Z3usePi{{[ (]}}
template <int N> struct I { static const int v = N; };
namespace ns { template <class T> __device__ T id(T t) { return t; } namespace in { template <class T> __device__ T id2(T t) { return t; } } struct Z { static __device__ int sf(int); template <class T> static __device__ T st(T); static const int v = 1; }; __device__ int fn(int); template <class T> struct B { typedef T type; int f(T); template <class U> struct C { int g(U); B<U> h(T, U); static const int w = 1; }; static __device__ T sf(T); static const int w = 2; }; template <class T> const int var = 1; }
template <class T> __device__ T gid(T t) { return t; }
__device__ int gfn(int);
template <class T> struct B { typedef T type; B<T> f(); int g(T); static const int w = 1; };
template <class T> __global__ void k1(decltype(::gid(T())) *p) {}
template <class T> __global__ void k2(decltype(ns::in::id2(T())) *p) {}
template <class T> __global__ void k3(decltype(ns::Z::sf(T())) *p) {}
template <class T> __global__ void k4(decltype(ns::Z::st(T())) *p) {}
template <class T> __global__ void k5(decltype(ns::Z::st<T>(T())) *p) {}
template <class T> __global__ void k6(decltype(ns::id<T>(T())) *p) {}
template <class T> __global__ void k7(decltype(ns::B<T>::sf(T())) *p) {}
template <class T> __global__ void k8(I<ns::B<T>::template C<T>::w> *p) {}
template <class T> __global__ void k9(I<ns::var<T>> *p) {}
template <class T> __global__ void k10(decltype(gfn(T())) *p, decltype(::gfn(T())) *q, decltype(ns::fn(T())) *r) {}
template <class T> __global__ void k11(B<T> (B<T>::*p)()) {}
template <class T> __global__ void k12(int (*p)(T x, int (*)(T)), void (*q)(T (&)[3], T, T)) {}
template <class T> __global__ void k13(typename ns::B<T>::template C<T> *p, typename ns::B<T>::type *q) {}
template <class T> __global__ void k14(decltype(&ns::B<T>::f) p, decltype(&ns::B<T>::template C<T>::g) q) {}
template <class T> __global__ void k15(T a, decltype(a + 1) *p, int (*)(decltype(a) x, decltype(x) y)) {}
template <class T> __global__ void k16(T a, int (*)(T b, decltype(a + b) *c)) {}
template <class T> auto k17(T a) -> decltype(a.x);
template <class T> __device__ auto k18(T a) -> decltype(a + ns::fn(a)) { return a; }
template <class T> __device__ auto k19(T a, int (*f)(T b, decltype(b)*)) -> decltype(f(a, &a)) { return 0; }
template <class T> __global__ void k20(I<T::template C<int>::w> *p) {}
template <class T> __global__ void k21(I<T::type::w> *p, I<T::type::type::w> *q) {}
template <class T> __global__ void k22(I<sizeof(typename T::type)> *p) {}
template <class T> __global__ void k23(I<ns::Z::v + sizeof(T)> *p) {}
template <class T, int N = T::w> __global__ void k24(I<N> *p) {}
template <class... T> __global__ void k25(I<(T::w + ...)> *p) {}
template <class... T> __global__ void k26(decltype(gid(T())) *...p) {}
template <template <class> class C, class T> __global__ void k27(I<C<T>::w> *p, typename C<T>::type *q) {}
struct W { typedef B<int> type; template <class T> using C = typename ns::template B<int>::template C<T>; static const int w = 4; };
struct WW { typedef W type; };
int main() {
k1<int><<<1,1>>>(0); k2<int><<<1,1>>>(0); k3<int><<<1,1>>>(0); k4<int><<<1,1>>>(0); k5<int><<<1,1>>>(0); k6<int><<<1,1>>>(0); k7<int><<<1,1>>>(0); k8<int><<<1,1>>>(0); k9<int><<<1,1>>>(0); k10<int><<<1,1>>>(0,0,0);
k11<int><<<1,1>>>(0); k12<int><<<1,1>>>(0, 0); k13<int><<<1,1>>>(0,0); k14<int><<<1,1>>>(0,0); k15<int><<<1,1>>>(0,0,0); k16<int><<<1,1>>>(0,0); k20<ns::B<int>><<<1,1>>>(0);
k21<WW><<<1,1>>>(0,0); k22<W><<<1,1>>>(0); k23<int><<<1,1>>>(0); k25<W,W><<<1,1>>>(0); k26<int,int><<<1,1>>>(0,0); k27<B,int><<<1,1>>>(0,0);
}
__global__ void use(int *p) { p[0] = k18(1); p[1] = k19(1, (int (*)(int, int *))0); }
