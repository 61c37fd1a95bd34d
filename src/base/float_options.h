// SPDX-License-Identifier: Apache-2.0
// float_options.h: how floating point is computed, as the user chose it. The options of every stage
// hold it as one member, `fp`, which is handed on as a whole.
#ifndef CUPRUM_FLOAT_OPTIONS_H
#define CUPRUM_FLOAT_OPTIONS_H

#include <stdbool.h>

typedef struct FloatOptions {
    bool ftz;                 // subnormal results of float are zero
    bool prec_div, prec_sqrt; // IEEE division and square root of float
    bool fmad;                // a product and a sum may become one operation
    bool fast_math;           // fast functions
    bool div_approx_ftz;      // division of float is div.approx.ftz
    bool div_approx;          // or div.approx
} FloatOptions;

#endif
