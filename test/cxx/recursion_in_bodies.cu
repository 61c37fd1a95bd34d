// SPDX-License-Identifier: Apache-2.0
// Bodies that are instantiated to evaluate bodies, twice in each, with classes of their own: without end.
// RUN: cuprum --default-device --syntax-only --check-all %s
template <class T> constexpr int function(T t) {
    struct Local {}; // ERROR: declarations are nested too deeply
    static_assert(function(Local()) == 1, "");
    struct Other {}; // ERROR: declarations are nested too deeply
    static_assert(function(Other()) == 1, ""); // ERROR: no instance of function template
    return 1;
}
__device__ int value = function(1);
