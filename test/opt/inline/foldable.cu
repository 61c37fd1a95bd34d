// SPDX-License-Identifier: Apache-2.0
// A function of the math library is not inlined before its operands are known to be constants.
// REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
// RUN: cuprum %s -O3 -arch=sm_90 -o -
// CHECK: .entry _Z1kPf(
// CHECK-NOT: ex2
// CHECK: 0f402DF854
__global__ void k(float *p) {
    float x = 0.25f, y = 0.75f;
    *p = expf(x + y);
}
