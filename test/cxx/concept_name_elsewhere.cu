// SPDX-License-Identifier: Apache-2.0
// A variable template that has a concept's name in another scope is an atomic constraint, not a concept.
// RUN: cuprum -std=c++20 %s -o -
// CHECK: st.global.u32 {{.*}}, 5;
namespace a {
namespace detail {
template<typename T> constexpr inline bool number = false;
template<> constexpr inline bool number<float> = true;
} // namespace detail
template<typename E> requires detail::number<E> struct box;
template<typename T> concept number = detail::number<T>;
template<typename E> requires detail::number<E> struct box { static constexpr int value = 5; };
template<typename T> requires detail::number<T> && number<T> __device__ int pick(T) { return box<T>::value; }
__device__ int pick(...) { return 1; }
} // namespace a
static_assert(requires { a::box<float>::value; });
template<typename T> constexpr bool has = requires { typename a::box<T>; };
static_assert(has<float> && !has<int>);

__global__ void k(int *p) { *p = a::pick(1.0f); }
