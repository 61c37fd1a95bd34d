// SPDX-License-Identifier: Apache-2.0
// cuda_fp8.h, cuda_fp6.h, cuda_fp4.h: every function and conversion, ours and NVIDIA's.
// RUN: sh %S/table.sh %s 75 80 90 100 100a
// REQUIRES: /usr/local/cuda/include/cuda_fp4.h
// TIMEOUT: 300
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>
#include <stdio.h>
#include "inputs/table.h"
#define COUNT 2048
// numbers of all sizes, some of them in the middle of two, some special
#define INPUTS(n)                                                                                  \
    unsigned u = scrambled(n), v = scrambled(u),                                                   \
             m = u & 1   ? 0x00700000                                                              \
                 : u & 2 ? 0x00780000                                                              \
                         : 0x7fffff;                                                               \
    float f =                                                                                      \
        __uint_as_float((u & 0x80000000) | (n & 1 ? 105 + v % 50 : v >> 24) << 23 | (v & m));      \
    float g = __uint_as_float((v & 0x80000000) | (n & 2 ? 120 + u % 20 : u >> 24 & 255) << 23 |    \
                              (u & m));                                                            \
    double d = f * (n & 4 ? 1 + 1e-9 : n & 8 ? 1 - 1e-9 : 1), e = g;                               \
    __half h = __ushort_as_half(u >> 8 & 0xfff0), l = __ushort_as_half(v >> 8);                    \
    __nv_bfloat16 b = __float2bfloat16(f), c = __float2bfloat16(g);                                \
    __half2 h2 = __halves2half2(h, l);                                                             \
    __nv_bfloat162 b2 = __halves2bfloat162(b, c);                                                  \
    float2 f2 = make_float2(f, g);                                                                 \
    double2 d2 = make_double2(d, e);                                                               \
    int i = (int)(v % 2001) - 1000;                                                                \
    (void)h, (void)l, (void)b, (void)c, (void)h2, (void)b2, (void)f2, (void)d2, (void)i, (void)d,  \
        (void)e, (void)f, (void)g;
#define TO_FP8(s, k)                                                                               \
    ROW(__nv_cvt_double_to_fp8(d, s, k))                                                           \
    ROW(__nv_cvt_float_to_fp8(f, s, k)) ROW(__nv_cvt_halfraw_to_fp8(h, s, k))                      \
        ROW(__nv_cvt_bfloat16raw_to_fp8(b, s, k)) ROW(__nv_cvt_double2_to_fp8x2(d2, s, k))         \
            ROW(__nv_cvt_float2_to_fp8x2(f2, s, k)) ROW(__nv_cvt_halfraw2_to_fp8x2(h2, s, k))      \
                ROW(__nv_cvt_bfloat16raw2_to_fp8x2(b2, s, k))
#define OF_FP8(k) ROW(__nv_cvt_fp8_to_halfraw(u, k)) ROW(__nv_cvt_fp8x2_to_halfraw2(u, k))
#define TO_E8M0(s, r)                                                                              \
    ROW(__nv_cvt_double_to_e8m0(d, s, r))                                                          \
    ROW(__nv_cvt_float_to_e8m0(f, s, r)) ROW(__nv_cvt_bfloat16raw_to_e8m0(b, s, r))                \
        ROW(__nv_cvt_double2_to_e8m0x2(d2, s, r)) ROW(__nv_cvt_float2_to_e8m0x2(f2, s, r))         \
            ROW(__nv_cvt_bfloat162raw_to_e8m0x2(b2, s, r))
__global__ void eight(){
    TO_FP8(__NV_SATFINITE, __NV_E4M3) TO_FP8(__NV_SATFINITE, __NV_E5M2)
        TO_FP8(__NV_NOSAT, __NV_E4M3) TO_FP8(__NV_NOSAT, __NV_E5M2) OF_FP8(__NV_E4M3)
            OF_FP8(__NV_E5M2) TO_E8M0(__NV_SATFINITE, cudaRoundZero)
                TO_E8M0(__NV_SATFINITE, cudaRoundPosInf) TO_E8M0(__NV_NOSAT, cudaRoundZero)
                    TO_E8M0(__NV_NOSAT, cudaRoundPosInf) ROW(__nv_cvt_e8m0_to_bf16raw(u))
                        ROW(__nv_cvt_e8m0x2_to_bf162raw(u))}
#define TO_SMALL(n, k)                                                                             \
    ROW(__nv_cvt_double_to_##n(d, k, cudaRoundNearest))                                            \
    ROW(__nv_cvt_float_to_##n(f, k, cudaRoundNearest))                                             \
        ROW(__nv_cvt_halfraw_to_##n(h, k, cudaRoundNearest))                                       \
            ROW(__nv_cvt_bfloat16raw_to_##n(b, k, cudaRoundNearest))                               \
                ROW(__nv_cvt_double2_to_##n##x2(d2, k, cudaRoundNearest))                          \
                    ROW(__nv_cvt_float2_to_##n##x2(f2, k, cudaRoundNearest))                       \
                        ROW(__nv_cvt_halfraw2_to_##n##x2(h2, k, cudaRoundNearest))                 \
                            ROW(__nv_cvt_bfloat16raw2_to_##n##x2(b2, k, cudaRoundNearest))
__global__ void six_and_four() {
    TO_SMALL(fp6, __NV_E2M3)
    TO_SMALL(fp6, __NV_E3M2) TO_SMALL(fp4, __NV_E2M1)
        ROW(__nv_cvt_fp6_to_halfraw(u & 63, __NV_E2M3))
            ROW(__nv_cvt_fp6_to_halfraw(u & 63, __NV_E3M2))
                ROW(__nv_cvt_fp4_to_halfraw(u & 15, __NV_E2M1))
                    ROW(__nv_cvt_fp6x2_to_halfraw2(u & 0x3f3f, __NV_E2M3))
                        ROW(__nv_cvt_fp6x2_to_halfraw2(u & 0x3f3f, __NV_E3M2))
                            ROW(__nv_cvt_fp4x2_to_halfraw2(u, __NV_E2M1))
}
template <class T> __device__ T of_bits(unsigned u) {
    T t;
    t.__x = u;
    return t;
}
#define CLASS_1(T, mask)                                                                           \
    ROW(T(f).__x)                                                                                  \
    ROW(T(d).__x) ROW(T(h).__x) ROW(T(b).__x) ROW(T(i).__x) ROW(T((short)i).__x)                   \
        ROW(T((unsigned)i).__x) ROW(T((unsigned short)i).__x) ROW(T((long)i).__x)                  \
            ROW(T((unsigned long)i).__x) ROW(T((long long)i).__x)                                  \
                ROW(T((unsigned long long)i).__x) ROW((float)of_bits<T>(u & mask))                 \
                    ROW((double)of_bits<T>(u & mask)) ROW((__nv_bfloat16)of_bits<T>(u & mask))     \
                        ROW((int)of_bits<T>(u & mask)) ROW((short)of_bits<T>(u & mask))            \
                            ROW((char)of_bits<T>(u & mask)) ROW((signed char)of_bits<T>(u & mask)) \
                                ROW((unsigned char)of_bits<T>(u & mask))                           \
                                    ROW((unsigned)of_bits<T>(u & mask))                            \
                                        ROW((unsigned short)of_bits<T>(u & mask))                  \
                                            ROW((long)of_bits<T>(u & mask))                        \
                                                ROW((unsigned long long)of_bits<T>(u & mask))      \
                                                    ROW((bool)of_bits<T>(u & mask))
#define CLASS_2(T, mask)                                                                           \
    ROW(T(f2).__x)                                                                                 \
    ROW(T(d2).__x) ROW(T(h2).__x) ROW(T(b2).__x) ROW(((float2)of_bits<T>(u & mask)).x)             \
        ROW(((float2)of_bits<T>(u & mask)).y) ROW((__half2)of_bits<T>(u & mask))
#define CLASS_4(T, mask)                                                                           \
    ROW(T(make_float4(f, g, g, f)).__x)                                                            \
    ROW(T(make_double4_16a(d, e, e, d)).__x) ROW(T(h2, __lowhigh2highlow(h2)).__x)                 \
        ROW(T(b2, __lowhigh2highlow(b2)).__x) ROW(((float4)of_bits<T>(u & mask)).x)                \
            ROW(((float4)of_bits<T>(u & mask)).y) ROW(((float4)of_bits<T>(u & mask)).z)            \
                ROW(((float4)of_bits<T>(u & mask)).w)
__global__ void classes_8(){
    CLASS_1(__nv_fp8_e4m3, 255) CLASS_1(__nv_fp8_e5m2, 255) ROW((__half)of_bits<__nv_fp8_e4m3>(u))
        ROW((__half)of_bits<__nv_fp8_e5m2>(u)) CLASS_2(__nv_fp8x2_e4m3, 0xffff)
            CLASS_2(__nv_fp8x2_e5m2, 0xffff) CLASS_4(__nv_fp8x4_e4m3, ~0u)
                CLASS_4(__nv_fp8x4_e5m2, ~0u)} __global__ void classes_e8m0(){
    CLASS_1(__nv_fp8_e8m0, 255) CLASS_4(__nv_fp8x4_e8m0, ~0u) ROW(__nv_fp8x2_e8m0(f2).__x)
        ROW(__nv_fp8x2_e8m0(d2).__x) ROW(__nv_fp8x2_e8m0(h2).__x) ROW(__nv_fp8x2_e8m0(b2).__x)
            ROW(((float2)of_bits<__nv_fp8x2_e8m0>(u)).x)
                ROW((__nv_bfloat162)of_bits<__nv_fp8x2_e8m0>(u))} __global__ void classes_6(){
    CLASS_1(__nv_fp6_e2m3, 63) CLASS_1(__nv_fp6_e3m2, 63) CLASS_2(__nv_fp6x2_e2m3, 0x3f3f)
        CLASS_2(__nv_fp6x2_e3m2, 0x3f3f) CLASS_4(__nv_fp6x4_e2m3, 0x3f3f3f3f)
            CLASS_4(__nv_fp6x4_e3m2, 0x3f3f3f3f)} __global__ void classes_4() {
    CLASS_1(__nv_fp4_e2m1, 15) CLASS_2(__nv_fp4x2_e2m1, 255) CLASS_4(__nv_fp4x4_e2m1, 0xffff)
}
