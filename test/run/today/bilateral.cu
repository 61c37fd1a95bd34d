// SPDX-License-Identifier: Apache-2.0
// A bilateral filter: a tile with its border in shared memory, weights by distance and by difference of brightness.
// RUN: sh %S/../kernel.sh %s --grid=3,4 --block=16,8 buf:f32:1536:rand:1 buf:f32:1536:zero i32:46 i32:30 i32:48 f32:0.02 f32:8.0
constexpr int R = 3, BX = 16, BY = 8;

__global__ void bilateral(const float *__restrict__ in, float *__restrict__ out, int width, int height, int pitch, float space, float range) {
    __shared__ float tile[BY + 2 * R][BX + 2 * R];
    const int x0 = blockIdx.x * BX - R, y0 = blockIdx.y * BY - R;
    for (int i = threadIdx.y * BX + threadIdx.x; i < (BX + 2 * R) * (BY + 2 * R); i += BX * BY) {
        const int ty = i / (BX + 2 * R), tx = i % (BX + 2 * R);
        const int x = min(max(x0 + tx, 0), width - 1), y = min(max(y0 + ty, 0), height - 1);
        tile[ty][tx] = in[y * pitch + x];
    }
    __syncthreads();
    const int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
    if (x >= width || y >= height) return;
    const float center = tile[threadIdx.y + R][threadIdx.x + R];
    float sum = 0, weights = 0;
    for (int dy = -R; dy <= R; dy++) {
        for (int dx = -R; dx <= R; dx++) {
            const float v = tile[threadIdx.y + R + dy][threadIdx.x + R + dx];
            const float d = v - center;
            const float w = __expf(-(dx * dx + dy * dy) * space - d * d * range);
            sum += w * v;
            weights += w;
        }
    }
    out[y * pitch + x] = __fdividef(sum, weights);
}
