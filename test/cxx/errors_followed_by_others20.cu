// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
// Like errors_followed_by_others.cu, in C++20.
__device__ auto compare() { return 1 <=> 2; } // ERROR: the three-way comparison needs std::strong_ordering; include <compare>
constexpr int uninit() {
    int *p = new int;
    int r = *p; // NOTE: read of an uninitialized object
    delete p;
    return r;
}
constexpr int uninit1 = uninit(); // ERROR: expression must have a constant value
__device__ int last = undefined_name; // ERROR: identifier "undefined_name" is undefined
