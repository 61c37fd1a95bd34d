// SPDX-License-Identifier: Apache-2.0
// A level of a multigrid solver: red and black points relaxed in a tile with a border, the residual averaged onto the coarse grid.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=16,16 buf:f32:1156:rand:1 buf:f32:1156:rand:2 buf:f32:1156:zero buf:f32:324:zero i32:32 f32:0.03125
constexpr int TILE = 16;
__global__ void level(const float *u, const float *f, float *smooth, float *coarse, int n, float h) {
    __shared__ float s[TILE + 4][TILE + 4], r[TILE][TILE];
    const int x0 = blockIdx.x * TILE, y0 = blockIdx.y * TILE, pitch = n + 2;
    for (int y = threadIdx.y; y < TILE + 4; y += TILE)
        for (int x = threadIdx.x; x < TILE + 4; x += TILE) {
            const int gx = x0 + x - 1, gy = y0 + y - 1;
            s[y][x] = gx >= 0 && gy >= 0 && gx < pitch && gy < pitch ? u[gy * pitch + gx] : 0.f;
        }
    __syncthreads();
    const int tx = threadIdx.x + 2, ty = threadIdx.y + 2, gx = x0 + threadIdx.x + 1, gy = y0 + threadIdx.y + 1;
    const float source = f[gy * pitch + gx];
    for (int sweep = 0; sweep < 2; sweep++)
        for (int colour = 0; colour < 2; colour++) {
            if (((gx + gy) & 1) == colour) s[ty][tx] += 0.8f * (0.25f * (s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1] - h * h * source) - s[ty][tx]);
            __syncthreads();
        }
    smooth[gy * pitch + gx] = s[ty][tx];
    r[threadIdx.y][threadIdx.x] = source - (s[ty - 1][tx] + s[ty + 1][tx] + s[ty][tx - 1] + s[ty][tx + 1] - 4 * s[ty][tx]) / (h * h);
    __syncthreads();
    if (threadIdx.x < TILE / 2 && threadIdx.y < TILE / 2) {
        float sum = 0;
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int x = 2 * threadIdx.x + dx, y = 2 * threadIdx.y + dy;
                const float weight = 0.25f / ((1 << abs(dx)) * (1 << abs(dy)));
                if (x >= 0 && y >= 0 && x < TILE && y < TILE) sum += weight * r[y][x];
            }
        coarse[(y0 / 2 + threadIdx.y + 1) * (n / 2 + 2) + x0 / 2 + threadIdx.x + 1] = sum;
    }
}
