// SPDX-License-Identifier: Apache-2.0
// A 3x3 convolution by Winograd's F(2x2, 3x3): a tile of four outputs a thread, transformed input against transformed weights.
// RUN: sh %S/../kernel.sh %s --grid=2,4 --block=32 buf:f32:1296:rand:1 buf:f32:256:rand:2 buf:f32:1024:zero i32:4 i32:18 i32:18
__global__ void winograd(const float *__restrict__ in, const float *__restrict__ weights, float *__restrict__ out, int channels, int h, int w) {
    const int tiles_x = (w - 2) / 2, tiles_y = (h - 2) / 2;
    const int tile = blockIdx.x * blockDim.x + threadIdx.x, filter = blockIdx.y;
    if (tile >= tiles_x * tiles_y) return;
    const int ty = tile / tiles_x, tx = tile % tiles_x;
    float m[4][4] = {};
    for (int c = 0; c < channels; c++) {
        float d[4][4], t[4][4];
        const float *from = in + (c * h + ty * 2) * w + tx * 2;
#pragma unroll
        for (int y = 0; y < 4; y++)
#pragma unroll
            for (int x = 0; x < 4; x++) d[y][x] = from[y * w + x];
#pragma unroll
        for (int x = 0; x < 4; x++) {
            t[0][x] = d[0][x] - d[2][x];
            t[1][x] = d[1][x] + d[2][x];
            t[2][x] = d[2][x] - d[1][x];
            t[3][x] = d[1][x] - d[3][x];
        }
        const float *u = weights + (filter * channels + c) * 16;
#pragma unroll
        for (int y = 0; y < 4; y++) {
            m[y][0] += (t[y][0] - t[y][2]) * u[y * 4];
            m[y][1] += (t[y][1] + t[y][2]) * u[y * 4 + 1];
            m[y][2] += (t[y][2] - t[y][1]) * u[y * 4 + 2];
            m[y][3] += (t[y][1] - t[y][3]) * u[y * 4 + 3];
        }
    }
    float s[2][4];
#pragma unroll
    for (int x = 0; x < 4; x++) {
        s[0][x] = m[0][x] + m[1][x] + m[2][x];
        s[1][x] = m[1][x] - m[2][x] - m[3][x];
    }
    float *to = out + (filter * (h - 2) + ty * 2) * (w - 2) + tx * 2;
#pragma unroll
    for (int y = 0; y < 2; y++) {
        to[y * (w - 2)] = s[y][0] + s[y][1] + s[y][2];
        to[y * (w - 2) + 1] = s[y][1] - s[y][2] - s[y][3];
    }
}
