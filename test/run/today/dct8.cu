// SPDX-License-Identifier: Apache-2.0
// Cosine transforms of 8 x 8 pixels, rows then columns through shared memory, divided by a table of steps: what JPEG does.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=8,8 buf:u8:1024:rand:1 buf:f32:64:rand:2 buf:u8:2048:zero i32:32
__device__ void transform(float *v, int stride) {
    const float a0 = v[0] + v[7 * stride], a7 = v[0] - v[7 * stride], a1 = v[stride] + v[6 * stride], a6 = v[stride] - v[6 * stride];
    const float a2 = v[2 * stride] + v[5 * stride], a5 = v[2 * stride] - v[5 * stride], a3 = v[3 * stride] + v[4 * stride], a4 = v[3 * stride] - v[4 * stride];
    const float b0 = a0 + a3, b3 = a0 - a3, b1 = a1 + a2, b2 = a1 - a2;
    v[0] = b0 + b1;
    v[4 * stride] = b0 - b1;
    const float z1 = (b2 + b3) * 0.707106781f;
    v[2 * stride] = b3 + z1;
    v[6 * stride] = b3 - z1;
    const float c4 = a4 + a5, c5 = a5 + a6, c6 = a6 + a7;
    const float z5 = (c4 - c6) * 0.382683433f, z2 = 0.541196100f * c4 + z5, z4 = 1.306562965f * c6 + z5, z3 = c5 * 0.707106781f;
    const float z11 = a7 + z3, z13 = a7 - z3;
    v[5 * stride] = z13 + z2;
    v[3 * stride] = z13 - z2;
    v[stride] = z11 + z4;
    v[7 * stride] = z11 - z4;
}

__global__ void dct(const unsigned char *image, const float *steps, short *out, int pitch) {
    __shared__ float block[8][8 * 8 + 1];
    const int which = threadIdx.y, k = threadIdx.x;
    const int column = (blockIdx.x * 8 + which) % (pitch / 8) * 8, row = (blockIdx.y * gridDim.x * 8 + blockIdx.x * 8 + which) / (pitch / 8) * 8;
    const bool inside = row < 32;
    for (int i = 0; i < 8; i++) block[which][k * 8 + i] = inside ? image[(row + k) * pitch + column + i] - 128.0f : 0;
    transform(&block[which][k * 8], 1);
    __syncwarp();
    __syncthreads();
    transform(&block[which][k], 8);
    __syncthreads();
    if (!inside) return;
    for (int i = 0; i < 8; i++) {
        const float step = 1 + fabsf(steps[k * 8 + i]) * 3;
        out[((row * pitch / 8 + column) * 8) + k * 8 + i] = (short)__float2int_rn(block[which][k * 8 + i] / step);
    }
}
