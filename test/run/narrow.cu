// SPDX-License-Identifier: Apache-2.0
// arithmetic of types narrower than int
// RUN: sh %S/kernel.sh %s --grid=2 --block=128 buf:i32:256:rand:7 buf:i32:256:zero
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    signed char c = (signed char)a[i];
    unsigned char u = (unsigned char)(a[i] >> 3);
    short s = (short)(a[i] >> 5);
    unsigned short h = (unsigned short)(a[i] >> 9);
    c += 100;
    u *= 3;
    s -= c;
    h ^= u;
    bool b = c < 0;
    o[i] = c + u * 2 + s * 3 + h + b + (c >> 1) + (u >> 1) + (s / 3) + (h % 5);
}
