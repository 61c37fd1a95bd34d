// SPDX-License-Identifier: Apache-2.0
// conversions between integers and floats
// RUN: sh %S/kernel.sh %s --grid=4 --block=64 buf:f32:256:rand:14 buf:i32:256:rand:15 buf:f64:256:zero buf:i64:256:zero
__global__ void k(const float *a, const int *b, double *o, long long *p) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float f = (a[i] - 0.5f) * 100000.0f;
    o[i] = (double)f + (double)b[i] + (float)b[i] + (double)(unsigned)b[i];
    p[i] = (int)f + (long long)(f * 3.0f) + (unsigned)(a[i] * 1000.0f) + (short)(int)f + (unsigned char)(int)a[i];
}
