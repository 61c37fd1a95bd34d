// SPDX-License-Identifier: Apache-2.0
// Constants that an extended lambda names in constant expressions only, in another lambda: gcc takes the name for what that has captured.
// REQUIRES: g++
// RUN: cuprum nvcc -std=c++17 --extended-lambda -arch=sm_90 -c %s -o %t.o && echo fine
// CHECK: fine
template <class F> __global__ void run(F f, long *out) { *out = f(2); }
template <long N> struct Fixed { static constexpr long value = N; };
void captured(long *out) {
    constexpr long label = 17, size = 9;
    auto around = [&](long seed) {
        run<<<1, 1>>>([=, next = label + 1] __device__(long v) { return v == label ? 1 : next + Fixed<label>::value; }, out);
        run<<<1, 1>>>([=] __host__ __device__(long v) {
            switch (v) {
            case label: return seed;
            default: return Fixed<size>::value + (long)sizeof(label);
            }
        }, out);
        run<<<1, 1>>>([=] __device__(long v) { return Fixed<size>::value; }, out);
        return &size; // an odr-use: the lambda around captures it
    };
    around(1);
    [](long *to) { run<<<1, 1>>>([=] __device__(long) { return Fixed<3>::value; }, to); }(out);
}
void not_captured(long *out) {
    constexpr long size = 5;
    [](long *to) { run<<<1, 1>>>([=] __device__(long) { return Fixed<size>::value; }, to); }(out); // nothing can hand it on, nor need it
}
