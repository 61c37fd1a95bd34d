// SPDX-License-Identifier: Apache-2.0
// A step of a lattice Boltzmann fluid with nine directions: pull from the neighbours, walls bounce back, collide.
// RUN: sh %S/../kernel.sh %s --grid=2,16 --block=32 buf:f32:9216:rand:1 buf:f32:9216:zero buf:u8:1024:rand:2 i32:60 i32:16 f32:1.2
__constant__ int DX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1}, DY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant__ int OPPOSITE[9] = {0, 3, 4, 1, 2, 7, 8, 5, 6};

__global__ void step(const float *__restrict__ from, float *__restrict__ to, const unsigned char *__restrict__ solid, int width, int height, float omega) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= width) return;
    const int cells = width * height, at = y * width + x;
    const float weight[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};
    float f[9];
    float density = 0, ux = 0, uy = 0;
#pragma unroll
    for (int i = 0; i < 9; i++) {
        const int sx = (x - DX[i] + width) % width, sy = (y - DY[i] + height) % height;
        const int source = sy * width + sx;
        f[i] = solid[source] > 240 ? from[OPPOSITE[i] * cells + at] : from[i * cells + source];
        density += f[i];
        ux += f[i] * DX[i];
        uy += f[i] * DY[i];
    }
    ux /= density;
    uy /= density;
    const float square = 1.5f * (ux * ux + uy * uy);
#pragma unroll
    for (int i = 0; i < 9; i++) {
        const float along = 3 * (DX[i] * ux + DY[i] * uy);
        const float rest = weight[i] * density * (1 + along + 0.5f * along * along - square);
        to[i * cells + at] = f[i] + omega * (rest - f[i]);
    }
}
