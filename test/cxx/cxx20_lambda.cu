// SPDX-License-Identifier: Apache-2.0
// Lambdas of C++20.
// RUN: cuprum --syntax-only -std=c++20 --expt-relaxed-constexpr --check-all --default-device %s
namespace t_lambda {
__device__ int f() {
  auto l = []<class T>(T a, T b) { return a + b; };
  auto m = []<int N>(int (&a)[N]) { return N; };
  auto n = []<class... T>(T... t) { return (0 + ... + t); };
  int arr[4]; 
  return l(1, 2) + m(arr) + n(1,2,3) + l.operator()<int>(1, 2.5f);
}
template<class T = decltype([](int x) { return x; })> struct D { T t; __device__ int g() { return t(3); } };
__device__ int g() { return D<>().g(); }
using L = decltype([](int a, int b) { return a < b; });
static_assert(L{}(1, 2)); L l1; L l2 = l1; 
template<class... T> __device__ int cap(T... t) { return [...x = t] { return (0 + ... + x); }() + [...t = t](int y) { return (y + ... + t); }(1) + [&...z = t] { return (0 + ... + z); }(); }
__device__ int h() { return cap(1, 2, 3); }
struct S { int v; __device__ int f() { auto a = [=, this] { return v; }; auto b = [=] { return v; }; auto c = [*this] { return v; }; return a() + b() + c(); } };
__device__ int k() { return S{1}.f(); }
__device__ void asg() { auto l = [] {}; l = l; decltype(l) m; m = l; }
static_assert(sizeof(decltype([] {})) == 1);
constexpr int q = [] { int s = 0; for (int i = 0; i < 4; i++) s += i; return s; }();
static_assert(q == 6);
__device__ int sb() { auto [a, b] = []{ struct R { int a, b; }; return R{1,2}; }(); auto l = [a, &b] { return a + b; }; return l(); }
__device__ int nx() { auto l = [](auto x) noexcept(sizeof(x) > 1) -> decltype(x) { return x; }; static_assert(noexcept(l(1)) && !noexcept(l('c'))); return l(2); }
template<class T> auto un(T t) -> decltype([](T x) { return x; }(t)) { return t; }
}
