// SPDX-License-Identifier: Apache-2.0
// Life on a torus, 32 cells a word: neighbours are counted by adders of bits; some generations in shared memory.
// RUN: sh %S/../kernel.sh %s --min-sm=80 --grid=2 --block=8,16 buf:u32:256:rand:1 buf:u32:256:zero buf:i32:2:zero i32:5
__device__ void add(unsigned a, unsigned b, unsigned c, unsigned &sum, unsigned &carry) {
    sum = a ^ b ^ c;
    carry = (a & b) | (c & (a ^ b));
}

__global__ void life(const unsigned *world, unsigned *next, int *alive, int generations) {
    __shared__ unsigned field[2][16][8];
    const int x = threadIdx.x, y = threadIdx.y, base = blockIdx.x * 128;
    field[0][y][x] = world[base + y * 8 + x];
    __syncthreads();
    int now = 0;
    for (int g = 0; g < generations; g++) {
        unsigned left[3], middle[3], right[3];
        for (int d = 0; d < 3; d++) {
            const unsigned *row = field[now][(y + d + 15) % 16];
            middle[d] = row[x];
            left[d] = __funnelshift_l(row[(x + 7) % 8], middle[d], 1);
            right[d] = __funnelshift_r(middle[d], row[(x + 1) % 8], 1);
        }
        unsigned s0, c0, s1, c1, s2, c2, ones, twos, twos2, fours;
        add(left[0], middle[0], right[0], s0, c0);
        add(left[2], middle[2], right[2], s1, c1);
        s2 = left[1] ^ right[1], c2 = left[1] & right[1];
        add(s0, s1, s2, ones, twos);
        add(c0, c1, c2, twos2, fours);
        const unsigned two = twos ^ twos2;
        fours |= twos & twos2;
        field[now ^ 1][y][x] = two & ~fours & (ones | middle[1]);
        now ^= 1;
        __syncthreads();
    }
    const unsigned cells = field[now][y][x];
    next[base + y * 8 + x] = cells;
    const int sum = __reduce_add_sync(~0u, __popc(cells));
    if (((y * 8 + x) & 31) == 0) atomicAdd(&alive[blockIdx.x], sum);
}
