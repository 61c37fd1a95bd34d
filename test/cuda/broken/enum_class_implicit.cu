// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
enum class Color { red, green };
__global__ void k(int *p) {
    *p = Color::green; // ERROR: a value of type "Color" cannot be assigned to an entity of type "int"
}
