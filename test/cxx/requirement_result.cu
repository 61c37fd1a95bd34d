// SPDX-License-Identifier: Apache-2.0
// Behind the arrow of a compound requirement stands a concept, not a type; the mistake is reported
// although the requirement is only substituted.
// RUN: cuprum %s --syntax-only -std=c++20
namespace good {
template <class T> concept any = true;
template <class T, class U> concept is = __is_same(T, U);
}
template <class T> concept Plain = requires(T a) {
    { a + 1 } -> int; // ERROR: expected a concept name
};
template <class T> concept Late = requires(T a) {
    { a.absent } noexcept -> typename T::type; // ERROR: expected a concept name
};
template <class T> concept Right = requires(T a) {
    { a + 1 } -> good::is<T>;
    { a } noexcept -> ::good::any;
    { a };
};
namespace apart {
template <class T> concept Named = true;
}
template <class T> struct Named {};
template <class T> requires requires(T t) {
    { t } -> Named;
} __device__ void asks(T); // NOTE: "Named" is not a concept
__global__ void k(bool *p) {
    asks(1); // ERROR: no instance
    p[0] = Plain<int>;
    p[1] = Late<int>;
    static_assert(Right<int>);
}
