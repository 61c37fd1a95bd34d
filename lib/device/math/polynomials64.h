// SPDX-License-Identifier: Apache-2.0
// Written by lib/device/generate/polynomials.py from polynomials64.txt: coefficients NAME_POWER, over each
// group what is approximated, where, and the largest weighted error.

// exp(x) on [-0.3466, 0.3466] * exp(-x): 2^-57.64
#define EXP_0 0x1.0000000000000p+0
#define EXP_1 0x1.0000000000000p+0
#define EXP_2 0x1.000000000000ap-1
#define EXP_3 0x1.5555555555503p-3
#define EXP_4 0x1.555555555074cp-5
#define EXP_5 0x1.1111111120f76p-7
#define EXP_6 0x1.6c16c1843be49p-10
#define EXP_7 0x1.a01a015a44d3cp-13
#define EXP_8 0x1.a0199a45fcf7bp-16
#define EXP_9 0x1.71deb03d447f8p-19
#define EXP_10 0x1.28acf0f2fde86p-22
#define EXP_11 0x1.ae3c38ded52d6p-26

// 2**x on [-0.5, 0.5] * 2**-x: 2^-55.53
#define EXP2_0 0x1.0000000000000p+0
#define EXP2_1 0x1.62e42fefa39f3p-1
#define EXP2_2 0x1.ebfbdff82c599p-3
#define EXP2_3 0x1.c6b08d7048dcbp-5
#define EXP2_4 0x1.3b2ab6fba1b34p-7
#define EXP2_5 0x1.5d87fe7bf44e4p-10
#define EXP2_6 0x1.4309130a22548p-13
#define EXP2_7 0x1.ffcbed56f1f4ap-17
#define EXP2_8 0x1.62bfd26668078p-20
#define EXP2_9 0x1.b542f512250c2p-24
#define EXP2_10 0x1.e60a2c1fdc667p-28
#define EXP2_11 0x1.be7234f7b6aa5p-32

// 10**x on [-0.1506, 0.1506] * 10**-x: 2^-62.33
#define EXP10_0 0x1.0000000000000p+0
#define EXP10_1 0x1.26bb1bbb55516p+1
#define EXP10_2 0x1.53524c73cea69p+1
#define EXP10_3 0x1.0470591de2caap+1
#define EXP10_4 0x1.2bd7609fd964bp+0
#define EXP10_5 0x1.1429ffd1d23f5p-1
#define EXP10_6 0x1.a7ed70857fb8ap-3
#define EXP10_7 0x1.16e4dfd13f5d2p-4
#define EXP10_8 0x1.4116ad87cbfffp-6
#define EXP10_9 0x1.48977ed127f46p-8
#define EXP10_10 0x1.2eac51b6c021fp-10
#define EXP10_11 0x1.fc0f29dae01f8p-13
#define EXP10_12 0x1.7802f0a2a4dc3p-15

// expm1(x)/x on [-0.501, 0.501] * x/expm1(x): 2^-60.79
#define EXPM1_0 0x1.0000000000000p+0
#define EXPM1_1 0x1.0000000000000p-1
#define EXPM1_2 0x1.5555555555556p-3
#define EXPM1_3 0x1.555555555559ep-5
#define EXPM1_4 0x1.1111111110e60p-7
#define EXPM1_5 0x1.6c16c16bfcb44p-10
#define EXPM1_6 0x1.a01a01a0eaa2ap-13
#define EXPM1_7 0x1.a01a02084d1f0p-16
#define EXPM1_8 0x1.71de38b1a5d66p-19
#define EXPM1_9 0x1.27e43e9766060p-22
#define EXPM1_10 0x1.ae671aa87c54dp-26
#define EXPM1_11 0x1.202b776de8a72p-29
#define EXPM1_12 0x1.5ff52aff67e71p-33

// (log1p(x)-x)/x**2 on [-1/140., 1/126.] * x**2/log1p(x): 2^-65.77
#define LOG_0 -0x1.0000000000000p-1
#define LOG_1 0x1.55555555555b1p-2
#define LOG_2 -0x1.000000000003cp-2
#define LOG_3 0x1.99999988bd402p-3
#define LOG_4 -0x1.55555547bed48p-3
#define LOG_5 0x1.24995611712a2p-3
#define LOG_6 -0x1.00066e242f014p-3

// (sin(sqrt(x))/sqrt(x)-1)/x on [0, 0.6185] * x/(sin(sqrt(x))/sqrt(x)): 2^-57.89
#define SIN_0 -0x1.5555555555548p-3
#define SIN_1 0x1.111111110f730p-7
#define SIN_2 -0x1.a01a019be91fep-13
#define SIN_3 0x1.71de35552890ap-19
#define SIN_4 -0x1.ae5e4b80c0dbfp-26
#define SIN_5 0x1.5d8b546c48bb0p-33

// (cos(sqrt(x))-1)/x on [0, 0.6185] * x: 2^-64.14
#define COS_0 -0x1.0000000000000p-1
#define COS_1 0x1.555555555554cp-5
#define COS_2 -0x1.6c16c16c1520ap-10
#define COS_3 0x1.a01a019cbbdcep-16
#define COS_4 -0x1.27e4f80f58d7cp-22
#define COS_5 0x1.1ee9ee94c2809p-29
#define COS_6 -0x1.8faf92d17f7f2p-37

// (tan(sqrt(x))/sqrt(x)-1)/x on [0, 0.6185] * x/(tan(sqrt(x))/sqrt(x)): 2^-55.58
#define TAN_0 0x1.55555555554edp-2
#define TAN_1 0x1.111111111880bp-3
#define TAN_2 0x1.ba1ba1b42e42fp-5
#define TAN_3 0x1.664f49b3b7417p-6
#define TAN_4 0x1.226e112032c82p-7
#define TAN_5 0x1.d6d95f917caf5p-9
#define TAN_6 0x1.7d594c50edc0cp-10
#define TAN_7 0x1.380bc9b0592c3p-11
#define TAN_8 0x1.d1a687c93daedp-13
#define TAN_9 0x1.1fc7ac43d30fep-13
#define TAN_10 -0x1.cb23f18ec9bb0p-16
#define TAN_11 0x1.7af345a63eb32p-14
#define TAN_12 -0x1.7c7b544fa8019p-15
#define TAN_13 0x1.5ff27f2cddd60p-16

// (sin(pi*sqrt(x))/sqrt(x)-pi)/x on [0, 0.0625] * x/(sin(pi*sqrt(x))/sqrt(x)): 2^-57.91
#define SINPI_0 -0x1.4abbce625be46p+2
#define SINPI_1 0x1.466bc67758c4cp+1
#define SINPI_2 -0x1.32d2cce31bf1cp-1
#define SINPI_3 0x1.507830034b8d9p-4
#define SINPI_4 -0x1.e3008fb5725bdp-8
#define SINPI_5 0x1.e3fbe86d0b485p-12

// (cos(pi*sqrt(x))-1)/x on [0, 0.0625] * x: 2^-61.52
#define COSPI_0 -0x1.3bd3cc9be45dep+2
#define COSPI_1 0x1.03c1f081b5a4fp+2
#define COSPI_2 -0x1.55d3c7e3bf5abp+0
#define COSPI_3 0x1.e1f506749a36dp-3
#define COSPI_4 -0x1.a6d1e138b8388p-6
#define COSPI_5 0x1.f9c3d3af58924p-10
#define COSPI_6 -0x1.afee3ee4aa10bp-14

// (atan(sqrt(x))/sqrt(x)-1)/x on [0, 0.17158] * x/(atan(sqrt(x))/sqrt(x)): 2^-59.44
#define ATAN_0 -0x1.555555555553dp-2
#define ATAN_1 0x1.9999999995867p-3
#define ATAN_2 -0x1.24924922ad453p-3
#define ATAN_3 0x1.c71c70e605593p-4
#define ATAN_4 -0x1.745cf8db7502ep-4
#define ATAN_5 0x1.3b11190f6295cp-4
#define ATAN_6 -0x1.10ebb7e7fe87ep-4
#define ATAN_7 0x1.df0f48b105a41p-5
#define ATAN_8 -0x1.9cd2bd74cdd3bp-5
#define ATAN_9 0x1.37d5c0e212853p-5
#define ATAN_10 -0x1.256acb63d4537p-6

// (asin(sqrt(x))/sqrt(x)-1)/x on [0, 0.2501] * x/(asin(sqrt(x))/sqrt(x)): 2^-55.88
#define ASIN_0 0x1.555555555538ep-3
#define ASIN_1 0x1.333333336ec3ap-4
#define ASIN_2 0x1.6db6db424bd50p-5
#define ASIN_3 0x1.f1c72c48d721bp-6
#define ASIN_4 0x1.6e89f2b2c6e5fp-6
#define ASIN_5 0x1.1c6bf9e6ec9b2p-6
#define ASIN_6 0x1.c6fbd3d6f9274p-7
#define ASIN_7 0x1.8ecfff38fd2b5p-7
#define ASIN_8 0x1.ab5c0d5332a01p-8
#define ASIN_9 0x1.404558cdf51dep-6
#define ASIN_10 -0x1.0a5472a0c73fcp-6
#define ASIN_11 0x1.059a9d6ef80d5p-5

// (sinh(sqrt(x))/sqrt(x)-1)/x on [0, 1] * x/(sinh(sqrt(x))/sqrt(x)): 2^-61.77
#define SINH_0 0x1.5555555555556p-3
#define SINH_1 0x1.111111111101ep-7
#define SINH_2 0x1.a01a01a03726ap-13
#define SINH_3 0x1.71de3a3b03f9fp-19
#define SINH_4 0x1.ae646ffafe3e5p-26
#define SINH_5 0x1.6116f06c05ee1p-33
#define SINH_6 0x1.b5ca876da3e99p-41

// (tanh(sqrt(x))/sqrt(x)-1)/x on [0, 0.3026] * x/(tanh(sqrt(x))/sqrt(x)): 2^-55.47
#define TANH_0 -0x1.555555555549dp-2
#define TANH_1 0x1.11111111028b7p-3
#define TANH_2 -0x1.ba1ba1ad68693p-5
#define TANH_3 0x1.664f45c12de4ap-6
#define TANH_4 -0x1.226ddd1b5e3c6p-7
#define TANH_5 0x1.d6c61816a142dp-9
#define TANH_6 -0x1.7cf3860cc84b2p-10
#define TANH_7 0x1.2fa13e59906a8p-11
#define TANH_8 -0x1.b9013e39b2272p-13
#define TANH_9 0x1.abe96d1a82715p-15

// (log1p(x)-x)/x**2 on [-1/140., 1/126.] * x**2/log1p(x): 2^-71.92
#define LOGX_0 -0x1.0000000000000p-1
#define LOGX_1 0x1.5555555555556p-2
#define LOGX_2 -0x1.0000000000012p-2
#define LOGX_3 0x1.9999999977acep-3
#define LOGX_4 -0x1.5555554e68dc1p-3
#define LOGX_5 0x1.24925ad4d0760p-3
#define LOGX_6 -0x1.00046d98adfd1p-3
#define LOGX_7 0x1.c177eafeb20fcp-4

// (loggamma(1/sqrt(x))-(1/sqrt(x)-0.5)*log(1/sqrt(x))+1/sqrt(x)-log(2*pi)/2)/sqrt(x) on [0, 1/64.] * 1: 2^-57.58
#define STIRLING_0 0x1.5555555555555p-4
#define STIRLING_1 -0x1.6c16c16c09cf2p-9
#define STIRLING_2 0x1.a01a00fc4c0d5p-11
#define STIRLING_3 -0x1.3812c05a88ac2p-11
#define STIRLING_4 0x1.b8e7276ad8b0bp-11
#define STIRLING_5 -0x1.e7c80817c43dfp-10
#define STIRLING_6 0x1.221cb6688a9a8p-8

// sqrt(pi/(2*sqrt(x)))*abs(hankel1(0,1/sqrt(x))) on [0, 1/64.] * 1: 2^-50.38
#define BETA0_0 0x1.ffffffffffffap-1
#define BETA0_1 -0x1.fffffffeb9c90p-5
#define BETA0_2 0x1.a7fffa5307a7dp-4
#define BETA0_3 -0x1.15ed86dc9e4c8p-1
#define BETA0_4 0x1.75c257a84515ep+2
#define BETA0_5 -0x1.a1fc9e7bed5b9p+6
#define BETA0_6 0x1.3dfbe64c5105dp+11
#define BETA0_7 -0x1.f59629cdd4263p+15
#define BETA0_8 0x1.2ce73a33d856ep+20
#define BETA0_9 -0x1.6d7ca8e995153p+23

// sqrt(pi/(2*sqrt(x)))*abs(hankel1(1,1/sqrt(x))) on [0, 1/64.] * 1: 2^-50.00
#define BETA1_0 0x1.0000000000004p+0
#define BETA1_1 0x1.7fffffff96783p-3
#define BETA1_2 -0x1.8bfffc6672a3bp-3
#define BETA1_3 0x1.9c4cebdedffeap-1
#define BETA1_4 -0x1.eeacf7f608779p+2
#define BETA1_5 0x1.03c9c80894768p+7
#define BETA1_6 -0x1.7c6af8868ad3dp+11
#define BETA1_7 0x1.242dfd2cf1b3fp+16
#define BETA1_8 -0x1.571869b0ae422p+20
#define BETA1_9 0x1.98aa84cc18c62p+23

// arg(hankel1(0,1/sqrt(x))*exp(-j*(1/sqrt(x)-pi/4)))/sqrt(x) on [0, 1/64.] * 1: 2^-50.18
#define PHASE0_0 -0x1.fffffffffffc8p-4
#define PHASE0_1 0x1.0aaaaaa9c4803p-4
#define PHASE0_2 -0x1.ad332e52405f0p-3
#define PHASE0_3 0x1.a355ae93479a0p+0
#define PHASE0_4 -0x1.773d4db479b84p+4
#define PHASE0_5 0x1.07ef4eeac6a91p+9
#define PHASE0_6 -0x1.f6baff64786d7p+13
#define PHASE0_7 0x1.0741b2df7eb0ap+19
#define PHASE0_8 -0x1.de2e46788ada5p+23
#define PHASE0_9 0x1.28f92baa50c44p+28
#define PHASE0_10 -0x1.62fbd966c0bc9p+31

// arg(hankel1(1,1/sqrt(x))*exp(-j*(1/sqrt(x)-3*pi/4)))/sqrt(x) on [0, 1/64.] * 1: 2^-49.99
#define PHASE1_0 0x1.7fffffffffff0p-2
#define PHASE1_1 -0x1.4fffffff7cd7cp-3
#define PHASE1_2 0x1.7bccca05da1c1p-2
#define PHASE1_3 -0x1.2f46f2a4aa6dfp+1
#define PHASE1_4 0x1.e9927fb3cc9b9p+4
#define PHASE1_5 -0x1.452f42e11acfep+9
#define PHASE1_6 0x1.2b9c58bc6485ep+14
#define PHASE1_7 -0x1.341d2a28e41e1p+19
#define PHASE1_8 0x1.1526688eff809p+24
#define PHASE1_9 -0x1.5675f8e93038cp+28
#define PHASE1_10 0x1.981fef5dd8055p+31

// bessely(0,sqrt(x))-log(x)/pi*besselj(0,sqrt(x)) on [0, 0.2501] * 1: 2^-57.10
#define Y0SMALL_0 -0x1.2e4d699cbd01fp-4
#define Y0SMALL_1 0x1.6bbcb410342e2p-3
#define Y0SMALL_2 -0x1.075b1bbf4ca6cp-6
#define Y0SMALL_3 0x1.1a6206da08264p-11
#define Y0SMALL_4 -0x1.3e99db3ea25dfp-17
#define Y0SMALL_5 0x1.be03f896cb296p-24
#define Y0SMALL_6 -0x1.a4594aef00a4ep-30
#define Y0SMALL_7 0x1.df89d6c3e48d6p-31

// (bessely(1,sqrt(x))+2/(pi*sqrt(x))-log(x)/pi*besselj(1,sqrt(x)))/sqrt(x) on [0, 0.2501] * 1: 2^-56.84
#define Y1SMALL_0 -0x1.91866143cbc8ap-3
#define Y1SMALL_1 0x1.bd3975c75b2f2p-5
#define Y1SMALL_2 -0x1.835b9788dea7ap-9
#define Y1SMALL_3 0x1.2c7dbeb5445cdp-14
#define Y1SMALL_4 -0x1.0a746322e2546p-20
#define Y1SMALL_5 0x1.282e2b64e57a6p-27
#define Y1SMALL_6 0x1.d390fad016909p-31
#define Y1SMALL_7 -0x1.1cbcffd52a542p-30
