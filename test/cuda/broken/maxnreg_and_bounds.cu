// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void __launch_bounds__(128, 2) __maxnreg__(32) k(int *p) { *p = 1; } // ERROR: __launch_bounds__ and __maxnreg__ cannot be applied to the same kernel
