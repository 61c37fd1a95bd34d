// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <algorithm>
__global__ void k(int *p) { p[0] = std::max(p[0], 1.0f); } // ERROR: no instance of overloaded function "max" matches the argument list; argument types are: (int, float)
// REQUIRES: <algorithm>
