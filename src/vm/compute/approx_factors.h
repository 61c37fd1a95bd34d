// SPDX-License-Identifier: Apache-2.0
// The numbers of the approximations ex2, lg2, sin and cos, which the interpreter (compute/approx.h)
// and native code (native/approx.c) compute in the same steps. The factors are those of least
// squares, weighted until the largest relative error is the least (Lawson's algorithm).
#ifndef CUPRUM_VM_APPROX_FACTORS_H
#define CUPRUM_VM_APPROX_FACTORS_H

// The nearest integers of small numbers: 1.5 * 2^52 has no bits for more. Its sum with x has them
// in its lowest bits.
#define ROUNDER 0x1.8p52

// 2^x for |x| <= 1/2 to 2^-40.
static const double approx_power[] = {1.0,
                                      0x1.62e42fef89d1ep-1,
                                      0x1.ebfbdff8ede73p-3,
                                      0x1.c6b08dced38b1p-5,
                                      0x1.3b2ab5ed736b3p-7,
                                      0x1.5d874d06c1a86p-10,
                                      0x1.430aa87b8ffffp-13,
                                      0x1.00d85368fa50ep-16,
                                      0x1.61c4f91747cd0p-20};

// Beyond 2^200 f32 has nothing.
#define APPROX_POWERS 200

// log2(1 + f) / f for 1 + f from 2^-1/2 to 2^1/2, to 2^-41.
static const double approx_log[] = {
    0x1.71547652b89ddp+0, -0x1.715476528d48bp-1, 0x1.ec709dbd24092p-2, -0x1.715476b440b47p-2,
    0x1.2776c940c0833p-2, -0x1.ec7061e0fd6bap-3, 0x1.a615466e6f037p-3, -0x1.715b8d6a30b7ep-3,
    0x1.488d0637d73ddp-3, -0x1.272ba02ffa064p-3, 0x1.087cb5f40febfp-3, -0x1.e9fc9eb3be920p-4,
    0x1.024d0f1ab267cp-3, -0x1.f9f05f34e91a4p-4, 0x1.02ca692da24edp-4};
// The bits of 2^-1/2, its low word less.
#define APPROX_ROOT (0x3fe6a09eull << 32)

// sin(r) / r and cos(r) by r^2, for |r| <= pi / 4 to 2^-47 and 2^-43.
static const double approx_sine[] = {1.0,
                                     -0x1.5555555552395p-3,
                                     0x1.1111110c9a9d2p-7,
                                     -0x1.a019f94f90129p-13,
                                     0x1.71d777088716ap-19,
                                     -0x1.a964b1b4d397ap-26};
static const double approx_cosine[] = {1.0,
                                       -0.5,
                                       0x1.5555554f427c4p-5,
                                       -0x1.6c16b88be041ap-10,
                                       0x1.a0111781c0eb2p-16,
                                       -0x1.2429070a51659p-22};

// pi / 2 in two parts.
#define APPROX_QUARTER      0x1.921fb54442d18p+0
#define APPROX_QUARTER_REST 0x1.1a62633145c07p-54
#define APPROX_QUARTERS     0x1.45f306dc9c883p-1 // 2 / pi

enum { APPROX_NEAR = 1 << 20 };

#endif
