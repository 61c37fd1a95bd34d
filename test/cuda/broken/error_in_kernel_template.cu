// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
template <class T> __global__ void k(T *p) {
    p->reset(); // ERROR: expression must have class type but it has type "float"
}
void run(float *p) { k<<<1, 1>>>(p); }
