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

// 2**x on [-0.5, 0.5] * 2**-x: 2^-27.46
#define EX2_0 0x1.0000000000000p+0f
#define EX2_1 0x1.62e4320000000p-1f
#define EX2_2 0x1.ebfbe60000000p-3f
#define EX2_3 0x1.c6add40000000p-5f
#define EX2_4 0x1.3b22680000000p-7f
#define EX2_5 0x1.5f9d020000000p-10f
#define EX2_6 0x1.4aabec0000000p-13f

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

// (log1p(x)-x)/x**2 on [-0.251, 0.501] * x**2/sqrt(abs(log1p(x))): 2^-28.52
#define LOG1P_0 -0x1.0000000000000p-1f
#define LOG1P_1 0x1.5555ca0000000p-2f
#define LOG1P_2 -0x1.0000ae0000000p-2f
#define LOG1P_3 0x1.995d640000000p-3f
#define LOG1P_4 -0x1.54bf900000000p-3f
#define LOG1P_5 0x1.28cd620000000p-3f
#define LOG1P_6 -0x1.0fc6280000000p-3f
#define LOG1P_7 0x1.b354880000000p-4f
#define LOG1P_8 -0x1.775ed80000000p-5f

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

// (sinh(sqrt(x))/sqrt(x)-1)/x on [0, 4.41] * x/(sinh(sqrt(x))/sqrt(x)): 2^-31.07
#define SINH_0 0x1.5555560000000p-3f
#define SINH_1 0x1.1110ec0000000p-7f
#define SINH_2 0x1.a024360000000p-13f
#define SINH_3 0x1.70a99e0000000p-19f
#define SINH_4 0x1.cef3120000000p-26f
#define SINH_5 0x1.2bd6000000000p-36f

// (tanh(sqrt(x))/sqrt(x)-1)/x on [0, 0.36] * x/(tanh(sqrt(x))/sqrt(x)): 2^-28.41
#define TANH_0 -0x1.55553e0000000p-2f
#define TANH_1 0x1.1109be0000000p-3f
#define TANH_2 -0x1.b89aba0000000p-5f
#define TANH_3 0x1.54c3c20000000p-6f
#define TANH_4 -0x1.8287760000000p-8f

// erf(sqrt(x))/sqrt(x)-1 on [0, 0.7657] * 1/(erf(sqrt(x))/sqrt(x)): 2^-26.05
#define ERF_0 0x1.06eba60000000p-3f
#define ERF_1 -0x1.8126ec0000000p-2f
#define ERF_2 0x1.ce1b860000000p-4f
#define ERF_3 -0x1.b69b860000000p-6f
#define ERF_4 0x1.479b960000000p-8f
#define ERF_5 -0x1.3ba1ba0000000p-11f

// log(erfc(x))/log(2) on [0.85, 3.95] * erfc(x)/erf(x)*log(2): 2^-28.84
#define ERF_TAIL_0 -0x1.3c48500000000p-13f
#define ERF_TAIL_1 -0x1.a0a06e0000000p+0f
#define ERF_TAIL_2 -0x1.d62bc80000000p-1f
#define ERF_TAIL_3 -0x1.34d61c0000000p-3f
#define ERF_TAIL_4 0x1.0a24840000000p-5f
#define ERF_TAIL_5 -0x1.26c9c20000000p-8f
#define ERF_TAIL_6 0x1.341df00000000p-12f

// erfcx((1/(x+0.5)-1)/0.375)/(x+0.5) on [0.2094-0.5, 0.5] * (x+0.5)/erfcx((1/(x+0.5)-1)/0.375): 2^-24.87
#define ERFC_0 0x1.97b3640000000p-2f
#define ERFC_1 0x1.40632e0000000p-1f
#define ERFC_2 0x1.82a01c0000000p-1f
#define ERFC_3 0x1.4fa7a40000000p-1f
#define ERFC_4 0x1.55dc6e0000000p-2f
#define ERFC_5 -0x1.458edc0000000p-7f
#define ERFC_6 -0x1.23ce200000000p-3f
#define ERFC_7 -0x1.50fb7c0000000p-5f
#define ERFC_8 0x1.f772520000000p-5f

// erfcx((1/(x+1.625)-0.25)*128/13)/(x+1.625) on [1e-6-1.625, 2.375] * (x+1.625)/erfcx((1/(x+1.625)-0.25)*128/13): 2^-25.50
#define ERFCX_0 0x1.7d841c0000000p-4f
#define ERFCX_1 0x1.0d79e60000000p-5f
#define ERFCX_2 0x1.2909a60000000p-7f
#define ERFCX_3 0x1.d3da660000000p-10f
#define ERFCX_4 0x1.84ca220000000p-13f
#define ERFCX_5 -0x1.d26aec0000000p-17f
#define ERFCX_6 -0x1.e875ce0000000p-18f
#define ERFCX_7 -0x1.d3e99a0000000p-23f
#define ERFCX_8 0x1.072ea20000000p-22f
#define ERFCX_9 0x1.c70ba00000000p-27f
#define ERFCX_10 -0x1.d1b5320000000p-28f

// erfinv_of(x)-1 on [1e-9, 6] * 1/erfinv_of(x): 2^-25.50
#define ERFINV_0 -0x1.d203bc0000000p-4f
#define ERFINV_1 0x1.495c120000000p-3f
#define ERFINV_2 0x1.6b7f080000000p-8f
#define ERFINV_3 -0x1.958bd60000000p-11f
#define ERFINV_4 -0x1.148fb40000000p-15f
#define ERFINV_5 0x1.2bd0200000000p-17f
#define ERFINV_6 -0x1.932d360000000p-24f
#define ERFINV_7 -0x1.012d8c0000000p-24f
#define ERFINV_8 0x1.c420960000000p-29f

// erfcinv_of(x)-1 on [1/sqrt(24.1), 1/sqrt(6.)] * 1/erfcinv_of(x): 2^-27.36
#define ERFINV_TAIL_0 -0x1.5381de0000000p-3f
#define ERFINV_TAIL_1 -0x1.1e1c1c0000000p-4f
#define ERFINV_TAIL_2 -0x1.519bdc0000000p+0f
#define ERFINV_TAIL_3 0x1.4b2a7a0000000p+1f
#define ERFINV_TAIL_4 -0x1.9b774e0000000p+1f
#define ERFINV_TAIL_5 0x1.54acb80000000p+1f
#define ERFINV_TAIL_6 -0x1.11ab960000000p+0f

// erfcinv_of(x)-1 on [1/sqrt(150.), 1/sqrt(6.)] * 1/erfcinv_of(x): 2^-24.43
#define ERFCINV_TAIL_0 -0x1.5625da0000000p-3f
#define ERFCINV_TAIL_1 -0x1.0f171e0000000p-5f
#define ERFCINV_TAIL_2 -0x1.c71e380000000p+0f
#define ERFCINV_TAIL_3 0x1.774cbe0000000p+2f
#define ERFCINV_TAIL_4 -0x1.1d2d000000000p+4f
#define ERFCINV_TAIL_5 0x1.61fea80000000p+5f
#define ERFCINV_TAIL_6 -0x1.2b19c00000000p+6f
#define ERFCINV_TAIL_7 0x1.28f97e0000000p+6f
#define ERFCINV_TAIL_8 -0x1.0401140000000p+5f

// loggamma(1+x)/x on [-0.35, 0.65] * x/loggamma(1+x): 2^-24.00
#define LGAMMA_ONE_0 -0x1.2788d00000000p-1f
#define LGAMMA_ONE_1 0x1.a51a5a0000000p-1f
#define LGAMMA_ONE_2 -0x1.9a4db80000000p-2f
#define LGAMMA_ONE_3 0x1.151bac0000000p-2f
#define LGAMMA_ONE_4 -0x1.a8af6c0000000p-3f
#define LGAMMA_ONE_5 0x1.5993ee0000000p-3f
#define LGAMMA_ONE_6 -0x1.2524e40000000p-3f
#define LGAMMA_ONE_7 0x1.0efd780000000p-3f
#define LGAMMA_ONE_8 -0x1.054c740000000p-3f
#define LGAMMA_ONE_9 0x1.80b27e0000000p-4f
#define LGAMMA_ONE_10 -0x1.0cc5600000000p-5f

// loggamma(2+x)/x on [-0.5, 0.5] * x/loggamma(2+x): 2^-25.70
#define LGAMMA_TWO_0 0x1.b0ee600000000p-2f
#define LGAMMA_TWO_1 0x1.4a34ca0000000p-2f
#define LGAMMA_TWO_2 -0x1.13dfe00000000p-4f
#define LGAMMA_TWO_3 0x1.5135fe0000000p-6f
#define LGAMMA_TWO_4 -0x1.e424040000000p-8f
#define LGAMMA_TWO_5 0x1.795d1c0000000p-9f
#define LGAMMA_TWO_6 -0x1.34c3940000000p-10f
#define LGAMMA_TWO_7 0x1.2ac0280000000p-11f
#define LGAMMA_TWO_8 -0x1.1af6020000000p-12f

// stirling(x) on [1e-9, 0.4] * 1/loggamma(1/x): 2^-29.82
#define STIRLING_0 0x1.acfe480000000p-2f
#define STIRLING_1 0x1.554eca0000000p-4f
#define STIRLING_2 0x1.0928b80000000p-14f
#define STIRLING_3 -0x1.94246a0000000p-9f
#define STIRLING_4 0x1.85ceec0000000p-11f

// gamma(2+x) on [-0.5, 0.5] * 1/gamma(2+x): 2^-26.25
#define GAMMA_0 0x1.0000000000000p+0f
#define GAMMA_1 0x1.b0ee6a0000000p-2f
#define GAMMA_2 0x1.a5b9540000000p-2f
#define GAMMA_3 0x1.4e1bb40000000p-4f
#define GAMMA_4 0x1.302eb40000000p-4f
#define GAMMA_5 -0x1.507e760000000p-13f
#define GAMMA_6 0x1.696db60000000p-7f
#define GAMMA_7 -0x1.bf373a0000000p-9f
#define GAMMA_8 0x1.4c9b080000000p-9f

// exp_stirling(x) on [0.02, 0.4] * 1/exp_stirling(x): 2^-26.46
#define EXP_STIRLING_0 0x1.40d9320000000p+1f
#define EXP_STIRLING_1 0x1.abcb0e0000000p-3f
#define EXP_STIRLING_2 0x1.1f24d80000000p-7f
#define EXP_STIRLING_3 -0x1.d82f320000000p-8f
#define EXP_STIRLING_4 0x1.0e38700000000p-10f

// sinc(x) on [0, 0.25] * 1/sinc(x): 2^-27.24
#define SINC_0 0x1.0000000000000p+0f
#define SINC_1 -0x1.a51a5a0000000p+0f
#define SINC_2 0x1.9f99380000000p-1f
#define SINC_3 -0x1.86071e0000000p-3f
#define SINC_4 0x1.94f3920000000p-6f

// j_small(0,x) on [1e-9-64, 0] * 1/j_small(0,x): 2^-25.08
#define J0_0 0x1.70d7800000000p-14f
#define J0_1 -0x1.86c8880000000p-17f
#define J0_2 0x1.a200ac0000000p-22f
#define J0_3 -0x1.ae39480000000p-28f
#define J0_4 0x1.0b128e0000000p-34f
#define J0_5 -0x1.b3c6b00000000p-42f
#define J0_6 0x1.33e12a0000000p-49f
#define J0_7 -0x1.2741d00000000p-59f
#define J0_8 0x1.28a2920000000p-64f
#define J0_9 0x1.0dcdd40000000p-73f

// j_small(1,x) on [1e-9-64, 0] * 1/j_small(1,x): 2^-27.23
#define J1_0 0x1.517f300000000p-15f
#define J1_1 -0x1.3848be0000000p-19f
#define J1_2 0x1.bdc3460000000p-25f
#define J1_3 -0x1.5dc3ec0000000p-31f
#define J1_4 0x1.60724e0000000p-38f
#define J1_5 -0x1.f16b520000000p-46f
#define J1_6 0x1.0cb1100000000p-53f
#define J1_7 -0x1.6570bc0000000p-62f
#define J1_8 0x1.c9fd9e0000000p-70f

// j_plain(0,x) on [1e-9, 5] * 1: 2^-27.95
#define J0_NEAR_0 0x1.0000000000000p+0f
#define J0_NEAR_1 -0x1.fffffc0000000p-3f
#define J0_NEAR_2 0x1.ffff400000000p-7f
#define J0_NEAR_3 -0x1.c7059e0000000p-12f
#define J0_NEAR_4 0x1.c4c2980000000p-18f
#define J0_NEAR_5 -0x1.0710c80000000p-24f

// j_plain(1,x) on [1e-9, 14] * 1: 2^-29.07
#define J1_NEAR_0 0x1.0000000000000p-1f
#define J1_NEAR_1 -0x1.fffffc0000000p-5f
#define J1_NEAR_2 0x1.5554fa0000000p-9f
#define J1_NEAR_3 -0x1.c711b00000000p-15f
#define J1_NEAR_4 0x1.6b81c80000000p-21f
#define J1_NEAR_5 -0x1.7c2c800000000p-28f
#define J1_NEAR_6 0x1.dc9eba0000000p-36f

// y_small(0,x) on [1e-9, 5] * (x-Y[0][0]**2)/bessely(0,sqrt(x)): 2^-28.64
#define Y0_NEAR_0 0x1.7508120000000p-3f
#define Y0_NEAR_1 -0x1.1258500000000p-6f
#define Y0_NEAR_2 0x1.268cc60000000p-11f
#define Y0_NEAR_3 -0x1.4c3bb00000000p-17f
#define Y0_NEAR_4 0x1.d3a64a0000000p-24f
#define Y0_NEAR_5 -0x1.cbb6060000000p-31f

// y_small(1,x) on [1e-9, 14] * (x-Y[1][0]**2)/(bessely(1,sqrt(x))*sqrt(x)): 2^-24.51
#define Y1_NEAR_0 0x1.0e14be0000000p-3f
#define Y1_NEAR_1 0x1.06995a0000000p-6f
#define Y1_NEAR_2 -0x1.7c30f40000000p-10f
#define Y1_NEAR_3 0x1.5be0940000000p-15f
#define Y1_NEAR_4 -0x1.525a380000000p-21f
#define Y1_NEAR_5 0x1.c13a1e0000000p-28f
#define Y1_NEAR_6 -0x1.37cc5c0000000p-34f
#define Y1_NEAR_7 0x1.cf2a3e0000000p-41f

// y_zero(0,1,x) on [-1.73, 1.55] * x/bessely(0,Y[0][1]+x): 2^-25.45
#define Y0_TWO_0 -0x1.9c34260000000p-2f
#define Y0_TWO_1 0x1.a09c940000000p-5f
#define Y0_TWO_2 0x1.df6d600000000p-5f
#define Y0_TWO_3 -0x1.c117580000000p-8f
#define Y0_TWO_4 -0x1.1e33a20000000p-9f
#define Y0_TWO_5 0x1.999c660000000p-13f
#define Y0_TWO_6 0x1.ab80200000000p-15f
#define Y0_TWO_7 -0x1.4ba04e0000000p-18f
#define Y0_TWO_8 -0x1.57a5f00000000p-22f
#define Y0_TWO_9 0x1.2d3d420000000p-32f
#define Y0_TWO_10 0x1.d097040000000p-26f
#define Y0_TWO_11 -0x1.10b15a0000000p-27f

// y_zero(0,2,x) on [-1.6, 0.92] * x/bessely(0,Y[0][2]+x): 2^-27.84
#define Y0_THREE_0 0x1.334cca0000000p-2f
#define Y0_THREE_1 -0x1.5aef620000000p-6f
#define Y0_THREE_2 -0x1.8969cc0000000p-5f
#define Y0_THREE_3 0x1.b2f1a80000000p-9f
#define Y0_THREE_4 0x1.1d37d40000000p-9f
#define Y0_THREE_5 -0x1.26e3060000000p-13f
#define Y0_THREE_6 -0x1.8242f40000000p-15f
#define Y0_THREE_7 0x1.66c6360000000p-19f
#define Y0_THREE_8 0x1.4d92040000000p-21f

// y_zero(1,1,x) on [-1.75, 2.58] * x/bessely(1,Y[1][1]+x): 2^-25.16
#define Y1_TWO_0 -0x1.5c7c560000000p-2f
#define Y1_TWO_1 0x1.00b9f80000000p-5f
#define Y1_TWO_2 0x1.a15d940000000p-5f
#define Y1_TWO_3 -0x1.10a3280000000p-8f
#define Y1_TWO_4 -0x1.1be6e20000000p-9f
#define Y1_TWO_5 0x1.337c580000000p-13f
#define Y1_TWO_6 0x1.85baec0000000p-15f
#define Y1_TWO_7 -0x1.805e6e0000000p-19f
#define Y1_TWO_8 -0x1.259b3e0000000p-21f
#define Y1_TWO_9 0x1.b786060000000p-26f
#define Y1_TWO_10 0x1.875a5c0000000p-28f
#define Y1_TWO_11 -0x1.d468540000000p-32f

// modulus(0,x) on [1e-9, 1/64.] * 1: 2^-23.97
#define MODULUS0_0 0x1.0000000000000p+0f
#define MODULUS0_1 -0x1.ffa0760000000p-5f
#define MODULUS0_2 0x1.7efb060000000p-4f

// modulus(1,x) on [1e-9, 1/64.] * 1: 2^-23.36
#define MODULUS1_0 0x1.0000000000000p+0f
#define MODULUS1_1 0x1.7fdbbc0000000p-3f
#define MODULUS1_2 -0x1.6d0e880000000p-3f

// phase(0,x) on [1e-9, 1/64.] * sqrt(x): 2^-26.86
#define PHASE0_0 -0x1.ffff820000000p-4f
#define PHASE0_1 0x1.09a1720000000p-4f
#define PHASE0_2 -0x1.64fa080000000p-3f

// phase(1,x) on [1e-9, 1/64.] * sqrt(x): 2^-26.25
#define PHASE1_0 0x1.7fffd00000000p-2f
#define PHASE1_1 -0x1.4f381c0000000p-3f
#define PHASE1_2 0x1.4620b40000000p-2f

// i_small(0,x) on [1e-9, 64] * 1/i_small(0,x): 2^-26.39
#define I0_0 0x1.0000000000000p+0f
#define I0_1 0x1.0000020000000p-2f
#define I0_2 0x1.ffffb00000000p-7f
#define I0_3 0x1.c7200a0000000p-12f
#define I0_4 0x1.c6f81e0000000p-18f
#define I0_5 0x1.2405680000000p-24f
#define I0_6 0x1.fccf5c0000000p-32f
#define I0_7 0x1.71bdb00000000p-39f
#define I0_8 0x1.a7aca40000000p-48f
#define I0_9 0x1.067f8e0000000p-54f

// i_small(1,x) on [1e-9, 64] * 1/i_small(1,x): 2^-23.91
#define I1_0 0x1.0000000000000p-1f
#define I1_1 0x1.ffffd20000000p-5f
#define I1_2 0x1.5557920000000p-9f
#define I1_3 0x1.c6f9860000000p-15f
#define I1_4 0x1.6d0d600000000p-21f
#define I1_5 0x1.7d3b4e0000000p-28f
#define I1_6 0x1.4532380000000p-35f
#define I1_7 0x1.9accde0000000p-44f
#define I1_8 0x1.2be11a0000000p-50f

// i_large(0,x) on [0.0105, 0.125] * 1/i_large(0,x): 2^-26.81
#define I0_LARGE_0 0x1.9884500000000p-2f
#define I0_LARGE_1 0x1.9893ec0000000p-5f
#define I0_LARGE_2 0x1.c551440000000p-6f
#define I0_LARGE_3 0x1.3626120000000p-5f
#define I0_LARGE_4 -0x1.7a8eb20000000p-5f
#define I0_LARGE_5 0x1.ee42700000000p-2f

// i_large(1,x) on [0.0105, 0.125] * 1/i_large(1,x): 2^-27.10
#define I1_LARGE_0 0x1.9884560000000p-2f
#define I1_LARGE_1 -0x1.3266a60000000p-3f
#define I1_LARGE_2 -0x1.7c2aa60000000p-5f
#define I1_LARGE_3 -0x1.910c2c0000000p-5f
#define I1_LARGE_4 0x1.f62a920000000p-6f
#define I1_LARGE_5 -0x1.0555100000000p-1f
