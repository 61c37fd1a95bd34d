// SPDX-License-Identifier: Apache-2.0
// cuda/std bitset, expected, mdspan, inplace_vector of our own.
// RUN: sh %S/own.sh %s --grid=1 --block=1 buf:i32:300:zero
// TIMEOUT: 180
#include <cuda/std/bitset>
#include <cuda/std/expected>
#include <cuda/std/mdspan>
#include <cuda/std/inplace_vector>
#include <cuda/std/ccomplex>
namespace s = cuda::std;
struct D { int *p; __device__ D(int *q) : p(q) { ++*p; } __device__ D(const D &d) : p(d.p) { ++*p; } __device__ D &operator=(const D &) { *p += 10; return *this; } __device__ ~D() { *p += 100; } };
__device__ s::expected<int, float> halve(int v) { if (v & 1) return s::unexpected<float>(v * 0.5f); return v / 2; }
__global__ void k(int *p) {
  int n = 0; 
#define P(...) p[n++] = (int)(__VA_ARGS__)
  s::bitset<100> b(5); b.set(70); b.flip(1); P(b.count()); P(b[70]); P(b.test(3)); P((b << 30).count()); P((b >> 65).to_ullong()); P((~b).count()); P((b & s::bitset<100>(4)).any()); b[99] = true; P(b.all() + b.none() * 2 + b.any() * 4); P(((b << 3) >> 3) == b); P((b ^ b).none()); b.reset(70); P(b.size() + b.count()); 
  auto e = halve(8); P(e.has_value()); P(*e); auto f = halve(7); P(f.error() * 10); P(f.value_or(3)); P(e.and_then(halve).value()); P(e.transform([](int x) { return x * 3; }).value()); P(f.or_else([](float) { return halve(20); }).value()); P(f.transform_error([](float x) { return (int)(x * 4); }).error()); P(e == halve(8)); e = halve(5); P(e.has_value());
  int a[60]; for (int i = 0; i < 60; i++) a[i] = i;
  s::mdspan<int, s::extents<int, 3, s::dynamic_extent>> m(a, 5); P(m(1, 2)); P(m.extent(0) * 10 + m.extent(1)); P(m.stride(0) * 10 + m.stride(1)); P(m.size());
  s::mdspan<int, s::dextents<int, 3>, s::layout_left> l(a, 3, 4, 5); P(l(1, 2, 3)); P(l.stride(2)); P(l.rank() + l.rank_dynamic()); m(2, 4) = 77; P(a[14]);
  s::mdspan<int, s::dextents<int, 2>, s::layout_stride> st(a, s::layout_stride::mapping<s::dextents<int, 2>>(s::dextents<int, 2>(3, 4), s::array<int, 2>{10, 2})); P(st(2, 3)); P(st.mapping().required_span_size()); s::mdspan q(a, 4, 5); P(q(3, 2)); s::mdspan<int, s::extents<int, 6>> o(a); P(o[5] + o(2)); s::array<int, 2> ix{1, 1}; P(q[ix]);
  s::inplace_vector<int, 8> v{3, 1, 2}; v.push_back(9); v.emplace_back(4); P(v.size()); P(v[3] + v.back()); v.erase(v.begin() + 1); P(v[1]); v.insert(v.begin(), 7); P(v.front() * 10 + v[1]); P(v.try_push_back(1) != nullptr); v.pop_back(); v.resize(8, 5); P(v.try_push_back(1) == nullptr); P(v.capacity()); int sum = 0; for (int x : v) sum = sum * 2 + x; P(sum);
  int cnt = 0; { s::inplace_vector<D, 4> d; d.emplace_back(&cnt); d.push_back(d[0]); auto d2 = d; d2.pop_back(); d.erase(d.begin()); } P(cnt);
  p[200] = n;
}
