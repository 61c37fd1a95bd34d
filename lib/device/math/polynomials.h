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
