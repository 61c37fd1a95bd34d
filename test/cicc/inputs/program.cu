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
    puts("linked");
}
