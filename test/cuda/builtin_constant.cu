// SPDX-License-Identifier: Apache-2.0
// The layout of a matrix is a constant.
// RUN: cuprum %s -arch=sm_90 -o -
__global__ void k(int *r, const int *p, int layout) {
    __hmma_m16n16k16_ld_a(r, p, 16, layout); // ERROR: argument 4 of "__hmma_m16n16k16_ld_a" must be a constant
}
