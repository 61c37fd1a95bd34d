// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only %s
constexpr __global__ void k(int *p) {} // ERROR: a __global__ function or function template cannot be marked constexpr
