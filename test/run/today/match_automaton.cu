// SPDX-License-Identifier: Apache-2.0
// Many patterns at once: an automaton's table in shared memory, each thread walks its piece of the text and the longest pattern's length beyond.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:u8:2048:rand:1 buf:i32:512:rand:2 buf:i32:8:zero buf:u8:2048:zero i32:2000 i32:64 i32:5
__global__ void automaton(const unsigned char *__restrict__ text, const short *__restrict__ table, int *__restrict__ counts, unsigned char *__restrict__ marks,
                          int length, int states, int longest) {
    __shared__ short next[64 * 16];
    for (int i = threadIdx.x; i < states * 16; i += blockDim.x) next[i] = table[i];
    __syncthreads();
    const int per = (length + gridDim.x * blockDim.x - 1) / (gridDim.x * blockDim.x);
    const int begin = (blockIdx.x * blockDim.x + threadIdx.x) * per;
    const int own = min(begin + per, length), end = min(own + longest - 1, length);
    int state = 0;
    for (int i = begin; i < end; i++) {
        const int c = text[i] & 15;
        state = next[state * 16 + c] & (states - 1);
        if (state >= states - 8) {
            const int pattern = state - (states - 8);
            if (i - longest + 1 < own) {
                atomicAdd(&counts[pattern], 1);
                if (i < own) marks[i] = pattern + 1;
            }
            state = 0;
        }
        if (state == 0 && i >= own) break;
    }
}
