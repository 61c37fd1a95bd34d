// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 --check-all %s
__globl__ void k(int *p) { // ERROR: this declaration has no storage class or type specifier
    *p = 1;
}
