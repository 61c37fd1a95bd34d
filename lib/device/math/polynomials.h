// SPDX-License-Identifier: Apache-2.0
// Written by lib/device/generate/polynomials.py from polynomials.txt: coefficients NAME_POWER, over each
// group what is approximated, where, and the largest weighted error.

// expm1(x)/x on [-0.52, 0.52] * x/expm1(x): 2^-30.10
#define EXPM1_0 0x1.0000000000000p+0f
#define EXPM1_1 0x1.0000000000000p-1f
#define EXPM1_2 0x1.5555560000000p-3f
#define EXPM1_3 0x1.5555140000000p-5f
#define EXPM1_4 0x1.110fa80000000p-7f
#define EXPM1_5 0x1.6c6d9c0000000p-10f
#define EXPM1_6 0x1.a2ce280000000p-13f
#define EXPM1_7 0x1.6b7f840000000p-16f

// (log1p(x)-x)/x**2 on [-1/3., 1/3.] * x**2/log1p(x): 2^-27.58
#define LOG_0 -0x1.0000000000000p-1f
#define LOG_1 0x1.5554fa0000000p-2f
#define LOG_2 -0x1.ffff940000000p-3f
#define LOG_3 0x1.99d58c0000000p-3f
#define LOG_4 -0x1.557e160000000p-3f
#define LOG_5 0x1.1e82780000000p-3f
#define LOG_6 -0x1.f6ba220000000p-4f
#define LOG_7 0x1.1ff2900000000p-3f
#define LOG_8 -0x1.ff84a80000000p-4f

// (log1p(x)-x)/(x**2*log(2)) on [sqrt(0.5)-1, sqrt(2)-1] * x**2/log1p(x): 2^-29.59
#define LOG2_0 -0x1.7154760000000p-1f
#define LOG2_1 0x1.ec70860000000p-2f
#define LOG2_2 -0x1.7154d60000000p-2f
#define LOG2_3 0x1.277fca0000000p-2f
#define LOG2_4 -0x1.ec61bc0000000p-3f
#define LOG2_5 0x1.a3ed140000000p-3f
#define LOG2_6 -0x1.6fe1700000000p-3f
#define LOG2_7 0x1.61e3b20000000p-3f
#define LOG2_8 -0x1.52c3680000000p-3f
#define LOG2_9 0x1.758c1a0000000p-4f

// (log1p(x)-x)/(x**2*log(10)) on [-1/3., 1/3.] * x**2/log1p(x): 2^-28.93
#define LOG10_0 -0x1.bcb7b20000000p-3f
#define LOG10_1 0x1.287a2e0000000p-3f
#define LOG10_2 -0x1.bcb66c0000000p-4f
#define LOG10_3 0x1.63f6e40000000p-4f
#define LOG10_4 -0x1.28c1460000000p-4f
#define LOG10_5 0x1.f2259e0000000p-5f
#define LOG10_6 -0x1.b0e8820000000p-5f
#define LOG10_7 0x1.f228b20000000p-5f
#define LOG10_8 -0x1.cc93880000000p-5f

// (log1p(x)-x)/x**2 on [-0.25, 0.5] * x**2/log1p(x): 2^-27.52
#define LOG1P_0 -0x1.0000000000000p-1f
#define LOG1P_1 0x1.5555ac0000000p-2f
#define LOG1P_2 -0x1.0000820000000p-2f
#define LOG1P_3 0x1.9967440000000p-3f
#define LOG1P_4 -0x1.54d7b80000000p-3f
#define LOG1P_5 0x1.2873a80000000p-3f
#define LOG1P_6 -0x1.0e733a0000000p-3f
#define LOG1P_7 0x1.b172280000000p-4f
#define LOG1P_8 -0x1.78950a0000000p-5f

// (sin(sqrt(x))/sqrt(x)-1)/x on [0, 0.6185] * x/(sin(sqrt(x))/sqrt(x)): 2^-27.89
#define SIN_0 -0x1.5555460000000p-3f
#define SIN_1 0x1.1107740000000p-7f
#define SIN_2 -0x1.9951e00000000p-13f

// (cos(sqrt(x))-1)/x on [0, 0.6185] * x: 2^-33.13
#define COS_0 -0x1.0000000000000p-1f
#define COS_1 0x1.55554a0000000p-5f
#define COS_2 -0x1.6c0c1a0000000p-10f
#define COS_3 0x1.99e0ee0000000p-16f

// (tan(sqrt(x))/sqrt(x)-1)/x on [0, 0.6185] * x/(tan(sqrt(x))/sqrt(x)): 2^-25.71
#define TAN_0 0x1.5554dc0000000p-2f
#define TAN_1 0x1.112e540000000p-3f
#define TAN_2 0x1.b577a60000000p-5f
#define TAN_3 0x1.90d0c80000000p-6f
#define TAN_4 0x1.91e0d80000000p-9f
#define TAN_5 0x1.3495320000000p-7f

// (sin(pi*sqrt(x))/sqrt(x)-pi)/x on [0, 0.0625] * x/(sin(pi*sqrt(x))/sqrt(x)): 2^-27.89
#define SINPI_0 -0x1.4abbbe0000000p+2f
#define SINPI_1 0x1.465fac0000000p+1f
#define SINPI_2 -0x1.2db5d00000000p-1f

// (cos(pi*sqrt(x))-1)/x on [0, 0.0625] * x: 2^-31.19
#define COSPI_0 -0x1.3bd3cc0000000p+2f
#define COSPI_1 0x1.03c1ae0000000p+2f
#define COSPI_2 -0x1.55b1460000000p+0f
#define COSPI_3 0x1.d47d400000000p-3f

// (2*atanh(sqrt(x)/2)/sqrt(x)-1-x/12)/x**2 on [0, 0.1178] * x**2: 2^-36.78
#define ATANH_0 0x1.999a000000000p-7f
#define ATANH_1 0x1.24527c0000000p-9f
#define ATANH_2 0x1.dfa2540000000p-12f

// (asin(sqrt(x))/sqrt(x)-1)/x on [0, 0.25] * x/(asin(sqrt(x))/sqrt(x)): 2^-27.62
#define ASIN_0 0x1.5555c80000000p-3f
#define ASIN_1 0x1.3302040000000p-4f
#define ASIN_2 0x1.747bba0000000p-5f
#define ASIN_3 0x1.8c3e280000000p-6f
#define ASIN_4 0x1.595c900000000p-5f

// (atan(sqrt(x))/sqrt(x)-1)/x on [0, 1] * x/(atan(sqrt(x))/sqrt(x)): 2^-25.82
#define ATAN_0 -0x1.5554dc0000000p-2f
#define ATAN_1 0x1.9978ec0000000p-3f
#define ATAN_2 -0x1.230a940000000p-3f
#define ATAN_3 0x1.b4deb40000000p-4f
#define ATAN_4 -0x1.3551020000000p-4f
#define ATAN_5 0x1.61efae0000000p-5f
#define ATAN_6 -0x1.0c1a460000000p-6f
#define ATAN_7 0x1.7eaec60000000p-9f

// (sinh(sqrt(x))/sqrt(x)-1)/x on [0, 1] * x/(sinh(sqrt(x))/sqrt(x)): 2^-31.62
#define SINH_0 0x1.5555560000000p-3f
#define SINH_1 0x1.1110e00000000p-7f
#define SINH_2 0x1.a022bc0000000p-13f
#define SINH_3 0x1.756c1e0000000p-19f

// (tanh(sqrt(x))/sqrt(x)-1)/x on [0, 0.36] * x/(tanh(sqrt(x))/sqrt(x)): 2^-28.41
#define TANH_0 -0x1.55553e0000000p-2f
#define TANH_1 0x1.1109be0000000p-3f
#define TANH_2 -0x1.b89aba0000000p-5f
#define TANH_3 0x1.54c3c20000000p-6f
#define TANH_4 -0x1.8287760000000p-8f
