// SPDX-License-Identifier: Apache-2.0
// Where single precision flushes subnormals, neither a product with -1 (which flushes) becomes a
// negation (which does not), nor an operation of doubles rounded to float one of floats.
// RUN[A]: cuprum %s -arch=sm_90 -fmad=false -o -
// RUN[F]: cuprum %s -arch=sm_90 -fmad=false -ftz=true -o -
// RUN[F]: cuprum %s -arch=sm_90 -fmad=false -use_fast_math -o -
// A-LABEL: .entry minus(
// A: neg.f32
// A-LABEL: .entry product(
// A-NOT: mul{{.*}}.f64
// A: mul{{.*}}.f32
// F-LABEL: .entry minus(
// F: mul{{.*}}.ftz.f32
// F-LABEL: .entry product(
// F: mul{{.*}}.f64
// F-NOT: mul{{.*}}.f32
// F: ret;
extern "C" __global__ void minus(float *p) { *p = *p * -1.0f; }
extern "C" __global__ void product(float *p) { *p = (float)((double)p[0] * (double)p[1]); }
