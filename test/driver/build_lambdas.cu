// SPDX-License-Identifier: Apache-2.0
// Kernels that lambdas are arguments of, in namespaces, unnamed ones, classes and templates, with each host compiler: the program
// finds its kernels whatever that compiler calls them.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 60
// RUN: cuprum build --no-toolkit --extended-lambda -ccbin g++ -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// RUN: cuprum nvcc --extended-lambda -ccbin g++ -O2 -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// RUN: cuprum build --no-toolkit --extended-lambda -rdc=true -ccbin g++ -arch=sm_90 %s -o %t.exe && cuprum exec %t.exe
// The text alone, by names:
// RUN: cuprum nvcc --extended-lambda -ccbin g++ -arch=sm_90 -cuda %s -o %t.ii && g++ -x c++-cpp-output %t.ii -x none %B/lib/cuprum/libcudart.so.13 -Wl,-rpath,%B/lib/cuprum -o %t.exe && cuprum exec %t.exe
// CHECK: 1 2 3 4 5 6 7 8 9
#include <cstdio>
template <class F> __global__ void global(F f, int *o) { f(o); }
namespace outer {
template <class F> __global__ void external(F f, int *o) { f(o); }
template <class F> static __global__ void own(F f, int *o) { f(o); }
namespace {
template <class F, class... Rest> __global__ void unnamed(int *o, F f, Rest... rest) { f(o); }
}
template <class T> struct Box {
    T value;
    template <class U> void member(U more, int *o) const {
        T v = value;
        external<<<1, 1>>>([=] __device__(int *p) { *p = v + more; }, o);
    }
};
} // namespace outer
static int got(int *d) {
    int h;
    cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
    return h;
}
int main() {
    int *d, k = 0;
    cudaMalloc(&d, sizeof *d);
    auto unused = [](int *) {};
    unused(nullptr);
    global<<<1, 1>>>([=] __device__(int *o) { *o = k + 1; }, d);
    printf("%d ", got(d));
    outer::external<<<1, 1>>>([=] __device__(int *o) { *o = k + 2; }, d);
    printf("%d ", got(d));
    outer::own<<<1, 1>>>([=] __device__(int *o) { *o = k + 3; }, d);
    printf("%d ", got(d));
    outer::unnamed<<<1, 1>>>(d, [=] __device__(int *o) { *o = k + 4; });
    printf("%d ", got(d));
    outer::unnamed<<<1, 1>>>(d, [=] __device__(int *o) { *o = k + 5; }, 'c', 1.0);
    printf("%d ", got(d));
    outer::Box<int>{2}.member(4, d);
    printf("%d ", got(d));
    outer::Box<short>{3}.member(4L, d);
    printf("%d ", got(d));
    auto two = [=] __device__(int *o) { *o = k + 8; }; auto three = [=] __device__(int *o) { *o = k + 9; };
    global<<<1, 1>>>(two, d);
    printf("%d ", got(d));
    global<<<1, 1>>>(three, d);
    printf("%d\n", got(d));
}
