// SPDX-License-Identifier: Apache-2.0
// Bodies that are instantiated to evaluate bodies, twice in each, with classes of their own: without end.
// (In the default depth another limit may end it first, the C stack's too.)
// EXIT: 1
// RUN: cuprum --default-device --syntax-only --check-all %s 2>&1
// CHECK: error: {{declarations are nested too deeply|excessive recursion at instantiation}}
template <class T> constexpr int function(T t) {
    struct Local {};
    static_assert(function(Local()) == 1, "");
    struct Other {};
    static_assert(function(Other()) == 1, "");
    return 1;
}
__device__ int value = function(1);
