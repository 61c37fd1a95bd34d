// SPDX-License-Identifier: Apache-2.0
// Dot products of four bytes (dp4a), signed and unsigned.
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:i32:256:rand:24 buf:i32:256:rand:25 buf:i32:256:zero
__global__ void k(const int *a, const int *b, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = __dp4a(a[i], b[i], 5) + (int)__dp4a((unsigned)a[i], (unsigned)b[i], 9u);
}
