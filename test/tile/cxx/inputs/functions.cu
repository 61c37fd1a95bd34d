// SPDX-License-Identifier: Apache-2.0
// Kernels that call every builtin function of NVIDIA's cuda_tile.h on 64 elements (compare.py)
#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
namespace ct = cuda::tiles;
using I = ct::tile<int, ct::shape<64>>; using F = ct::tile<float, ct::shape<64>>;
#define K(name) extern "C" __tile_global__ void name(float *f, const float *g, int *p, const int *q, int n)
#define AT auto at = ct::iota<I>(); auto x = ct::load(g + at); auto y = ct::load(g + 64 + at); auto a = ct::load(q + at); \
    auto b = ct::load(q + 64 + at);
#define S(...) ct::store(f + at, ct::element_cast<float>(__VA_ARGS__)); f += 64;
#define T(...) ct::store(p + at, ct::element_cast<int>(__VA_ARGS__)); p += 64;
K(arith) { AT S(x + y) S(x - y) S(x * y) S(x / y) S(-x)
    S(ct::add(x, y, ct::rounding_mode_constant<ct::rounding_mode::round_toward_zero>{}))
    S(ct::div(x, y, ct::round_approximate_t{})) S(ct::max(x, y)) S(ct::min(x, 3.f)) S(ct::fma(x, y, x)) S(ct::pow(x, y))
    S(ct::atan2(x, y)) S(ct::remainder(x, y)) S(ct::abs(x - y)) S(ct::sqrt(x)) S(ct::rsqrt(x)) S(ct::exp(x)) S(ct::exp2(x))
    S(ct::log(x)) S(ct::log2(x)) S(ct::sin(x)) S(ct::cos(x)) S(ct::tan(x)) S(ct::sinh(x)) S(ct::cosh(x)) S(ct::tanh(x))
    S(ct::floor(x)) S(ct::ceil(x)) S(ct::powi(x, 3)) }
K(ints) { AT T(a + b) T(a - b) T(a * b) T(a / (b + 1)) T(a % (b + 1)) T(-a) T(~a) T(a << 2) T(a >> 1) T((a - 40) >> b % 5)
    T(a & b) T(a | b) T(a ^ b) T(ct::max(a, b)) T(ct::min(a, 7)) T(ct::abs(a - b)) T(ct::mulhi(a * 100000, b * 100000))
    T(ct::ceildiv(a - 30, b + 1)) T(ct::floordiv(a - 30, b + 1)) }
K(unsig) { AT auto u = ct::element_cast<unsigned>(a) - 30u; auto v = ct::element_cast<unsigned>(b) + 1u; T(u / v) T(u % v)
    T(u >> 3) T(ct::max(u, v)) T(u < v) T(ct::mulhi(u, v)) T(ct::ceildiv(v, 3u)) S(u) auto c = ct::element_cast<unsigned
    char>(a * 5); T(c) T(c + c) T(ct::element_cast<signed char>(a * 5)) T(ct::element_cast<short>(a * 5555)) auto l =
    ct::element_cast<long long>(a) * 3000000000ll; T(l >> 20) T(l / 7) S(l) S(ct::element_cast<double>(x) / 3.0) }
K(comp) { AT T(a < b) T(a <= b) T(a > b) T(a >= b) T(a == b) T(a != b) T(x < y) T(x == y) T(x != y) T(!(x < y))
    T(a < b && x < y) T(a < b || x < y) T(ct::select(a < b, a, b)) T(ct::isnan((x - x) / (x - x))) T(ct::isinf(x / (x - x)))
    T((p + at) == (p + b)) T((p + at) < (p + b)) T((p + b) - (p + at)) T(n > 3 || a < b) T(n > 3 && a < b) }
K(casts) { AT auto h = ct::element_cast<__half>(x); S(h) S(h + h) S(h * x) auto m = ct::element_cast<__nv_bfloat16>(x); S(m)
    S(m * m) auto e = ct::element_cast<__nv_fp8_e4m3>(x); S(e) S(ct::element_cast<__nv_fp8_e5m2>(x))
    T(ct::element_bitcast<int>(x)) T(ct::element_bitcast<short>(h)) T(x * 3.7f) T(ct::element_cast<unsigned>(x))
    S(ct::element_cast<float>(x, ct::rounding_mode_constant<ct::rounding_mode::round_toward_zero>{})) S(a > 3)
    T(ct::element_cast<bool>(a)) T(ct::element_cast<int>(x * 1e10f, ct::saturate_finite_t{}))
    S(ct::tile<float, ct::shape<64>>(a)) T(int(ct::sum<0>(a))+ at) }
K(shapes) { AT auto r = ct::reshape<ct::shape<8, 8>>(x); auto s = ct::reshape<ct::shape<8, 8>>(a); auto w =
    ct::reshape<ct::shape<64>>(ct::transpose(r)); S(w) S(ct::reshape<ct::shape<64>>(ct::permute<ct::dimension_map<1, 0>>(r)))
    S(ct::reshape<ct::shape<64>>(ct::broadcast<ct::shape<8, 8>>(ct::sum<0>(r)))) auto c =
    ct::cat<0>(ct::extract(r, ct::shape<4, 8>{}, 1, 0), ct::extract(r, ct::shape<4, 8>{}, 0, 0));
    S(ct::reshape<ct::shape<64>>(c))
    S(ct::reshape<ct::shape<64>>(ct::insert(r, ct::extract(c, ct::shape<2, 4>{}, 1, 1), 3, 0))) S(ct::full<F>(3.f))
    S(ct::ones<F>()) T(ct::zeros<I>()) T(ct::full<I>(n)) }
K(reds) { AT auto r = ct::reshape<ct::shape<8, 8>>(x); auto s = ct::reshape<ct::shape<8, 8>>(a); auto o =
    ct::zeros<ct::tile<float, ct::shape<8, 8>>>(); auto z = ct::zeros<ct::tile<int, ct::shape<8, 8>>>();
#define R(...) S(ct::reshape<ct::shape<64>>(o + (__VA_ARGS__)))
#define Q(...) T(ct::reshape<ct::shape<64>>(z + ct::element_cast<int>(__VA_ARGS__)))
 R(ct::sum<0>(r)) R(ct::sum<1>(r)) R(ct::prod<1>(r)) R(ct::reduce_max<0>(r)) R(ct::reduce_min<1>(r)) Q(ct::sum<1>(s))
    Q(ct::reduce_max<1>(s)) Q(ct::reduce_min<0>(s)) Q(ct::reduce_bitand<0>(s)) Q(ct::reduce_bitor<1>(s))
    Q(ct::reduce_bitxor<0>(s)) Q(ct::all_of<0>(s > 5)) Q(ct::any_of<1>(s > 60)) Q(ct::max_element<1>(r))
    Q(ct::min_element<0>(r)) Q(ct::max_element<0>(s)) R(ct::partial_sum<0>(r)) R(ct::partial_prod<1>(r))
    Q(ct::partial_sum(s, ct::integral_constant<1>{}, ct::scan_backward_t{}))
    R(ct::reduce_max(r, ct::integral_constant<0>{}, ct::propagate_nan_t{})) }
K(mat) { AT auto r = ct::reshape<ct::shape<8, 8>>(x); auto h = ct::element_cast<__half>(r); auto acc =
    ct::zeros<ct::tile<float, ct::shape<8, 8>>>(); S(ct::reshape<ct::shape<64>>(ct::mma(h, h, acc)))
    S(ct::reshape<ct::shape<64>>(ct::matmul(h, ct::transpose(h)))) auto i8 = ct::element_cast<signed
    char>(ct::reshape<ct::shape<8, 8>>(a)); T(ct::reshape<ct::shape<64>>(ct::matmul(i8, i8))) auto q3 =
    ct::reshape<ct::shape<1,8,8>>(h); auto w3 = ct::reshape<ct::shape<2,4,8>>(h);
    S(ct::reshape<ct::shape<64>>(ct::matmul(w3, q3)))
    S(ct::reshape<ct::shape<64>>(ct::matmul(ct::element_cast<double>(r), ct::element_cast<double>(r)))) }
K(mem) { AT auto msk = a < 30; S(ct::load_masked(g + b, msk, 7.f)) ct::store_masked(p + at, a * 2, msk); p += 64;
    T(ct::atomic_load<ct::memory_order::relaxed>(q + at)) ct::atomic_store<ct::memory_order::relaxed>(p + at, a); p += 64;
    T(ct::atomic_add<ct::memory_order::relaxed>(p + at, a)) T(ct::atomic_sub<ct::memory_order::relaxed>(p + at, b))
    T(ct::atomic_max<ct::memory_order::relaxed>(p + at, b)) T(ct::atomic_min<ct::memory_order::relaxed>(p + at, a))
    T(ct::atomic_and<ct::memory_order::relaxed>(p + at, b)) T(ct::atomic_or<ct::memory_order::relaxed>(p + at, b))
    T(ct::atomic_xor<ct::memory_order::relaxed>(p + at, b)) T(ct::atomic_xchg<ct::memory_order::relaxed>(p + at, b))
    T(ct::atomic_compare_exchange<ct::memory_order::relaxed>(p + at, b, a)) }
K(flow) { AT int s = 0; for (int i = 0; i < n; i++)
    { if (i == 3) continue; if (i == 15) break; s += i; for (int j = i; j > 0; j /= 2) { if (j == 5) break; s += j; } } p[0]
    = s; int w = n; do { w -= 3; if (w & 1) s ^= w; } while (w > 0); p[1] = s; switch (n % 5)
    { case 0: p[2] = 7; break; case 1: p[2] = 8; case 2: p[2] = 9; break; default: p[2] = n; } unsigned u = 0; while (true)
    { u++; if (u * u > (unsigned)n) break; } p[3] = u; auto acc = x; for (auto i : ct::irange(0, n, 2))
    { if (i % 4 == 0) acc = acc + y; else acc = acc * 0.5f; } S(acc) if (n > 10)
    { if (n > 15) { p[4] = 1; if (n > 19) return; p[5] = 2; } p[6] = 3; } p[7] = n > 12 ? (n > 14 && p[1] > 0 ? 5 : 6) : 7;
    float d[4] = {1, 2, 3, 4}; d[n & 3] = 9; f[3] = d[1] + d[(n + 1) & 3]; bool q2 = p[0] > 3; p[9] = q2; struct P
    { F u; int v; } pp = {x, 3}; auto lam = [&](int z) { pp.v += z; pp.u = pp.u + 1.f; }; lam(3); lam(4); p[10] = pp.v; f +=
    64; S(pp.u) }
