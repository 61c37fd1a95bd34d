// SPDX-License-Identifier: Apache-2.0
// sums that are kept in memory while a loop runs, and what stands in the way of registers
// RUN: sh %S/kernel.sh %s --grid=1 --block=64 buf:i32:256:rand:9 buf:i32:1024:zero
__device__ int total;
__global__ void k(const int *a, int *o) {
    __shared__ int cell[64], flag;
    int t = threadIdx.x, n = (a[t] & 15) + 1;
    int *mine = o + t, *other = o + 64 + (a[t] & 63), *both = a[t] & 1 ? mine : mine + 512;
    if (t == 0) flag = 0;
    cell[t] = 0;
    __syncthreads();
    for (int i = 0; i < n; i++) *mine += a[i];          // may be a: only reads otherwise
    for (int i = 0; i < n; i++) {                       // both may be mine
        o[t + 128] += a[i + t];
        *both += 3;
    }
    for (int i = 0; i < n; i++)                         // stored in some iterations only
        if (a[i] & 4) o[t + 192] = i;
    for (int i = 0; i < n; i++) {                       // leaves before the store
        if (a[i + t] % 5 == 0) break;
        o[t + 256] += i;
    }
    for (int i = 0; i < 8; i++) {                       // other threads see each step
        cell[t] += i;
        __syncthreads();
        if (i == 5) o[t + 320] = cell[t ^ 1];
        __syncthreads();
    }
    for (int i = 0; i < n; i++) atomicAdd(&total, 1);   // no plain access
    for (int i = 0; i < n; i++) {                       // one place by two widths
        o[t + 384] += i;
        ((short *)(o + 384))[2 * t] ^= 3;
    }
    volatile int *v = o + 448 + t;
    for (int i = 0; i < n; i++) *v += 1;
    (void)other;
    for (int i = 0; i < n; i++)                         // inner and outer loop, one place
        for (int j = 0; j < i; j++) o[t + 576] += j ^ i;
    for (int i = 0; i < n; i++) {
        o[t + 640] = i;
        o[t + 704] += o[t + 640] * 2;                   // stored, then read
    }
}
