// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --emit=ir -O0 %s -o -
// Members of objects in signatures: `pt` for `->`, *this only where NVIDIA's compiler writes it, conversion
// functions by their type; the names are those of cicc of CUDA 13.0.
// CHECK-DAG: @_Z2a1IiEDTplcldtcv1U_EoncviEfp_ET_{{[ (]}}
// CHECK-DAG: @_Z2a2IiEDTcldtcv1U_EoncvPT_EES1_{{[ (]}}
// CHECK-DAG: @_Z2a3I1UEDTcldtfp_oncviEET_{{[ (]}}
// CHECK-DAG: @_Z2a4I1UEDTcldtfp_srT_oncviEES1_{{[ (]}}
// CHECK-DAG: @_Z2a5I1UEDTcldtfp_sr1UEoncviEET_{{[ (]}}
// CHECK-DAG: @_Z2a6I1UEDTcldtfp_oncvPT_EES1_{{[ (]}}
// CHECK-DAG: @_Z2a7I1UEDTcldtcvS0__Esr1UEoncvPT_EES1_{{[ (]}}
// CHECK-DAG: @_Z2b1IiEDTclptfp_3foofp0_EEP1UT_{{[ (]}}
// CHECK-DAG: @_Z2b2IiEDTplptfp_1ifp0_EP1UT_{{[ (]}}
// CHECK-DAG: @_Z2b3IiEDTpldtfp_1ifp0_E1UT_{{[ (]}}
// CHECK-DAG: @_Z2b4IiEDTcldtfp_3foofp0_EE1UT_{{[ (]}}
// CHECK-DAG: @_Z2b5IiEDTpldedtfp_1qfp0_E1UT_{{[ (]}}
// CHECK-DAG: @_Z2b6IiEDTcldtdefp_3foofp0_EEP1UT_{{[ (]}}
// CHECK-DAG: @_Z2b7IiEDTclptfp_2ftfp0_EEP1UT_{{[ (]}}
// CHECK-DAG: @_Z2b8IiEDTclptfp_2ftIT_Efp0_EEP1US0_{{[ (]}}
// CHECK-DAG: @_Z2b9IiEDTplclptfp_3fooEfp0_EP1UT_{{[ (]}}
// CHECK-DAG: @_Z2c1IiEDTplcldtdefp_3fooEfp0_EP1UT_{{[ (]}}
// CHECK-DAG: @_Z2c2IiEDTplclptfp_sr1UE3fooEfp0_EP1UT_{{[ (]}}
// CHECK-DAG: @_Z2c3IN1N1WEEDTcldtfp_sr1N1WE3fooEET_{{[ (]}}
// CHECK-DAG: @_Z2c4I1UEDTplcldtcvS0__Esr1UE3barEdtfp_1iET_{{[ (]}}
// CHECK-DAG: @_Z2c5I1UEDTplcldtcvS0__E3barEdtfp_1iET_{{[ (]}}
// CHECK-DAG: @_ZN1CIiE2h1IiEEDTclptfpT3foofp_EET_{{[ (]}}
// CHECK-DAG: @_ZN1CIiE2h2IiEEDTclptfpT3foofp_EET_{{[ (]}}
// CHECK-DAG: @_ZN1CIiE2h3IiEEDTpl1ifp_ET_{{[ (]}}
// CHECK-DAG: @_ZN1CIiE2h4IiEEDTplptfpT1ifp_ET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h1IiEEDTcl3foofp_EET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h2IiEEDTclptfpT3foofp_EET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h3IiEEDTplclptfpT3fooEfp_ET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h4IiEEDTplclptfpT3fooEfp_ET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h5IiEEDTpl1ifp_ET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h6IiEEDTplptfpT1ifp_ET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h7IiEEDTcl2ftfp_EET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h8IiEEDTclsr1ME3foofp_EET_{{[ (]}}
// CHECK-DAG: @_ZN1M2h9IiEEDTcldtfp0_2sffp_EET_S_{{[ (]}}
struct U {
    int i;
    int *q;
    __device__ operator int() const { return i; }
    template <class T> __device__ operator T *() const { return 0; }
    __device__ int foo() { return i; }
    __device__ int foo(int) const { return i; }
    __device__ int bar() { return i; }
    template <class T> __device__ int ft(T) { return i; }
};
namespace N {
struct W {
    __device__ int foo() { return 2; }
};
}
#define F template <class T> __device__ auto
F a1(T t) -> decltype(U().operator int() + t) { return t; }
F a2(T t) -> decltype(U().operator T *()) { return 0; }
F a3(T t) -> decltype(t.operator int()) { return 1; }
F a4(T t) -> decltype(t.T::operator int()) { return 1; }
F a5(T t) -> decltype(t.U::operator int()) { return 1; }
F a6(T t) -> decltype(t.operator T *()) { return 0; }
F a7(T t) -> decltype(U().U::operator T *()) { return 0; }
F b1(U *u, T t) -> decltype(u->foo(t)) { return 1; }
F b2(U *u, T t) -> decltype(u->i + t) { return 1; }
F b3(U u, T t) -> decltype(u.i + t) { return 1; }
F b4(U u, T t) -> decltype(u.foo(t)) { return 1; }
F b5(U u, T t) -> decltype((*u.q) + t) { return 1; }
F b6(U *u, T t) -> decltype((*u).foo(t)) { return 1; }
F b7(U *u, T t) -> decltype(u->ft(t)) { return 1; }
F b8(U *u, T t) -> decltype(u->ft<T>(t)) { return 1; }
F b9(U *u, T t) -> decltype(u->foo() + t) { return 1; }
F c1(U *u, T t) -> decltype((*u).foo() + t) { return 1; }
F c2(U *u, T t) -> decltype(u->U::foo() + t) { return 1; }
F c3(T t) -> decltype(t.N::W::foo()) { return 1; }
F c4(T t) -> decltype(U().U::bar() + t.i) { return 1; }
F c5(T t) -> decltype(U().bar() + t.i) { return 1; }
struct M {
    int i;
    __device__ int foo() { return i; }
    __device__ int foo(int) const { return i; }
    static __device__ int sf(int) { return 1; }
    template <class T> __device__ int ft(T) { return i; }
    F h1(T t) -> decltype(foo(t)) { return 1; }
    F h2(T t) -> decltype(this->foo(t)) { return 1; }
    F h3(T t) -> decltype(foo() + t) { return 1; }
    F h4(T t) -> decltype(this->foo() + t) { return 1; }
    F h5(T t) -> decltype(i + t) { return 1; }
    F h6(T t) -> decltype(this->i + t) { return 1; }
    F h7(T t) -> decltype(ft(t)) { return 1; }
    F h8(T t) -> decltype(M::foo(t)) { return 1; }
    F h9(T t, M m) -> decltype(m.sf(t)) { return 1; }
};
template <class X> struct C {
    X i;
    __device__ int foo(int) { return i; }
    F h1(T t) -> decltype(foo(t)) { return 1; }
    F h2(T t) -> decltype(this->foo(t)) { return 1; }
    F h3(T t) -> decltype(i + t) { return 1; }
    F h4(T t) -> decltype(this->i + t) { return 1; }
};
__global__ void k(U u, N::W w, M m, C<int> c) {
    a1(1), a2(1), a3(u), a4(u), a5(u), a6(u), a7(u);
    b1(&u, 1), b2(&u, 1), b3(u, 1), b4(u, 1), b5(u, 1), b6(&u, 1), b7(&u, 1), b8(&u, 1), b9(&u, 1);
    c1(&u, 1), c2(&u, 1), c3(w), c4(u), c5(u);
    m.h1(1), m.h2(1), m.h3(1), m.h4(1), m.h5(1), m.h6(1), m.h7(1), m.h8(1), m.h9(1, m);
    c.h1(1), c.h2(1), c.h3(1), c.h4(1);
}
