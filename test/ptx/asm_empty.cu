// SPDX-License-Identifier: Apache-2.0
// An asm of no text: what it takes passes through, and the compiler does not know its value.
// RUN: cuprum %s -arch=sm_90 -o -
// CHECK: begin inline asm
// CHECK: st.global.f32 [{{.*}}], %f
// RUN[R]: cuprum run %s -arch=sm_90 --grid=1 --block=1 --print=0:1 buf:f32:1:zero
// R: arg 0: 3
__global__ void k(float *out) {
    float x = 3;
    asm("" : "+f"(x));
    asm volatile("");
    *out = x;
}
