// SPDX-License-Identifier: Apache-2.0
// float operators, IEEE division and square root
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:f32:256:rand:10 buf:f32:256:rand:11 buf:f32:256:zero
__global__ void k(const float *a, const float *b, float *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i] - 0.5f, y = b[i] + 0.25f;
    float r = x * y + x / y;
    r = r - y * -x;
    if (r > 0.1f) r = sqrtf(r);
    o[i] = r + fabsf(x) + fminf(x, y) + fmaxf(x, 0.125f);
}
