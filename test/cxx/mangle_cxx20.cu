// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum -std=c++20 %s -o -
// Names of constrained templates and class-type arguments as cicc of CUDA 13.0 writes them
// (nvcc -std=c++20 -ptx): constraints are no part of a name.
// CHECK-DAG: {{^}}{{.*}} _Z2fr1ZIiE(
// CHECK-DAG: {{^}}{{.*}} _Z2k1IiEvT_(
// CHECK-DAG: {{^}}{{.*}} _Z2k2IiEvT_(
// CHECK-DAG: {{^}}{{.*}} _Z2k3IiEvT_(
// CHECK-DAG: {{^}}{{.*}} _Z2k4IiEvT_(
// CHECK-DAG: {{^}}{{.*}} _Z2k5IiEvT_(
// CHECK-DAG: {{^}}{{.*}} _Z2k6IicEvT_PT0_(
// CHECK-DAG: {{^}}{{.*}} _Z2k7ILi5EEvv(
// CHECK-DAG: {{^}}{{.*}} _Z2k8IJilEEvDpT_(
// CHECK-DAG: {{^}}{{.*}} _Z3k10IXtl1PLi0ELc0EEEEvv(
// CHECK-DAG: {{^}}{{.*}} _Z3k10IXtl1PLi1ELc2EEEEvv(
// CHECK-DAG: {{^}}{{.*}} _Z3k11ILd3ff8000000000000EEvv(
// CHECK-DAG: {{^}}{{.*}} _Z3k12IXtl2fstlA4_cLc97ELc98ELc99ELc0EEEEEvv(
// CHECK-DAG: {{^}}{{.*}} _Z3k13IiEvT_(
// CHECK-DAG: {{^}}{{.*}} _Z3k14v(
// CHECK-DAG: {{^}}{{.*}} _Z3k16IXadL_ZN1Q1xEEEEvv(
// CHECK-DAG: {{^}}{{.*}} _Z3k17IXtl1RadL_Z2gvEEEEvv(
// CHECK-DAG: {{^}}{{.*}} _Z3k18IXtl1Udi1fLf3f800000EEEEvv(
// CHECK-DAG: {{^}}{{.*}} _Z3k7bILi5EEvv(
// CHECK-DAG: {{^}}{{.*}} _ZN1SIiE1fEv(
// CHECK-DAG: {{^}}{{.*}} _ZN1SIiE1gIlEEvT_(
// CHECK-DAG: {{^}}{{.*}} _ZZ3k14vENKUlT_E0_clIiEEDaS_(
// CHECK-DAG: {{^}}{{.*}} _ZZ3k14vENKUlT_E_clIiEEDaS_(
template<class T> concept C = sizeof(T) >= 4;
template<class T, class U> concept D = sizeof(T) >= sizeof(U);
template<C T> __global__ void k1(T) {}
template<class T> requires C<T> __global__ void k2(T) {}
template<class T> __global__ void k3(T) requires C<T> {}
__global__ void k4(auto x) {}
__global__ void k5(C auto x) {}
__global__ void k6(D<char> auto x, auto *y) {}
template<C auto N> __global__ void k7() {}
template<auto N> __global__ void k7b() {}
template<C... Ts> __global__ void k8(Ts...) {}
template<class T> __global__ void k9(int (*)[requires { typename T::x; } ? 1 : 2]) {}
template<class T> struct S { void __device__ f() requires C<T>; template<C U> __device__ void g(U) requires D<U,T>; };
template<class T> __device__ __noinline__ void S<T>::f() requires C<T> { asm volatile("membar.gl;"); }
template<class T> template<C U> __device__ __noinline__ void S<T>::g(U) requires D<U,T> { asm volatile("membar.gl;"); }
template<class T> requires (C<T> || D<T,int>) && (sizeof(T) < 100) struct Z { __device__ __noinline__ friend void fr(Z) requires C<T> {asm volatile("membar.gl;");} };
struct P { int a; char b; };
template<P p> __global__ void k10() {}
template<double d> __global__ void k11() {}
struct fs { char s[4]; constexpr fs(const char (&a)[4]) { for (int i=0;i<4;i++) s[i]=a[i]; } };
template<fs p> __global__ void k12() {}
template<class T> __global__ void k13(T) requires requires(T t) { t + 1; } {}
__global__ void k14() { auto l = []<class T>(T x) __attribute__((noinline)) { asm volatile("membar.gl;"); return x; }; l(1); auto l2 = [](C auto x) __attribute__((noinline)) { asm volatile("bar.sync 0;"); return x; }; l2(1); 
 S<int> s; s.f(); s.g(3L); Z<int> z; fr(z); }
template<class T> C auto k15(T t) { return t; }
template __global__ void k1<int>(int);
template __global__ void k2<int>(int);
template __global__ void k3<int>(int);
template __global__ void k4<int>(int);
template __global__ void k5<int>(int);
template __global__ void k6<int,char>(int,char*);
template __global__ void k7<5>();
template __global__ void k7b<5>();
template __global__ void k8<int,long>(int,long);
template __global__ void k10<P{1,2}>();
template __global__ void k10<P{0,0}>();
template __global__ void k11<1.5>();
template __global__ void k12<"abc">();
template __global__ void k13<int>(int);
struct Q { int x; }; 
template<int Q::* p> __global__ void k16() {}
template __global__ void k16<&Q::x>();
__device__ int gv; struct R { int *p; }; template<R r> __global__ void k17(){}
template __global__ void k17<R{&gv}>();
union U { int a; float f; }; template<U u> __global__ void k18(){}
template __global__ void k18<U{.f=1.0f}>();
