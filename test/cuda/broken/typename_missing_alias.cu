// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++17 %s
template <class T> struct Traits {
    using type = T;
};
template <class T> struct Holder {
    using B = Traits<T>;
    B::type value; // ERROR: use the "typename" keyword to treat nontype "type" as a type in a dependent context
};
__global__ void k(int *p) {
    Holder<int> h{3};
    *p = h.value;
}
