// SPDX-License-Identifier: Apache-2.0
// Bodies that are instantiated to evaluate bodies, twice in each, with classes of their own: without end.
// RUN: cuprum --default-device --syntax-only --check-all %s -ftemplate-depth 40
template <class T> constexpr int function(T t) {
    struct Local {};
    static_assert(function(Local()) == 1, ""); // ERROR: excessive recursion at instantiation
    // ERROR@-1: no instance of function template
    struct Other {};
    static_assert(function(Other()) == 1, ""); // ERROR: no instance of function template
    return 1;
}
__device__ int value = function(1);
