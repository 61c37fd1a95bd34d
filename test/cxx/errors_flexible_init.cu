// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all %s
// Elements of a flexible array member: not of an automatic variable, not in another object.
struct F {
    int n;
    int a[];
};
struct I {
    int n;
    F f;
};
void host() {
    static F good = {1, {2}};
    (void)good;
    F l = {1, {2}}; // ERROR: too many initializer values
    (void)l;
    F m = {1};
    (void)m;
}
__device__ void device() {
    F l = {1, {2}}; // ERROR: too many initializer values
    (void)l;
}
F arr[2] = {{1, {2}}, {1, {3}}}; // ERROR: too many initializer values
I i = {1, {2, {3}}};             // ERROR: too many initializer values
F text = {1, {"x"}};             // ERROR: a value of type "const char [2]" cannot be used
F more = {1, {2}, 3};            // ERROR: too many initializer values
F temporary = F{1, {2}};         // ERROR: too many initializer values
