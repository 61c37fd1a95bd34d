// SPDX-License-Identifier: Apache-2.0
// a stencil with a constant local array
// RUN: sh %S/kernel.sh %s --grid=1 --block=128 buf:f32:130:rand:68 buf:f32:128:zero
__global__ void k(const float *a, float *o) {
    int t = threadIdx.x;
    const float w[3] = {0.25f, 0.5f, 0.25f};
    float s = 0;
#pragma unroll
    for (int j = 0; j < 3; j++) s += w[j] * a[t + j];
    o[t] = s;
}
