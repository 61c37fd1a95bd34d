// SPDX-License-Identifier: Apache-2.0
// The machine's approximations on the host: which one it is, its argument and its exact value give what the machine gives. That is
// the value correctly rounded, or one as far from it as a GPU's; tools/math/approximations.c decides.
#ifndef CUPRUM_DEVICE_MATH_APPROXIMATIONS_H
#define CUPRUM_DEVICE_MATH_APPROXIMATIONS_H
enum { EX2, LG2, RCP, RSQRT, SQRT, SINE, COSINE, TANH, QUOTIENT, APPROXIMATIONS };
float approximated(int which, float x, double exact);
#endif
