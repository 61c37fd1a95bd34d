// SPDX-License-Identifier: Apache-2.0
// loops with break, continue and divergence
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:i32:256:rand:28 buf:i32:256:zero
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = (unsigned)a[i] & 1023;
    int steps = 0;
    while (x > 1 && steps < 200) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    int s = 0;
    for (int j = 0; j < 20; j++) {
        if (j == 13) break;
        if (j % 3 == 0) continue;
        s += j * steps;
    }
    do {
        s -= 7;
    } while (s > 100);
    o[i] = s + steps;
}
