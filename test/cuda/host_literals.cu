// Literal operators that are templates launch kernels: a literal with a suffix calls them unnamed.
// RUN: cuprum -std=c++20 -arch=sm_90 %s -o - | grep entry | sort
// CHECK: _Z1kILi105EEvPi
// CHECK: _Z1kILi1EEvPi
// CHECK: _Z1kILi2EEvPi
// CHECK: _Z1kILi4EEvPi
// CHECK: _Z1kILi65EEvPi
template <int N> __global__ void k(int *p) { *p = N; }
void operator""_run(unsigned long long) { k<1><<<1, 1>>>(nullptr); }
template <char... C> void operator""_q() { k<(int)sizeof...(C) + 1><<<1, 1>>>(nullptr); }
struct Chars { char c[8]; constexpr Chars(const char *s) : c() { for (int i = 0; s[i]; i++) c[i] = s[i]; } };
template <Chars S> auto operator""_s() { return [] { k<S.c[0]><<<1, 1>>>(nullptr); }; }
namespace lits { template <char... C> int operator""_inner() { k<100 + (int)sizeof...(C)><<<1, 1>>>(nullptr); return 1; } }
template <class T> void deep() { using namespace lits; T x = 12345_inner; }
void twice(int x) { auto f = [=](auto y) { 1_q; }; f(x); }
int main() { 5_run; 123_q; "A"_s(); deep<int>(); }
