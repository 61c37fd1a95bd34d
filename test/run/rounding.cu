// SPDX-License-Identifier: Apache-2.0
// Directed rounding of each float operation.
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:f32:256:rand:16 buf:f32:256:rand:17 buf:f32:1024:zero
__global__ void k(const float *a, const float *b, float *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = a[i], y = b[i] + 0.001f;
    o[i] = __fadd_rd(x, y) + __fadd_ru(x, y);
    o[i + 256] = __fmul_rz(x, y) - __fmul_ru(x, y);
    o[i + 512] = __fdiv_rd(x, y) + __fdiv_rz(y, x + 1.0f) + __frcp_ru(y) + __fsqrt_rd(x);
    o[i + 768] = __fmaf_rz(x, y, x) + __fmaf_ru(y, y, x) + __fsub_rd(x, y);
}
