// SPDX-License-Identifier: Apache-2.0
// What the device math library is written with: the few operations of the machine, by name. The same
// sources are compiled twice: by Cuprum into the library, and as C by the host's compiler for
// tools/math (host.h has these names too), which gives the same bits.
//
// To add a function: write `API float __nv_NAME(float x) {...}` into the file of its family (C that is
// C++ too, no arrays on the stack), its polynomials into generate/polynomials.txt (`make math-tables`),
// its row into tools/math/functions.def (reference, documented error), and run
// `make math-check M=NAME`; `tools/math/cost.sh NAME` compares its cost with NVIDIA's. In double precision the
// same with generate/polynomials64.txt and functions64.def; generate/pieces64.py has piecewise polynomials.
//
// Rules
//  - `a * b + c` is not contracted when Cuprum links the library, but another compiler may do so:
//    write fma32 where it is meant, and mul32/add32 where the rounded product or sum is needed (error-free
//    transformations). Sums of what is no plain product (fma64's and mul64's results, table entries) need none.
//  - Plain operations flush subnormals when the user asks for it (-ftz=true): nothing may depend on a
//    subnormal intermediate result then. FTZ, PREC_DIV and PREC_SQRT ask how the user compiles.
//  - ex2, lg2, rcp_approx ... are the machine's approximations, always flushing. The virtual machine and
//    host.h define them as the correctly rounded value; a GPU's are up to 2 ulp off (`math-check --approximations=random`).
#ifndef CUPRUM_DEVICE_MATH_H
#define CUPRUM_DEVICE_MATH_H

typedef unsigned int u32;
typedef unsigned long long u64;
typedef unsigned short u16;

#ifndef __CUDACC__
#include "host.h"
#else

#define API   extern "C" __device__ __attribute__((always_inline))
#define IN    static __device__ __attribute__((always_inline))
#define SLOW  static __device__ __attribute__((noinline)) // a rare path that would be too much in each caller
#define TABLE static __device__ const                     // an array that code reads

extern "C" __device__ int __nvvm_reflect(const char *name) __attribute__((const));
#define FTZ       __nvvm_reflect("__CUDA_FTZ")
#define PREC_DIV  __nvvm_reflect("__CUDA_PREC_DIV")
#define PREC_SQRT __nvvm_reflect("__CUDA_PREC_SQRT")

// ---- bits ---------------------------------------------------------------------------------------
IN u32 bits32(float x) { return (u32)__nvvm_bitcast_f2i(x); }
IN float from32(u32 b) { return __nvvm_bitcast_i2f((int)b); }
IN u64 bits64(double x) { return (u64)__nvvm_bitcast_d2ll(x); }
IN double from64(u64 b) { return __nvvm_bitcast_ll2d((long long)b); }
IN u32 high32(double x) { return (u32)__nvvm_d2i_hi(x); }
IN u32 low32(double x) { return (u32)__nvvm_d2i_lo(x); }
IN double pair64(u32 hi, u32 lo) { return __nvvm_lohi_i2d((int)lo, (int)hi); }

// ---- arithmetic, rounded to nearest even --------------------------------------------------------
IN float fma32(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
IN double fma64(double a, double b, double c) { return __builtin_fma(a, b, c); }
IN float mul32(float a, float b) { return FTZ ? __nvvm_mul_rn_ftz_f(a, b) : __nvvm_mul_rn_f(a, b); }
IN float add32(float a, float b) { return FTZ ? __nvvm_add_rn_ftz_f(a, b) : __nvvm_add_rn_f(a, b); }
IN double mul64(double a, double b) { return __nvvm_mul_rn_d(a, b); }
IN double add64(double a, double b) { return __nvvm_add_rn_d(a, b); }
IN float div32(float a, float b) { return FTZ ? __nvvm_div_rn_ftz_f(a, b) : __nvvm_div_rn_f(a, b); }
IN float rcp32(float a) { return FTZ ? __nvvm_rcp_rn_ftz_f(a) : __nvvm_rcp_rn_f(a); }
IN float sqrt32(float a) { return FTZ ? __nvvm_sqrt_rn_ftz_f(a) : __nvvm_sqrt_rn_f(a); }
IN double div64(double a, double b) { return __nvvm_div_rn_d(a, b); }
IN double sqrt64(double a) { return __nvvm_sqrt_rn_d(a); }
IN double rcp64(double a) { return __nvvm_rcp_rn_d(a); }

// sign and magnitude; PTX's minimum and maximum: NaN gives the other one, -0 < +0
IN float abs32(float x) { return __builtin_fabsf(x); }
IN double abs64(double x) { return __builtin_fabs(x); }
IN float copysign32(float m, float s) { return __builtin_copysignf(m, s); }
IN double copysign64(double m, double s) { return __builtin_copysign(m, s); }
IN float min32(float a, float b) { return __builtin_fminf(a, b); }
IN float max32(float a, float b) { return __builtin_fmaxf(a, b); }
IN float saturate32(float x) { return FTZ ? __nvvm_saturate_ftz_f(x) : __nvvm_saturate_f(x); } // to [0, 1]; NaN gives 0
IN double min64(double a, double b) { return __builtin_fmin(a, b); }
IN double max64(double a, double b) { return __builtin_fmax(a, b); }

// to integers that are floating-point numbers
IN float floor32(float x) { return __builtin_floorf(x); }
IN float ceil32(float x) { return __builtin_ceilf(x); }
IN float trunc32(float x) { return __builtin_truncf(x); }
IN float rint32(float x) { return __builtin_rintf(x); }
IN double floor64(double x) { return __builtin_floor(x); }
IN double ceil64(double x) { return __builtin_ceil(x); }
IN double trunc64(double x) { return __builtin_trunc(x); }
IN double rint64(double x) { return __builtin_rint(x); }

// to integers, saturating; NaN gives 0 (of 32 bits) or 1 << 63 (of 64)
IN int to_int_rn(float x) { return __nvvm_f2i_rn(x); }
IN int to_int_rz(float x) { return __nvvm_f2i_rz(x); }
IN long long to_long_rn(float x) { return __nvvm_f2ll_rn(x); }
IN int double_to_int_rn(double x) { return __nvvm_d2i_rn(x); }
IN long long double_to_long_rn(double x) { return __nvvm_d2ll_rn(x); }

// ---- integers -----------------------------------------------------------------------------------
IN u32 mulhi32(u32 a, u32 b) { return __nvvm_mulhi_ui(a, b); }
IN u64 mulhi64(u64 a, u64 b) { return __nvvm_mulhi_ull(a, b); }
IN int clz32(u32 x) { return __nvvm_clz_i((int)x); } // 32 of 0
IN int clz64(u64 x) { return __nvvm_clz_ll((long long)x); }
IN u32 funnel_left(u32 lo, u32 hi, u32 n) { return __funnelshift_l(lo, hi, n); } // n modulo 32
IN u32 funnel_right(u32 lo, u32 hi, u32 n) { return __funnelshift_r(lo, hi, n); }

// ---- approximations; subnormal inputs and results are 0 of their sign ---------------------------
// _full: subnormals too, where the user does not flush them
IN float sqrt_approx_full(float x) { return FTZ ? __nvvm_sqrt_approx_ftz_f(x) : __nvvm_sqrt_approx_f(x); }
IN float rsqrt_approx_full(float x) { return FTZ ? __nvvm_rsqrt_approx_ftz_f(x) : __nvvm_rsqrt_approx_f(x); }
IN float lg2_full(float x) { return FTZ ? __nvvm_lg2_approx_ftz_f(x) : __nvvm_lg2_approx_f(x); }
IN float sin_approx_full(float x) { return FTZ ? __nvvm_sin_approx_ftz_f(x) : __nvvm_sin_approx_f(x); }
IN float cos_approx_full(float x) { return FTZ ? __nvvm_cos_approx_ftz_f(x) : __nvvm_cos_approx_f(x); }
IN float div_approx_full(float a, float b) { return FTZ ? __nvvm_div_approx_ftz_f(a, b) : __nvvm_div_approx_f(a, b); }
IN float ex2_full(float x) { return FTZ ? __nvvm_ex2_approx_ftz_f(x) : __nvvm_ex2_approx_f(x); }
IN float ex2(float x) { return __nvvm_ex2_approx_ftz_f(x); }
IN float lg2(float x) { return __nvvm_lg2_approx_ftz_f(x); }
IN float rcp_approx(float x) { return __nvvm_rcp_approx_ftz_f(x); }
IN float rsqrt_approx(float x) { return __nvvm_rsqrt_approx_ftz_f(x); }
IN float sqrt_approx(float x) { return __nvvm_sqrt_approx_ftz_f(x); }
IN float sin_approx(float x) { return __nvvm_sin_approx_ftz_f(x); }
IN float cos_approx(float x) { return __nvvm_cos_approx_ftz_f(x); }
IN float tanh_approx(float x) { // sm_75 and later
    float y;
    asm("tanh.approx.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
IN double rcp_gross(double x) { return __nvvm_rcp_approx_ftz_d(x); } // the upper word alone
IN double rsqrt64(double x) { return __nvvm_rsqrt_approx_d(x); } // within an ulp
IN double rsqrt_gross(double x) { // other compilers have no intrinsic for it
    double y;
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(x));
    return y;
}
#endif

// ---- the same everywhere ------------------------------------------------------------------------
#define SIGN32 0x80000000u
#define INF32  from32(0x7f800000u)
#define NAN32  from32(0x7fffffffu)
#define INF64  from64(0x7ffull << 52)
#define MAGIC64 0x1.8p+52 // added, it leaves the nearest integer in a double's low word
#define NAN64  from64(0x7ffffull << 44 | 0xfffffffffffull)

IN float two_to(int n) { return from32((u32)(n + 127) << 23); } // -126 <= n <= 127
IN double two_to64(int n) { return pair64((u32)(n + 1023) << 20, 0); }
// of a whole number in a float, from -126 to 127: 2^23 + 2^22 + 127 + n has n + 127 in its low bits
IN float two_to_whole(float n) { return from32(bits32(n + (12582912.0f + 127)) << 23); }
IN float negate_if(float x, u32 sign) { return from32(bits32(x) ^ (sign & SIGN32)); }
// Unordered is not below: these are for conditions that a NaN must fail.
IN int is_finite32(float x) { return abs32(x) < INF32; }
IN int is_nan32(float x) { return x != x; }
#endif
