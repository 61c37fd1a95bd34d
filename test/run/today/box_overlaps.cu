// SPDX-License-Identifier: Apache-2.0
// Which boxes overlap which others by more than a share of their area: tiles of 64 by 64 with a mask of 64 bits a row (the first half of non-maximum suppression), then the boxes kept.
// RUN: sh %S/../kernel.sh %s --grid=2,2 --block=64 buf:f32:512:rand:1 buf:u64:256:zero i32:100 f32:0.3 i32:0
constexpr int TILE = 64;

__device__ float4 fixed(float4 b) { return make_float4(fminf(b.x, b.z), fminf(b.y, b.w), fmaxf(b.x, b.z), fmaxf(b.y, b.w)); }

template<typename T> __device__ bool overlap(const T *a, const T *b, T threshold, bool centre) {
    const T left = max(a[0], b[0]), right = min(a[2], b[2]), top = max(a[1], b[1]), bottom = min(a[3], b[3]);
    const T extra = centre ? (T)1 : (T)0;
    const T width = max(right - left + extra, (T)0), height = max(bottom - top + extra, (T)0), inter = width * height;
    const T sa = (a[2] - a[0] + extra) * (a[3] - a[1] + extra), sb = (b[2] - b[0] + extra) * (b[3] - b[1] + extra);
    return inter / (sa + sb - inter) > threshold;
}

__global__ void box_overlaps(const float *boxes, unsigned long long *masks, int n, float threshold, int centre) {
    const int row = blockIdx.y, column = blockIdx.x;
    if (row > column) return;
    const int rows = min(n - row * TILE, TILE), columns = min(n - column * TILE, TILE);
    __shared__ float tile[TILE * 4];
    if (threadIdx.x < columns) {
        const float4 b = fixed(reinterpret_cast<const float4 *>(boxes)[column * TILE + threadIdx.x]);
        tile[threadIdx.x * 4 + 0] = b.x;
        tile[threadIdx.x * 4 + 1] = b.y;
        tile[threadIdx.x * 4 + 2] = b.z;
        tile[threadIdx.x * 4 + 3] = b.w;
    }
    __syncthreads();
    if (threadIdx.x < rows) {
        const int mine = TILE * row + threadIdx.x;
        const float4 b = fixed(reinterpret_cast<const float4 *>(boxes)[mine]);
        const float box[4] = {b.x, b.y, b.z, b.w};
        unsigned long long mask = 0;
        for (int i = row == column ? threadIdx.x + 1 : 0; i < columns; i++)
            if (overlap(box, tile + i * 4, threshold, centre)) mask |= 1ull << i;
        masks[mine * ((n + TILE - 1) / TILE) + column] = mask;
    }
}
