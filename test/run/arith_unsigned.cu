// SPDX-License-Identifier: Apache-2.0
// unsigned division by variables and constants
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:u32:256:rand:3 buf:u32:256:rand:4 buf:u32:256:zero
__global__ void k(const unsigned *a, const unsigned *b, unsigned *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned x = a[i], y = b[i] | 1u;
    o[i] = x / y + x % y * 7u + (x > y ? x - y : y - x) + x / 10u + x % 1000u + x / 7u;
}
