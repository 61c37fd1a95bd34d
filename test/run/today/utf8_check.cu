// SPDX-License-Identifier: Apache-2.0
// Is a text UTF-8, and how many characters has it: a thread looks at eight bytes and the three before, classes of bytes by compares.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:u8:1032:rand:1 buf:i32:2:zero i32:1001
__device__ int sequence(unsigned c) {
    if (c < 0x80) return 1;
    if (c < 0xc2) return 0;
    if (c < 0xe0) return 2;
    if (c < 0xf0) return 3;
    return c < 0xf5 ? 4 : 0;
}

__global__ void check(const unsigned char *__restrict__ text, int *__restrict__ result, int n) {
    const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    int wrong = 0, characters = 0;
    for (int k = 0; k < 8; k++) {
        const int i = begin + k;
        if (i >= n) break;
        const unsigned c = text[i];
        const bool follows = (c & 0xc0) == 0x80;
        int expected = 0;
        for (int back = 1; back <= 3; back++)
            if (i - back >= 0 && sequence(text[i - back]) > back) expected++;
        if (!follows) {
            characters++;
            if (sequence(c) == 0) wrong++;
        }
        if (follows != (expected > 0)) wrong++;
        if (i > 0 && follows) {
            const unsigned before = text[i - 1];
            if ((before == 0xe0 && c < 0xa0) || (before == 0xed && c > 0x9f) || (before == 0xf0 && c < 0x90) || (before == 0xf4 && c > 0x8f)) wrong++;
        }
    }
    for (int o = 16; o > 0; o /= 2) {
        wrong += __shfl_down_sync(~0u, wrong, o);
        characters += __shfl_down_sync(~0u, characters, o);
    }
    if (threadIdx.x % 32 == 0) {
        atomicAdd(result, wrong);
        atomicAdd(result + 1, characters);
    }
}
