// SPDX-License-Identifier: Apache-2.0
// Defaulted comparisons that are deleted or of a wrong form, and <=> of types that have none [class.compare].
// RUN: cuprum --syntax-only -std=c++20 --check-all %s
// REQUIRES: <compare>
#include <compare>
struct None {};
struct Has {
    None n;
    bool operator==(const Has &) const = default; // NOTE: declared here
};
__device__ bool f(Has a, Has b) { return a == b; } // ERROR: function "bool Has::operator==(const Has &) const" cannot be referenced -- it is a deleted function
struct BadForm {
    bool operator==(BadForm &) const = default; // ERROR: cannot be defaulted
    int operator==(int) = default; // ERROR: cannot be defaulted
};
__device__ bool g(int a, unsigned b, bool c) {
    auto r = a <=> b; // ERROR: no operator "<=>" matches these operands
    return (c <=> a) == 0; // ERROR: no operator "<=>" matches these operands
}
