// SPDX-License-Identifier: Apache-2.0
// What a capture default captures, and where it lies, is the same on both sides: constants that are
// used as objects, late or early; constants of generic lambdas; what a nested lambda needs;
// structured bindings, members and packs; what a discarded statement names.
// REQUIRES: g++, %B/lib/cuprum/libcudart.so.13
// TIMEOUT: 90
// RUN: cuprum build --no-toolkit -std=c++20 -arch=sm_90 --extended-lambda %s -o %t.exe && cuprum exec %t.exe
// CHECK: first 42 7
// CHECK: late 7 42 49
// CHECK: generic 8 6
// CHECK: nested 3 11 5
// CHECK: bindings 2 1 9
// CHECK: this 20 7 21
// CHECK: pack 6 7 4
// CHECK: pack 0 7 4
// CHECK: discarded 7 4
// CHECK: discarded 12 4
// CHECK: reference 77 7
#include <cstdio>
#include <new>

template <class F> __global__ void run(F f, long *o) { f(o); }
__host__ __device__ inline long object(const long &x) { return x; }

static long *values;
static void show(const char *what, int n) {
    long host[3];
    cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s", what);
    for (int i = 0; i < n; i++) printf(" %ld", host[i]);
    puts("");
}

static void constants(long seven) {
    const long c = 42;
    run<<<1, 1>>>([=] __device__(long *o) { o[0] = object(c), o[1] = seven; }, values);
    show("first", 2);
    run<<<1, 1>>>([=] __host__ __device__(long *o) {
        o[2] = c;
        o[0] = seven;
        const long *p = &c;
        o[1] = *p;
        o[2] += seven;
    }, values);
    show("late", 3);
    const short eight = 8;
    char six = 6;
    run<<<1, 1>>>([=] __device__(auto *o) { o[0] = eight, o[1] = six; }, values);
    show("generic", 2);
}

static void nested(char five) {
    constexpr long three = 3;
    const int eleven = five + 6;
    run<<<1, 1>>>([=] __device__(long *o) {
        auto inner = [=](auto x) { return object(three) + x; };
        o[0] = inner(0l);
        [&] { o[1] = eleven; }();
        o[2] = five;
    }, values);
    show("nested", 3);
}

struct Two {
    char a;
    long b;
};
static void bindings(short nine) {
    auto [one, two] = Two{1, 2};
    run<<<1, 1>>>([=] __device__(long *o) { o[0] = two, o[1] = one, o[2] = nine; }, values);
    show("bindings", 3);
}

struct Member {
    int pad = 1;
    long m = 20;
    void launch(short seven) {
        const long c = 1;
        run<<<1, 1>>>([=, *this] __device__(long *o) { o[1] = seven, o[0] = m, o[2] = object(c) + m; }, values);
        show("this", 3);
    }
};

template <class... A> static void pack(long seven, A... as) {
    const char four = 4;
    run<<<1, 1>>>([=] __device__(long *o) { o[0] = (as + ... + 0), o[1] = seven, o[2] = object(four); }, values);
    show("pack", 3);
}

template <class T> static void discarded(long seven, char twelve) {
    short four = 4;
    run<<<1, 1>>>([=] __device__(long *o) {
        if constexpr (sizeof(T) == 8)
            o[0] = seven;
        else
            o[0] = twelve;
        o[1] = four;
    }, values);
    show("discarded", 2);
}

constexpr long constant = 77;
static void reference(long seven) {
    constexpr const long &r = constant;
    run<<<1, 1>>>([=] __device__(long *o) { o[0] = r, o[1] = seven; }, values);
    show("reference", 2);
}

int main() {
    cudaMalloc(&values, 3 * sizeof(long));
    constants(7);
    nested(5);
    bindings(9);
    Member().launch(7);
    pack(7, 1, 2l, (short)3);
    pack(7);
    discarded<long>(7, 12);
    discarded<int>(7, 12);
    reference(7);
    return cudaDeviceSynchronize() != cudaSuccess;
}
