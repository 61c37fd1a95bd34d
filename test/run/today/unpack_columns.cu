// SPDX-License-Identifier: Apache-2.0
// A column of numbers packed by frame of reference: blocks of 128 with a base and a width of bits each; also as run lengths, by binary search.
// RUN: sh %S/../kernel.sh %s --grid=4 --block=32 buf:u32:600:rand:1 buf:i32:5:iota buf:i32:64:iota buf:i32:64:rand:2 buf:i32:512:zero buf:i32:512:zero i32:512 i32:64
struct Header { int base; unsigned width; };

__device__ unsigned bits_at(const unsigned *__restrict__ words, unsigned bit, unsigned width) {
    const unsigned word = bit / 32, shift = bit % 32;
    const unsigned long long both = words[word] | (unsigned long long)words[word + 1] << 32;
    return (unsigned)(both >> shift) & ((1u << width) - 1);
}

__device__ Header header_of(const unsigned *block) { return {(int)(block[0] & 0xffff), 1 + block[1] % 20}; }

__device__ int run_of(const int *__restrict__ ends, int runs, int i) {
    int low = 0, high = runs - 1;
    while (low < high) {
        const int mid = (low + high) / 2;
        if (ends[mid] * 8 + 8 > i) high = mid;
        else low = mid + 1;
    }
    return low;
}

__global__ void unpack_columns(const unsigned *__restrict__ data, const int *__restrict__ starts, const int *__restrict__ ends, const int *__restrict__ values, int *__restrict__ out,
                               int *__restrict__ runs_out, int n, int runs) {
    for (int block = blockIdx.x; block * 128 < n; block += gridDim.x) {
        const unsigned *at = data + starts[block] * 140;
        const Header header = header_of(at);
        for (int i = threadIdx.x; i < 128; i += blockDim.x) {
            const int index = block * 128 + i;
            if (index >= n) break;
            int value = header.base + (int)bits_at(at + 2, i * header.width, header.width);
            if (i % 2) value = -(value >> 1) - (value & 1);
            out[index] = value;
            const int run = run_of(ends, runs, index);
            runs_out[index] = values[run] ^ (index - (run ? ends[run - 1] * 8 + 8 : 0));
        }
    }
}
