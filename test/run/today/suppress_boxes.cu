// SPDX-License-Identifier: Apache-2.0
// Which boxes overlap an earlier one too much: bits of 64 columns a thread, then one warp goes over the rows and keeps the best.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=64 buf:f32:400:rand:1 buf:i64:256:zero buf:i32:100:zero i32:100 f32:0.3
typedef unsigned long long u64;

__device__ float overlap(const float *a, const float *b) {
    const float left = fmaxf(a[0], b[0]), right = fminf(a[0] + a[2], b[0] + b[2]), top = fmaxf(a[1], b[1]), bottom = fminf(a[1] + a[3], b[1] + b[3]);
    const float w = fmaxf(right - left, 0.f), h = fmaxf(bottom - top, 0.f), both = w * h;
    return __fdividef(both, a[2] * a[3] + b[2] * b[3] - both);
}

__global__ void suppress(const float *__restrict__ boxes, u64 *__restrict__ mask, int *__restrict__ kept, int n, float threshold) {
    const int blocks = (n + 63) / 64;
    __shared__ float column[64 * 4];
    for (int row = 0; row < blocks; row++)
        for (int col = row; col < blocks; col++) {
            const int rows = min(n - row * 64, 64), cols = min(n - col * 64, 64);
            __syncthreads();
            if (threadIdx.x < cols)
                for (int k = 0; k < 4; k++) column[threadIdx.x * 4 + k] = boxes[(col * 64 + threadIdx.x) * 4 + k];
            __syncthreads();
            if (threadIdx.x < rows) {
                const int mine = row * 64 + threadIdx.x;
                u64 bits = 0;
                const int start = row == col ? threadIdx.x + 1 : 0;
                for (int i = start; i < cols; i++)
                    if (overlap(boxes + mine * 4, column + i * 4) > threshold) bits |= 1ULL << i;
                mask[mine * blocks + col] = bits;
            }
        }
    __syncthreads();
    __shared__ u64 gone[4];
    if (threadIdx.x < 4) gone[threadIdx.x] = 0;
    __syncwarp();
    if (threadIdx.x < 32)
        for (int i = 0; i < n; i++) {
            const bool keep = !(gone[i / 64] >> (i % 64) & 1);
            __syncwarp();
            if (keep)
                for (int j = i / 64 + threadIdx.x; j < blocks; j += 32) gone[j] |= mask[i * blocks + j];
            if (threadIdx.x == 0) kept[i] = keep;
            __syncwarp();
        }
}
