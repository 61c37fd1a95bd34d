// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 -std=c++20 %s
template <class T> concept Addable = requires(T a) { a + a; };
template <Addable T> struct Sum { T v; };
struct Plain {};
__global__ void k(int *p) {
    Sum<Plain> s; // ERROR: the constraints of "Sum" are not satisfied: "a + a" is invalid: no operator "+" matches these operands; operand types are: Plain, Plain [with T=Plain]
    *p = sizeof(s);
}
