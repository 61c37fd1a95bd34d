// SPDX-License-Identifier: Apache-2.0
// Packs of template template parameters are deduced [temp.deduct.type]/8, and named as NVIDIA's compiler does.
// RUN: cuprum --syntax-only --check-all %s
// RUN[NAMES]: cuprum -o - %s | grep entry | sort
// NAMES: _Z1fIJ2A12A2EEv1CIJT_EE(
// NAMES: _Z1gI2A1J2A2EEv1CIJT_T0_EES2_IJS4_S3_EE(
// NAMES: _Z1hIJ2A22A1EEv1CIJS1_T_EEDpS3_IiE(
template <template <class> class... P> struct C { int v; }; template <class T> struct A1 {}; template <class T> struct A2 {};
template <template <class> class... Ps> __global__ void f(C<Ps...> k) { }
template <template <class> class P, template <class> class... Ps> __global__ void g(C<P, Ps...> k, C<Ps..., P> l) { }
template <template <class> class... Ps> __global__ void h(C<A1, Ps...> k, Ps<int>... q) { }
void host() { f<<<1,1>>>(C<A1, A2>{}); g<<<1,1>>>(C<A1, A2>{}, C<A2, A1>{}); h<A2><<<1,1>>>(C<A1, A2>{}, A2<int>{}); h<<<1,1>>>(C<A1, A2, A1>{}, A2<int>{}, A1<int>{}); f<<<1,1>>>(C<>{}); }
struct F { template <template <class> class... Ps> int operator()(C<Ps...> &k) const; template <template <class> class... Ps> int g(C<Ps...> &k) const; };
template <template <class> class... Ps> int ff(C<Ps...> &k) { return 1; }
template <class T> struct cnt; template <template <class> class... P> struct cnt<C<P...>> { static constexpr int n = sizeof...(P); };
C<A1, A2> c; int a = ff(c); int b = F{}(c); int d = F{}.g(c); static_assert(cnt<C<A1, A2>>::n == 2);
