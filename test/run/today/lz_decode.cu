// SPDX-License-Identifier: Apache-2.0
// Blocks of LZ4's form are unpacked, a warp each: tokens by all lanes alike, literals and matches copied 32 bytes at a time.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:u8:2048:rand:1 buf:u8:4096:zero buf:i32:4:zero i32:4 i32:512 i32:1024
typedef unsigned char u8;

__device__ int longer(const u8 *in, int &at, int end, int length) {
    if (length != 15) return length;
    u8 more;
    do {
        more = at < end ? in[at++] & 0x9f : 0;
        length += more;
    } while (more == 255);
    return length;
}

__global__ void unpack(const u8 *__restrict__ in_, u8 *__restrict__ out_, int *__restrict__ sizes, int chunks, int in_size, int out_size) {
    const int chunk = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (chunk >= chunks) return;
    const u8 *in = in_ + (size_t)chunk * in_size;
    u8 *out = out_ + (size_t)chunk * out_size;
    int at = 0, to = 0;
    while (at < in_size && to < out_size) {
        const u8 token = in[at++];
        const int literals = min(longer(in, at, in_size, token >> 4), min(in_size - at, out_size - to));
        for (int i = lane; i < literals; i += 32) out[to + i] = in[at + i];
        at += literals;
        to += literals;
        if (at + 2 > in_size) break;
        int distance = in[at] | in[at + 1] << 8;
        at += 2;
        const int length = min(longer(in, at, in_size, token & 15) + 4, out_size - to);
        if (to == 0) continue;
        distance = distance % to + 1;
        __syncwarp();
        for (int i = lane; i < length; i += 32) {
            const int from = i < distance ? i : i % distance;
            out[to + i] = out[to - distance + from];
        }
        __syncwarp();
        to += length;
    }
    if (lane == 0) sizes[chunk] = to;
}
