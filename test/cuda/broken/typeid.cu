// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <typeinfo>
__global__ void k(int *p) { p[0] = &typeid(int) != nullptr; } // ERROR: "typeid" is not supported in device code
// REQUIRES: <typeinfo>
