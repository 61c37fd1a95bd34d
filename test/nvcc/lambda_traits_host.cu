// The traits of extended lambdas choose specialisations in host code: there they wait for the type.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -std=c++17 -arch=sm_90 --extended-lambda %s -o %t.exe && cuprum exec %t.exe
// RUN[BUILD]: cuprum build --no-toolkit -std=c++17 -arch=sm_90 --extended-lambda %s -o %t.b && cuprum exec %t.b
// TIMEOUT: 60
// CHECK: 1 1 0 5
// BUILD: 1 1 0 5
#include <cstdio>
#include <type_traits>

template <class F, class = void> struct RunsOnHost : std::true_type {};
template <class F>
struct RunsOnHost<F, std::enable_if_t<__nv_is_extended_device_lambda_closure_type(F)>> : std::false_type {};
template <class A, class B> struct Pair;
template <class A, class B>
constexpr bool both = __nv_is_extended_host_device_lambda_closure_type(Pair<A, B>);

template <class F> __global__ void run(int *p, F f) { f(p); }
// Takes the same kernel by either way, as the two halves differ in the trait.
template <class F, std::enable_if_t<RunsOnHost<F>::value, int> = 0> void start(int *p, F f) {
    run<<<1, 1>>>(p, f);
}
template <class F, std::enable_if_t<!RunsOnHost<F>::value, int> = 0> void start(int *p, F f) {
    run<<<1, 1>>>(p, f);
}

int main() {
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    start(p, [] __device__(int *q) { *q = 5; });
    cudaDeviceSynchronize();
    struct Incomplete;
    printf("%d %d %d %d\n", RunsOnHost<int>::value, RunsOnHost<Incomplete>::value, both<int, char>, *p);
}
