// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p, bool c) {
    auto f = [c] {
        if (c) return 1;
        return 2.0; // ERROR: deduced return type "double" conflicts with previously deduced type "int"
    };
    *p = f();
}
