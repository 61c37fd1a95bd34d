// SPDX-License-Identifier: Apache-2.0
// cuda/std/algorithm of our own. (libstdc++ gives the same numbers.)
// RUN: sh %S/own.sh %s --alone --grid=1 --block=1 buf:i32:1000:zero
// CHECK: arg 0: 1000 x i32 fnv1a64 3edd95bb07e49636
// TIMEOUT: 180
#include <cuda/std/algorithm>
#include <cuda/std/array>
namespace s = cuda::std;
__global__ void k(int *p) {
  int n = 0; 
#define P(...) p[n++] = (int)(__VA_ARGS__)
  int a[30], b[60], c[60]; for (int i = 0; i < 30; i++) a[i] = (i * 17 + 3) % 23; 
#define ALL(x, k) for (int i = 0; i < k; i++) P(x[i]);
  P(s::remove_copy(a, a + 30, b, 5) - b); ALL(b, 28) P(s::replace_copy(a, a + 30, b, 3, 99) - b); ALL(b, 30) s::reverse_copy(a, a + 30, b); ALL(b, 5) s::rotate_copy(a, a + 7, a + 30, b); ALL(b, 30) P(s::unique_copy(a, a + 30, b) - b);
  auto pc = s::partition_copy(a, a + 30, b, c, [](int x) { return x > 10; }); P(pc.first - b); ALL(b, 10) ALL(c, 10)
  s::sort(a, a + 30); P(s::partition_point(a, a + 30, [](int x) { return x < 12; }) - a); P(s::find_end(a, a + 30, a + 2, a + 4) - a); P(s::search_n(a, a + 30, 2, 3) - a); for (int i = 0; i < 30; i++) b[i] = a[29 - i]; P(s::is_permutation(a, a + 30, b)); b[0]++; P(s::is_permutation(a, a + 30, b));
  int x[] = {1, 2, 2, 4, 6, 8}, y[] = {2, 3, 4, 4, 8, 9, 10}; P(s::includes(x, x + 6, x + 1, x + 3)); P(s::includes(x, x + 6, y, y + 2)); P(s::set_union(x, x + 6, y, y + 7, c) - c); ALL(c, 10) P(s::set_intersection(x, x + 6, y, y + 7, c) - c); ALL(c, 3) P(s::set_difference(x, x + 6, y, y + 7, c) - c); ALL(c, 3) P(s::set_symmetric_difference(x, x + 6, y, y + 7, c) - c); ALL(c, 7) P(s::merge(x, x + 6, y, y + 7, c) - c); ALL(c, 13)
  int z[] = {1, 2, 3, 4}; int cnt = 0; while (s::next_permutation(z, z + 4)) cnt = cnt * 3 + z[0] * 2 + z[3]; P(cnt); P(z[0]); P(s::prev_permutation(z, z + 4)); ALL(z, 4) s::make_heap(c, c + 13); P(s::is_heap(c, c + 13)); s::push_heap(c, c + 13); 
  for (int i = 0; i < 30; i++) a[i] = (i * 17 + 3) % 23 * 100 + i; s::stable_sort(a, a + 30, [](int u, int v) { return u / 300 < v / 300; }); ALL(a, 30) for (int i = 0; i < 30; i++) a[i] = (i * 17 + 3) % 29; s::nth_element(a, a + 11, a + 30); P(a[11]); P(*s::max_element(a, a + 11) <= a[11]); P(*s::min_element(a + 11, a + 30) == a[11]);
  P(s::adjacent_find(x, x + 6) - x); P(s::find_first_of(x, x + 6, y + 1, y + 3) - x); P(s::lexicographical_compare(x, x + 6, y, y + 7)); P(s::is_partitioned(x, x + 6, [](int v) { return v < 3; })); auto er = s::equal_range(x, x + 6, 2); P((er.second - er.first) * 10 + (er.first - x)); s::copy_backward(x, x + 3, x + 5); ALL(x, 6) s::generate_n(c, 4, [&] { return cnt++ % 7; }); ALL(c, 4) P(s::count(y, y + 7, 4)); s::for_each(y, y + 7, [](int &v) { v++; }); ALL(y, 7) s::replace_if(y, y + 7, [](int v) { return v > 8; }, 0); ALL(y, 7) s::fill_n(y, 2, 5); ALL(y, 3) P(s::none_of(y, y + 7, [](int v) { return v > 8; }));
  p[990] = n;
}
