// SPDX-License-Identifier: Apache-2.0
// Kernels with views, promises, small formats, and C++ around tiles (compare.py)
#include <cuda_tile.h>
#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include <cuda_fp8.h>
#include <cuda_fp4.h>
#include <cuda_tf32.h>
namespace ct = cuda::tiles; using namespace ct::literals;
using I = ct::tile<int, ct::shape<64>>; using F = ct::tile<float, ct::shape<64>>;
#define K(name) extern "C" __tile_global__ void name(float *f, const float *g, int *p, const int *q, int n)
#define AT auto at = ct::iota<I>(); auto x = ct::load(g + at); auto y = ct::load(g + 64 + at); auto a = ct::load(q + at); \
    auto b = ct::load(q + 64 + at);
#define S(...) ct::store(f + at, ct::element_cast<float>(__VA_ARGS__)); f += 64;
#define T(...) ct::store(p + at, ct::element_cast<int>(__VA_ARGS__)); p += 64;
#define R64(...) ct::reshape<ct::shape<64>>(__VA_ARGS__)
K(views) { AT auto e = ct::extents(16, 8_ic); auto sp = ct::tensor_span(g, e); auto P =
    ct::partition_view(sp, ct::shape<8, 8>{}); S(R64(P.load(0, 0))) S(R64(P.load(1, 0))) S(R64(P.load_masked(2, 0)))
    S(R64(P.load_masked(ct::view_padding_positive_inf_t{}, 2, 0))) S(R64(P.load_masked(ct::view_padding_nan_t{}, 1, 1)))
 auto left = ct::tensor_span(g, ct::extents(n, 8_ic), ct::layout_left{}); auto PL = ct::partition_view(left, ct::shape<8,
    8>{}); S(R64(PL.load_masked(1, 0)))
 auto O = ct::partition_view(ct::tensor_span(f, ct::extents(16, n)), ct::shape<8, 8>{}); O.store(ct::reshape<ct::shape<8,
    8>>(x), 0, 1); O.store_masked(ct::reshape<ct::shape<8, 8>>(y), 1, 2); f += 320;
 auto OP = ct::partition_view(ct::tensor_span(p, ct::extents(20_ic, 8_ic)), ct::shape<8, 8>{});
    OP.store(ct::reshape<ct::shape<8, 8>>(a), 0, 0); OP.atomic_add(ct::reshape<ct::shape<8, 8>>(a),
    ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0, 0); OP.atomic_max_masked(ct::reshape<ct::shape<8, 8>>(b),
    ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 2, 0); OP.atomic_sub(ct::reshape<ct::shape<8, 8>>(a),
    ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{}, 1, 0); OP.atomic_store_masked(ct::reshape<ct::shape<8, 8>>(b),
    ct::memory_order_relaxed_t{}, 3, 0); p += 192; T(R64(OP.atomic_load(ct::memory_order_relaxed_t{}, 0, 0))) }
K(strided) { AT auto sp = ct::tensor_span(g, ct::extents(16, 8_ic)); auto V =
    ct::strided_view(sp, ct::shape<4, 4>{}, ct::strides(2_ic, 1_ic)); auto v =
    ct::reshape<ct::shape<16>>(V.load_masked(1, 2)); ct::store(f + ct::iota<ct::tile<int, ct::shape<16>>>(), v); f += 64;
    auto st =
    ct::tensor_span(g, ct::layout_strided_mapping(ct::extents(uint32_t(8), uint32_t(8)), ct::strides(uint32_t(1), uint32_t(n))));
    S(R64(ct::partition_view(st, ct::shape<8, 8>{}).load_masked(0, 0))) auto G =
    ct::gather_scatter_view(sp, ct::shape<8, 8>{}, 0_ic); auto i8 = ct::load(q + ct::iota<ct::tile<int, ct::shape<8>>>()) *
    3; S(R64(G.load_masked(i8, 0))) auto GO =
    ct::gather_scatter_view(ct::tensor_span(f, ct::extents(16, 8_ic)), ct::shape<8, 8>{}, 0_ic);
    GO.store_masked(ct::reshape<ct::shape<8, 8>>(x), i8, 0); }
K(promise) { AT auto m = ct::assume_divisible<4>(n); auto c = ct::assume_bounded<0, 100>(a); auto pp =
    ct::assume_aligned<16>(p); T(c * m)
    ct::store(pp + at, ct::assume_bounded_below<0>(a) + ct::assume_bounded_above<200>(b)); p += 64; auto d =
    ct::assume_divisible_strided<1, 4, 0>(a); T(d) T(ct::assume_blocked(a, ct::shape<1>{})) }
K(small) { AT auto e4 = ct::element_cast<__nv_fp8_e4m3>(ct::reshape<ct::shape<8, 8>>(x)); auto acc =
    ct::zeros<ct::tile<float, ct::shape<8, 8>>>(); S(R64(ct::mma(e4, e4, acc))) auto t =
    ct::element_cast<__nv_tf32>(ct::reshape<ct::shape<8, 8>>(x), ct::rounding_mode_constant<ct::rounding_mode::round_ties_to_away>{});
    S(R64(ct::mma(t, t, acc))) S(R64(ct::element_cast<float>(t)))
    T(ct::reshape<ct::shape<64>>(ct::repack<int>(ct::element_cast<signed char>(ct::cat<0>(ct::cat<0>(a, b), ct::cat<0>(a, b))), 0_ic)))
    T(ct::element_cast<int>(ct::element_bitcast<signed char>(R64(e4)))) }
__tile__ float h(float v, int k) { if (k == 0) return v; return v * 2; }
struct Acc { F sum; int n = 0; __tile__ void add(F v) { sum = sum + v; n++; } __tile__ F mean() const
    { return sum / float(n); } };
template<typename V, typename Fn> __tile__ auto map(V v, Fn fn) { return fn(v); }
K(cplus) { AT Acc acc{x}; for (int i = 0; i < n; i++) acc.add(y); S(acc.mean()) S(map(x, [](auto v) { return v * v; })) f[1]
    = h(g[2], n); float s = 0; for (int i = 0; i < 5; i++) s += g[i] * h(g[i + 1], i % 2); f[2] = s; Acc two[2] = {{x}, {y}};
    two[1].add(x); S(two[0].sum + two[1].sum) __half hh = __float2half(2.5f); f[0] = __half2float(hh);
    S(ct::full<ct::tile<__half, ct::shape<64>>>(hh)) f[4] = static_cast<float>(ct::tile<float, ct::shape<>>(3.f)); const
    float tab[] = {1.f, 4.f, 9.f}; f[5] = tab[n % 3]; double dd = n * 0.5; f[6] = dd; f[7] = (unsigned char)(n * 20); long
    long ll = n; f[8] = ll << 33 >> 30; auto big = n > 5 ? x : y; S(big) F z = y; if (n & 1) z = x; else
    { z = x + z; if (n > 100) z = z * 2.f; } S(z) }
K(arr) { AT ct::tile<int, ct::shape<2, 4>> c{{{1, 2, 3, 4}, {5, 6, 7, 8}}};
    ct::store(p + ct::iota<ct::tile<int, ct::shape<8>>>(), ct::reshape<ct::shape<8>>(c)); ct::tile t{{1.5f, 2.5f}};
    ct::store(f + ct::iota<ct::tile<int, ct::shape<2>>>(), t); }
K(mt) { AT using namespace ct; f[0] = ct::sin(g[0]); f[1] = ct::max(g[0], g[1]); f[2] = ct::sqrt(g[3]); f[3] =
    ct::fma(g[0], g[1], g[2]); p[0] = ct::ceildiv(n, 3); f[4] = ct::load(g + 3); ct::store(f + 5, 2.f); p[1] =
    ct::select(n > 3, 4, 5); p[2] = int(ct::num_blocks().x) + ct::bid().y; }
