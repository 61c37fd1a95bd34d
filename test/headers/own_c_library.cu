// SPDX-License-Identifier: Apache-2.0
// The C and C++ headers of lib/include/std in the place of a system's, as a machine without a C library has them.
// RUN: cuprum run --no-toolkit -isystem lib/include/std %s buf:i32:64:zero buf:u8:64:zero buf:f32:8:iota --print=0
// CHECK: 1 2 7 0 -42 0 100 -1 4 6 1 5 2147483647 6 1 3 3 17 2 8 1
#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cctype>
#include <cerrno>
#include <cfloat>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <new>
#include <numeric>
#include <optional>
#include <string.h>
#include <string_view>
#include <tuple>
#include <utility>
#include <variant>
using namespace std;
struct Pair {
    int a, b;
};
namespace std { // a user's own: the language looks here
template <> struct tuple_size<Pair> : integral_constant<size_t, 2> {};
template <size_t i> struct tuple_element<i, Pair> {
    using type = int;
};
} // namespace std
template <size_t i> __host__ __device__ int get(const Pair &p) {
    return i ? p.b : p.a;
}
__global__ void k(int *p, char *c, float *f) {
    int n = 0;
#define P(...) p[n++] = (int)(__VA_ARGS__)
    P(sqrt(f[1]) + std::fabs(f[0]));
    P(std::sqrt(f[4]) + abs(0) + std::abs(-0.0f) + isnan(f[2]) + std::isnan(f[3]));
    P(min(7, 8) + std::max(0, -1) * 2);
    P(strcmp(strcpy(c, "hello"), "hello"));
    P(atoi("-42") + std::strlen("") + isdigit('x'));
    P(std::memcmp(c, "hello", 5));
    P(toupper('d') + 32 + (strchr(c, 'l') - c) * 0);
    P(strncmp("abc", "abd", 3));
    assert(n == 8);
    P(std::get<1>(std::make_tuple(1, 4)));
    auto [a, b, d] = std::array<int, 3>{1, 2, 3};
    P(a + b + d);
    P(std::is_same_v<decltype(std::move(n)), int &&>);
    P(std::optional<int>(5).value());
    P(std::numeric_limits<int>::max());
    int v[] = {3, 2, 1};
    std::sort(v, v + 3);
    P(std::accumulate(v, v + 3, 0) + (v[0] == 1) - 1);
    int *q = new (std::nothrow) int(1);
    P(*q);
    delete q;
    P(std::variant<int, char>(3).index() + 3);
    auto [x, y] = Pair{1, 2};
    P(x + y);
    std::complex<float> z = std::complex<float>(4, 1) * std::complex<float>(4, -1);
    P(z.real());
    P(std::invoke(std::plus<>(), 1, 1));
    P(max({1, 8, 3}));
    P(std::string_view("ab").size() == 2);
}
int main() {
    std::printf("%d\n", errno);
    FILE *out = fopen("x", "w");
    if (!out) return EXIT_FAILURE;
    fclose(out);
    k<<<1, 1>>>(nullptr, nullptr, nullptr);
    return (int)time(NULL);
}
