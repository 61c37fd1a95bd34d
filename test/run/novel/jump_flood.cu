// SPDX-License-Identifier: Apache-2.0
// A distance transform by jumps: each pixel takes the nearest seed of nine that lie a step apart; steps halve.
// RUN: sh %S/../kernel.sh %s --grid=2,4 --block=16,8 buf:u8:1024:rand:1 buf:i32:2048:zero buf:f32:1024:zero i32:32 i32:32
__device__ __forceinline__ int2 nearer(int2 a, int2 b, int x, int y) {
    if (b.x < 0) return a;
    if (a.x < 0) return b;
    const int da = (a.x - x) * (a.x - x) + (a.y - y) * (a.y - y), db = (b.x - x) * (b.x - x) + (b.y - y) * (b.y - y);
    return db < da ? b : a;
}
__global__ void flood(const unsigned char *__restrict__ mask, int2 *__restrict__ seeds, float *__restrict__ distance, int width, int height) {
    __shared__ int2 tile[2][8 * 16];
    const int lx = threadIdx.x, ly = threadIdx.y, x = blockIdx.x * blockDim.x + lx, y = blockIdx.y * blockDim.y + ly, at = ly * 16 + lx;
    const bool inside = x < width && y < height;
    tile[0][at] = inside && mask[y * width + x] > 240 ? make_int2(x, y) : make_int2(-1, -1);
    int from = 0;
    for (int step = 8; step >= 1; step /= 2) {
        __syncthreads();
        int2 best = tile[from][at];
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++) {
                const int nx = lx + dx * step, ny = ly + dy * step;
                if ((dx || dy) && nx >= 0 && nx < 16 && ny >= 0 && ny < 8) best = nearer(best, tile[from][ny * 16 + nx], x, y);
            }
        from ^= 1;
        tile[from][at] = best;
    }
    if (!inside) return;
    const int2 s = tile[from][at];
    seeds[y * width + x] = s;
    distance[y * width + x] = s.x < 0 ? 1e9f : sqrtf(float((s.x - x) * (s.x - x) + (s.y - y) * (s.y - y)));
}
