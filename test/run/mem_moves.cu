// SPDX-License-Identifier: Apache-2.0
// memmove (which nvcc has not on the device) of run-time size at all alignments and distances,
// against a loop
// RUN: cuprum run %s -O0 --grid=2 --block=32 buf:u8:65536:rand:5
// RUN: cuprum run %s -O3 --grid=2 --block=32 buf:u8:65536:rand:5
__device__ void check(unsigned char *a, unsigned char *b, int to, int from, int n) {
    volatile unsigned char *v = b;
    for (int i = 0; i < n; i++) {
        int at = to > from ? n - 1 - i : i;
        v[to + at] = v[from + at];
    }
    for (int i = 0; i < 256; i++) {
        if (a[i] != v[i]) __trap();
        a[i] = v[i] = (unsigned char)(i * 37 + to);
    }
}
__global__ void k(unsigned char *buffer) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char *a = buffer + t * 1024, *b = a + 512;
    for (int i = 0; i < 256; i++) b[i] = a[i];
    int size = (t * 7) % 90;
    for (int d = 0; d < 18; d++) {
        for (int s = t % 4; s < 40; s += 4) {
            memmove(a + d, a + s, size);
            check(a, b, d, s, size);
            memmove(a + s, a + d, size & ~3);
            check(a, b, s, d, size & ~3);
        }
        memmove((int4 *)a + d % 3, (int4 *)a + t % 3, (size & 7) * 16);
        check(a, b, d % 3 * 16, t % 3 * 16, (size & 7) * 16);
        memmove((long long *)a + d % 3, (long long *)a + t % 3, (size & 7) * 8);
        check(a, b, d % 3 * 8, t % 3 * 8, (size & 7) * 8);
    }
}
