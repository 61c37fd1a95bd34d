// SPDX-License-Identifier: Apache-2.0
// shifts of both widths and signs
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:i32:256:rand:5 buf:u32:256:rand:6 buf:u64:256:zero
__global__ void k(const int *a, const unsigned *b, unsigned long long *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned s = b[i] & 31;
    long long w = (long long)a[i] << 17;
    o[i] = (unsigned long long)(a[i] << (s & 7)) + (unsigned long long)(a[i] >> s) + (b[i] >> s) +
           (unsigned long long)(w >> s) + ((unsigned long long)w >> (s + 3));
}
