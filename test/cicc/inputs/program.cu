// SPDX-License-Identifier: Apache-2.0
// A program with every kind of thing that the host stub must name.
#include <cstdio>
struct P {
    int a;
    double b;
};
enum class Color : short { red, green };
namespace ns {
struct Q {
    char c;
};
template <class T, int N> struct W {
    T v[N];
};
namespace {
__global__ void unnamed(int x) {}
__device__ int unnamed_var;
} // namespace
inline namespace v1 {
template <class T> __global__ void in_namespace(const T a, W<T, 3> w) {}
__global__ void in_inline(Q q) {}
} // namespace v1
__constant__ float table[4];
} // namespace ns
static __global__ void internal(int, short, char, double) {}
__global__ void none() {}
__global__ void __launch_bounds__(128, 2)
    bounds(P p, const float *__restrict__ q, int (*fp)(int), Color c, P &r) {}
template <int N, Color C, class... Ts> __global__ void variadic(Ts... ts) {}
template <class T> __global__ void special(T *p) {}
template <> __global__ void special<char>(char *p) {}
template __global__ void special<double>(double *);
template <int *O, void (*F)(P &)> __global__ void addresses(int *p) {}
// the stub takes const classes by reference to const
__global__ void constants(const __grid_constant__ P p, const P q, const int i, P *const r) {}
template <class T> __global__ void constant(const __grid_constant__ T p, const T q) {}
template <class... T> __global__ void constant_pack(int, const T... t) {}
struct Friend {
    friend __global__ void friendly(Friend f, const Friend g);
};
__global__ void friendly(Friend f, const Friend g) {}
__global__ void odd(int a[3], const P b[2], int (&r)[4], int P::*m, decltype(nullptr) n) {}
enum Bits : unsigned { none_set, all_set = 0xffffffff };
template <bool B, char C, Bits S, Color K, long long L, unsigned U> __global__ void values() {}
__device__ int plain_var;
static __device__ double internal_var;
__managed__ int managed_var;
int host_object;
void host_function(P &) {}
extern "C" __global__ void c_name(unsigned long long *p, bool b) {}
template <class F> __global__ void call(F f, int *p) { *p = f(3); }
struct M {
    int m;
    template <class T> void trailing(T t, int *p) {
        auto f = [=] __device__(int i) -> int { return i + t; };
        call<<<1, 1>>>(f, p);
    }
    void both(int *p) const {
        int q = m;
        call<<<1, 1>>>([=] __host__ __device__(int i) { return i + q; }, p);
    }
};
namespace n1 {
template <class T> void two_lambdas(T t, int *p) {
    double d = 2;
    call<<<1, 1>>>([=] __device__(T i) { return (int)(i + t + d); }, p);
    call<<<1, 1>>>([=] __device__(T i) { return (int)(i + t + d * 2); }, p);
}
namespace {
void in_unnamed(int *p) {
    char c = 4;
    call<<<1, 1>>>([=] __host__ __device__(int i) mutable { return i + c; }, p);
}
} // namespace
} // namespace n1
int main() {
    int *p = nullptr;
    ns::unnamed<<<1, 1>>>(1);
    ns::in_namespace<<<1, 1>>>(1.f, ns::W<float, 3>{});
    ns::in_inline<<<1, 1>>>(ns::Q{});
    internal<<<1, 1>>>(1, 2, 3, 4.0);
    none<<<1, 1>>>();
    variadic<3, Color::green><<<1, 1>>>(1, 2.0, P{}, ns::Q{});
    variadic<-4, Color::red, int *, const char *><<<1, 1>>>(0, 0);
    special<<<1, 1>>>((char *)0);
    special<<<1, 1>>>((float *)0);
    addresses<&host_object, host_function><<<1, 1>>>(p);
    c_name<<<1, 1>>>(0, true);
    M m{2};
    m.trailing(1.5f, p);
    m.both(p);
    n1::two_lambdas<int>(2, p);
    n1::in_unnamed(p);
    int a[3] = {1, 2, 3};
    call<<<1, 1>>>([=] __device__(int i) { return a[i]; }, p);
    call<<<1, 1>>>([p, z = 4L] __device__(int i) { return (int)z; }, p);
    cudaMemcpyToSymbol(ns::table, a, 4);
    cudaMemcpyToSymbol(internal_var, a, 4);
    cudaMemcpyToSymbol(ns::unnamed_var, a, 4);
    cudaMemcpyToSymbol(managed_var, a, 4);
    P pp{};
    bounds<<<1, 1>>>(pp, nullptr, nullptr, Color::red, pp);
    constants<<<1, 1>>>(pp, pp, 1, &pp);
    constant<<<1, 1>>>(pp, pp);
    constant<<<1, 1>>>(1, 2);
    constant<const P><<<1, 1>>>(pp, pp);
    constant_pack<><<<1, 1>>>(1);
    constant_pack<<<1, 1>>>(1, pp, ns::Q{});
    friendly<<<1, 1>>>(Friend{}, Friend{});
    int four[4];
    odd<<<1, 1>>>(a, &pp, four, &P::a, nullptr);
    values<true, '\'', all_set, (Color)-7, -9223372036854775807LL - 1, 4294967295u><<<1, 1>>>();
    values<false, '\xff', none_set, (Color)77, 0, 0><<<1, 1>>>();
    puts("linked");
}
