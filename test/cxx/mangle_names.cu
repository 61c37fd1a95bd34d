// RUN: cuprum --emit=ir -O0 %s -o -
// Names as cicc of CUDA 13.0 writes them (nvcc -G -ptx); made by comparing both lists.
// CHECK-DAG: @_Z2f1IiEN2st9enable_ifIXsr2st11is_integralIT_EE5valueES2_E4typeES2_{{[ (]}}
// CHECK-DAG: @_Z2f2IiEN2st9enable_ifIXaasr2st11is_integralIT_EE5valueeqstS2_Li4EES2_E4typeES2_{{[ (]}}
// CHECK-DAG: @_Z2f3IiEDTplfp_Li1EET_{{[ (]}}
// CHECK-DAG: @_Z2f4IiLi0EET_S0_{{[ (]}}
// CHECK-DAG: @_Z2g2IifEDTmiplmlcvT_fp0_scS0_fp0_cvS0_fp0_ngfp_ES0_T0_{{[ (]}}
// CHECK-DAG: @_Z2g3IJifEE3tupIJDpDTplfp_Li1EEAsZT__iEEDpT_{{[ (]}}
// CHECK-DAG: @_Z2g4IJifEEi3tupIJDpPT_EEDpRS1_{{[ (]}}
// CHECK-DAG: @_Z2g5ILi2EiET0_RAplT_Li1E_S0_RAplmimlT_Li2ElsT_Li1ELi3E_S0_{{[ (]}}
// CHECK-DAG: @_Z2g6I2HRENT_1RIiE4typeES1_PNS1_4typeE{{[ (]}}
// CHECK-DAG: @_Z2g7IiJifEET_PFS0_DpT0_ES2_{{[ (]}}
// CHECK-DAG: @_Z2g8I1CEbT_MS1_KFbvEi{{[ (]}}
// CHECK-DAG: @_Z2g9IlEi2BBIXoogtstT_Li4EntcvS1_Li1EEES1_{{[ (]}}
// CHECK-DAG: @_Z2k1IiEvPT_PAsr1a1b1XIS0_EE1v_i{{[ (]}}
// CHECK-DAG: @_Z2k2Pi{{[ (]}}
// CHECK-DAG: @_Z2k3IJifEEv3tupIJDpT_EES2_{{[ (]}}
// CHECK-DAG: @_Z2k4I3tupiEvT_IJT0_EE{{[ (]}}
// CHECK-DAG: @_Z2k5IiLi7ELb1ELc97ELm5EJEEvRAT0__T_PDoFS0_S0_iE{{[ (]}}
// CHECK-DAG: @_Z2k6IL1E3EL1F0ELPi0ELPFviE0ELM1Ci0EEvv{{[ (]}}
// CHECK-DAG: @_Z2k6IL1En1EL1F0EXadL_Z2gvEEXadL_Z2gfiEEXadL_ZN1C1zEEEEvv{{[ (]}}
// CHECK-DAG: @_Z2k9I2HXEvT_PDTplstS1_srS1_1xEN1a1b1XIS1_E1YIiE1tE{{[ (]}}
// CHECK-DAG: @_Z3g10IbLb1EJLb0EEET_v{{[ (]}}
// CHECK-DAG: @_Z3g10IcLc97EJEET_v{{[ (]}}
// CHECK-DAG: @_Z3g10IiLi3EJLi4ELi5EEET_v{{[ (]}}
// CHECK-DAG: @_Z3k10cahstjlmxyfdbwDsDiDnno{{[ (]}}
// CHECK-DAG: @_Z3k11PiPA3_iRA2_S0_PFiiEPFvizEPKPKcS_{{[ (]}}
// CHECK-DAG: @_Z3k12Pi{{[ (]}}
// CHECK-DAG: @_Z4fun2if{{[ (]}}
// CHECK-DAG: @_ZN1CC1Ei{{[ (]}}
// CHECK-DAG: @_ZN1CC1IiEEPT_{{[ (]}}
// CHECK-DAG: @_ZN1CmiES_{{[ (]}}
// CHECK-DAG: @_ZN1CngEv{{[ (]}}
// CHECK-DAG: @_ZN1CpLEi{{[ (]}}
// CHECK-DAG: @_ZN1CppEi{{[ (]}}
// CHECK-DAG: @_ZN1CppEv{{[ (]}}
// CHECK-DAG: @_ZN2n11AIdLi1EE2stES1_NS_1P1QE{{[ (]}}
// CHECK-DAG: @_ZN2n11AIiLi3EE3sumERKS1_NS1_2InEPNS0_IfLi2EEE{{[ (]}}
// CHECK-DAG: @_ZN2n12kkEPNS_1PEPNS0_1QERKS0_NS_1AIiLi3EEENS7_2InEPNS7_1YIS0_EEPFS0_S0_S1_EPVKiMS0_iMS0_KFiS0_E{{[ (]}}
// CHECK-DAG: @_ZN2st4innsIiEEvPNS_9enable_ifIXsr2st11is_integralIT_EE5valueEvE4typeE{{[ (]}}
// CHECK-DAG: @_ZNK1C2tmIfEEiT_S_{{[ (]}}
// CHECK-DAG: @_ZNK1CcviEv{{[ (]}}
// CHECK-DAG: @_ZNK1CeqERKS_{{[ (]}}
// CHECK-DAG: @_ZNR1CclEiRS_{{[ (]}}
// CHECK-DAG: @_ZNVK1CixEi{{[ (]}}
// CHECK-DAG: @_ZZ2k2PiE3loc{{[ (]}}
// CHECK-DAG: @_ZZ2k2PiE3loc_0{{[ (]}}
// CHECK-DAG: @_Zli3_ccy{{[ (]}}
// CHECK-DAG: @_Zml1CS_{{[ (]}}
namespace st { template<class T> struct is_integral { static const bool value = true; typedef int type; };
 template<bool B, class T=void> struct enable_if { typedef T type; };
 template<bool B, class T=void> using enable_if_t = typename enable_if<B,T>::type; 
 template<class T> __global__ void inns(typename enable_if<is_integral<T>::value>::type *p) { *(int*)p=1;}
 }
namespace a { namespace b { template<class T> struct X { static const int v = 3; template<class U> struct Y { static const int w=2; typedef U t; }; }; } }
template<class T> __device__ __noinline__ typename st::enable_if<st::is_integral<T>::value, T>::type f1(T a) { return a*3; }
template<class T> __device__ __noinline__ st::enable_if_t<st::is_integral<T>::value && sizeof(T)==4, T> f2(T a) { return a*5; }
template<class T> __device__ __noinline__ auto f3(T a) -> decltype(a + 1) { return a+7; }
template<class T, typename st::enable_if<(st::is_integral<T>::value), int>::type = 0> __device__ __noinline__ T f4(T a) { return a*9; }
template<class T> __global__ void k1(T *p, int (*q)[a::b::X<T>::v]) { p[0] = f1(p[1]) + f2(p[2]) + f3(p[3]) + f4(p[4]); }
template __global__ void k1<int>(int*, int(*)[3]);
template __global__ void st::inns<int>(void*);
struct C { int z; __device__ __noinline__ C(int a) : z(a*a) {}  __device__ __noinline__ operator int() const { return z+1; } __device__ __noinline__ C& operator+=(int q) { z+=q*q; return *this; } 
  template<class T> __device__ __noinline__ int tm(T t, C c) const { return z + t; } template<class T> __device__ __noinline__ explicit C(T *t) : z(*t) {} 
  __device__ __noinline__ int operator()(int, C&) & { return z; } __device__ __noinline__ int operator[](int) const volatile { return z; } 
  __device__ __noinline__ bool operator==(const C &o) const { return z == o.z; } __device__ __noinline__ C operator-() { return C(-z); } __device__ __noinline__ C operator-(C o) { return C(z-o.z); }
  __device__ __noinline__ C& operator++() { ++z; return *this;} __device__ __noinline__ C operator++(int) { C c = *this; ++z; return c;} };
__device__ __noinline__ C operator*(C a, C b) { return C(a.z * b.z); }
__device__ __noinline__ C operator"" _cc(unsigned long long v) { return C((int)v); }
__global__ void k2(int *p) {  C c(p[1]); c += 3; c.tm(3.0f, c); C d(p); p[0] = (int)c + d(3,c) + d[3] + (c==d) + (int)(-c) + (int)(c-d) + (int)++c + (int)c++ + (int)(c*d) + (int)12_cc;
  static __device__ int loc; loc++; p[1]=loc; { static int loc; p[2] = loc++; } }
template<class... Ts> struct tup {}; 
template<class... Ts> __global__ void k3(tup<Ts...> t, Ts... a) {}
template __global__ void k3<int, float>(tup<int,float>, int, float);
template<template<class...> class TT, class T> __global__ void k4(TT<T> t) {}
template __global__ void k4<tup,int>(tup<int>);
template<class T, int N, bool B, char c, unsigned long u, T*... q> __global__ void k5(T (&a)[N], T (*fn)(T, int) noexcept) {}
template __global__ void k5<int, -3+10, true, 'a', 5ul>(int (&)[7], int(*)(int,int) noexcept);
enum class E { a = 3, b = -1}; enum F { fa };
template<E e, F f, int* p, void (*fp)(int), int C::*mp> __global__ void k6() {}
__device__ int gv; __device__ void gf(int) {}
template __global__ void k6<E::b, fa, &gv, gf, &C::z>();
template __global__ void k6<E::a, fa, nullptr, nullptr, nullptr>();
template<class T> __global__ void k9(T a, decltype(sizeof(T) + T::x) *q, typename a::b::X<T>::template Y<int>::t z) {}
struct HX { enum { x = 3 }; }; template __global__ void k9<HX>(HX, unsigned long*, int);
namespace n1 { struct P { int a; struct Q { int b; }; }; template<class T, int N> struct A { T d[N]; struct In { T z; }; template<class U> struct Y { U u; }; 
  __device__ __noinline__ T sum(const A &o, In i, A<float, 2> *p) { return d[0] + o.d[1]; } static __device__ __noinline__ T st(A, P::Q) { return T(); } }; 
  __global__ void kk(P *a, P::Q *b, const P &c, A<int,3> d, A<int,3>::In e, A<int,3>::Y<P> *f, P (*g)(P, P*), const volatile int *h, int P::*i, int (P::*j)(P) const) { a->a = d.sum(d, e, 0) + A<double,1>::st({}, {}); } }

__global__ void k10(char a, signed char b, unsigned char c, short d, unsigned short e, unsigned f, long g, unsigned long h, long long i, unsigned long long j, float k, double l, bool m, wchar_t n, char16_t o, char32_t p, decltype(nullptr) q, __int128 r, unsigned __int128 s) {}
__global__ void k11(int a[3], int (*b)[3], int (&c)[2][3], int f(int), void (*g)(int, ...), const char *const *h, int *__restrict__ i) {}
template<class T> __device__ __noinline__ auto g1(T t, int x) -> decltype(t.foo(x) + t->bar) { return 1; }
template<class T, class U> __device__ __noinline__ auto g2(T t, U u) -> decltype((T)u * static_cast<T>(u) + T(u) - -t) { return t*t + t + t; }
template<class... T> __device__ __noinline__ auto g3(T... t) -> tup<decltype(t + 1)..., int[sizeof...(T)]> { return {}; }
template<class... T> __device__ __noinline__ int g4(tup<T*...>, T&... t) { return sizeof...(t); }
template<int N, class T> __device__ __noinline__ T g5(T (&a)[N + 1], T (&b)[N * 2 - (N << 1) + 3]) { return a[N]; }
template<class T> __device__ __noinline__ typename T::template R<int>::type g6(T, typename T::type *) { return 1; }
struct HR { typedef char type; template<class T> struct R { typedef T type; }; };
template<class R, class... A> __device__ __noinline__ R g7(R (*f)(A...), A... a) { return f(a...); }
__device__ __noinline__ int fun2(int a, float b) { return a + b; }
template<class T> __device__ __noinline__ bool g8(T a, bool (T::*p)() const = nullptr, int q = sizeof(T)) { return true; }
template<bool B> struct BB {}; template<class T> __device__ __noinline__ int g9(BB<(sizeof(T) > 4 || !T(1))> b, T t) { return 1; }
template<class T, T v, T... w> __device__ __noinline__ T g10() { return v; }
__global__ void k12(int *p) { int a3[3], a4[4]; p[0] = (int)g2(3, 2.0f); g3(1, 2.0f); tup<int*,float*> t; float fl; g4(t, p[0], fl); p[1] = g5<2>(a3, a3) + g6(HR(), (char*)0) + g7(fun2, 1, 2.0f) + g8(C(1)) + g9(BB<true>(), 1L) + g10<int, 3, 4, 5>() + g10<char, 'a'>() + g10<bool, true, false>(); }
