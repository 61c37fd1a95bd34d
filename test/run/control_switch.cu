// SPDX-License-Identifier: Apache-2.0
// switch: dense, sparse, fall-through
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:i32:256:rand:29 buf:i32:256:zero
__device__ int pick(int v) {
    switch (v) {
    case 0: return 5;
    case 1:
    case 2: v += 10; // fall through
    case 3: v *= 2; break;
    case 4: return -v;
    case 5: v = 77; break;
    case 6: v ^= 3; break;
    case 1000: return 1;
    case -5: return 2;
    default: v = v % 11;
    }
    return v;
}
__global__ void k(const int *a, int *o) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    o[i] = pick((a[i] & 15) - 6) + pick(i) * 100;
}
