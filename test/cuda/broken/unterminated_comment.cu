// SPDX-License-Identifier: Apache-2.0
// RUN: cuprum --syntax-only -arch=sm_90 %s
__global__ void k(int *p) { p[0] = 1; } /* abc // ERROR: comment is not closed before the end of the file
