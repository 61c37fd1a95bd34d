// SPDX-License-Identifier: Apache-2.0
// divergent loop in double
// RUN: sh %S/kernel.sh %s --grid=4,4 --block=8,8 buf:i32:1024:zero
__global__ void k(int *o) {
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    double cr = x / 16.0 - 1.5, ci = y / 16.0 - 1.0, zr = 0, zi = 0;
    int n = 0;
    while (n < 50 && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2 * zr * zi + ci;
        zr = t;
        n++;
    }
    o[y * 32 + x] = n;
}
