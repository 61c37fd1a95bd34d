// SPDX-License-Identifier: Apache-2.0
// cuda/std/type_traits and utility of our own.
// RUN: cuprum --no-toolkit %s -o -
// RUN: cuprum --no-toolkit %s -std=c++20 -o -
// CHECK: st.global.u32 [%rd2], 10;
// CHECK: st.global.u32 [%rd2+4], 43;
// CHECK: st.global.u32 [%rd2+8], 13;
#include <cuda/std/utility>
namespace s = cuda::std;
struct E{}; enum X{a}; enum class Y{b}; struct V{virtual ~V();}; struct F final{int i; F(int);}; 
static_assert(s::is_integral_v<const long> && !s::is_integral_v<float> && s::is_floating_point<double>::value);
static_assert(s::is_function_v<void(int)> && !s::is_function_v<int> && s::is_function<int()const>::value);
static_assert(s::is_same_v<s::decay_t<const int(&)[3]>, const int*> && s::is_same_v<s::decay_t<int()>, int(*)()>);
static_assert(s::is_same_v<s::common_type_t<int,long,char>, long> && s::is_same_v<s::common_type_t<const int&>, int>);
static_assert(s::is_same_v<s::make_unsigned_t<const long>, const unsigned long> && s::is_same_v<s::make_signed_t<Y>, int>);
static_assert(s::is_scoped_enum_v<Y> && !s::is_scoped_enum_v<X>);
static_assert(!s::is_trivially_destructible_v<V> && s::is_destructible_v<V> && s::is_trivially_destructible_v<E>);
static_assert(s::is_convertible_v<int,F> && !s::is_convertible_v<F,int> && s::is_convertible_v<void,void>);
static_assert(s::is_member_function_pointer_v<int (E::*)()> && s::is_member_object_pointer_v<int E::*>);
static_assert(s::is_invocable_r_v<int, int(*)(long), int> && !s::is_invocable_v<int(*)(long), E>);
static_assert(s::is_swappable_v<int> && s::rank_v<int[2][3]> == 2 && s::extent_v<int[2][3],1> == 3);
static_assert(s::cmp_less(-1, 1u) && s::in_range<unsigned char>(255) && !s::in_range<unsigned char>(-1));
static_assert(s::is_same_v<s::make_index_sequence<3>, s::index_sequence<0,1,2>>);
static_assert(s::is_signed_v<char> && !s::is_signed_v<E> && s::is_unsigned_v<bool>);
static_assert(s::conjunction_v<s::is_same<int,int>, s::is_void<void>>);
static_assert(s::is_same_v<s::add_pointer_t<void() const>, void() const>);
__global__ void k(int *p) {
  s::pair<int,float> q(1, 2.5f);
  auto [a, b] = q; const auto &[c, d] = q;
  s::pair<long,double> r = q; 
  p[0] = a + b + c + s::get<0>(r) + s::get<double>(r) + (r == q) + (s::make_pair(1,2) < s::make_pair(1,3));
  int x = 3, y = 4; s::swap(x, y); p[1] = x * 10 + y; p[2] = s::exchange(x, 9) + x;
}
