// SPDX-License-Identifier: Apache-2.0
// memcpy and memset of run-time and of large size, at all alignments
// RUN: sh %S/kernel.sh %s --grid=2 --block=32 buf:u8:65536:rand:5 buf:u8:65536:zero
__global__ void k(unsigned char *a, unsigned char *o) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char *to = o + t * 1024, *from = a + t * 1024;
    int size = (t * 7) % 90, d = t % 17, s = (t * 5) % 19;
    memcpy(to + d, from + s, size);
    memset(to + 120 + s, t, size);
    memcpy(to + 224, from + 16 * (t % 3), (size & 15) * 16);
    memcpy(to + 512 + d % 4, from + s, 100);
    memset(to + 640, t + 1, 70 - t % 2);
    if (t % 8 == 0) memcpy(to + d, from + s % 16, 1000);
}
