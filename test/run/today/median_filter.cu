// SPDX-License-Identifier: Apache-2.0
// The middle of nine pixels by exchanges in registers; pixels outside repeat the edge.
// RUN: sh %S/../kernel.sh %s --grid=2,3 --block=16,8 buf:u8:1024:rand:1 buf:u8:1024:zero i32:30 i32:22 i32:32
__device__ void order(int &a, int &b) {
    const int low = min(a, b);
    b = max(a, b);
    a = low;
}

__global__ void median(const unsigned char *__restrict__ in, unsigned char *__restrict__ out, int width, int height, int pitch) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int p[9];
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            const int cx = min(max(x + dx, 0), width - 1), cy = min(max(y + dy, 0), height - 1);
            p[(dy + 1) * 3 + dx + 1] = in[cy * pitch + cx];
        }
    order(p[1], p[2]), order(p[4], p[5]), order(p[7], p[8]);
    order(p[0], p[1]), order(p[3], p[4]), order(p[6], p[7]);
    order(p[1], p[2]), order(p[4], p[5]), order(p[7], p[8]);
    order(p[0], p[3]), order(p[5], p[8]), order(p[4], p[7]);
    order(p[3], p[6]), order(p[1], p[4]), order(p[2], p[5]);
    order(p[4], p[7]), order(p[4], p[2]), order(p[6], p[4]);
    order(p[4], p[2]);
    out[y * pitch + x] = p[4];
}
