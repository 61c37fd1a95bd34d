// SPDX-License-Identifier: Apache-2.0
// Global alignment with affine gaps: a warp a pair, a stripe of four columns a lane, the border comes from the lane before.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:u8:256:rand:1 buf:u8:256:rand:2 buf:i32:2:zero i32:100 i32:128 i32:-4 i32:-1
constexpr int STRIPE = 4;
__device__ __constant__ signed char SCORE[4][4] = {{5, -4, -3, -4}, {-4, 5, -4, -3}, {-3, -4, 5, -4}, {-4, -3, -4, 5}};
__global__ void align(const unsigned char *__restrict__ first, const unsigned char *__restrict__ second, int *__restrict__ best, int rows, int columns, int open, int extend) {
    const int lane = threadIdx.x;
    first += blockIdx.x * 128;
    second += blockIdx.x * columns;
    int h[STRIPE], e[STRIPE], letters[STRIPE];
#pragma unroll
    for (int k = 0; k < STRIPE; k++) {
        const int j = lane * STRIPE + k;
        letters[k] = second[j] & 3;
        h[k] = open + extend * (j + 1);
        e[k] = -1000000;
    }
    int diagonal = lane == 0 ? 0 : open + extend * lane * STRIPE, left_h = 0, left_f = -1000000;
    for (int step = 0; step < rows + 31; step++) {
        const int i = step - lane;
        int from_h = __shfl_up_sync(~0u, h[STRIPE - 1], 1), from_f = __shfl_up_sync(~0u, left_f, 1);
        if (lane == 0) from_h = open + extend * (i + 1), from_f = -1000000;
        if (i >= 0 && i < rows) {
            const int a = first[i] & 3;
            int f = from_f, left = from_h, corner = diagonal;
#pragma unroll
            for (int k = 0; k < STRIPE; k++) {
                e[k] = max(e[k], h[k] + open) + extend;
                f = max(f, left + open) + extend;
                const int now = max(max(corner + SCORE[a][letters[k]], e[k]), f);
                corner = h[k];
                h[k] = left = now;
            }
            left_f = f;
            diagonal = from_h;
        }
    }
    left_h = h[STRIPE - 1];
    if (lane == 31) best[blockIdx.x] = left_h;
}
