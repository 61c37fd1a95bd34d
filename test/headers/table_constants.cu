// SPDX-License-Identifier: Apache-2.0
// math_constants.h, cuComplex.h: ours and NVIDIA's.
// RUN: sh %S/table.sh %s 75 -- -fmad=false
// REQUIRES: /usr/local/cuda/include/math_constants.h
// TIMEOUT: 120
#include <cuComplex.h>
#include <math_constants.h>
#include <stdio.h>
#include "inputs/table.h"
#define COUNT 1024
#define INPUTS(n)                                                                                  \
    unsigned u = scrambled(n), v = scrambled(u);                                                   \
    cuComplex a = make_cuComplex((int)u * 1e-9f, (int)v * 1e-7f),                                  \
              b = make_cuFloatComplex((int)(u * 7) * 1e-5f, (int)(v * 5) * 1e-8f);                 \
    cuDoubleComplex c = make_cuDoubleComplex((int)u * 1e-9, (int)v * 1e-7),                        \
                    d = make_cuDoubleComplex((int)(u * 7) * 1e-5, (int)(v * 5) * 1e-8);            \
    (void)a, (void)b, (void)c, (void)d;
#define BOTH(f, x, y)                                                                              \
    ROW(cuCreal##f(x))                                                                             \
    ROW(cuCimag##f(x))                                                                             \
    ROW(cuConj##f(x)) ROW(cuCadd##f(x, y)) ROW(cuCsub##f(x, y)) ROW(cuCmul##f(x, y))               \
        ROW(cuCdiv##f(x, y)) ROW(cuCfma##f(x, y, x))
__global__ void complex(){
    BOTH(f, a, b) BOTH(, c, d) ROW(fabs(cuCabsf(a) - ::hypot((double)a.x, (double)a.y)) <
                                   1e-6 * fabs(a.x) + 1e-6 * fabs(a.y))
        ROW(fabs(cuCabs(c) - ::hypot(c.x, c.y)) < 1e-15 * fabs(c.x) + 1e-15 * fabs(c.y))
            ROW(cuComplexFloatToDouble(a)) ROW(cuComplexDoubleToFloat(c))} __global__
    void constants() {
    ROW(CUDART_2_OVER_PI)
    ROW(CUDART_2_OVER_PI_F)
    ROW(CUDART_3PIO4)
    ROW(CUDART_3PIO4_F)
    ROW(CUDART_DBL2INT_CVT)
    ROW(CUDART_INF)
    ROW(CUDART_INF_F)
    ROW(CUDART_L2E)
    ROW(CUDART_L2E_F)
    ROW(CUDART_L2E_HI)
    ROW(CUDART_L2E_LO)
    ROW(CUDART_L2T)
    ROW(CUDART_L2T_F)
    ROW(CUDART_LG2)
    ROW(CUDART_LG2_F)
    ROW(CUDART_LG2_HI)
    ROW(CUDART_LG2_LO)
    ROW(CUDART_LG2_X_1024)
    ROW(CUDART_LG2_X_1075)
    ROW(CUDART_LGE)
    ROW(CUDART_LGE_F)
    ROW(CUDART_LGE_HI)
    ROW(CUDART_LGE_LO)
    ROW(CUDART_LN2)
    ROW(CUDART_LN2_F)
    ROW(CUDART_LN2_HI)
    ROW(CUDART_LN2_LO)
    ROW(CUDART_LN2_X_1024)
    ROW(CUDART_LN2_X_1025)
    ROW(CUDART_LN2_X_1075)
    ROW(CUDART_LNPI)
    ROW(CUDART_LNPI_F)
    ROW(CUDART_LNT)
    ROW(CUDART_LNT_F)
    ROW(CUDART_LNT_HI)
    ROW(CUDART_LNT_LO)
    ROW(CUDART_MAX_NORMAL_F)
    ROW(CUDART_MIN_DENORM)
    ROW(CUDART_MIN_DENORM_F)
    ROW(CUDART_NAN)
    ROW(CUDART_NAN_F)
    ROW(CUDART_NEG_ZERO)
    ROW(CUDART_NEG_ZERO_F)
    ROW(CUDART_NORM_HUGE_F)
    ROW(CUDART_ONE)
    ROW(CUDART_ONE_F)
    ROW(CUDART_PI)
    ROW(CUDART_PIO2)
    ROW(CUDART_PIO2_F)
    ROW(CUDART_PIO2_HI)
    ROW(CUDART_PIO2_LO)
    ROW(CUDART_PIO4)
    ROW(CUDART_PIO4_F)
    ROW(CUDART_PIO4_HI)
    ROW(CUDART_PIO4_LO)
    ROW(CUDART_PI_F)
    ROW(CUDART_PI_HI)
    ROW(CUDART_PI_LO)
    ROW(CUDART_REMQUO_BITS_F)
    ROW(CUDART_REMQUO_MASK_F)
    ROW(CUDART_SQRT_2OPI)
    ROW(CUDART_SQRT_2PI)
    ROW(CUDART_SQRT_2PI_HI)
    ROW(CUDART_SQRT_2PI_LO)
    ROW(CUDART_SQRT_2_OVER_PI_F)
    ROW(CUDART_SQRT_HALF)
    ROW(CUDART_SQRT_HALF_F)
    ROW(CUDART_SQRT_HALF_HI)
    ROW(CUDART_SQRT_HALF_HI_F)
    ROW(CUDART_SQRT_HALF_LO)
    ROW(CUDART_SQRT_HALF_LO_F)
    ROW(CUDART_SQRT_PIO2)
    ROW(CUDART_SQRT_PIO2_HI)
    ROW(CUDART_SQRT_PIO2_LO)
    ROW(CUDART_SQRT_TWO)
    ROW(CUDART_SQRT_TWO_F)
    ROW(CUDART_THIRD)
    ROW(CUDART_THIRD_F)
    ROW(CUDART_TRIG_PLOSS)
    ROW(CUDART_TRIG_PLOSS_F)
    ROW(CUDART_TWOTHIRD)
    ROW(CUDART_TWO_TO_126_F)
    ROW(CUDART_TWO_TO_23)
    ROW(CUDART_TWO_TO_23_F)
    ROW(CUDART_TWO_TO_24_F)
    ROW(CUDART_TWO_TO_31_F)
    ROW(CUDART_TWO_TO_32_F)
    ROW(CUDART_TWO_TO_52)
    ROW(CUDART_TWO_TO_53)
    ROW(CUDART_TWO_TO_54)
    ROW(CUDART_TWO_TO_M1022)
    ROW(CUDART_TWO_TO_M126_F)
    ROW(CUDART_TWO_TO_M54)
    ROW(CUDART_ZERO)
    ROW(CUDART_ZERO_F)
}
