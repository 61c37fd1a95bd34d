// SPDX-License-Identifier: Apache-2.0
// AES in counter mode: a table of columns in shared memory, turned for the other three bytes; ten rounds.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=128 buf:u32:256:rand:1 buf:u8:256:rand:2 buf:u32:44:rand:3 buf:u32:4096:iota buf:u32:4096:zero u64:77 i32:1000
__global__ void crypt(const unsigned *__restrict__ columns, const unsigned char *__restrict__ box, const unsigned *__restrict__ key, const uint4 *__restrict__ in,
                      uint4 *__restrict__ out, unsigned long long nonce, int blocks) {
    __shared__ unsigned table[256];
    __shared__ unsigned char last[256];
    __shared__ unsigned keys[44];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) table[i] = columns[i], last[i] = box[i];
    if (threadIdx.x < 44) keys[threadIdx.x] = key[threadIdx.x];
    __syncthreads();
    for (int block = blockIdx.x * blockDim.x + threadIdx.x; block < blocks; block += gridDim.x * blockDim.x) {
        unsigned s[4] = {(unsigned)nonce, (unsigned)(nonce >> 32), 0, __byte_perm(block, 0, 0x0123)};
#pragma unroll
        for (int i = 0; i < 4; i++) s[i] ^= keys[i];
        for (int round = 1; round < 10; round++) {
            unsigned t[4];
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const unsigned a = table[s[i] >> 24], b = table[(s[(i + 1) & 3] >> 16) & 0xff];
                const unsigned c = table[(s[(i + 2) & 3] >> 8) & 0xff], d = table[s[(i + 3) & 3] & 0xff];
                t[i] = a ^ __funnelshift_r(b, b, 8) ^ __funnelshift_r(c, c, 16) ^ __funnelshift_r(d, d, 24) ^ keys[4 * round + i];
            }
#pragma unroll
            for (int i = 0; i < 4; i++) s[i] = t[i];
        }
        unsigned r[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            r[i] = ((unsigned)last[s[i] >> 24] << 24 | (unsigned)last[(s[(i + 1) & 3] >> 16) & 0xff] << 16 | (unsigned)last[(s[(i + 2) & 3] >> 8) & 0xff] << 8 |
                    last[s[(i + 3) & 3] & 0xff]) ^ keys[40 + i];
        const uint4 plain = in[block];
        out[block] = make_uint4(plain.x ^ r[0], plain.y ^ r[1], plain.z ^ r[2], plain.w ^ r[3]);
    }
}
