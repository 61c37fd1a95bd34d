// SPDX-License-Identifier: Apache-2.0
// RUN: --grid=2 --block=64 buf:f32:2048:rand:1 buf:f32:128:zero
extern "C" __global__ void sum(const float *a, float *o) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int i = 0; i < 16; i++) s += a[i * 128 + t];
    o[t] = s;
}
