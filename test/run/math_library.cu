// SPDX-License-Identifier: Apache-2.0
// Functions of the device math library, linked from the toolkit's libdevice.
// REQUIRES: /usr/local/cuda/nvvm/libdevice/libdevice.10.bc
// RUN: sh test/run/kernel.sh %s --grid=1 --block=64 buf:f32:64:rand:1 buf:f64:64:rand:2
extern "C" __global__ void k(float *p, double *q) {
    int i = threadIdx.x;
    float x = p[i];
    double y = q[i];
    p[i] = sinf(x) + expf(x) * logf(x + 1) + powf(x, 1.7f) + atanf(x) + tanhf(x) + fmodf(x, 0.3f);
    q[i] = sin(y) + exp(y) + log(y + 1) + pow(y, 1.7) + atan2(y, 2.0) + hypot(y, 3.0);
}
