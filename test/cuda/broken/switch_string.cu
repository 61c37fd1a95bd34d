// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(const char *s, int *p) { switch (s) { case "a": p[0] = 1; } } // ERROR: expression must have integral or enum type, not "const char *"
