// SPDX-License-Identifier: Apache-2.0
// dynamic shared memory
// RUN: sh %S/kernel.sh %s --grid=2 --block=64 --shared=1024 buf:f32:128:rand:33 buf:f32:128:zero i32:64
extern __shared__ float buf[];
__global__ void k(const float *a, float *o, int n) {
    float *lo = buf, *hi = buf + n;
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    lo[t] = a[i];
    hi[n - 1 - t] = a[i] * 2.0f;
    __syncthreads();
    o[i] = lo[(t + 1) % n] + hi[t];
}
