// SPDX-License-Identifier: Apache-2.0
// cuda_runtime.h: arithmetic functions, ours and NVIDIA's.
// RUN: sh %S/table.sh %s 100 -- -O1
// REQUIRES: /usr/local/cuda/include/cuda_runtime.h
// TIMEOUT: 300
#include <cuda_runtime.h>
#include <stdio.h>
#include "inputs/table.h"
#define COUNT 256
#define INPUTS(n)                                                                                  \
    unsigned u = scrambled(n), v = scrambled(u), w = n & 1 ? u ^ (n & 0x30003) : scrambled(v);     \
    int i = (int)u, j = (int)v, k = (int)w;                                                        \
    u64 y = (u64)u << 32 | v, z = (u64)w << 32 | u;                                                \
    long long x = (long long)y >> (n & 63);                                                        \
    float f = __uint_as_float((u & 0x80ffffff) | (100 + (v & 63)) << 23), g = (int)w * 1e-9f,      \
          h = (v & 0xffff) * 1e-4f;                                                                \
    double d = f * (1 + 1e-9 * (v & 255)), e = (int)w * 1e-9, c = (v & 0xffff) * 1e-4;             \
    bool p = false, q = false;                                                                     \
    (void)i, (void)j, (void)k, (void)y, (void)z, (void)x, (void)f, (void)g, (void)h, (void)d,      \
        (void)e, (void)c, (void)p, (void)q;
#define DPX(t, a, b, c)                                                                            \
    ROW(__viaddmax_##t(a, b, c))                                                                   \
    ROW(__viaddmin_##t(a, b, c)) ROW(__vimax3_##t(a, b, c)) ROW(__vimin3_##t(a, b, c))
#define DPX_RELU(t, a, b, c)                                                                       \
    DPX(t##_relu, a, b, c) ROW(__vimax_##t##_relu(a, b)) ROW(__vimin_##t##_relu(a, b))
__global__ void dynamic_programming(){
    DPX(s32, i, j, k) DPX(u32, u, v, w) DPX(s16x2, u, v, w) DPX(u16x2, u, v, w)
        DPX_RELU(s32, i, j, k) DPX_RELU(s16x2, u, v, w) ROW(__vibmax_s32(i, k, &p) * 2ull + p)
            ROW(__vibmin_s32(i, k, &p) * 2ull + p) ROW(__vibmax_s32(i, i, &p) * 2ull + p)
                ROW(__vibmin_s32(i, i, &p) * 2ull + p) ROW(__vibmax_u32(u, w, &p) * 2ull + p)
                    ROW(__vibmin_u32(u, w, &p) * 2ull + p)
                        ROW(__vibmax_s16x2(u, w, &p, &q) * 4ull + p * 2 + q)
                            ROW(__vibmin_s16x2(u, w, &p, &q) * 4ull + p * 2 + q)
                                ROW(__vibmax_u16x2(u, w, &p, &q) * 4ull + p * 2 + q)
                                    ROW(__vibmin_u16x2(u, w, &p, &q) * 4ull + p * 2 + q)}
#define FLOAT_1(name)  ROW(name(f)) ROW(name(h)) ROW(name(d)) ROW(name(c)) ROW(name(i >> 20))
#define POSITIVE(name) ROW(name(h)) ROW(name(c)) ROW(name(u >> 20))
#define SMALL(name)    ROW(name(g * 0.2f)) ROW(name(e * 0.2))
#define FLOAT_2(name)                                                                              \
    ROW(name(f, g))                                                                                \
    ROW(name(d, e)) ROW(name(f, e)) ROW(name(d, g)) ROW(name(g, i >> 20)) ROW(name(i >> 20, c))
__global__ void functions(){
    FLOAT_1(fabs) FLOAT_1(floor) FLOAT_1(ceil) FLOAT_1(trunc) FLOAT_1(round) FLOAT_1(rint)
        FLOAT_1(nearbyint) FLOAT_1(cbrt) FLOAT_1(sin) FLOAT_1(cos) FLOAT_1(tan) FLOAT_1(atan)
            FLOAT_1(tanh) FLOAT_1(asinh) FLOAT_1(erf) FLOAT_1(erfc) POSITIVE(sqrt) POSITIVE(
                log) POSITIVE(log2) POSITIVE(log10) POSITIVE(log1p) POSITIVE(logb) POSITIVE(lgamma)
                POSITIVE(tgamma) POSITIVE(exp) POSITIVE(exp2) POSITIVE(expm1) POSITIVE(
                    sinh) POSITIVE(cosh) POSITIVE(acosh) SMALL(asin) SMALL(acos) SMALL(atanh)
                    SMALL(rsqrt) SMALL(rcbrt) SMALL(exp10) SMALL(sinpi) SMALL(cospi) SMALL(
                        erfinv) SMALL(erfcinv) SMALL(erfcx)
                        SMALL(normcdf) SMALL(normcdfinv) SMALL(j0) SMALL(j1) SMALL(y0) SMALL(
                            y1) SMALL(cyl_bessel_i0) SMALL(cyl_bessel_i1) FLOAT_2(pow)
                            FLOAT_2(atan2) FLOAT_2(fmod) FLOAT_2(
                                hypot) FLOAT_2(fmin) FLOAT_2(fmax) FLOAT_2(copysign) FLOAT_2(fdim)
                                FLOAT_2(remainder) FLOAT_2(nextafter) ROW(fma(f, g, h)) ROW(
                                    fma(d, e, c)) ROW(fma(f, e, h)) ROW(ldexp(f, i >> 28))
                                    ROW(ldexp(d, 3)) ROW(scalbn(f, 2)) ROW(scalbln(d, 5l)) ROW(
                                        frexp(f, &i) + i) ROW(frexp(d, &i) +
                                                              i) ROW(modf(f, &g) + g * 3)
                                        ROW(modf(d, &e) + e * 3) ROW(remquo(f, g, &i) + (i & 7)) ROW(
                                            remquo(d, e, &i) +
                                            (i &
                                             7)) ROW((sincos(f, &g, &h),
                                                      g + h * 2)) ROW((sincos(d, &e, &c), e + c * 2))
                                            ROW((sincospi(h, &f, &g), f + g * 2)) ROW(
                                                (sincospi(c, &d, &e),
                                                 d + e * 2)) ROW(ilogb(f)) ROW(ilogb(d))
                                                ROW(lrint(f)) ROW(lrint(
                                                    d)) ROW(lround(f)) ROW(lround(d)) ROW(llrint(f))
                                                    ROW(llrint(d)) ROW(llround(f)) ROW(
                                                        llround(d)) ROW(isnan(f))
                                                        ROW(isnan(d)) ROW(
                                                            isinf(f)) ROW(isinf(d)) ROW(isfinite(f))
                                                            ROW(isfinite(d)) ROW(signbit(f)) ROW(
                                                                signbit(d)) ROW(norm3d(c, d, e))
                                                                ROW(norm3df(f, g, h)) ROW(norm4d(
                                                                    c, d, e,
                                                                    c)) ROW(norm4df(f, g, h, g))
                                                                    ROW(rnorm3d(c, d, e)) ROW(
                                                                        rnorm3df(f, g,
                                                                                 h)) ROW(rhypot(d, e))
                                                                        ROW(rhypotf(f, g)) ROW(
                                                                            jn(2, h)) ROW(jn(2, c))
                                                                            ROW(yn(2, h)) ROW(yn(
                                                                                2, c)) ROW(abs(i))
                                                                                ROW(abs((long)x))
                                                                                    ROW(abs(x))
                                                                                        ROW(abs(f))
                                                                                            ROW(abs(
                                                                                                d))}
#define EXTREME(name)                                                                              \
    ROW(name(i, k))                                                                                \
    ROW(name(u, w))                                                                                \
    ROW(name(i, w))                                                                                \
    ROW(name(u, k)) ROW(name((long)x, (long)z)) ROW(name((unsigned long)y, (unsigned long)z))      \
        ROW(name(x, (long long)z)) ROW(name(y, z)) ROW(name(x, z))                                 \
            ROW(name((long)x, (unsigned long)z)) ROW(name(f, g)) ROW(name(d, e)) ROW(name(f, e))   \
                ROW(name(d, g))
__global__ void integers(){
    EXTREME(min) EXTREME(max) ROW(__mulhi(i, j)) ROW(__umulhi(u, v)) ROW(__mul64hi(x, z))
        ROW(__umul64hi(y, z)) ROW(__mul24(i, j)) ROW(__umul24(u, v)) ROW(__sad(i, j, w))
            ROW(__usad(u, v, w)) ROW(__clz(i)) ROW(__clzll(x)) ROW(__popc(u)) ROW(__popcll(y)) ROW(
                __brev(u)) ROW(__brevll(y)) ROW(__ffs(i)) ROW(__ffsll(x)) ROW(__byte_perm(u, v, w))
                ROW(__hadd(i, j)) ROW(__rhadd(i, j)) ROW(__uhadd(u, v)) ROW(__urhadd(u, v))
                    ROW(__funnelshift_l(u, v, w)) ROW(__funnelshift_lc(u, v, w))
                        ROW(__funnelshift_r(u, v, w)) ROW(__funnelshift_rc(u, v, w))
                            ROW(__dp4a(i, j, k)) ROW(__dp4a(u, v, w)) ROW(__dp2a_lo(i, j, k))
                                ROW(__dp2a_lo(u, v, w)) ROW(__dp2a_hi(i, j, k))
                                    ROW(__dp2a_hi(u, v, w)) ROW(__nv_bswap16(u))
                                        ROW(__nv_bswap32(u)) ROW(__nv_bswap64(y))
                                            ROW(make_float4(f, g, h, f).z)
                                                ROW(make_ulonglong4_32a(y, z, u, v))
                                                    ROW(make_double4_16a(c, d, e, c).w)
                                                        ROW((int)sizeof(double4_16a) * 100 +
                                                            (int)alignof(double4_32a))
                                                            ROW(dim3(u, v).z)
                                                                ROW(make_uchar4(u, v, w, i))
                                                                    ROW(make_short3(i, j, k).y)
                                                                        ROW(make_longlong2(x, x))}
#if __CUDA_ARCH__ >= 1000
#define PACKED(r)                                                                                  \
    ROW(__fadd2_##r(make_float2(f, g), make_float2(h, f)))                                         \
    ROW(__fmul2_##r(make_float2(f, g), make_float2(h, f)))                                         \
    ROW(__ffma2_##r(make_float2(f, g), make_float2(h, f), make_float2(g, h)))
__global__ void packed(){PACKED(rn) PACKED(rz) PACKED(rd) PACKED(ru)}
#endif
__device__ float2 two[256];
__device__ float4 four[256];
__device__ ulonglong2 wide[256];
__global__ void threads() {
#if __CUDA_ARCH__ >= 900
    ROW((two[threadIdx.x] = make_float2(f, g), atomicAdd(two + threadIdx.x, make_float2(g, h)),
         two[threadIdx.x]))
    ROW((four[threadIdx.x] = make_float4(f, g, h, f),
         atomicAdd(four + threadIdx.x, make_float4(g, h, f, g)), four[threadIdx.x]))
    ROW((wide[threadIdx.x] = make_ulonglong2(y, z),
         atomicExch(wide + threadIdx.x, make_ulonglong2(z, y))))
    ROW((wide[threadIdx.x] = make_ulonglong2(y, z),
         atomicCAS(wide + threadIdx.x, make_ulonglong2(y, z), make_ulonglong2(z, y)),
         wide[threadIdx.x]))
    ROW(__clusterDim().x + __clusterIdx().y + __clusterRelativeBlockIdx().z +
        __clusterGridDimInClusters().x)
    ROW(__clusterRelativeBlockRank() + __clusterSizeInBlocks() * 10 +
        __clusterDimIsSpecified() * 100)
#endif
    ROW(__isGlobal(two) + 2 * __isShared(&row_sum) + 4 * __isLocal(&i) + 8 * __isConstant(two))
    ROW(__shfl_sync(~0u, i, u))
    ROW(__shfl_xor_sync(~0u, d, 3))
    ROW(__shfl_up_sync(~0u, x, 5))
    ROW(__shfl_down_sync(~0u, u, 7, 16)) ROW(__ballot_sync(~0u, u & 1)) ROW(__all_sync(~0u, u & 1))
        ROW(__any_sync(~0u, (u & 63) == 1)) ROW(__match_any_sync(~0u, u & 3)) ROW(__activemask())
}
