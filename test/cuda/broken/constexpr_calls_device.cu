// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only --check-all -arch=sm_90 %s
__device__ int f() { return 1; }
constexpr int v = f(); // ERROR: expression must have a constant value
