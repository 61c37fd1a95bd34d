// SPDX-License-Identifier: Apache-2.0
// The ChaCha20 key stream: a block of 64 bytes a thread, twenty rounds in registers, written by sixteens.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=32 buf:u32:8:rand:1 buf:u32:3:rand:2 buf:u32:1024:zero u32:7
__device__ __forceinline__ void quarter(unsigned &a, unsigned &b, unsigned &c, unsigned &d) {
    a += b; d ^= a; d = __funnelshift_l(d, d, 16);
    c += d; b ^= c; b = b << 12 | b >> 20;
    a += b; d ^= a; d = d << 8 | d >> 24;
    c += d; b ^= c; b = b << 7 | b >> 25;
}

__global__ void chacha(const unsigned *key, const unsigned *nonce, uint4 *out, unsigned counter) {
    const unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574}, x[16];
    for (int i = 0; i < 8; i++) s[4 + i] = key[i];
    s[12] = counter + at;
    for (int i = 0; i < 3; i++) s[13 + i] = nonce[i];
    for (int i = 0; i < 16; i++) x[i] = s[i];
    for (int round = 0; round < 10; round++) {
        quarter(x[0], x[4], x[8], x[12]);
        quarter(x[1], x[5], x[9], x[13]);
        quarter(x[2], x[6], x[10], x[14]);
        quarter(x[3], x[7], x[11], x[15]);
        quarter(x[0], x[5], x[10], x[15]);
        quarter(x[1], x[6], x[11], x[12]);
        quarter(x[2], x[7], x[8], x[13]);
        quarter(x[3], x[4], x[9], x[14]);
    }
    for (int i = 0; i < 4; i++)
        out[at * 4 + i] = make_uint4(x[4 * i] + s[4 * i], x[4 * i + 1] + s[4 * i + 1], x[4 * i + 2] + s[4 * i + 2], x[4 * i + 3] + s[4 * i + 3]);
}
