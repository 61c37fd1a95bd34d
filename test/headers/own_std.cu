// SPDX-License-Identifier: Apache-2.0
// cuda/std of our own: algorithms, functions, iterators, optional, variant, span, numbers, time. (libstdc++ gives the same numbers.)
// RUN: sh %S/own.sh %s --alone --grid=1 --block=1 buf:i32:1000:zero buf:f32:4:zero
// CHECK: arg 0: 1000 x i32 fnv1a64 d5cfc377735d519c
// TIMEOUT: 180
#include <cuda/std/bit>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/numeric>
#include <cuda/std/numbers>
#include <cuda/std/span>
#include <cuda/std/optional>
#include <cuda/std/algorithm>
#include <cuda/std/string_view>
#include <cuda/std/variant>
#include <cuda/std/chrono>
#include <cuda/std/ratio>
#include <cuda/std/memory>
#include <cuda/std/initializer_list>
#include <cuda/std/concepts>
#include <cuda/std/new>
#include <cuda/std/source_location>
namespace s = cuda::std;
static_assert(s::popcount(7u) == 3 && s::countl_zero((unsigned char)1) == 7 && s::countr_zero(8ull) == 3 && s::bit_width(5u) == 3 && s::bit_ceil(5u) == 8 && s::bit_floor(5u) == 4 && s::has_single_bit(4u) && s::rotl((unsigned char)0x81, 1) == 3 && s::byteswap(0x12345678u) == 0x78563412);
static_assert(s::gcd(12, 18) == 6 && s::lcm(4, 6) == 12 && s::midpoint(2147483647, 2147483645) == 2147483646 && s::gcd(-12, 18L) == 6);
static_assert(s::is_same_v<s::ratio<4, 6>::type, s::ratio<2, 3>> && s::ratio_multiply<s::kilo, s::milli>::num == 1);
static_assert(s::chrono::duration_cast<s::chrono::seconds>(s::chrono::milliseconds(2500)).count() == 2 && s::chrono::seconds(1) > s::chrono::milliseconds(999));
static_assert((s::chrono::seconds(1) + s::chrono::milliseconds(500)).count() == 1500);
static_assert(s::string_view("hello world").find("wor") == 6 && s::string_view("abc") < s::string_view("abd") && s::string_view("abc").substr(1, 1) == "b");
static_assert(s::max(1, 2) == 2 && s::clamp(5, 1, 3) == 3 && s::min({3, 1, 2}) == 1);
static_assert(s::optional<int>(3).value_or(4) == 3 && s::optional<int>().value_or(4) == 4 && s::optional<int>(3) > s::optional<int>());
static_assert(s::span<const int>().empty() && s::dynamic_extent == (s::size_t)-1);
static_assert(s::plus<>()(1, 2.5) == 3.5 && s::invoke(s::negate<int>(), 3) == -3 && s::not_fn(s::less<int>())(1, 2) == false);
struct M { int a; __host__ __device__ int f(int x) const { return a * x; } };
struct D { int *p; __host__ __device__ D(int *q) : p(q) { ++*p; } __host__ __device__ D(const D &d) : p(d.p) { ++*p; } __host__ __device__ ~D() { *p += 100; } };
__global__ void k(int *p, float *f) {
  int n = 0; int a[40]; for (int i = 0; i < 40; i++) a[i] = (i * 37 + 11) % 53;
#define P(...) p[n++] = (int)(__VA_ARGS__)
  s::sort(a, a + 40); for (int i = 0; i < 40; i++) P(a[i]);
  P(s::lower_bound(a, a + 40, 20) - a); P(s::upper_bound(a, a + 40, 20) - a); P(s::binary_search(a, a + 40, 21)); P(s::accumulate(a, a + 40, 0)); P(s::count_if(a, a + 40, [](int x) { return x & 1; }));
  s::reverse(a, a + 40); P(a[0]); s::rotate(a, a + 3, a + 40); P(a[0]); P(s::is_sorted(a, a + 40)); s::sort(a, a + 10); P(a[3]); s::partial_sort(a, a + 5, a + 40, s::greater<int>()); P(a[4]);
  P(s::unique(a, a + 40) - a); P(s::remove_if(a, a + 40, [](int x) { return x % 3 == 0; }) - a); P(s::partition(a, a + 20, [](int x) { return x < 25; }) - a); s::fill(a, a + 4, 7); P(s::find(a, a + 40, 7) - a); P(s::equal(a, a + 3, a + 1)); P(s::min_element(a, a + 40) - a); P(*s::max_element(a, a + 40));
  s::iota(a, a + 10, 5); P(s::inner_product(a, a + 10, a, 0)); int b[10]; s::inclusive_scan(a, a + 10, b); P(b[9]); s::exclusive_scan(a, a + 10, b, 1); P(b[9]); s::adjacent_difference(a, a + 10, b); P(b[3]); P(s::reduce(a, a + 10)); P(s::transform_reduce(a, a + 10, 1, s::plus<>(), [](int x) { return x * 2; }));
  s::transform(a, a + 10, b, [](int x) { return x * x; }); P(b[5]); s::copy(a, a + 5, b); P(s::mismatch(a, a + 10, b).first - a); s::swap_ranges(a, a + 5, b + 5); P(a[2]); P(s::search(a, a + 10, b, b + 2) - a);
  s::make_heap(a, a + 10); P(a[0]); s::pop_heap(a, a + 10); P(a[9]); s::sort_heap(a, a + 9); P(a[4]);
  s::span<int> sp(a); P(sp.size()); P(sp.subspan(3, 4)[1]); s::span<int, 40> fs(a); P(fs.first<3>().size() + fs.last(2).size() + fs.subspan<38>().size()); int sum = 0; for (int x : sp.first(5)) sum += x; P(sum); P(s::as_bytes(sp).size()); s::array<int, 3> arr{1, 2, 3}; s::span as(arr); P(as.back());
  s::optional<int> o; P(o.has_value()); o = 5; P(*o); s::optional<int> o2 = o; o.reset(); P(o2.value() + o.has_value()); o = s::nullopt; o.emplace(9); P(o == 9); P(o < o2); P(o2.transform([](int x) { return x + 0.5f; }).value() * 2);
  int cnt = 0; { s::optional<D> od; od.emplace(&cnt); s::optional<D> oe = od; od = oe; } P(cnt);
  s::variant<int, float, double> v; P(v.index()); v = 2.5f; P(s::get<float>(v) * 2); P(s::holds_alternative<double>(v)); v = 3.0; P(s::visit([](auto x) { return sizeof(x); }, v)); s::variant<int, char> w('c'); P(s::visit([](auto x, auto y) { return (int)(x + y); }, v, w)); P(s::get_if<int>(&v) == nullptr); P(*s::get_if<double>(&v)); v.emplace<0>(4); P(s::get<0>(v)); P(v == s::variant<int, float, double>(4));
  cnt = 0; { s::variant<int, D> vd(s::in_place_index<1>, &cnt); auto ve = vd; vd = 3; ve = vd; } P(cnt);
  M m{6}; P(s::invoke(&M::f, m, 7)); P(s::invoke(&M::a, &m)); auto mf = s::mem_fn(&M::f); P(mf(m, 2)); auto bf = s::bind_front([](int x, int y) { return x * 10 + y; }, 4); P(bf(2)); int z = 1; auto rw = s::ref(z); rw.get() = 8; P(z); P(s::is_same_v<decltype(s::make_tuple(s::ref(z))), s::tuple<int &>>);
  auto rb = s::make_reverse_iterator(a + 5); P(*rb); P(*(rb + 2)); P(s::distance(a, a + 7)); P(*s::next(a, 3)); P(*s::prev(a + 3)); P(s::size(a)); P(s::end(a) - s::begin(a)); int r2 = 0; for (auto i = s::rbegin(arr); i != s::rend(arr); ++i) r2 = r2 * 10 + *i; P(r2);
  { s::unique_ptr<int> u(new int(5)); P(*u); auto u2 = s::move(u); P(!u); u2.reset(); P(u2 == nullptr); auto ua = s::make_unique<int[]>(4); ua[2] = 3; P(ua[2] + ua[1]); }
  alignas(int) char buf[4]; int *q = s::construct_at((int *)buf, 3); P(*q); s::destroy_at(q); P(*s::addressof(z)); P(s::bit_cast<int>(1.5f)); P(s::numbers::pi * 1000); P(s::is_same_v<s::iterator_traits<int *>::value_type, int>);
  auto il = {3, 4, 5}; P(il.size() + *il.begin()); P(s::max({4, 9, 2})); auto [mn, mx] = s::minmax_element(a, a + 10); P(*mn * 100 + *mx); 
  s::string_view sv("abcabc"); P(sv.find('c', 3)); P(sv.rfind('a')); P(sv.find_first_of("xc")); P(sv.starts_with("abc")); P(sv.compare("abd")); sv.remove_prefix(2); P(sv.size());
  auto t0 = s::chrono::system_clock::now(); auto t1 = s::chrono::high_resolution_clock::now(); P((t1 - t0).count() >= 0); using namespace s::chrono_literals; P((2h + 3min).count()); P((5ms).count()); P(s::source_location::current().line() > 9);
  p[900] = n;
}
