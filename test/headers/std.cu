// SPDX-License-Identifier: Apache-2.0
// cuda/std: values, algorithms, bits, numbers, chrono and complex numbers in device code.
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:64:rand:5 buf:i32:2048:zero
// REQUIRES: nvcc
// TIMEOUT: 180
#include <cuComplex.h>
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/functional>
#include <cuda/std/limits>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/utility>
#include <cuda/std/variant>
namespace std_ = cuda::std;
__device__ std_::optional<int> odd(int v) {
    if (v & 1) return v;
    return std_::nullopt;
}
__global__ void k(const int *in, int *o) {
    int i = threadIdx.x, v = in[i], n = 0;
    auto put = [&](int x) { o[n++ * 32 + i] = x; };
    std_::array<int, 4> a{v, v / 3, in[i + 32], i};
    std_::span<int> s(a);
    put(std_::accumulate(s.begin(), s.end(), 0));
    put(std_::get<2>(std_::make_tuple(1, 2.5f, v)));
    put(odd(v).value_or(-1));
    std_::variant<int, float, char> w = 3;
    if (i % 3 == 0) w = 2.5f;
    if (i % 3 == 1) w = 'c';
    put(std_::visit([](auto x) { return int(x * 2 + sizeof x); }, w));
    put(std_::popcount((unsigned)v) + std_::countl_zero((unsigned)v) * 64 + std_::rotl(1u, i & 15));
    put(std_::numeric_limits<short>::max() + std_::numeric_limits<float>::digits);
    std_::complex<float> z(1.5f, float(i)), y = z * std_::complex<float>(0, 1) + z;
    put(std_::bit_cast<int>(y.real()) ^ std_::bit_cast<int>(y.imag()));
    put(std_::chrono::duration_cast<std_::chrono::milliseconds>(std_::chrono::seconds(i) + std_::chrono::microseconds(1500)).count());
    auto [lo, hi] = std_::make_pair(std_::min(v, i), std_::max(v, i));
    put(lo ^ hi);
    cuFloatComplex c = cuCmulf(make_cuFloatComplex(i, 2), cuConjf(make_cuFloatComplex(1, i)));
    put(int(cuCrealf(c) * 3 + cuCimagf(c)));
    put(std_::invoke(std_::plus<>{}, v, i) + std_::gcd(12, i + 1) + std_::midpoint(0, i));
    int e = std_::exchange(a[0], 5);
    std_::swap(a[1], a[2]);
    put(e + a[0] * 7 + a[1]);
}
