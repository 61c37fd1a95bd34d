// SPDX-License-Identifier: Apache-2.0
// Loops and branches by goto.
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 buf:i32:128:rand:30 buf:i32:128:zero
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int x = a[i] & 255, n = 0;
again:
    if (x > 10) {
        x -= 9;
        n++;
        goto again;
    }
    if (n & 1) goto odd;
    n += 100;
    goto done;
odd:
    n += 200;
done:
    o[i] = n * 1000 + x;
}
