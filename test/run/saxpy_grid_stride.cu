// SPDX-License-Identifier: Apache-2.0
// a grid-stride loop
// RUN: sh %S/kernel.sh %s --grid=3 --block=32 i32:500 f32:2.0 buf:f32:500:rand:63 buf:f32:500:rand:64
__global__ void k(int n, float a, const float *x, float *y) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] = a * x[i] + y[i];
}
