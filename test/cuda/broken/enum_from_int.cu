// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
enum Color { red, green };
__global__ void k(Color *p) {
    *p = 1; // ERROR: a value of type "int" cannot be assigned to an entity of type "Color"
}
