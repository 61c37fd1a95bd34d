// SPDX-License-Identifier: Apache-2.0
// Exact and nearly exact results for functions of double that MPFR and the C library do not have.
#ifndef CUPRUM_TOOLS_MATH_EXACT64_H
#define CUPRUM_TOOLS_MATH_EXACT64_H
#include <mpfr.h>

#endif
