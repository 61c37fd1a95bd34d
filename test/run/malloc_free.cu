// SPDX-License-Identifier: Apache-2.0
// the device heap
// RUN: sh %S/kernel.sh %s --grid=1 --block=32 buf:i32:32:iota buf:i32:32:zero
__global__ void k(const int *a, int *o) {
    int t = threadIdx.x;
    int *p = (int *)malloc((t + 1) * sizeof(int));
    for (int j = 0; j <= t; j++) p[j] = a[t] + j;
    int s = 0;
    for (int j = 0; j <= t; j++) s += p[j];
    o[t] = s;
    free(p);
}
