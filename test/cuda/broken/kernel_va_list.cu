// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <stdarg.h>
__global__ void k(int *p, va_list l) { // ERROR: a __global__ function or function template cannot have a parameter with va_list type
    *p = 1;
}
