// SPDX-License-Identifier: Apache-2.0
// restrict, launch bounds, an unrolled loop
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:f32:256:rand:49 buf:f32:256:rand:50 buf:f32:256:zero
__global__ void __launch_bounds__(64, 4) k(const float *__restrict__ a, const float *__restrict__ b, float *__restrict__ o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0.0f;
#pragma unroll
    for (int j = 0; j < 8; j++) s += a[(i + j) & 255] - b[(i - j) & 255];
    o[i] = s;
}
