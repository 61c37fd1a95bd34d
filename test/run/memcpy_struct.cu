// SPDX-License-Identifier: Apache-2.0
// copies of structures, memcpy, memset
// RUN: sh %S/kernel.sh %s --grid=2 --block=32 buf:i32:512:rand:37 buf:i32:512:zero
struct Big { int a[5]; char c, d; short s; long long l; };
__global__ void k(const Big *a, Big *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    Big b = a[i & 7];
    Big c = b;
    c.a[i % 5] += 3;
    c.s = (short)(b.c + i);
    memset(&b.a[1], 0x11, 8);
    c.a[4] ^= b.a[1];
    if (i < 8) {
        memcpy(&o[i], &c, 24);
        o[i].l = c.l + 1;
    }
}
