// SPDX-License-Identifier: Apache-2.0
// Local alignment of two sequences with affine gaps: a warp goes down the anti-diagonals, neighbours by shuffles.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=32 buf:u8:128:rand:1 buf:u8:400:rand:2 buf:i32:4:zero buf:i32:4:zero i32:100
__global__ void align(const unsigned char *__restrict__ queries, const unsigned char *__restrict__ targets, int *__restrict__ scores, int *__restrict__ ends, int length) {
    const int lane = threadIdx.x, q = queries[blockIdx.x * 32 + lane] & 3;
    const unsigned char *target = targets + blockIdx.x * length;
    int h = 0, e = 0, f = 0, diagonal = 0, best = 0, where = 0;
    for (int step = 0; step < length + 31; step++) {
        const int column = step - lane;
        int up_h = __shfl_up_sync(~0u, h, 1), up_f = __shfl_up_sync(~0u, f, 1);
        if (lane == 0) up_h = 0, up_f = 0;
        if (column >= 0 && column < length) {
            const int match = (target[column] & 3) == q ? 3 : -2;
            e = max(h - 5, e - 1);
            const int down = max(up_h - 5, up_f - 1);
            int now = max(max(diagonal + match, 0), max(e, down));
            f = down;
            h = now;
            if (now > best) best = now, where = column;
        }
        diagonal = up_h;
    }
    int packed = best << 16 | (where << 5 | lane);
    for (int o = 16; o > 0; o /= 2) packed = max(packed, __shfl_xor_sync(~0u, packed, o));
    if (lane == 0) scores[blockIdx.x] = packed >> 16, ends[blockIdx.x] = (packed & 0xffff);
}
