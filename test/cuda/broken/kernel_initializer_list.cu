// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
#include <initializer_list>
__global__ void k(int *p, std::initializer_list<int> l) { // ERROR: a __global__ function or function template cannot have a parameter with type std::initializer_list
    *p = *l.begin();
}
// REQUIRES: <initializer_list>
