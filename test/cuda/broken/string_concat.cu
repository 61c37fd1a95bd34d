// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(const char *s) { const char *t = s + "a"; } // ERROR: no operator "+" matches these operands; operand types are: const char *, const char [2]
