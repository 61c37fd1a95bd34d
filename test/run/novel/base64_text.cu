// SPDX-License-Identifier: Apache-2.0
// Base64: three bytes to four letters by arithmetic, and back with a check; a thread writes whole words.
// RUN: sh %S/../kernel.sh %s --grid=2 --block=64 buf:u8:768:rand:1 buf:u32:256:zero buf:u8:768:zero buf:i32:1:zero i32:767
__device__ __forceinline__ unsigned letter(unsigned six) {
    if (six < 26) return 'A' + six;
    if (six < 52) return 'a' + six - 26;
    if (six < 62) return '0' + six - 52;
    return six == 62 ? '+' : '/';
}
__device__ __forceinline__ int value(unsigned c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}
__global__ void base64(const unsigned char *in, unsigned *letters, unsigned char *back, int *bad, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i * 3 < n; i += gridDim.x * blockDim.x) {
        const int left = min(3, n - 3 * i);
        unsigned bits = 0;
        for (int k = 0; k < 3; k++) bits = bits << 8 | (k < left ? in[3 * i + k] : 0u);
        unsigned word = 0;
        for (int k = 0; k < 4; k++) word |= (k <= left ? letter(bits >> (18 - 6 * k) & 63) : '=') << (8 * k);
        letters[i] = word;
        int sum = 0;
        bool wrong = false;
        for (int k = 0; k <= left; k++) {
            const int v = value(word >> (8 * k) & 255);
            wrong |= v < 0;
            sum |= v << (18 - 6 * k);
        }
        if (wrong) atomicAdd(bad, 1);
        for (int k = 0; k < left; k++) back[3 * i + k] = sum >> (16 - 8 * k);
    }
}
