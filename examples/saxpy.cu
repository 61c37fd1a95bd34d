// SPDX-License-Identifier: Apache-2.0
// The first kernel everyone writes: y = a * x + y.
// RUN: --kernel=saxpy --grid=4 --block=256 --print=3:8 --hash i32:1000 f32:2.5 buf:f32:1000:iota buf:f32:1000:rand:1
extern "C" __global__ void saxpy(int n, float a, const float *x, float *y) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = a * x[i] + y[i];
}
