// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { try { p[0] = 1; } catch (...) { p[0] = 2; } } // ERROR: device code does not support exception handling ("try")
