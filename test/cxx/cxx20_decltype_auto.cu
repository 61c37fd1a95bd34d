// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -std=c++20 %s
// `Concept decltype(auto)` begins a declaration wherever `Concept auto` does [dcl.spec.auto].
namespace n {
template <class A, class B> concept same = __is_same(A, B);
template <class A> concept any = true;
} // namespace n
using n::same;
__device__ int global;
n::same<int> decltype(auto) initialised = 1;
__device__ n::same<int &> decltype(auto) result() {
    return (global);
}
__device__ int f() {
    same<int> auto a = 1;
    n::same<int> decltype(auto) b = 1;
    same<int &> decltype(auto) c = (global);
    n::any decltype(auto) d = (global);
    static_assert(__is_same(decltype(b), int) && __is_same(decltype(d), int &));
    same<int> decltype(auto) e = (global); // ERROR: deduced type "int &" does not satisfy concept "n::same"
    return a + b + c + d + result();
}
