// A specialization, written out, of a member of a class template is no template any more, and inline only if it says so: clang
// gives lambdas in it no number of the ABI.
// REQUIRES: g++, clang++-19, %B/lib/cuprum/libcudart.so.13
// RUN: cuprum nvcc --no-toolkit -arch=sm_90 --extended-lambda %s -o %t.exe && cuprum exec %t.exe
// RUN[CLANG]: cuprum nvcc --no-toolkit -ccbin clang++-19 -arch=sm_90 --extended-lambda %s -o %t.clang && cuprum exec %t.clang
// TIMEOUT: 60
// CHECK: 5 9 7 8 6
// CLANG: 5 9 7 8 6
#include <cstdio>

template <class F> __global__ void store(F f, int *o) { *o = f(); }
template <class F> int run(F f) {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    store<<<1, 1>>>(f, o);
    cudaDeviceSynchronize();
    int value = *o;
    cudaFree(o);
    return value;
}

template <class T> struct Table {
    int value() { return 0; }
    template <class U> int with(U) { return 0; }
    struct Row {
        int value() { return 0; }
    };
};
template <> int Table<char>::value() {
    auto l = [] __device__ { return 5; };
    return run(l);
}
template <> inline int Table<long>::value() {
    auto l = [] __device__ { return 9; };
    return run(l);
}
template <> int Table<int>::Row::value() { return run([] __device__ { return 7; }); }
template <> template <> int Table<int>::with(char) { return run([] __device__ { return 8; }); }
template <> struct Table<short> {
    int value();
};
int Table<short>::value() { return run([] __device__ { return 6; }); }

int main() {
    printf("%d %d %d %d %d\n", Table<char>().value(), Table<long>().value(), Table<int>::Row().value(), Table<int>().with('a'),
           Table<short>().value());
}
