// SPDX-License-Identifier: Apache-2.0
// cuda/std array, tuple, limits and the C library of our own.
// RUN: sh %S/own.sh %s --grid=1 --block=1 buf:i32:16:zero buf:u8:32:zero
// TIMEOUT: 180
#include <cuda/std/array>
#include <cuda/std/tuple>
#include <cuda/std/limits>
#include <cuda/std/cstddef>
#include <cuda/std/cstdint>
#include <cuda/std/cstdlib>
#include <cuda/std/cstring>
#include <cuda/std/climits>
#include <cuda/std/cfloat>
#include <cuda/std/cassert>
#include <cuda/std/ctime>
#include <stdio.h>


namespace s = cuda::std;
struct E {};
static_assert(s::numeric_limits<int>::max() == 2147483647 && s::numeric_limits<int>::digits10 == 9);
static_assert(s::numeric_limits<unsigned char>::digits10 == 2 && s::numeric_limits<long>::digits10 == 18 && s::numeric_limits<unsigned long>::digits10 == 19 && s::numeric_limits<short>::digits10 == 4&& s::numeric_limits<unsigned int>::digits10 == 9);
static_assert(s::numeric_limits<float>::epsilon() == FLT_EPSILON && s::numeric_limits<double>::lowest() == -DBL_MAX);
static_assert(s::numeric_limits<const float>::infinity() > FLT_MAX && !s::numeric_limits<E>::is_specialized);
static_assert(s::array<int, 3>{1, 2, 3}[1] == 2);
static_assert(s::get<1>(s::tuple<int, char, long>(1, 2, 3)) == 2);
static_assert(s::tuple_size_v<s::tuple<int, char>> == 2 && s::is_same_v<s::tuple_element_t<1, const s::tuple<int, char>>, const char>);
static_assert(s::tuple_cat(s::tuple<int, int>(1, 2), s::make_pair(3, 4), s::array<int, 1>{5}) == s::make_tuple(1, 2, 3, 4, 5));
static_assert(s::apply([](int a, int b) { return a * b; }, s::make_tuple(6, 7)) == 42);
static_assert(sizeof(s::tuple<int, E>) == 4);

static_assert(!s::is_convertible_v<s::tuple<int>, s::tuple<int*>> && s::is_convertible_v<s::tuple<int>, s::tuple<long>>);

static_assert(s::to_integer<int>(s::byte{5} << 1) == 10);
__global__ void k(int *p, char *c) {
  s::array<int, 4> a{{4, 3, 2, 1}}; 
  int sum = 0; for (int v : a) sum = sum * 10 + v;
  s::tuple<int, float, char> t(1, 2.5f, 'c');
  auto [x, y, z] = t; auto &[u, v, w] = t; u = 9;
  int q; float r; s::tie(q, r, s::ignore) = t;
  p[0] = sum; p[1] = x + y + z; p[2] = q + r + s::get<char>(t);
  s::tuple<int &> ref(p[3]); ref = s::tuple<int>(77); s::array b{1, 2, 3}; p[4] = (b < s::array{1, 2, 4}) + s::get<2>(b);
  auto [i, j, l] = b; p[5] = i + j + l; s::swap(t, t); s::tuple<> nothing; (void)nothing; a.fill(5); p[6] = a.back() + a.at(2);
  s::memcpy(c, "hi", 3); p[7] = 2 + s::div(7, 2).quot + s::abs(-4L);
  const auto ct = t; const auto &[cx, cy, cz] = ct; p[8] = cx; p[9] = s::make_from_tuple<s::pair<int,int>>(s::make_tuple(3, 4)).second;
  s::tuple<s::tuple<int>> nested(s::tuple<int>(3)); p[10] = s::get<0>(s::get<0>(nested));
  printf("%d\n", p[10]);
}
