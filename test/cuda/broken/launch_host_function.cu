// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
void f(int *p) { *p = 1; } // NOTE: "void f(int *)" is declared here
void run(int *p) { f<<<1, 32>>>(p); } // ERROR: a host function call cannot be configured
