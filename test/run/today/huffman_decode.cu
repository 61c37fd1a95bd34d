// SPDX-License-Identifier: Apache-2.0
// Codes of up to eight bits are read from a stream of bits, by a table in shared memory; each thread has a stream, a 64-bit window of it at hand.
// RUN: sh %S/../kernel.sh %s --grid=1 --block=32 buf:u32:1024:rand:1 buf:u8:512:rand:2 buf:u8:2048:zero buf:i32:32:zero i32:32 i32:64
typedef unsigned long long u64;
struct Entry { unsigned char symbol, length; };
__global__ void decode(const unsigned *__restrict__ streams, const Entry *__restrict__ codes, unsigned char *__restrict__ out, int *__restrict__ used, int words, int symbols) {
    __shared__ Entry table[256];
    for (int i = threadIdx.x; i < 256; i += blockDim.x) table[i] = codes[i];
    __syncthreads();
    const int id = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned *in = streams + id * words;
    u64 window = 0;
    int bits = 0, at = 0, total = 0;
    for (int s = 0; s < symbols; s++) {
        while (bits <= 32 && at < words) {
            window |= (u64)in[at++] << bits;
            bits += 32;
        }
        const Entry e = table[window & 255];
        const int length = (e.length & 7) + 1;
        window >>= length;
        bits -= length;
        total += length;
        out[id * symbols + s] = e.symbol;
        if (bits < 0) break;
    }
    used[id] = total;
}
